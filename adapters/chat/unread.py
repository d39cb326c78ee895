"""Holds a message as it was read: its words, and the first part that is not read, if any."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.answering.understand import asks
from bot.model import Reply
from bot.texts import LANGUAGES, Section
from knowledge.model.documents import Language

_TEXTS = Section("unread")


class Unread(StrEnum):
    """What came with a message, or in place of its words."""

    PICTURE = "picture"
    CLIP = "clip"
    FILE = "file"
    FORWARDED = "forwarded"
    CODE = "code"
    CARD = "card"
    """Anything else that is no text, such as a Loop component."""


@dataclass(frozen=True, slots=True)
class Read:
    """A message in words."""

    text: str = field(repr=False)
    unread: Unread | None = None
    """The first part that is not read."""
    quoted: str = field(default="", repr=False)
    """The words of the message that it replies to."""
    replies_to: str = ""
    """The id of that message."""


_SAID = _TEXTS.table("SAID")
_LEADS_IN = re.compile(r"[^\n]{1,200}:|(?:[@#]\w+\s*)+")


def of_type(mime_type: str) -> Unread:
    """Returns what a file of a media type is to a person."""
    kind = mime_type.partition("/")[0]
    if kind == "image":
        return Unread.PICTURE
    return Unread.CLIP if kind in ("audio", "video") else Unread.FILE


def joined(lines: Iterable[str]) -> str:
    """Joins the lines of a message; what an earlier part says already is not said again."""
    found: list[str] = []
    for line in lines:
        if _letters(line) and not any(is_said(line, one) for one in found):
            found.append(line.strip())
    return "\n".join(found)


def words_of(headings: Sequence[str], lines: Sequence[str]) -> str:
    """The words of a message in parts: a heading that asks nothing only if no line asks anything.

    Nor do lines that end with a colon or name somebody say more than the line that asks.
    """
    if not any(map(asks, lines)):
        return joined([*headings, *lines])
    said = [one for one in lines if not _LEADS_IN.fullmatch(one.strip())]
    return joined([*filter(asks, headings), *said])


def labelled(label: str, text: str) -> str:
    """A field of a form as one line; without its label if it asks by itself."""
    return text if not label or asks(text) else ": ".join(filter(None, (label, text)))


def is_said(quoted: str, text: str) -> bool:
    """Whether a text has some words, whatever their signs."""
    return bool(_letters(quoted)) and _letters(quoted) in _letters(text)


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def noted(reply: Reply, unread: Unread | None) -> Reply:
    """Returns a reply that says what of its message was not read."""
    if unread is None:
        return reply
    line = _SAID[unread][reply.language]
    return replace(reply, notice=" ".join(filter(None, (line, reply.notice))))


def without_words(unread: Unread, language: Language | None) -> Reply:
    """Returns the reply to a message without words; in every language if none is known."""
    languages: tuple[Language, ...] = (language,) if language else LANGUAGES
    lines = (f"{_SAID[unread][one]} {_TEXTS.IN_WORDS[one]}" for one in languages)
    return Reply("\n\n".join(lines), languages[0])
