"""Which version of a document is in force on a date."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from enum import StrEnum

from knowledge.model.documents import Header

ALWAYS = date.min
FOR_EVER = date.max


class Standing(StrEnum):
    """Whether a version is in force on a date and, if not, why."""

    IN_FORCE = "in force"
    NOT_YET = "not yet in force"
    EXPIRED = "expired"
    """Its last day has passed, and no later version has taken its place."""
    SUPERSEDED = "superseded"


def natural(version: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts versions as people do: 2 before 10, 1.9 before 1.10."""
    parts = re.findall(r"\d+|[^\d.]+", version)
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)


def version_before(version: str) -> str:
    """The name of the version before one, where nothing says it: 1.9 before 1.10."""
    numbers = [*re.finditer(r"[1-9]\d*", version)]
    if not numbers or natural(version)[0][0]:
        return "0"
    last = numbers[-1]
    return f"{version[: last.start()]}{int(last[0]) - 1}"


def version_after(version: str) -> str:
    """The name of the version after one: 1.10 after 1.9."""
    numbers = [*re.finditer(r"\d+", version)]
    if not numbers:
        return f"{version} 2"
    last = numbers[-1]
    return f"{version[: last.start()]}{int(last[0]) + 1}{version[last.end() :]}"


def validity(headers: Iterable[Header]) -> dict[str, tuple[date, date]]:
    """First and last day of each version, by key. A version ends the day before its successor."""
    known = list(headers)
    later = successors(known)
    return {header.key: (_first(header), _last(header, later[header.key])) for header in known}


def standings(headers: Iterable[Header], on: date) -> dict[str, Standing]:
    """The standing of each version on a date, by key."""
    known = list(headers)
    later = successors(known)
    return {header.key: _standing(header, later[header.key], on) for header in known}


def in_force(headers: Iterable[Header], on: date) -> Header | None:
    """The first of the versions that is in force on a date."""
    known = list(headers)
    standing = standings(known, on)
    return next((one for one in known if standing[one.key] is Standing.IN_FORCE), None)


def successors(headers: Iterable[Header]) -> Mapping[str, Sequence[Header]]:
    """The versions that replace each version, by its key."""
    known = list(headers)
    family: dict[str, list[Header]] = defaultdict(list)
    named: dict[str, list[Header]] = defaultdict(list)
    for header in known:
        family[header.doc_id].append(header)
        if header.supersedes:
            named[header.supersedes].append(header)
    return {
        header.key: [
            other
            for other in (*family[header.doc_id], *named[header.key])
            if _succeeds(other, header)
        ]
        for header in known
    }


def _first(header: Header) -> date:
    return header.effective_from or ALWAYS


def _last(header: Header, later: Sequence[Header]) -> date:
    ends = [header.effective_until or FOR_EVER]
    ends += [_day_before(_first(other)) for other in later]
    return min(ends)


def _day_before(day: date) -> date:
    return day if day == ALWAYS else day - timedelta(days=1)


def _standing(header: Header, later: Sequence[Header], on: date) -> Standing:
    if _first(header) <= on <= _last(header, later):
        return Standing.IN_FORCE
    if any(_first(other) <= on for other in later):
        return Standing.SUPERSEDED
    return Standing.NOT_YET if on < _first(header) else Standing.EXPIRED


def _succeeds(other: Header, header: Header) -> bool:
    if other.key == header.key:
        return False
    if other.supersedes == header.key:
        return True
    return other.doc_id == header.doc_id and natural(other.version) > natural(header.version)
