"""What a new index must pass before it is published: the golden questions, answered no worse."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path

from bot.answering.pipeline import Answering
from bot.errors import GoldenFileError
from bot.evaluation import Golden, Outcome, asked, load
from knowledge.model import Generation
from knowledge.report import Judgement, Loss, Progress, Show

GOLDEN = "_golden.jsonl"
"""The golden questions that come with a folder of documents."""

_PROPERTIES: Mapping[str, Callable[[Outcome], bool | None]] = {
    "found": lambda one: one.found if one.golden.answerable else None,
    "answered": lambda one: one.right if one.golden.answerable else None,
    "cited": lambda one: one.cited if one.golden.answerable else None,
    "refused": lambda one: None if one.golden.answerable else not one.answered,
}
"""What may be lost; None where a question cannot have it."""


class GoldenGate:
    """Asks the golden questions of both indexes and compares what comes."""

    def __init__(
        self,
        answering: Callable[[Generation], Answering],
        today: Callable[[], date],
        golden: Path | None,
        margin: float,
    ) -> None:
        """The margin is the share of questions that may lose a property all the same."""
        self._answering = answering
        self._today = today
        self._golden = golden
        self._margin = margin

    async def judged(self, new: Generation, published: Generation, show: Show) -> Judgement:
        """Return what the new index answers worse than the published one."""
        try:
            goldens = self._goldens(Path(new.source))
        except GoldenFileError as error:
            return Judgement(worse=True, problem=str(error))
        before = await self._asked(goldens, published, show, 0)
        after = await self._asked(goldens, new, show, len(goldens))
        lost = [
            Loss(was.golden.id, was.golden.question, name)
            for name, has in _PROPERTIES.items()
            for was, now in zip(before, after, strict=True)
            if has(was) and not has(now)
        ]
        return Judgement(len(goldens), tuple(lost), self._is_worse(before, after))

    def _goldens(self, source: Path) -> list[Golden]:
        beside = (source if source.is_dir() else source.parent) / GOLDEN
        path = self._golden or (beside if beside.exists() else None)
        return load(path) if path else []

    async def _asked(
        self, goldens: Sequence[Golden], generation: Generation, show: Show, done: int
    ) -> list[Outcome]:
        answering, today = self._answering(generation), self._today()
        outcomes = []
        for number, golden in enumerate(goldens, start=done + 1):
            outcomes.append(Outcome(golden, await answering.answer(asked(golden, today)), ms=0.0))
            show(Progress("questions", number, 2 * len(goldens)))
        return outcomes

    def _is_worse(self, before: Sequence[Outcome], after: Sequence[Outcome]) -> bool:
        # What some questions gained makes up for what others lost, property by property.
        return any(
            _share(before, has) - _share(after, has) > self._margin for has in _PROPERTIES.values()
        )


def _share(outcomes: Sequence[Outcome], has: Callable[[Outcome], bool | None]) -> float:
    known = [value for one in outcomes if (value := has(one)) is not None]
    return sum(known) / len(known) if known else 0.0
