"""Decides whether a new index is published, and remembers why one was withheld."""

import asyncio
from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import date
from typing import Protocol

from knowledge.compare.review import as_of, reviewed
from knowledge.index.storage.generations import Generations
from knowledge.model.documents import Generation
from knowledge.model.places import Places
from knowledge.model.report import REVIEW_VERSION, IndexReport, Judgement, Review, Run, Show
from knowledge.model.stored import of_values


class Judge(Protocol):
    """Compares a new index with the published one; GoldenGate of bot.upkeep.indexing is one."""

    def standard(self, source: Places) -> str:
        """Returns a hash of the questions and rules for these places; a new one: judge again."""
        ...

    async def judged(self, new: Generation, published: Generation, show: Show) -> Judgement:
        """Returns the questions that the new index answers worse."""
        ...


class Shared(Protocol):
    """Gives each index to other replicas; knowledge.index.artefacts.Sharing is one."""

    async def catch_up(self, *, anew: bool = False) -> None:
        """Brings this replica to the index of all before it builds one. Raises KnowledgeError."""
        ...

    async def number(self, above: int) -> int:
        """Returns a number for a generation that no replica has. Raises KnowledgeError."""
        ...

    async def share(self, new: Generation) -> None:
        """Publishes an index for all others. Raises KnowledgeError: then nobody has it."""
        ...

    async def roll_back(self) -> Generation:
        """Publishes the index before, for all. Raises KnowledgeError."""
        ...


class Publishing:
    """Publishes a new index unless something speaks against it; without a judge, every one."""

    def __init__(
        self, generations: Generations, judge: Judge | None, shared: Shared | None = None
    ) -> None:
        self._generations = generations
        self._judge = judge
        self._shared = shared

    async def kept_back(self, wanted: Generation) -> str | None:
        """Returns why automatic runs do not publish these contents; None if they may."""
        return self._generations.withheld(wanted.contents, await self.standard(wanted))

    async def standard(self, wanted: Generation) -> str:
        """Returns a hash of the questions and rules that it would be judged by."""
        if self._judge is None:
            return "none"
        return await asyncio.to_thread(self._judge.standard, Places.kept(wanted.source))

    async def judged(
        self, built: Generation, published: Generation | None, show: Show
    ) -> Judgement:
        """Returns the questions that the new index answers worse than the published one."""
        if self._judge is None or published is None:
            return Judgement()
        return await self._judge.judged(built, published, show)

    async def decided(
        self, new: Generation, report: IndexReport, reason: str | None, standard: str
    ) -> IndexReport:
        """Publishes an index with its report, or remembers why it is withheld."""
        if reason is None:
            await asyncio.to_thread(self._generations.note, new.number, asdict(report))
            if self._shared is not None:
                await self._shared.share(new)
            await asyncio.to_thread(self._generations.publish, new.number)
            return report
        await asyncio.to_thread(self._generations.withhold, new.contents, reason, standard)
        return withheld(report, reason)


def withheld(report: IndexReport, reason: str) -> IndexReport:
    """Marks a report: its index is not published, for this reason."""
    return replace(report, published=False, withheld=reason)


def judged_as(report: IndexReport, judgement: Judgement) -> IndexReport:
    """Adds to a report how the golden questions were answered."""
    return replace(report, lost=judgement.lost, asked=judgement.asked, problem=judgement.problem)


def against(run: Run, report: IndexReport, judgement: Judgement) -> str | None:
    """Returns why an index must not be published; None if it may be."""
    if run.strict and (reason := _against_strictly(report)):
        return reason
    if judgement.worse and not run.accept_worse:
        return "golden" if judgement.problem else "worse"
    return None


def _against_strictly(report: IndexReport) -> str | None:
    if report.skipped or any(one.unknown for one in report.coverage.partly):
        return "strict"
    if report.review.clashes:
        return "clashes"
    return "orders" if report.review.orders else None


# Reviews each generation once, from its stored passages, and stores the review with it.

_NOTED = "review"


class Reviews:
    """Makes and reads the reviews of generations, as of today in the store."""

    def __init__(self, generations: Generations, today: Callable[[], date]) -> None:
        self._generations = generations
        self._today = today

    async def made(self, number: int) -> Review:
        """Compares the documents of a generation; takes seconds where there are many."""
        return await asyncio.to_thread(self._made, number)

    async def known(self, number: int) -> Review:
        """Returns the stored review of a generation as of today; makes and stores a missing one."""
        if self._noted(number) is None:
            noted, review = self._generations.noted(number), await self.made(number)
            self._generations.note(number, {**noted, _NOTED: asdict(review)})
        return await asyncio.to_thread(self.noted, number)

    def noted(self, number: int) -> Review:
        """Returns the stored review as of today; empty for one that was not reviewed."""
        review = self._noted(number) or Review()
        return as_of(review, self._generations.headers(number), self._today())

    def _noted(self, number: int) -> Review | None:
        noted = self._generations.noted(number).get(_NOTED)
        return of_values(Review, noted) if noted and noted["version"] == REVIEW_VERSION else None

    def _made(self, number: int) -> Review:
        headers = self._generations.headers(number)
        passages = self._generations.passages(number)
        return reviewed(passages, headers, self._today())
