"""Finds example questions to start with; the current index answers each of them."""

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from bot.answering.pipeline import Answering
from bot.answering.reply.next_questions.headings import asked_for
from bot.model import Question, SafeText, Verdict
from bot.ports import Index, Search
from bot.privacy import Redactor
from bot.texts import spoken
from bot.upkeep.evaluation import Golden, Outcome, asked, readable
from bot.upkeep.indexing.golden_gate import golden_files
from knowledge.model.documents import Filters, Generation, Header, Language
from knowledge.model.places import Places

MOST = 4
_TRIED = 12
"""Most golden questions, and most headings, to try: each takes as long as a question."""


@dataclass(frozen=True, slots=True)
class Example:
    """An example question."""

    key: str
    """The value of its button: number of the index, language, number, joined by `:`."""
    question: SafeText


class Examples:
    """Finds examples, once for each index and language."""

    def __init__(
        self,
        index: Index,
        answering: Callable[[Generation], Answering],
        today: Callable[[], date],
        golden: Path | None = None,
        redactor: Redactor | None = None,
    ) -> None:
        """`answering` uses no language model; `golden` is the file from the settings, if any."""
        self._index = index
        self._answering = answering
        self._today = today
        self._golden = golden
        self._redactor = redactor or Redactor()
        self._known: dict[tuple[int, Language, int], tuple[Example, ...]] = {}
        self._alone = asyncio.Lock()

    async def of(self, language: Language, most: int = MOST) -> tuple[Example, ...]:
        """Returns some examples, from documents that all staff may read. Raises KnowledgeError.

        Golden questions come first, then questions made from headings. One alone is found faster.
        """
        async with self._alone, self._index.pinned() as search:
            number = search.generation.number
            known = {key: found for key, found in self._known.items() if key[0] == number}
            found = known.get((number, language, MOST), known.get((number, language, most)))
            if found is None:
                questions = await self._answered(language, search, most)
                found = tuple(Example(_key(number, language, one), one) for one in questions)
                known[number, language, most] = found
            self._known = known
            return found[:most]

    async def question(self, key: str) -> SafeText | None:
        """Returns the question of a button; None if the button is of an earlier index."""
        language = key.split(":")[1] if key.count(":") > 1 else ""
        found = {one.key: one.question for one in await self.of(spoken(language))}
        return found.get(key)

    async def _answered(self, language: Language, search: Search, most: int) -> list[SafeText]:
        answering, today = self._answering(search.generation), self._today()
        goldens = await asyncio.to_thread(self._goldens, search.generation, language)
        found: list[SafeText] = []
        for golden in goldens[:_TRIED]:
            if len(found) < most and await _is_right(golden, answering, today):
                found.append(self._redactor.told(golden.question))
        if len(found) < most:
            filters = Filters(today, language=language)
            found += await self._headings(search, answering, filters, most - len(found))
        return found

    async def _headings(
        self, search: Search, answering: Answering, filters: Filters, wanted: int
    ) -> list[SafeText]:
        """Returns one answered heading of each document, the latest document first."""
        found: list[SafeText] = []
        headers = await search.history.starting(date.min, filters)
        for header in [one for one in headers if _may_answer(one, filters)][:_TRIED]:
            passages = await search.history.passages(header)
            ways = next((asked_for(one, passages) for one in passages if one.section), ())
            if len(found) == wanted or not ways:
                continue
            shown = self._redactor.told(ways[0])
            answer = await answering.answer(Question(shown, header.language, filters))
            cited = {one.passage.header.key for one in answer.citations}
            if answer.verdict is Verdict.PASS and header.key in cited:
                found.append(shown)
        return found

    def _goldens(self, generation: Generation, language: Language) -> list[Golden]:
        """Returns golden questions that need no context; one of each document comes first."""
        files = golden_files(Places.kept(generation.source), self._golden)
        fitting = [
            one
            for one in readable(files)
            if one.answerable and one.language == language and one.stands_alone
        ]
        first = {one.gold_docs[:1]: one for one in reversed(fitting)}.values()
        return [
            *(one for one in fitting if one in first),
            *(one for one in fitting if one not in first),
        ]


def _key(number: int, language: Language, question: str) -> str:
    # By its words, not its place: a replica that looked on another day may have found others.
    return f"{number}:{language}:{hashlib.sha256(question.encode()).hexdigest()[:12]}"


async def _is_right(golden: Golden, answering: Answering, today: date) -> bool:
    """Whether the question is answered rightly when asked today."""
    answer = await answering.answer(asked(replace(golden, as_of=None), today))
    return answer.verdict is Verdict.PASS and Outcome(golden, answer, ms=0.0).right


def _may_answer(header: Header, filters: Filters) -> bool:
    begun = header.effective_from is None or header.effective_from <= filters.as_of
    return begun and header.language == filters.language
