"""Remembers what clicks on suggestions would answer, and what to try when nobody asks."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from bot.answering.reply.next_questions.headings import Section
from bot.model import Question
from knowledge.model.documents import Generation

MOST = 5_000
"""Results that are remembered, the latest."""
_MOST_WANTED = 1_000

_Key = tuple[Generation, Question]


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to a suggestion."""

    section: Section
    """The section of the first citation."""
    sentence: str
    """The first sentence of the answer."""


@dataclass(frozen=True, slots=True)
class _Known:
    result: Result | None
    day: date


class Tried:
    """Results by index, scope and question; one of another day counts until it is tried again."""

    def __init__(self) -> None:
        self._known: dict[_Key, _Known] = {}
        self._wanted: dict[_Key, None] = {}
        """In the order in which answers would have offered them."""
        self._further: deque[_Key] = deque()
        self.tries = 0
        """Counts the results noted."""

    def has(self, generation: Generation, question: Question) -> bool:
        """Whether a question was tried today."""
        known = self._known.get(_key(generation, question))
        return known is not None and known.day == question.filters.as_of

    def result(self, generation: Generation, question: Question) -> Result | None:
        """What answers a question; None if nothing does, or it was not tried yet."""
        known = self._known.get(_key(generation, question))
        return known.result if known else None

    def note(self, generation: Generation, question: Question, result: Result | None) -> None:
        """Remembers the result of a try."""
        self.tries += 1
        self._known[_key(generation, question)] = _Known(result, question.filters.as_of)
        if len(self._known) > MOST:
            del self._known[next(iter(self._known))]

    def want(self, generation: Generation, question: Question) -> None:
        """Has a question tried soon: an answer would offer it."""
        self._wanted[generation, question] = None
        if len(self._wanted) > _MOST_WANTED:
            del self._wanted[next(iter(self._wanted))]

    def want_all(self, generation: Generation, questions: Iterable[Question]) -> None:
        """Has these tried after all that is wanted, in place of those of before."""
        self._further = deque((generation, one) for one in questions)

    def take(self, generation: Generation) -> Question | None:
        """The next question to try in this index, the one wanted last first."""
        while self._wanted or self._further:
            key = self._wanted.popitem()[0] if self._wanted else self._further.popleft()
            if key[0] == generation and not self.has(*key):
                return key[1]
        return None


def _key(generation: Generation, question: Question) -> _Key:
    """The same for every day, unless the asker named one: a rule seldom changes overnight."""
    if question.dated:
        return generation, question
    undated = replace(question.filters, as_of=date.min)
    return generation, replace(question, filters=undated)
