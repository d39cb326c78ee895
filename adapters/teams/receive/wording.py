"""The text of a message as people see it; no I/O."""

import html
import re
from collections.abc import Iterator
from typing import Any

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
_UNSEEN = ("attachment", "script", "style", "head", "systemeventmessage")


def to_text(activity: Activity) -> str:
    """Returns a message's text without the mention of the bot."""
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
    """Returns the text of a message's HTML, line by line, without names in mentions."""
    lines = (_tidy(line) for line in html.unescape("".join(_words(body))).split("\n"))
    return "\n".join(line for line in lines if line)


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


def _words(body: str) -> Iterator[str]:
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
