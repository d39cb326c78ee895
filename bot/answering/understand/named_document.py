"""Finds the document that a question names, by the words of its title."""

from collections.abc import Iterable
from datetime import date

from bot.answering.understand.days.dates import dates
from bot.answering.understand.intent import subject_words
from knowledge.language.calendar.relative_days import MONTH_NAME
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import query_terms, terms
from knowledge.model.documents import Header

_ANY_DOCUMENT = frozenset(
    terms(
        "rule rules policy policies guide guideline procedure document update change changed new "
        "version 규정 정책 안내 문서 변경 지침 방침 시행 새로 바뀐 최근 업데이트 공지 버전"
    )
)
"""Title words that are too common to identify a document."""

_NUMBER = r"\d+(?:\.\d+)*"
_UNIT = rf"(?:days?|weeks?|months?|years?|km|kg|%|{MONTH_NAME}|일|주|개월|월|년|원)"
_VERSIONS = LazyPattern(
    rf"(?:\bv(?:er(?:sion)?s?)?\.? ?|버전 ?)(?P<one>{_NUMBER})"
    r"(?:\s?(?:and|or|to|vs\.?|[-→와과]|하고|에서)"
    rf"\s?(?:v(?:ersion)? ?|버전 ?)?(?P<other>{_NUMBER})(?![\d.]|\s?{_UNIT}))?"
    rf"|(?<![\d.])(?P<ko>{_NUMBER}) ?버전"
)
"""The names of versions: "version 2 and 3", "1.9 버전과 1.10 버전"."""
_LEFT_ALONE = LazyPattern(r"(?<!\S)(?:에서는?|에는?|은|는|의|부터|까지|으?로|이|가)(?!\S)")
"""A particle left over after a version is removed: the 에서 of "5버전에서"."""
_IS_NAMED = 0.5
"""Share of a title's words that a question must use to name the document."""


def telling(found: Iterable[str]) -> set[str]:
    """The terms of a title or a question that can identify a document."""
    return set(found) - _ANY_DOCUMENT


def asked_about(text: str, today: date) -> set[str]:
    """The terms that name the document in a question about changes, without days and versions."""
    about = _LEFT_ALONE.sub(" ", _VERSIONS.sub(" ", dates(text, today).undated))
    return telling(query_terms(" ".join(subject_words(about))))


def named_versions(text: str) -> set[str]:
    """The names of versions in a text: 2, 1.10."""
    return {name for match in _VERSIONS.finditer(text) for name in match.groups() if name}


def named(header: Header, asked: set[str]) -> float:
    """The share of a document's title that is among a question's terms, 0 to 1."""
    title = telling(query_terms(header.title))
    return len(title & asked) / len(title) if title else 0.0


def is_named(header: Header, asked: set[str]) -> bool:
    """Whether a question's terms hold half of the title, or are all in the title."""
    title = telling(query_terms(header.title))
    return named(header, asked) >= _IS_NAMED or (bool(asked) and asked <= title)
