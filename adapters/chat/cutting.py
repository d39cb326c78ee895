"""Cuts long texts at ends of words, sentences or lines, and marks the cut."""

import json
import re
from itertools import accumulate

from bot.upkeep.indexing.review_report import more_lines
from knowledge.model.documents import Language

_END = re.compile(r"[.!?。](?:[\"'”’)\]*]|\s?\[\d+\])*(?=\s)|\n")
"""The end of a line, or of a sentence with its citation marks."""
_FENCE = "```"
_LONGEST_LINE = 1500
_COUNT = 40
"""Characters reserved for "… and 12 more"."""


def cut(text: str, limit: int) -> str:
    """Returns at most `limit` characters, cut between words and marked with …."""
    if len(text) <= limit:
        return text
    if limit < 1:
        return ""
    # Cuts no word (unless it is long) and no entity in half.
    kept = re.sub(r"(?<=\s)\S{0,40}$|&\w{0,4}$", "", text[: limit - 1])
    return kept.rstrip() + "…"


def cut_at_sentence(text: str, limit: int) -> str:
    """Like `cut`, but between sentences if one ends in the last two thirds."""
    if len(text) <= limit:
        return text
    end = last_end(text, limit - len(" …"))
    return f"{text[:end].rstrip()} …" if end > limit // 3 else cut(text, limit)


def last_end(text: str, limit: int) -> int:
    """The end of the last whole sentence or line within `limit` characters; 0 if none."""
    ends = (match.end() for match in _END.finditer(text) if match.end() <= limit)
    return max(ends, default=0)


def first_lines(text: str, limit: int, language: Language) -> str:
    """As many lines as fit into `limit` characters of JSON; the rest are counted."""
    lines = [cut_at_sentence(line, _LONGEST_LINE) for line in text.split("\n")]
    sizes = list(accumulate(len(json.dumps(line, ensure_ascii=False)) for line in lines))
    if sizes[-1] <= limit:
        return "\n".join(lines)
    kept = lines[: sum(1 for total in sizes if total <= limit - len(_FENCE) - _COUNT)]
    ended = [_FENCE] if _fences(kept) % 2 else []
    return "\n".join([*kept, *ended, *more_lines(len(lines) - len(kept), language)])


def in_parts(text: str, limit: int) -> list[str]:
    """The whole text in parts that end at line ends; closes and reopens code fences."""
    parts: list[str] = []
    current: list[str] = []
    for line in text.split("\n"):
        if sum(map(len, current)) + len(current) + len(line) + 2 * len(_FENCE) > limit:
            fenced = _fences(current) % 2 == 1
            parts.append("\n".join([*current, _FENCE] if fenced else current))
            current = [_FENCE] if fenced else []
        current.append(line)
    return [part for part in (*parts, "\n".join(current)) if part.strip()]


def _fences(lines: list[str]) -> int:
    return sum(line.startswith(_FENCE) for line in lines)
