"""Judges a new index before it is published: it must answer the golden questions no worse."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path

from bot.answering.pipeline import Answering
from bot.model.errors import GoldenFileError
from bot.upkeep.evaluation import Golden, Outcome, asked, load
from knowledge.index.progress import Meter
from knowledge.model.documents import Generation
from knowledge.model.places import Places
from knowledge.model.report import Judgement, Loss, Show

GOLDEN = "_golden.jsonl"
"""The file of golden questions in a folder of documents."""

_NEARLY_NOTHING = 1e-9
"""Tolerance for rounding: 1 - 49/50 is a little more than 0.02."""

_PROPERTIES: Mapping[str, Callable[[Outcome], bool | None]] = {
    "found": lambda one: one.found if one.golden.answerable else None,
    "answered": lambda one: one.right if one.golden.answerable else None,
    "cited": lambda one: one.cited if one.golden.answerable else None,
    "refused": lambda one: None if one.golden.answerable else not one.answered,
}
"""The properties that an answer may lose; None where a question cannot have one."""


class GoldenGate:
    """Asks both indexes the golden questions and compares the answers."""

    def __init__(
        self,
        answering: Callable[[Generation], Answering],
        today: Callable[[], date],
        golden: Path | None,
        margin: float,
    ) -> None:
        """Takes the margin: the share of questions that may lose a property."""
        self._answering = answering
        self._today = today
        self._golden = golden
        self._margin = margin

    def standard(self, source: Places) -> str:
        """Hashes the golden files of these documents and the margin."""
        written = b"".join(map(_bytes, golden_files(source, self._golden)))
        return hashlib.sha256(written + str(self._margin).encode()).hexdigest()[:32]

    async def judged(self, new: Generation, published: Generation, show: Show) -> Judgement:
        """Returns the questions that the new index answers worse than the published one."""
        files = golden_files(Places.kept(new.source), self._golden)
        try:
            goldens = _all_of(files)
        except GoldenFileError as error:
            return Judgement(worse=True, problem=_without_folders(str(error), files))
        if not goldens:
            return Judgement()
        meter = Meter(show, "questions", 2 * len(goldens))
        before = await self._asked(goldens, published, meter, 0)
        after = await self._asked(goldens, new, meter, len(goldens))
        lost = [
            Loss(was.golden.id, was.golden.question, name)
            for was, now in zip(before, after, strict=True)
            for name, has in _PROPERTIES.items()
            if has(was) and not has(now)
        ]
        return Judgement(len(goldens), tuple(lost), self._is_worse(before, after))

    async def _asked(
        self, goldens: Sequence[Golden], generation: Generation, meter: Meter, done: int
    ) -> list[Outcome]:
        answering, today = self._answering(generation), self._today()
        outcomes = []
        for number, golden in enumerate(goldens, start=done + 1):
            outcomes.append(Outcome(golden, await answering.answer(asked(golden, today)), ms=0.0))
            meter.reached(number)
        return outcomes

    def _is_worse(self, before: Sequence[Outcome], after: Sequence[Outcome]) -> bool:
        # Gains and losses of the questions are set off against each other, for each property.
        return any(
            _share(before, has) - _share(after, has) > self._margin + _NEARLY_NOTHING
            for has in _PROPERTIES.values()
        )


def golden_files(source: Places, golden: Path | None) -> list[Path]:
    """Returns the golden file from the settings, else those in the folders of documents."""
    if golden:
        return [golden]
    beside = (folder / GOLDEN for folder in source.folders)
    return [path for path in beside if path.exists()]


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _all_of(files: Sequence[Path]) -> list[Golden]:
    """Reads the questions of every file. Raises GoldenFileError, also if two files use one id."""
    whose: dict[str, Path] = {}
    goldens = []
    for path in files:
        for golden in load(path):
            if (other := whose.setdefault(golden.id, path)) != path:
                raise GoldenFileError(
                    f"{path}: the id {golden.id} is also in {other}; give one question another id"
                )
            goldens.append(golden)
    return goldens


def _without_folders(problem: str, files: Sequence[Path]) -> str:
    """Shortens paths to file names, because the message may appear in a chat."""
    for path in sorted(files, key=lambda path: len(str(path)), reverse=True):
        above = path.parent if len(files) == 1 else path.parent.parent
        problem = problem.replace(str(path), str(path.relative_to(above)))
    return problem


def _share(outcomes: Sequence[Outcome], has: Callable[[Outcome], bool | None]) -> float:
    known = [value for one in outcomes if (value := has(one)) is not None]
    return sum(known) / len(known) if known else 0.0
