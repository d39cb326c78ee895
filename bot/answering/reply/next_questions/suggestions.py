"""Suggests follow-up questions: nearby sections that are sure to answer a click."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from bot.answering.find.translations import alike
from bot.answering.reply.next_questions.headings import section_of
from bot.answering.reply.next_questions.spoken import Asked, Sections, first_of_each, of_section
from bot.answering.reply.next_questions.tried import MOST as MOST_KNOWN
from bot.answering.reply.next_questions.tried import (
    Result,
    Tried,
    Wanted,
    key_of,
    result_json,
    result_of,
)
from bot.answering.reply.tie import Tie, content_terms
from bot.answering.understand.follow_up.meanings import needs_before
from bot.model import Answer, Question, SafeText, Verdict
from bot.model.access import needed_for
from bot.model.errors import RecordsError
from bot.ports import Search, Tries
from bot.privacy import Redactor
from knowledge.language.terms import language_of
from knowledge.model.documents import Filters, Generation, Header, Passage
from knowledge.split.statements import Statement

MOST = 3
_BESIDE, _FOUND = 6, 3
"""Sections tried: of the cited document, and of other documents that were found."""
_AS_PEOPLE_ASK = 3
"""Questions of a section that are tried before anybody asks; those that name it come on top."""

_MOST_OFFERED = 1_000
"""Answers whose suggestions are remembered until another result is known."""
_MOST_UNASKED = MOST_KNOWN // 2
"""Tried before anybody asks; the others are for what people do ask."""

Ask = Callable[[Question], Awaitable[Answer]]
"""Answers a question as a click on it would, but without a language model."""
Clock = Callable[[], float]
"""Monotonic seconds."""


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

    @property
    def key(self) -> "_Key":
        """The same answer to the same question, in the same index."""
        return self.search.generation, self.question, self.answer.text

    def click(self, text: SafeText) -> Question:
        """The question that a click asks, without what the first question's words narrowed."""
        asked = self.question
        return Question(text, asked.language, asked.filters, asked.dated)


_Key = tuple[Generation, Question, SafeText]


@dataclass(frozen=True, slots=True)
class _Offered:
    """Suggestions for an answer, and how many results had become known then."""

    texts: tuple[SafeText, ...]
    changes: int


class Suggestions:
    """Finds suggestions. Each is tried before it is shown, and again if its section has changed.

    A try takes as long as a question. Where nobody tries them meanwhile, an answer tries one at
    most after `until`, and none if one is already known; the next answer nearby tries the others.
    """

    def __init__(
        self,
        redactor: Redactor,
        least: float = 0.0,
        clock: Clock = time.monotonic,
        rules: str = "",
        kept: Tries | None = None,
    ) -> None:
        """Answers below the likelihood `least` are not offered: a click might be refused.

        `rules` names all that answers besides the documents; `kept` keeps results for a restart.
        """
        self._redactor = redactor
        self._least = least
        self._clock = clock
        self._rules = f"{rules} {least}"
        self._kept = kept
        self.tries = 0
        """Counts the questions tried."""
        self._tried = Tried()
        self._sections = Sections()
        self._offered: dict[_Key, _Offered] = {}
        self.are_tried_meanwhile = False
        """Whether `try_next` is called while nobody asks, so that no answer waits for a try."""

    async def below(self, below: Clickable) -> tuple[SafeText, ...]:
        """Up to three questions in the asker's language, the nearest section first."""
        known = self._offered.get(below.key)
        if known is not None and known.changes == self._tried.changes:
            return known.texts
        offered = _Offered(await self._found_below(below), self._tried.changes)
        if self.are_tried_meanwhile:
            if len(self._offered) >= _MOST_OFFERED:
                del self._offered[next(iter(self._offered))]
            self._offered[below.key] = offered
        return offered.texts

    async def _found_below(self, below: Clickable) -> tuple[SafeText, ...]:
        offered: list[SafeText] = []
        had: list[SafeText] = []
        tie = _tie(below)
        for section in await self._near(below):
            ways = section.ways(tie) if len(offered) < MOST else ()
            way = await self._true_of(section.passage, ways, below, had)
            if way and way not in offered:
                offered.append(way)
        return tuple(offered)

    async def want_all(self, search: Search, filters: Filters) -> None:
        """Has the sections that are in force tried, up to half of what can be remembered."""
        wanted: list[Wanted] = []
        for header in await search.history.in_force(filters):
            document = await search.history.passages(header)
            of_document = partial(self._wanted_of, search.generation, header, document, filters)
            wanted += await asyncio.to_thread(of_document)
            if len(wanted) >= _MOST_UNASKED:
                break
        self._tried.want_all(wanted[:_MOST_UNASKED])

    async def learn(self) -> None:
        """Reads what was tried before the start, and by other replicas."""
        if self._kept is not None:
            with suppress(RecordsError):
                for key, kept in (await self._kept.all()).items():
                    if not self._tried.has(key):
                        self._tried.note(key, result_of(kept))

    def _wanted_of(
        self, generation: Generation, header: Header, document: Sequence[Passage], filters: Filters
    ) -> list[Wanted]:
        """All questions that may be suggested for a document."""
        wanted: list[Wanted] = []
        for one in self._sections.of_document(generation, header, document):
            for way in (*one.as_people_ask[:_AS_PEOPLE_ASK], *one.by_name):
                language = language_of(way)
                narrowed = replace(filters, language=language)
                question = Question(self._redactor.told(way), language, narrowed)
                key = key_of(self._rules, one.passage, question)
                wanted.append(Wanted(key, generation, question))
        return wanted

    async def try_next(self, search: Search, ask: Ask) -> bool:
        """Tries one that is wanted; False if there is none. Cancelled, it is wanted again."""
        wanted = self._tried.take(search.generation)
        if wanted is None:
            return False
        try:
            await self._try(wanted.key, wanted.question, ask)
        except asyncio.CancelledError:
            self._tried.want(wanted)
            raise
        return True

    async def _try(self, key: str, question: Question, ask: Ask) -> None:
        result = self._result(await ask(question))
        self.tries += 1
        self._tried.note(key, result)
        if self._kept is not None and self.are_tried_meanwhile:
            with suppress(RecordsError):
                await self._kept.note(key, result_json(result))

    async def _true_of(
        self, passage: Passage, ways: Iterable[str], below: Clickable, had: list[SafeText]
    ) -> SafeText | None:
        """The first wording that the section itself answers, with something not shown yet.

        `had` collects the wordings tried for this answer, and those known to work.
        """
        for text in map(self._redactor.told, ways):
            # In the thread this wording would be read as a follow-up.
            if needs_before(text):
                continue
            click = below.click(text)
            key = key_of(self._rules, passage, click)
            if not self._tried.has(key):
                if self.are_tried_meanwhile:
                    self._tried.want(Wanted(key, below.search.generation, click))
                elif not had or self._clock() < below.until:
                    had.append(text)
                    await self._try(key, click, below.ask)
            result = self._tried.result(key)
            if (
                result
                and result.section == section_of(passage)
                and not _was_said(result, below.answer)
            ):
                had.append(text)
                return text
        return None

    def _result(self, answer: Answer) -> Result | None:
        if answer.verdict is not Verdict.PASS or answer.judged.likelihood < self._least:
            return None
        return Result(section_of(answer.citations[0].passage), answer.sentences[0].text)

    async def _near(self, below: Clickable) -> list[Asked]:
        """Sections to suggest in the asker's language.

        First those of the cited document, then those of other documents that were found.
        """
        language, search = below.question.language, below.search
        cited = [one.passage for one in below.answer.citations]
        own = next((one for one in cited if one.header.language == language), None)
        document = await search.history.passages(own.header) if own else []
        shown = {section_of(one) for one in cited}
        beside: list[Asked] = []
        if own:
            sections = self._sections.of_document(search.generation, own.header, document)
            others = [one for one in sections if section_of(one.passage) not in shown]
            beside = _around(own, others)[:_BESIDE]
        shown |= {section_of(one) for one in document}
        found = [one for one in _found(below) if section_of(one) not in shown][:_FOUND]
        return [*beside, *(of_section(one, (one,)) for one in found)]


def _tie(below: Clickable) -> Tie:
    """The words that a suggestion has to share: of the question, and of what is cited."""
    tie = Tie.of(below.question, below.answer.found)
    cited = below.answer.citations[0].passage
    above = content_terms(cited.heading.rpartition(" › ")[2])
    return replace(tie, words={**dict.fromkeys(above, 1.0), **tie.words})


def _found(below: Clickable) -> list[Passage]:
    """The sections in the asker's language that were found, too."""
    # Everyone who may read the answer, also when it is shared, sees the headings.
    readable = needed_for(below.answer).readable
    passages = [hit.passage for hit in below.answer.found.hits]
    return first_of_each(
        one
        for one in passages
        if one.header.language == below.question.language and one.header.audience in readable
    )


def _around(cited: Passage, others: Sequence[Asked]) -> list[Asked]:
    """The other sections of its document: the following ones, then the preceding ones."""
    after = [one for one in others if one.passage.start > cited.start]
    before = [one for one in others if one.passage.start < cited.start]
    return [*after, *reversed(before)]


def _was_said(result: Result, answer: Answer) -> bool:
    """Whether the answer already has the sentence."""
    said = Statement(result.sentence, (result.sentence,))
    return any(alike(said, Statement(one.text, (one.text,))) for one in answer.sentences)
