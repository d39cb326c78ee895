"""Finds passages of different documents that say the same: word for word, or nearly."""

import re
import unicodedata
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import nsmallest
from itertools import pairwise

from knowledge.language.values import Value, values
from knowledge.model.documents import Header, Passage

_WORD = re.compile(r"\w+")
_FEWEST_WORDS = 6
"""Words of a passage worth comparing: "See the table below." is in many documents."""
_ALIKE = 0.8
"""Share of word pairs that near duplicates have in common."""
_SKETCH, _SHARED = 8, 3
"""The eight word pairs with the smallest hashes stand for a passage. Two passages that are .8 alike
share about six of them; passages that share fewer than three are not compared."""
_LOOKED_BACK = 8
"""Passages with the same word pair that one is compared with; the limit keeps time linear."""
_REPEATED = 5
"""A text in more documents than this is a standing text, such as a notice, not a copy."""


@dataclass(frozen=True, slots=True)
class Group:
    """Passages that say the same, at most one of each document."""

    passages: tuple[Passage, ...]
    likeness: float
    """1 where they are the same word for word; else that of the two least alike, from .8."""


@dataclass(frozen=True, slots=True)
class Duplicates:
    """Texts that are in more than one document."""

    groups: tuple[Group, ...]
    """The same text in two to five documents: one should go, or refer to the other."""
    repeated: tuple[Group, ...]
    """Standing texts, such as a notice at the end of every document."""


def duplicates(passages: Iterable[Passage]) -> Duplicates:
    """Groups passages of different documents that say the same.

    Versions of one document are no duplicates. Nor are texts that differ in a value: the search for
    contradictions handles those.
    """
    known = list(passages)
    families = _families({passage.header.key: passage.header for passage in known}.values())
    by_text = _by_text(known)
    texts = list(by_text)
    roots, likeness = list(range(len(texts))), [1.0] * len(texts)
    for one, other in _candidates(texts):
        a, b = _root(roots, one), _root(roots, other)
        alike = _likeness(texts[one], texts[other]) if a != b else 0.0
        if alike >= _ALIKE and not _other_values(by_text[texts[one]][0], by_text[texts[other]][0]):
            roots[b] = a
            likeness[a] = min(likeness[a], likeness[b], alike)
    members: dict[int, list[Passage]] = defaultdict(list)
    for number, text in enumerate(texts):
        members[_root(roots, number)] += by_text[text]
    groups = [
        Group(found, round(likeness[root], 2))
        for root, all_ in members.items()
        if len(found := _one_of_each(all_, families)) > 1
    ]
    return Duplicates(
        tuple(group for group in groups if len(group.passages) <= _REPEATED),
        tuple(group for group in groups if len(group.passages) > _REPEATED),
    )


def _families(headers: Iterable[Header]) -> dict[str, str]:
    """Maps each document to one name for all documents that replace one another."""
    family: dict[str, str] = {}
    for header in headers:
        replaced = header.supersedes.rpartition("@")[0] if header.supersedes else header.doc_id
        mine, theirs = _first(family, header.doc_id), _first(family, replaced)
        family[theirs] = mine
    return {doc_id: _first(family, doc_id) for doc_id in family}


def _first(family: dict[str, str], doc_id: str) -> str:
    while family.setdefault(doc_id, doc_id) != doc_id:
        doc_id = family[doc_id]
    return doc_id


def _by_text(passages: Sequence[Passage]) -> dict[str, list[Passage]]:
    found: dict[str, list[Passage]] = defaultdict(list)
    for passage in passages:
        words = _WORD.findall(unicodedata.normalize("NFKC", passage.text).lower())
        if len(words) >= _FEWEST_WORDS:
            found[" ".join(words)].append(passage)
    return found


def _candidates(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    places: dict[int, list[int]] = defaultdict(list)
    for number, text in enumerate(texts):
        sketch = nsmallest(_SKETCH, _pairs(text))
        shared = Counter(other for pair in sketch for other in places[pair][-_LOOKED_BACK:])
        yield from ((other, number) for other, count in shared.items() if count >= _SHARED)
        for pair in sketch:
            places[pair].append(number)


@lru_cache(maxsize=4096)
def _pairs(text: str) -> frozenset[int]:
    # CRC, because Python's own hashes differ in each process.
    return frozenset(zlib.crc32(f"{a} {b}".encode()) for a, b in pairwise(text.split()))


def _likeness(one: str, other: str) -> float:
    a, b = _pairs(one), _pairs(other)
    return len(a & b) / len(a | b)


def _other_values(one: Passage, other: Passage) -> bool:
    a, b = _values(one.text), _values(other.text)
    return bool(a - b) and bool(b - a)


@lru_cache(maxsize=4096)
def _values(text: str) -> frozenset[Value]:
    return frozenset(values(text))


def _root(roots: list[int], number: int) -> int:
    while roots[number] != number:
        roots[number] = roots[roots[number]]
        number = roots[number]
    return number


def _one_of_each(passages: Sequence[Passage], families: dict[str, str]) -> tuple[Passage, ...]:
    found: dict[str, Passage] = {}
    for passage in passages:
        found.setdefault(families[passage.header.doc_id], passage)
    return tuple(found.values())
