"""The text of a message as people see it; no I/O."""

import html
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from adapters.chat.unread import Read, Unread, labelled, of_type, words_of
from bot.model.text import as_seen

Activity = dict[str, Any]
"""A message or an event, as Teams sends and accepts it."""

_PERSON = "@user"
"""Replaces mentioned people: their names are personal data."""
_AT = re.compile(r"<at\b[^<>]{0,200}>[^<>]{0,200}</at>", re.IGNORECASE)
# Possessive: gives up at once on text that does not end like a tag.
_TAG = re.compile(r"<(/?)([a-z][a-z\d:-]*+)([^<>]*+)>", re.IGNORECASE)
_DECLARED = re.compile(r"<[!?][^<>]*+>")
_BLOCKS = ("br", "p", "div", "li", "tr", "blockquote", "pre", "h1", "h2", "h3", "h4", "h5", "h6")
_UNSEEN = ("attachment", "quoted", "script", "style", "head", "systemeventmessage")
_CODE = ("codeblock", "pre")
_MENTION = re.compile(
    r"(?i)<span\b[^<>]{0,500}schema\.skype\.com/Mention[^<>]{0,500}>[^<>]{0,200}</span>"
)
_REPLY = re.compile(r"(?i)<blockquote\b[^<>]{0,500}schema\.skype\.com/Reply[^<>]{0,500}>")
_AUTHOR = re.compile(r"(?i)<strong\b[^<>]{0,500}>[^<>]{0,200}</strong>")
_ITS_ID = re.compile(r"(?i)\b(?:itemid|messageid)=[\"']?([\w:.-]{1,100})")
_QUOTED = re.compile(r"(?i)<quoted\b[^<>]{0,200}>")
_READABLE = frozenset({"", "text/html", "text/plain", "messagereference"})
"""A message with formatting comes with its own HTML, and a reply with what it quotes."""
_NO_WORDS = ("actions", "buttons", "images", "msteams", "selectAction", "refresh")
"""Parts of a card to press or to look at."""
_CARD, _FILE = "application/vnd.microsoft.", "application/vnd.microsoft.teams.file"


def read(activity: Activity) -> Read:
    """Returns a message's words without the mention of the bot, what it replies to, what is unread.

    Its HTML has its words if that shows what `text` does not: a quote, code, or all of it.
    """
    text, bot = word(activity, "text"), part(activity, "recipient")
    listed = activity.get("attachments")
    parts = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    kinds = [word(one, "contentType").lower() for one in parts]
    unread = [_unread(kind) for kind in kinds if kind not in _READABLE]
    for mention in _mentions(activity):
        text = _without(text, mention, " " if _is_of(mention, bot) else _PERSON)
    said = _shown(_AT.sub(_PERSON, text))
    shown = next((word(one, "content") for one in parts if "html" in word(one, "contentType")), "")
    own, quoted = _parted(shown)
    has_code = any(f"<{tag}" in own.lower() for tag in _CODE)
    if quoted or has_code or not said:
        own = _of_mentions(own, activity, bot)
        said = _shown(own, (*_UNSEEN, *_CODE)) or ("" if has_code else said)
    if not said and (said := _of_cards(parts, activity, bot)):
        unread = [one for one in unread if one is not Unread.CARD]
    replies_to = _ITS_ID.search(quoted or " ".join(_QUOTED.findall(text)))
    return Read(
        said,
        next(iter(unread), Unread.CODE if has_code else None),
        _shown(_AUTHOR.sub(" ", quoted)),
        replies_to[1] if replies_to else "",
    )


def to_text(activity: Activity) -> str:
    """Returns a message's words without the mention of the bot."""
    return read(activity).text


def mentions_bot(activity: Activity) -> bool:
    """Whether a message mentions the bot."""
    bot = part(activity, "recipient")
    return any(_is_of(mention, bot) for mention in _mentions(activity))


def mentions_somebody(activity: Activity) -> bool:
    """Whether a message mentions anybody at all."""
    return any(_mentions(activity)) or _AT.search(word(activity, "text")) is not None


def of_html(body: str) -> str:
    """Returns the text of a message's HTML, line by line, without names in mentions."""
    lines = (_tidy(line) for line in html.unescape("".join(_words(body))).split("\n"))
    return "\n".join(line for line in lines if line)


def _shown(body: str, unseen: Sequence[str] = _UNSEEN) -> str:
    return _tidy(html.unescape("".join(_words(body, unseen))))


def _parted(body: str) -> tuple[str, str]:
    """HTML without the message that it replies to, and that message."""
    opening = _REPLY.search(body)
    if opening is None:
        return body, ""
    inside, _, behind = body[opening.end() :].partition("</blockquote>")
    return f"{body[: opening.start()]} {behind}", opening[0] + inside


def _of_mentions(body: str, activity: Activity, bot: Activity) -> str:
    """HTML without the mention of the bot, and without the names of others."""
    ours = [one for one in _mentions(activity) if _is_of(one, bot)]
    names = {word(bot, "name"), *(word(part(one, "mentioned"), "name") for one in ours)}

    def shown(mention: re.Match[str]) -> str:
        return " " if html.unescape(_TAG.sub("", mention[0])).strip() in names else _PERSON

    return _AT.sub(shown, _MENTION.sub(shown, body))


def _of_cards(parts: Sequence[Activity], activity: Activity, bot: Activity) -> str:
    """The words of cards, such as a workflow posts: texts, and the facts of a form."""
    headings, lines = list[str](), list[str]()

    def see(node: Any) -> None:
        if isinstance(node, list):
            for one in node:
                see(one)
        elif isinstance(node, dict) and not word(node, "type").startswith(("Input.", "Action.")):
            title, text = word(node, "title"), word(node, "text") or word(node, "value")
            is_fact, is_bold = "value" in node, word(node, "weight").lower() == "bolder"
            shown = labelled(title, text) if is_fact else text
            (headings if is_bold else lines).append(_shown(_of_mentions(shown, activity, bot)))
            headings.extend([] if is_fact else [title, word(node, "subtitle")])
            see([one for key, one in node.items() if key not in _NO_WORDS])

    for one in parts:
        if _unread(word(one, "contentType").lower()) is Unread.CARD:
            content = one.get("content")
            see(_object(content) if isinstance(content, str) else content)
    return words_of(headings, lines)


def _object(written: str) -> Any:
    try:
        return json.loads(written)
    except (ValueError, RecursionError):
        return None


def _unread(kind: str) -> Unread:
    if kind == "forwardedmessagereference":
        return Unread.FORWARDED
    if "codesnippet" in kind:
        return Unread.CODE
    is_card = kind.startswith(_CARD) and not kind.startswith(_FILE)
    return Unread.CARD if is_card else of_type(kind)


def of_plain(body: str) -> str:
    """Returns a message's plain text, line by line, without names in mentions."""
    lines = (_tidy(line) for line in html.unescape(_AT.sub(_PERSON, body)).split("\n"))
    return "\n".join(line for line in lines if line)


def word(payload: Activity, key: str) -> str:
    """Returns a text field of a payload; empty for any other type."""
    value = payload.get(key)
    return value if isinstance(value, str) else ""


def part(payload: Activity, *keys: str) -> Activity:
    """Returns a nested object of a payload; empty for any other type."""
    for key in keys:
        value = payload.get(key)
        payload = value if isinstance(value, dict) else {}
    return payload


def entities(activity: Activity, kind: str) -> Iterator[Activity]:
    """Yields a message's entities of a kind, such as mentions."""
    listed = activity.get("entities")
    for entity in listed if isinstance(listed, list) else ():
        if isinstance(entity, dict) and entity.get("type") == kind:
            yield entity


def _words(body: str, unseen: Sequence[str] = _UNSEEN) -> Iterator[str]:
    """Yields the visible text of HTML, tag by tag.

    By hand: available parsers need a minute for 100 KB of open tags and would block everybody.
    """
    first, *rest = _TAG.split(_DECLARED.sub("", _without_comments(body)))
    yield first
    inside = ""
    for end, name, about, text in zip(*(iter(rest),) * 4, strict=True):
        tag = name.lower()
        if inside:
            inside = "" if end and tag == inside else inside
        else:
            yield _stands_for(tag, end)
            inside = tag if tag in (*unseen, "at") and not (end or about.endswith("/")) else ""
        if not inside:
            yield text


def _stands_for(tag: str, end: str) -> str:
    if tag == "at":
        return "" if end else _PERSON
    if tag in ("td", "th"):
        return " "
    return "\n" if tag in _BLOCKS else ""


def _without_comments(body: str) -> str:
    return "".join(part.partition("<!--")[0] for part in body.split("-->"))


def _mentions(activity: Activity) -> Iterator[Activity]:
    return entities(activity, "mention")


def _is_of(mention: Activity, bot: Activity) -> bool:
    # The prefix (28: for a bot) may be missing on one side.
    own = word(bot, "id").removeprefix("28:")
    return bool(own) and word(part(mention, "mentioned"), "id").removeprefix("28:") == own


def _without(text: str, mention: Activity, shown: str) -> str:
    """The text with the first occurrence of a mention replaced."""
    said = word(mention, "text")
    if said and said in text:
        return text.replace(said, shown, 1)
    name = word(part(mention, "mentioned"), "name")
    if not name:
        return text
    names = "|".join(re.escape(one) for one in (name, html.escape(name)))
    # A function, as a backslash in the replacement would be special.
    return re.sub(rf"<at\b[^<>]{{0,200}}>(?:{names})</at>", lambda _: shown, text, count=1)


def _tidy(text: str) -> str:
    return " ".join(as_seen(text).split())
