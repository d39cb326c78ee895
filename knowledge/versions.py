"""Which version of a document is in force on a date."""

import re
from collections.abc import Iterable
from datetime import date, timedelta

from knowledge.model import Header

ALWAYS = date.min
FOR_EVER = date.max


def natural(version: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts versions as people do: 2 before 10, 1.9 before 1.10."""
    parts = re.findall(r"\d+|[^\d.]+", version)
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)


def validity(headers: Iterable[Header]) -> dict[str, tuple[date, date]]:
    """First and last day of each version, by key; a successor's first day ends its predecessor."""
    known = list(headers)
    return {header.key: (_first(header), _last(header, known)) for header in known}


def _first(header: Header) -> date:
    return header.effective_from or ALWAYS


def _last(header: Header, known: list[Header]) -> date:
    ends = [header.effective_until or FOR_EVER]
    ends += [_day_before(_first(other)) for other in known if _succeeds(other, header)]
    return min(ends)


def _day_before(day: date) -> date:
    return day if day == ALWAYS else day - timedelta(days=1)


def _succeeds(other: Header, header: Header) -> bool:
    if other.key == header.key:
        return False
    if other.supersedes == header.key:
        return True
    return other.doc_id == header.doc_id and natural(other.version) > natural(header.version)
