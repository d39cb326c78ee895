"""Turns a message of Slack into words: every part that can be read, without what decorates it."""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from adapters.chat.unread import Read, Unread, labelled, of_type, words_of
from bot.model.text import EMOJI_NAMES

Payload = dict[str, Any]

BY_APP = "storewise_by_app"
"""The key of a message whose author is a workflow or another app."""
_TOKEN = re.compile(r"<([^<>\n]{1,3000})>")
_FENCE = re.compile(r"```.*?(?:```|$)", re.DOTALL)
_EMPHASIS = re.compile(r"(?<!\w)([*_~`])(?=\S)([^\n]{1,3000}?)(?<=\S)\1(?![A-Za-z0-9])")
_HEADING = re.compile(r"\*{1,2}[^*\n]{1,200}\*{1,2}:?|#{1,6} .{1,200}")
_LABEL = re.compile(r"\*{1,2}([^*:\n]{1,60})(?::\*{1,2}|\*{1,2}:) +")
_QUOTE = re.compile(r"^>[ \t]?", re.MULTILINE)
_LISTS = ("title", "subtitle", "body", "elements", "fields", "rows", "text", "blocks", "cards")
"""The keys of a block's parts, in the order in which people see them."""
_SAID = frozenset({"mrkdwn", "plain_text", "raw_text", "markdown"})
_INLINE = frozenset({"rich_text_section", "rich_text_quote"})
_NOT_SAID = frozenset({"divider", "actions", "context_actions", "input", "button"})
"""Parts to press or to fill in."""
_UNREAD = {
    "image": Unread.PICTURE,
    "video": Unread.CLIP,
    "file": Unread.FILE,
    "rich_text_preformatted": Unread.CODE,
}
_KNOWN = (
    _SAID
    | _INLINE
    | {"rich_text", "rich_text_list", "section", "header", "context", "table", "card"}
)
_KNOWN |= {"carousel", "alert"}


@dataclass(slots=True)
class _Seen:
    """What was read so far."""

    bot: str | None
    headings: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)

    @property
    def words(self) -> str:
        return words_of(self.headings, self.lines)


def read(message: Payload, bot_user_id: str | None = None) -> Read:
    """Returns the words of a message for the bot, and what of it is not read, if anything.

    A person's message has its words in `text`; an app's has them there, in blocks or attachments.
    """
    seen, text = _Seen(bot_user_id), word(message, "text")
    said = to_words(text, bot_user_id)
    attached = _dictionaries(message.get("attachments"))
    shared = [one for one in attached if one.get("is_share") is True]
    seen.unread += [Unread.CODE] if "```" in text else []
    seen.unread += [of_type(word(file, "mimetype")) for file in _dictionaries(message.get("files"))]
    seen.unread += [Unread.FORWARDED] if shared else []
    is_by_app = message.get(BY_APP) is True
    if said and not is_by_app:
        return Read(said, next(iter(seen.unread), None))
    seen.headings += said.split("\n")
    _see(message.get("blocks"), seen)
    for one in attached if is_by_app else ():
        if one not in shared:
            _see_attached(one, seen)
    return Read(seen.words, next(iter(seen.unread), None))


def written(message: Payload) -> str:
    """Returns everything that people see of a message, as its author wrote it."""
    seen, text = _Seen(None), word(message, "text")
    if not text:
        _see(message.get("blocks"), seen)
    parts = _dictionaries(message.get("attachments"))
    said = (text, *(word(one, "text") or word(one, "fallback") for one in parts))
    shown = (to_text(one, None) for one in said)
    return "\n".join(filter(None, (*shown, *seen.headings, *seen.lines)))


def to_words(wire: str, bot_user_id: str | None) -> str:
    """Returns Slack's escaped text as the words in it: no emoji, emphasis or code."""
    words = EMOJI_NAMES.sub(" ", _FENCE.sub(" ", to_text(wire, bot_user_id)))
    words, before = _QUOTE.sub("", words), ""
    while words != before:
        words, before = _EMPHASIS.sub(r"\2", words), words
    return re.sub(r"[ \t]{2,}", " ", words).strip()


def to_text(wire: str, bot_user_id: str | None) -> str:
    """Returns Slack's escaped text as people see it, without the mention of the bot."""
    if bot_user_id:
        wire = _mention(bot_user_id).sub(" ", wire)
    return html.unescape(_TOKEN.sub(_shown, wire)).strip()


def mentions(wire: str, bot_user_id: str | None) -> bool:
    """Whether Slack's escaped text mentions the bot."""
    return bool(bot_user_id and _mention(bot_user_id).search(wire))


def _see(node: object, seen: _Seen) -> None:
    """Reads blocks."""
    for block in _dictionaries(node):
        kind, text = word(block, "type"), word(block, "text")
        if kind in _SAID:
            _see_text(text, seen)
        elif kind == "header":
            seen.headings.append(word(part(block, "text"), "text"))
        elif kind in _INLINE:
            pieces = _dictionaries(block.get("elements"))
            seen.lines += "".join(_inline(one, seen.bot) for one in pieces).split("\n")
        elif kind in _UNREAD or (kind and kind not in _KNOWN | _NOT_SAID):
            seen.unread.append(_UNREAD.get(kind, Unread.CARD))
        elif kind not in _NOT_SAID:
            for key in _LISTS:
                _see(block.get(key), seen)


def _see_text(text: str, seen: _Seen) -> None:
    """Reads a text line by line; a line in bold is a heading."""
    for line in text.split("\n"):
        into = seen.headings if _HEADING.fullmatch(line.strip()) else seen.lines
        label = _LABEL.match(line)
        said = labelled(label[1], to_words(line[label.end() :], seen.bot)) if label else line
        into.append(to_words(said, seen.bot))


def _see_attached(part: Payload, seen: _Seen) -> None:
    """Reads what an app attached to its message."""
    before = len(seen.lines)
    seen.headings += [to_words(word(part, key), seen.bot) for key in ("pretext", "title")]
    texts = [word(part, "text")] + [
        labelled(word(one, "title"), word(one, "value"))
        for one in _dictionaries(part.get("fields"))
    ]
    _see_text("\n".join(filter(None, texts)), seen)
    _see(part.get("blocks"), seen)
    seen.unread += [Unread.PICTURE] if word(part, "image_url") else []
    if not any(seen.lines[before:]):
        seen.headings.append(to_words(word(part, "fallback"), seen.bot))


def _inline(element: Payload, bot: str | None) -> str:
    """A piece of a line of rich text, as people see it."""
    kind, text = word(element, "type"), word(element, "text")
    if kind == "link":
        url = word(element, "url")
        return f"{text} {url}" if text and text not in url else url
    if kind == "user":
        return " " if bot and word(element, "user_id") == bot else "@user"
    shown: Mapping[str, str] = {
        "text": text,
        "usergroup": "@group",
        "channel": "#channel",
        "broadcast": "@" + word(element, "range"),
        "date": word(element, "fallback"),
        "color": word(element, "value"),
    }
    return shown.get(kind, " ")


@lru_cache(maxsize=100)
def _mention(user_id: str) -> re.Pattern[str]:
    return re.compile(rf"<@{re.escape(user_id)}(?:\|[^<>\n]{{0,100}})?>")


def _shown(token: re.Match[str]) -> str:
    target, _, label = token[1].partition("|")
    kinds = {
        "@U": "@user",
        "@W": "@user",
        "#C": f"#{label or 'channel'}",
        "!subteam^": "@group",
        "!date^": label,
        "!": "@" + target[1:].split("^")[0],
        "mailto:": target.removeprefix("mailto:"),
        "tel:": label or target.removeprefix("tel:"),
    }
    for start, shown in kinds.items():
        if target.startswith(start):
            return shown
    return f"{label} {target}" if label and label not in target else target


def _dictionaries(value: object) -> list[Payload]:
    """The dictionaries in a list, in lists in it, or the one that there is in place of one."""
    if isinstance(value, dict):
        return [value]
    if not isinstance(value, list):
        return []
    return [found for one in value for found in _dictionaries(one)]


def word(payload: Payload, key: str) -> str:
    """Returns a text field of a payload; empty for any other type."""
    value = payload.get(key)
    return value if isinstance(value, str) else ""


def part(payload: Payload, key: str) -> Payload:
    """Returns a nested object of a payload; empty for any other type."""
    value = payload.get(key)
    return value if isinstance(value, dict) else {}
