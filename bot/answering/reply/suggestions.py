"""What may be asked next: sections near the answer that a click is really answered from."""

import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass

from bot.answering.find.twins import alike
from bot.answering.reply.headings import asked_for
from bot.answering.understand.follow_up.wordings import continued
from bot.model import Answer, Question, SafeText, Verdict
from bot.model.access import needed_for
from bot.model.said import turn_of
from bot.ports import Search
from bot.privacy import Redactor
from knowledge.model.documents import Generation, Passage
from knowledge.split.statements import Statement

MOST = 3
_BESIDE, _FOUND = 6, 3
"""Sections of the cited document, and further ones that the question found, that are tried."""
_MOST_KNOWN = 5_000
"""What came of so many questions is remembered."""

Ask = Callable[[Question], Awaitable[Answer]]
"""Answers a question as a click on it does, but in the documents' own words."""
Clock = Callable[[], float]
"""Seconds that only ever grow."""

_Section = tuple[str, tuple[str, ...]]
"""A document, whichever version of it is in force, and the headings above."""
_Key = tuple[Generation, Question]


@dataclass(frozen=True, slots=True)
class Clickable:
    """An answer, and what a click below it sets going."""

    answer: Answer
    question: Question
    """As it was asked: a click is asked in the same place."""
    search: Search
    ask: Ask
    until: float
    """From when on nothing more is tried."""

    def click(self, text: SafeText) -> Question:
        """What a click asks: nothing that the words of the question had narrowed holds for it."""
        asked = self.question
        return Question(text, asked.language, asked.filters, asked.dated)


@dataclass(frozen=True, slots=True)
class _Came:
    """What came of asking."""

    section: _Section
    """Which one answered first."""
    said: str


class Suggestions:
    """Finds what may be asked next, and asks it first: each question once for an index and a day.

    That takes as long as any question, so once an answer has taken its time it tries no more than
    one, and none where something is known already; the next answer nearby tries on.
    """

    def __init__(
        self, redactor: Redactor, least: float = 0.0, clock: Clock = time.monotonic
    ) -> None:
        """What is less likely right than the least may be refused when it is clicked."""
        self._redactor = redactor
        self._least = least
        self._clock = clock
        self._known: dict[_Key, _Came | None] = {}

    async def below(self, below: Clickable) -> tuple[SafeText, ...]:
        """Up to three questions in the asker's language, the nearest section first."""
        offered: list[SafeText] = []
        had: list[SafeText] = []
        for passage, document in await _near(below):
            ways = asked_for(passage, document) if len(offered) < MOST else ()
            if way := await self._true_of(passage, ways, below, had):
                offered.append(way)
        return tuple(offered)

    async def _true_of(
        self, passage: Passage, ways: Sequence[str], below: Clickable, had: list[SafeText]
    ) -> SafeText | None:
        """The first of the ways to ask about a section that it really answers, with news.

        `had` gathers what was tried for this answer, or known to be true.
        """
        for text in map(self._redactor.told, ways):
            # In its thread it would be taken for a part of the question before.
            if continued(text, turn_of(below.answer)):
                continue
            key = below.search.generation, below.click(text)
            if key not in self._known and (not had or self._clock() < below.until):
                had.append(text)
                await self._try(key, below.ask)
            came = self._known.get(key)
            if came and came.section == _section(passage) and not _was_said(came, below.answer):
                had.append(text)
                return text
        return None

    async def _try(self, key: _Key, ask: Ask) -> None:
        answer = await ask(key[1])
        if len(self._known) >= _MOST_KNOWN:
            self._known = {}
        self._known[key] = self._of(answer)

    def _of(self, answer: Answer) -> _Came | None:
        if answer.verdict is not Verdict.PASS or answer.judged.likelihood < self._least:
            return None
        return _Came(_section(answer.citations[0].passage), answer.sentences[0].text)


async def _near(below: Clickable) -> list[tuple[Passage, Sequence[Passage]]]:
    """Sections in the asker's language, each with its document.

    Those beside what is cited, then those of other documents that the question found.
    """
    language = below.question.language
    cited = [one.passage for one in below.answer.citations]
    own = next((one for one in cited if one.header.language == language), None)
    document = await below.search.history.passages(own.header) if own else []
    known = {_section(one) for one in cited}
    beside = _around(own, document, known)[:_BESIDE] if own else []
    hits = [hit.passage for hit in below.answer.found.hits if hit.passage not in document]
    # Whoever may read the answer, also one that is shared, reads the headings.
    readable = needed_for(below.answer).readable
    others = [
        one for one in hits if one.header.language == language and one.header.audience in readable
    ]
    found = _first_of_each(others, known)[:_FOUND]
    return [*((one, document) for one in beside), *((one, (one,)) for one in found)]


def _around(cited: Passage, document: Sequence[Passage], known: set[_Section]) -> list[Passage]:
    """The first passage of each other section, those that follow before those that precede."""
    others = _first_of_each(document, known)
    after = [one for one in others if one.start > cited.start]
    before = [one for one in others if one.start < cited.start]
    return [*after, *reversed(before)]


def _first_of_each(passages: Iterable[Passage], known: set[_Section]) -> list[Passage]:
    first: dict[_Section, Passage] = {}
    for passage in passages:
        first.setdefault(_section(passage), passage)
    return [one for section, one in first.items() if one.section and section not in known]


def _section(passage: Passage) -> _Section:
    return passage.header.doc_id, passage.section


def _was_said(came: _Came, answer: Answer) -> bool:
    """Whether the answer told it already."""
    said = Statement(came.said, (came.said,))
    return any(alike(said, Statement(one.text, (one.text,))) for one in answer.sentences)
