"""Makes Markdown safe for a chat: no invisible characters, no link that hides its address."""

import re
from collections.abc import Callable

ZERO_WIDTH = "\u200b"

_UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]")
"""Invisible characters that split words or reverse the text direction."""
_LINK = re.compile(r"!?\[([^\[\]\n]{1,300})\]\((https?://[^()\s]{1,2000})\)")
_LINKISH = re.compile(r"\](?=[(:\[])")
_BOLD = re.compile(r"(\*{1,3})(?=\S)([^*\n]+)(?<=\S)\1")
_HEADING = re.compile(r"^ {0,3}#{1,6} +", re.MULTILINE)
_FENCED = re.compile(r"(^```.*?(?:^```[ \t]*$|\Z))", re.MULTILINE | re.DOTALL)
_ITEM = re.compile(r"^([ \t]*)[-*+](?= )", re.MULTILINE)
_RULE = re.compile(r"(?:\|[ ]?:?-{1,40}:?[ ]?)+\|")
"""The separator line below a table's header."""


def seen(text: str) -> str:
    """Returns a text without invisible characters."""
    return _UNSEEN.sub("", text)


def to_words(text: str) -> str:
    """Returns a document's words without Markdown, for places without markup."""
    words = without_headings(seen(text)).replace("**", "").replace("`", "")
    return without_bars(with_addresses(words))


def apart_from_fences(
    text: str, outside: Callable[[str], str], inside: Callable[[str], str] = str
) -> str:
    """Applies one function outside code fences and another, or none, inside."""
    # Split by a group, every second piece is a fence.
    pieces = enumerate(_FENCED.split(text))
    return "".join(inside(piece) if number % 2 else outside(piece) for number, piece in pieces)


def with_bullets(text: str) -> str:
    """Returns a text with bullets for list markers, at the same length."""
    return _ITEM.sub(r"\1•", text)


def without_headings(text: str) -> str:
    """Returns a text without heading marks."""
    return _HEADING.sub("", text)


def without_bold(text: str) -> str:
    """Returns a text without bold marks."""
    return _BOLD.sub(r"\2", text)


def bold_runs(line: str) -> list[tuple[str, bool]]:
    """Returns a line as runs without stars, with their bold state."""
    runs: list[tuple[str, bool]] = []
    place = 0
    for match in _BOLD.finditer(line):
        runs += [(line[place : match.start()], False), (match[2], True)]
        place = match.end()
    return [run for run in (*runs, (line[place:], False)) if run[0]]


def with_room(text: str) -> str:
    """Marks stars between a letter and inner punctuation: CommonMark would show them."""
    return _BOLD.sub(_parted, text)


def without_links(text: str) -> str:
    """Returns a text where every link shows its address, and nothing else becomes a link."""
    return _LINKISH.sub(f"]{ZERO_WIDTH}", with_addresses(text))


def with_addresses(text: str) -> str:
    """Returns a text with each Markdown link as its words and address."""
    return _LINK.sub(r"\1 (\2)", text)


def without_bars(text: str) -> str:
    """Returns a text with table rows as plain cells."""
    return "\n".join(_cells(line) for line in text.split("\n") if not _is_rule(line))


def _is_rule(line: str) -> bool:
    return _RULE.fullmatch(line.strip()) is not None


def _cells(line: str) -> str:
    """A row of a table as its cells; any other line as it is."""
    row = line.strip()
    if not (row.startswith("|") and row.endswith("|")):
        return line
    return " · ".join(cell.strip() for cell in row.split("|") if cell.strip())


def _parted(bold: re.Match[str]) -> str:
    before, after = bold.string[: bold.start()][-1:], bold.string[bold.end() :][:1]
    stars, inner = bold[1], bold[2]
    # Inside the stars: outside, a mark that is neither space nor punctuation would not help.
    left = ZERO_WIDTH if before.isalnum() and not inner[0].isalnum() else ""
    right = ZERO_WIDTH if after.isalnum() and not inner[-1].isalnum() else ""
    return f"{stars}{left}{inner}{right}{stars}"
