"""Recognises documents about two things of one kind: Blue Account and Gold Account.

Such documents may use the same words with different values: each speaks about its own product.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

from knowledge.language.terms import query_terms
from knowledge.model.documents import Header, Passage

_WORD = re.compile(r"\w+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_KINDS_OF_DOCUMENT = frozenset(
    """polici guid handbook manual rule note overview quick refer faq checklist procedur term
    summari
    정책 안내 규정 지침 매뉴얼 가이드 요약 요약표 체크리스트 절차 약관 기준 안내서""".split()
)
_PARALLEL = 0.5
"""Share of the shorter title's words that two titles of one pattern have in common."""


class Titles:
    """Compares the titles of documents, and looks up their words in the documents."""

    def __init__(self, passages: Iterable[Passage]) -> None:
        self._passages: dict[str, list[Passage]] = defaultdict(list)
        for passage in passages:
            self._passages[passage.header.key].append(passage)
        self._texts: dict[str, str] = {}

    def name_two_things(self, one: Header, other: Header) -> bool:
        """Whether each has a name in its title that the other never mentions."""
        mine, theirs = _words(one.title), _words(other.title)
        shared = {*mine} & {*theirs}
        parallel = len(shared) >= _PARALLEL * min(len({*mine}), len({*theirs}))
        return self._has_own_name(one, other, {*mine} - shared, parallel=parallel) and (
            self._has_own_name(other, one, {*theirs} - shared, parallel=parallel)
        )

    def _has_own_name(self, one: Header, other: Header, words: set[str], *, parallel: bool) -> bool:
        if parallel and any(word.isdecimal() and not _YEAR.fullmatch(word) for word in words):
            return True
        names = {word for word in words if not word.isdecimal()} - _KINDS_OF_DOCUMENT
        own = [name for name in names if self._speaks_of(one, name)]
        foreign = [not self._speaks_of(other, name) for name in own]
        return bool(own) and (any(foreign) if parallel else all(foreign))

    def _speaks_of(self, header: Header, name: str) -> bool:
        # A Korean noun has a particle attached; English words are compared by their stems.
        return (name if name > "z" else f" {name} ") in self._text(header)

    def _text(self, header: Header) -> str:
        if header.key not in self._texts:
            text = "\n".join(passage.text for passage in self._passages[header.key])
            self._texts[header.key] = f" {' '.join(_words(text))} "
        return self._texts[header.key]


def _words(text: str) -> list[str]:
    """Returns the words of a text, English ones as stems."""
    return [
        term for word in _WORD.findall(text.casefold().replace("_", " ")) for term in _stem(word)
    ]


@lru_cache(maxsize=50_000)
def _stem(word: str) -> tuple[str, ...]:
    return (word,) if word > "z" else tuple(query_terms(word)[:1])
