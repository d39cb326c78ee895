"""What a person wrote in Teams, as they see it; no I/O here."""

import html
import re
from collections.abc import Iterator
from typing import Any

from bot.model.text import as_seen

Activity = dict[str, Any]
"""A message or an event, as Teams sends and takes it."""

_PERSON = "@user"
"""Stands for everybody who is mentioned: their names are personal data."""
_AT = re.compile(r"<at\b[^<>]{0,200}>[^<>]{0,200}</at>", re.IGNORECASE)
# Possessive: what does not end as a tag is given up at once.
_TAG = re.compile(r"<(/?)([a-z][a-z\d:-]*+)([^<>]*+)>", re.IGNORECASE)
_DECLARED = re.compile(r"<[!?][^<>]*+>")
_BLOCKS = ("br", "p", "div", "li", "tr", "blockquote", "pre", "h1", "h2", "h3", "h4", "h5", "h6")
_UNSEEN = ("attachment", "script", "style", "head", "systemeventmessage")


def to_text(activity: Activity) -> str:
    """Return the text of a message without the mention of the bot itself."""
    text, bot = word(activity, "text"), part(activity, "recipient")
    for mention in _mentions(activity):
        shown = " " if _is_of(mention, bot) else _PERSON
        text = _without(text, mention, shown)
    return _tidy(html.unescape(_AT.sub(_PERSON, text)))


def mentions_bot(activity: Activity) -> bool:
    """Whether a message mentions the bot."""
    bot = part(activity, "recipient")
    return any(_is_of(mention, bot) for mention in _mentions(activity))


def mentions_somebody(activity: Activity) -> bool:
    """Whether a message mentions anybody at all."""
    return any(_mentions(activity)) or _AT.search(word(activity, "text")) is not None


def of_html(body: str) -> str:
    """Return the words of a message's HTML, line by line; people who are mentioned get no name."""
    lines = (_tidy(line) for line in html.unescape("".join(_words(body))).split("\n"))
    return "\n".join(line for line in lines if line)


def of_plain(body: str) -> str:
    """Return a message's plain text, line by line; people who are mentioned get no name."""
    lines = (_tidy(line) for line in html.unescape(_AT.sub(_PERSON, body)).split("\n"))
    return "\n".join(line for line in lines if line)


def word(payload: Activity, key: str) -> str:
    """Return a text of a payload; an empty one for anything else."""
    value = payload.get(key)
    return value if isinstance(value, str) else ""


def part(payload: Activity, *keys: str) -> Activity:
    """Return a part of a payload, or of a part of it; an empty one for anything else."""
    for key in keys:
        value = payload.get(key)
        payload = value if isinstance(value, dict) else {}
    return payload


def entities(activity: Activity, kind: str) -> Iterator[Activity]:
    """Yield what Teams tells beside a text, such as its mentions."""
    listed = activity.get("entities")
    for entity in listed if isinstance(listed, list) else ():
        if isinstance(entity, dict) and entity.get("type") == kind:
            yield entity


def _words(body: str) -> Iterator[str]:
    """What is seen of HTML, tag by tag.

    By hand: the parsers at hand need a minute for 100 KB of open tags, and everybody would wait.
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
            inside = tag if tag in (*_UNSEEN, "at") and not (end or about.endswith("/")) else ""
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
    # Nothing says that the kind, 28 for a bot, stands in both places.
    own = word(bot, "id").removeprefix("28:")
    return bool(own) and word(part(mention, "mentioned"), "id").removeprefix("28:") == own


def _without(text: str, mention: Activity, shown: str) -> str:
    """The text with the first place of a mention shown in another way."""
    said = word(mention, "text")
    if said and said in text:
        return text.replace(said, shown, 1)
    name = word(part(mention, "mentioned"), "name")
    if not name:
        return text
    names = "|".join(re.escape(one) for one in (name, html.escape(name)))
    # A function: a backslash in what is shown would mean something.
    return re.sub(rf"<at\b[^<>]{{0,200}}>(?:{names})</at>", lambda _: shown, text, count=1)


def _tidy(text: str) -> str:
    return " ".join(as_seen(text).split())
