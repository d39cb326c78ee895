"""Tries the language model on questions with known answers: it must not be worse than none.

At the start and each day it answers the store's golden questions, else questions made of the index;
a third of them have no answer. If it is right less often than the documents alone, or answers what
has no answer, it is off until a later trial.
"""

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from itertools import chain
from pathlib import Path

from bot.answering.choose.timed import TimedModel
from bot.answering.pipeline import Answering
from bot.answering.reply.next_questions.headings import asked_for, in_sentence
from bot.answering.reply.next_questions.spoken import spoken
from bot.model import Answer, Candidate, Chosen, Question
from bot.ports import Chooser, Index, Search
from bot.upkeep.evaluation import Golden, Outcome, asked, readable
from bot.upkeep.indexing.golden_gate import golden_files
from knowledge.model.documents import Filters, Generation
from knowledge.model.errors import KnowledgeError
from knowledge.model.places import Places
from knowledge.model.spared import Spared
from knowledge.split.statements import statements

BEGIN_S = 10.0
"""Seconds after the start, in which people ask what they could not ask before."""
DAY_S = 86_400.0
_SOON_S = 600.0
"""Seconds until the next trial if the model failed in this one."""
_ONE_IN = 3
"""Every third question has no answer."""
_BY_CHANCE = 1
"""Unanswerable questions that a good model may answer, too: a made one may have an answer."""
_BEST = 6
"""Best statements whose documents are withheld where a question shall have no answer."""
_MADE = "made"
"""The kind of a question that was made of the index; its id is that of the passage."""
_DOCUMENTS = 60
"""Documents of which questions are made, at most."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Figures:
    """How a model did in a trial, and the documents alone."""

    answerable: int
    right: int
    right_alone: int
    unanswerable: int
    answered: int
    """Questions without an answer that it answered."""

    @property
    def is_worse(self) -> bool:
        """Whether people are better off without the model."""
        return self.right < self.right_alone or self.answered > _BY_CHANCE

    def __str__(self) -> str:
        """The figures in a sentence, for operators."""
        return (
            f"of {self.answerable} questions it answered {self.right} rightly, the documents alone"
            f" {self.right_alone}; of {self.unanswerable} without an answer it answered"
            f" {self.answered}"
        )


class Trial:
    """Tries a model from time to time, and turns it off where it is worse than none."""

    def __init__(
        self,
        model: TimedModel,
        index: Index,
        answering: Callable[[Generation, TimedModel | None], Answering],
        today: Callable[[], date],
        golden: Path | None = None,
        most: int = 30,
    ) -> None:
        """`golden` is the file from the settings, if any; `most` questions are asked."""
        self._model = model
        self._index = index
        self._answering = answering
        self._today = today
        self._golden = golden
        self._most = most

    async def run(self) -> None:
        """Tries the model each day until it is cancelled."""
        await asyncio.sleep(BEGIN_S)
        while True:
            pause = _SOON_S
            with Spared("trial of the language model"):
                try:
                    pause = DAY_S if await self.once() else _SOON_S
                except KnowledgeError:  # nothing is indexed yet, or it cannot be read now
                    pause = BEGIN_S
            await asyncio.sleep(pause)

    async def once(self) -> Figures | None:
        """Tries the model and acts on it. None if it failed too often, or there is no question."""
        if not self._most:
            return None
        async with self._index.pinned() as search:
            goldens = await self._questions(search)
            figures = await self._figures(search, goldens)
        if figures is not None:
            is_new = figures.is_worse != bool(self._model.worse)
            self._model.worse = str(figures) if figures.is_worse else ""
            about = {"figures": str(figures), "off": figures.is_worse}
            level = logging.WARNING if figures.is_worse and is_new else logging.INFO
            logger.log(level, "the language model was tried", extra=about)
        return figures

    async def _figures(self, search: Search, goldens: Sequence[Golden]) -> Figures | None:
        answerable = [one for one in goldens if one.answerable]
        open_ones = [one for one in goldens if not one.answerable][: self._most // _ONE_IN]
        withheld = answerable[: self._most // _ONE_IN - len(open_ones)]
        answerable = answerable[: self._most - self._most // _ONE_IN]
        index = search.generation
        alone, tried = self._answering(index, None), self._answering(index, self._apart())
        right = right_alone = answered = count = failed = 0
        for one in answerable:
            answer = await tried.answer(self._asked(one))
            failed += bool(answer.troubles)
            right += _is_right(one, answer)
            right_alone += _is_right(one, await alone.answer(self._asked(one)))
        for one in open_ones:
            answered += Outcome(one, await tried.answer(self._asked(one)), ms=0.0).answered
            count += 1
        for one in withheld:
            holding_back = _HoldingBack(self._model.chooser)
            await self._answering(index, self._apart(holding_back)).answer(self._asked(one))
            answered += bool(holding_back.has_chosen)
            count += holding_back.has_chosen is not None
        if not answerable or failed * _ONE_IN > len(answerable):
            return None
        return Figures(len(answerable), right, right_alone, count, answered)

    def _apart(self, chooser: Chooser | None = None) -> TimedModel:
        """The model with its times, but neither off nor at rest."""
        return self._model.like(chooser or self._model.chooser)

    def _asked(self, golden: Golden) -> Question:
        return asked(replace(golden, as_of=None), self._today())

    async def _questions(self, search: Search) -> list[Golden]:
        """Golden questions that need no context, else questions made of the index, shuffled."""
        places = Places.kept(search.generation.source)
        files = await asyncio.to_thread(golden_files, places, self._golden)
        found = [one for one in readable(files) if one.stands_alone]
        if not any(one.answerable for one in found):
            found = await self._made(search)
        random.Random(search.generation.contents).shuffle(found)  # noqa: S311 - the same each day
        return found

    async def _made(self, search: Search) -> list[Golden]:
        """Questions that rules answer, one of each passage, in the words of the rules."""
        made: list[Golden] = []
        for header in (await search.history.in_force(Filters(self._today())))[:_DOCUMENTS]:
            document = await search.history.passages(header)
            inside = partial(in_sentence, document=document)
            for passage in document:
                as_people_ask = (spoken(one.text, inside) for one in statements(passage))
                ways = chain(as_people_ask, asked_for(passage, document))
                if way := next(filter(None, ways), None):
                    name, language = passage.passage_id, header.language
                    made.append(Golden(name, way, language, answerable=True, kind=_MADE))
        return made


class _HoldingBack:
    """Offers a model only what cannot answer: no statement of the documents that fit best."""

    def __init__(self, chooser: Chooser) -> None:
        self._chooser = chooser
        self.name = chooser.name
        self.has_chosen: bool | None = None
        """Whether it chose something all the same; None if it was not asked."""

    async def choose(self, question: Question, units: Sequence[Candidate]) -> Chosen:
        """Notes whether the model chose one of the others, and denies."""
        best = {one.hit.passage.header.doc_id for one in units[:_BEST]}
        left = [one for one in units if one.hit.passage.header.doc_id not in best]
        if left:
            chosen = await self._chooser.choose(question, left)
            self.has_chosen = bool(self.has_chosen) or bool(chosen.places)
        return Chosen(denies=True)


def _is_right(golden: Golden, answer: Answer) -> bool:
    """Whether an answer holds what it must, or cites the document or passage that has it."""
    outcome = Outcome(golden, answer, ms=0.0)
    if golden.kind == _MADE:
        cited = (one.passage.passage_id for one in answer.citations)
        return outcome.answered and golden.id in cited
    return outcome.right if golden.answers else outcome.cited
