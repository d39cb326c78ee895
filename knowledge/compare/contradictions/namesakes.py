"""Finds files that seem to be versions of one document but are indexed as several.

Without a `doc_id` a document's name is its path, so another file is another document: its changes
are unknown, and its differences look like contradictions. The report only names such files: joining
two documents because of their titles could hide one of them.
"""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import PurePosixPath

from knowledge.model.documents import Header
from knowledge.model.report import Namesakes
from knowledge.model.versions import natural


def namesakes(headers: Iterable[Header]) -> list[Namesakes]:
    """Groups documents with the same title and language, different versions, and a path as name."""
    alike: dict[tuple[str, str], list[Header]] = defaultdict(list)
    for header in headers:
        alike[" ".join(header.title.casefold().split()), header.language].append(header)
    kept = (_that_seem_one(some) for some in alike.values())
    return [_named(some) for some in kept if some]


def _that_seem_one(headers: list[Header]) -> list[Header]:
    return [one for one in headers if any(_seem_one(one, other) for other in headers)]


def _seem_one(one: Header, other: Header) -> bool:
    return (
        one.doc_id != other.doc_id
        and one.version != other.version
        and (_is_called_by_path(one) or _is_called_by_path(other))
        and (one.category == other.category or (bool(one.owner) and one.owner == other.owner))
        and all({*mine} == {*theirs} for mine, theirs in zip(one.reach, other.reach, strict=True))
        and not _replaces(one, other)
        and not _replaces(other, one)
    )


def _is_called_by_path(header: Header) -> bool:
    return header.doc_id == PurePosixPath(header.source).with_suffix("").as_posix()


def _replaces(one: Header, other: Header) -> bool:
    return (one.supersedes or "").rpartition("@")[0] == other.doc_id


def _named(headers: list[Header]) -> Namesakes:
    known = sorted(headers, key=lambda one: natural(one.version))
    given = next((one for one in known if not _is_called_by_path(one)), known[0])
    files = tuple((one.version, one.source) for one in known)
    return Namesakes(known[0].title, files, given.doc_id)
