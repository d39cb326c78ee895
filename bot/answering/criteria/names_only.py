"""Questions that only name something: "refund period?", "what is the main theme of Chapter 3?"."""

from dataclasses import dataclass

from bot.answering.criteria.about_it_all import names_no_subject
from knowledge.language.calendar.weekdays import weekdays
from knowledge.language.grammars import grammar_of
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import query_terms
from knowledge.model.documents import Passage

_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve".split(), start=1
    )
}
_KINDS = {"장": "chapter", "부": "part", "절": "section", "단원": "unit", "과": "lesson"}
"""The Korean names of the parts of a book."""
_PART = LazyPattern(
    rf"\b(?P<kind>chapter|part|section|unit|lesson)\s+(?P<number>\d{{1,3}}|{'|'.join(_NUMBERS)})\b"
    r"|(?<![가-힣\d])제?\s?(?P<nth>\d{1,3})\s?(?P<korean>장|부|절|단원|과)"
    r"(?:의|은|는|이|가|을|를|에)?(?=\W|$)"
)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a book, as questions and headings name it."""

    kind: str
    number: str

    def is_above(self, passage: Passage) -> bool:
        """Whether a passage stands in this part: its title or a heading above it names it."""
        titles = (passage.header.title, *passage.section)
        return any(self in _parts(title[:_BEGINNING]) for title in titles)


_BEGINNING = 20
"""Characters at the start of a heading that may name the part."""

_MOST_WORDS = 4
"""Words of a subject; with more, the question describes a case."""


def chapter_of(question: str) -> Chapter | None:
    """The part of a book that a question is about as a whole; None if it asks anything else."""
    parts = _parts(question)
    if len(parts) != 1:
        return None
    return parts[0] if names_no_subject(_PART.sub(" ", question)) else None


def subject_of(question: str) -> frozenset[str]:
    """The terms of a question that only names a subject; none if it says more.

    A day of the week does not count: "opening hours on Sunday".
    """
    subject = grammar_of(question).subject_in(question.strip())
    words = [word for word in subject.split() if not weekdays(word)]
    return frozenset(query_terms(" ".join(words))) if len(words) <= _MOST_WORDS else frozenset()


def _parts(text: str) -> list[Chapter]:
    found = (match.groupdict() for match in _PART.finditer(text))
    return [
        Chapter(
            (one["kind"] or _KINDS[one["korean"] or "장"]).lower(),
            _NUMBERS.get((one["number"] or "").lower(), one["number"] or one["nth"] or ""),
        )
        for one in found
    ]
