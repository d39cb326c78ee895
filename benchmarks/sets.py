"""Reads sets of golden questions, and indexes their corpora as the product does."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Literal

from benchmarks.filler import filled
from bot.answering.understand import classify, narrowed
from bot.main.app import build
from bot.model import Question
from bot.settings import SAMPLE, OpenAISettings, Settings, SlackSettings, StoreSettings
from bot.upkeep import evaluation
from bot.upkeep.evaluation import Golden
from knowledge.index.storage.generations import Generations
from knowledge.language.meanings.glossary import load
from knowledge.model.report import IndexReport
from knowledge.models.e5.adapted import BiEncoder
from knowledge.models.reader import CrossEncoder
from knowledge.models.use.answers import AnswerEncoder
from knowledge.search.hybrid import HybridSearch
from knowledge.search.library import Library
from knowledge.search.snapshot import Halves

TODAY = date(2026, 11, 21)
_ARGUMENT = re.compile(r"(?P<golden>[^:]+)(?::(?P<corpus>.+?))?(?:\+(?P<fillers>\d+))?")


@dataclass(frozen=True, slots=True)
class GoldenSet:
    """A file of golden questions and the documents that answer them."""

    golden: Path
    corpus: Path = SAMPLE
    fillers: int = 0
    """Number of added documents that answer nothing."""

    @property
    def name(self) -> str:
        """Returns its name in tables: the folder of the documents, and the number of fillers."""
        name = self.corpus.name if self.corpus.is_dir() else self.corpus.parent.name
        return f"{name}+{self.fillers}" if self.fillers else name

    def questions(self) -> list[Golden]:
        """Returns the questions that the documents answer."""
        return [golden for golden in evaluation.load(self.golden) if golden.answerable]

    def laid_out(self, folder: Path, sources: Sequence[Path]) -> Path:
        """Returns where all documents are; with fillers, copies them into the empty `folder`."""
        if not self.fillers:
            return self.corpus
        return filled(self.corpus, folder, self.fillers, sources)


@dataclass(frozen=True, slots=True)
class Shelf:
    """An index in a folder, with the parts of its search."""

    generations: Generations
    halves: Halves
    report: IndexReport
    close: Callable[[], None]

    def search(
        self, *, by_meaning: bool = True, cross_encoder: CrossEncoder | None = None
    ) -> HybridSearch:
        """Returns a new search without caches; without meaning, it searches by words only."""
        halves = replace(self.halves, cross_encoder=cross_encoder)
        if by_meaning:
            halves = replace(halves, weigher=AnswerEncoder())
        else:
            halves = replace(halves, embedder=None, bi_encoder=None)
        return HybridSearch(halves, self.generations)


def question_of(golden: Golden) -> Question | None:
    """Returns the question to search for; None if a message is no question, or several."""
    understood = classify(golden.question, TODAY)
    if understood.talk or len(understood.parts) != 1:
        return None
    return narrowed(evaluation.asked(golden, TODAY), understood)


def golden_set(argument: str) -> GoldenSet:
    """Reads GOLDEN:CORPUS+FILLERS from the command line; only GOLDEN is needed."""
    parts = _ARGUMENT.fullmatch(argument)
    assert parts
    corpus = Path(parts["corpus"]) if parts["corpus"] else SAMPLE
    return GoldenSet(Path(parts["golden"]), corpus, int(parts["fillers"] or 0))


async def indexed(corpus: Path, data: Path, *, embedder: Literal["auto", "use"] = "auto") -> Shelf:
    """Indexes a corpus as the product does, offline."""
    store = StoreSettings(source=corpus, data=data, embedder=embedder)
    app = build(
        Settings(
            slack=SlackSettings(bot_token=None), openai=OpenAISettings(api_key=None), store=store
        )
    )
    report = await app.indexer.rebuild()
    halves = Halves(
        Library(app.finding.file),
        app.finding.store,
        AnswerEncoder(),
        glossary=load(store.glossary),
        bi_encoder=BiEncoder() if embedder == "auto" else None,
    )
    return Shelf(app.generations, halves, report, app.close)
