"""Remembers what clicks on suggestions would answer, and what to try when nobody asks."""

import hashlib
import json
from collections import deque
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import date

from bot.answering.reply.next_questions.headings import Section
from bot.model import Question
from knowledge.model.documents import Generation, Passage

MOST = 5_000
"""Results that are remembered, the latest."""
_MOST_WANTED = 1_000


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to a suggestion."""

    section: Section
    """The section of the first citation."""
    sentence: str
    """The first sentence of the answer."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A question to try in an index."""

    key: str
    generation: Generation
    question: Question


class Tried:
    """Results by `key_of`."""

    def __init__(self) -> None:
        self._known: dict[str, Result | None] = {}
        self._wanted: dict[str, Wanted] = {}
        """In the order in which answers would have offered them."""
        self._further: deque[Wanted] = deque()
        self.changes = 0
        """Counts the results that became known."""

    def has(self, key: str) -> bool:
        """Whether a question was tried."""
        return key in self._known

    def result(self, key: str) -> Result | None:
        """What answers a question; None if nothing does, or it was not tried yet."""
        return self._known.get(key)

    def note(self, key: str, result: Result | None) -> None:
        """Remembers the result of a try."""
        self.changes += 1
        self._known[key] = result
        if len(self._known) > MOST:
            del self._known[next(iter(self._known))]

    def want(self, wanted: Wanted) -> None:
        """Has a question tried soon: an answer would offer it."""
        self._wanted[wanted.key] = wanted
        if len(self._wanted) > _MOST_WANTED:
            del self._wanted[next(iter(self._wanted))]

    def want_all(self, wanted: Iterable[Wanted]) -> None:
        """Has these tried after all that is wanted, in place of those of before."""
        self._further = deque(wanted)

    def take(self, generation: Generation) -> Wanted | None:
        """The next question to try in this index, the one wanted last first."""
        while self._wanted or self._further:
            one = self._wanted.popitem()[1] if self._wanted else self._further.popleft()
            if one.generation == generation and not self.has(one.key):
                return one
        return None


def key_of(rules: str, passage: Passage, question: Question) -> str:
    """What a result depends on: the rules that answer, a section's text, and who asks for what.

    The same in every index and on every day, unless the asker named one: a result is wrong if
    another document changes what counts, which the click itself then says.
    """
    filters = question.filters if question.dated else replace(question.filters, as_of=date.min)
    parts = rules, passage.header, passage.section, passage.text, question.text, question.language
    return hashlib.sha256(repr((*parts, filters)).encode()).hexdigest()


def result_json(result: Result | None) -> str:
    """A result as JSON, to be kept."""
    return json.dumps(result and asdict(result), ensure_ascii=False)


def result_of(kept: str) -> Result | None:
    """A result that was kept."""
    if (said := json.loads(kept)) is None:
        return None
    document, headings = said["section"]
    return Result((document, tuple(headings)), said["sentence"])
