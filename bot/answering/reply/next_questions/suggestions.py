"""Suggests follow-up questions: nearby sections that are sure to answer a click."""

import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from bot.answering.find.translations import alike
from bot.answering.reply.next_questions.headings import Section, asked_for, in_sentence, section_of
from bot.answering.reply.next_questions.spoken import spoken
from bot.answering.reply.tie import Tie, content_terms
from bot.answering.understand.follow_up.wordings import continued
from bot.model import Answer, Question, SafeText, Verdict
from bot.model.access import needed_for
from bot.model.said import turn_of
from bot.ports import Search
from bot.privacy import Redactor
from knowledge.model.documents import Generation, Passage
from knowledge.split.statements import Statement, statements

MOST = 3
_BESIDE, _FOUND = 6, 3
"""Sections tried: of the cited document, and of other documents that were found."""
_BY_NAME = 2
"""Questions tried that name the section."""
_MOST_KNOWN = 5_000
"""Tried questions whose results are remembered."""

Ask = Callable[[Question], Awaitable[Answer]]
"""Answers a question as a click on it would, but without a language model."""
Clock = Callable[[], float]
"""Monotonic seconds."""

_Key = tuple[Generation, Question]


@dataclass(frozen=True, slots=True)
class Clickable:
    """An answer, with what is needed to try suggestions for it."""

    answer: Answer
    question: Question
    """The question as asked: a click asks with the same filters."""
    search: Search
    ask: Ask
    until: float
    """Time on the clock after which only one suggestion is tried."""

    def click(self, text: SafeText) -> Question:
        """The question that a click asks, without what the first question's words narrowed."""
        asked = self.question
        return Question(text, asked.language, asked.filters, asked.dated)


@dataclass(frozen=True, slots=True)
class _Result:
    """The result of trying a suggestion."""

    section: Section
    """The section of the first citation."""
    sentence: str
    """The first sentence of the answer."""


class Suggestions:
    """Finds suggestions and tries each once per index and day before it is shown.

    A try takes as long as a question. After `until`, an answer tries one suggestion at most, and
    none if one is already known; the next answer nearby tries the others.
    """

    def __init__(
        self, redactor: Redactor, least: float = 0.0, clock: Clock = time.monotonic
    ) -> None:
        """Answers below the likelihood `least` are not offered: a click might be refused."""
        self._redactor = redactor
        self._least = least
        self._clock = clock
        self._known: dict[_Key, _Result | None] = {}

    async def below(self, below: Clickable) -> tuple[SafeText, ...]:
        """Up to three questions in the asker's language, the nearest section first."""
        offered: list[SafeText] = []
        had: list[SafeText] = []
        tie = _tie(below)
        for passage, document in await _near(below):
            ways = _ways(passage, document, tie) if len(offered) < MOST else ()
            way = await self._true_of(passage, ways, below, had)
            if way and way not in offered:
                offered.append(way)
        return tuple(offered)

    async def _true_of(
        self, passage: Passage, ways: Iterable[str], below: Clickable, had: list[SafeText]
    ) -> SafeText | None:
        """The first wording that the section itself answers, with something not shown yet.

        `had` collects the wordings tried for this answer, and those known to work.
        """
        for text in map(self._redactor.told, ways):
            # In the thread this wording would be read as a follow-up.
            if continued(text, turn_of(below.answer)):
                continue
            key = below.search.generation, below.click(text)
            if key not in self._known and (not had or self._clock() < below.until):
                had.append(text)
                await self._try(key, below.ask)
            result = self._known.get(key)
            if (
                result
                and result.section == section_of(passage)
                and not _was_said(result, below.answer)
            ):
                had.append(text)
                return text
        return None

    async def _try(self, key: _Key, ask: Ask) -> None:
        answer = await ask(key[1])
        if len(self._known) >= _MOST_KNOWN:
            self._known = {}
        self._known[key] = self._of(answer)

    def _of(self, answer: Answer) -> _Result | None:
        if answer.verdict is not Verdict.PASS or answer.judged.likelihood < self._least:
            return None
        return _Result(section_of(answer.citations[0].passage), answer.sentences[0].text)


def _tie(below: Clickable) -> Tie:
    """The words that a suggestion has to share: of the question, and of what is cited."""
    tie = Tie.of(below.question, below.answer.found)
    cited = below.answer.citations[0].passage
    above = content_terms(cited.heading.rpartition(" › ")[2])
    return replace(tie, words={**dict.fromkeys(above, 1.0), **tie.words})


def _ways(passage: Passage, document: Sequence[Passage], tie: Tie) -> Iterator[str]:
    """Questions about a section that share a word with the subject: as people ask, then by name."""
    inside = partial(in_sentence, document=document)
    asked = filter(None, (spoken(one.text, inside) for one in statements(passage)))
    yield from islice(filter(tie.shares_a_word, asked), 1)
    if tie.shares_a_word(passage.section[-1]):
        yield from asked_for(passage, document)[:_BY_NAME]


async def _near(below: Clickable) -> list[tuple[Passage, Sequence[Passage]]]:
    """Sections to suggest in the asker's language, each with the passages of its document.

    First those of the cited document, then those of other documents that were found.
    """
    language = below.question.language
    cited = [one.passage for one in below.answer.citations]
    own = next((one for one in cited if one.header.language == language), None)
    document = await below.search.history.passages(own.header) if own else []
    known = {section_of(one) for one in cited}
    beside = _around(own, document, known)[:_BESIDE] if own else []
    known |= {section_of(one) for one in document}
    hits = [hit.passage for hit in below.answer.found.hits if hit.passage not in document]
    # Everyone who may read the answer, also when it is shared, sees the headings.
    readable = needed_for(below.answer).readable
    others = [
        one for one in hits if one.header.language == language and one.header.audience in readable
    ]
    found = _first_of_each(others, known)[:_FOUND]
    return [*((one, document) for one in beside), *((one, (one,)) for one in found)]


def _around(cited: Passage, document: Sequence[Passage], known: set[Section]) -> list[Passage]:
    """The first passage of each other section: the following ones, then the preceding ones."""
    others = _first_of_each(document, known)
    after = [one for one in others if one.start > cited.start]
    before = [one for one in others if one.start < cited.start]
    return [*after, *reversed(before)]


def _first_of_each(passages: Iterable[Passage], known: set[Section]) -> list[Passage]:
    first: dict[Section, Passage] = {}
    for passage in passages:
        first.setdefault(section_of(passage), passage)
    return [one for section, one in first.items() if one.section and section not in known]


def _was_said(result: _Result, answer: Answer) -> bool:
    """Whether the answer already has the sentence."""
    said = Statement(result.sentence, (result.sentence,))
    return any(alike(said, Statement(one.text, (one.text,))) for one in answer.sentences)
