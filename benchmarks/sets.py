"""Sets of golden questions, and the corpus of each, indexed as the product does it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Literal

from benchmarks.filler import filled
from bot.answering.understand import classify, narrowed
from bot.app import build
from bot.model import Question
from bot.settings import SAMPLE, OpenAISettings, Settings, SlackSettings, StoreSettings
from bot.upkeep import evaluation
from bot.upkeep.evaluation import Golden
from knowledge.index.storage.generations import Generations
from knowledge.language.meanings.glossary import load
from knowledge.model.report import IndexReport
from knowledge.models.e5.bi_encoder import BiEncoder
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
    """How many documents that answer nothing stand beside them."""

    @property
    def name(self) -> str:
        """What a table calls it: the folder of the documents, and how many were added."""
        name = self.corpus.name if self.corpus.is_dir() else self.corpus.parent.name
        return f"{name}+{self.fillers}" if self.fillers else name

    def questions(self) -> list[Golden]:
        """The questions that the documents answer."""
        return [golden for golden in evaluation.load(self.golden) if golden.answerable]

    def laid_out(self, folder: Path, sources: Sequence[Path]) -> Path:
        """Where all the documents stand: in the empty folder, when some have to be made up."""
        if not self.fillers:
            return self.corpus
        return filled(self.corpus, folder, self.fillers, sources)


@dataclass(frozen=True, slots=True)
class Shelf:
    """An index in a folder, and what searches it."""

    generations: Generations
    halves: Halves
    report: IndexReport
    close: Callable[[], None]

    def search(
        self, *, by_meaning: bool = True, cross_encoder: CrossEncoder | None = None
    ) -> HybridSearch:
        """A search that remembers no question yet; without meaning, words are left."""
        halves = replace(self.halves, cross_encoder=cross_encoder)
        if by_meaning:
            halves = replace(halves, weigher=AnswerEncoder())
        else:
            halves = replace(halves, embedder=None, bi_encoder=None)
        return HybridSearch(halves, self.generations)


def question_of(golden: Golden) -> Question | None:
    """What is searched for; None where a message is no question, or several."""
    understood = classify(golden.question, TODAY)
    if understood.talk or len(understood.parts) != 1:
        return None
    return narrowed(evaluation.asked(golden, TODAY), understood)


def golden_set(argument: str) -> GoldenSet:
    """GOLDEN:CORPUS+FILLERS, as on the command line; only the first is needed."""
    parts = _ARGUMENT.fullmatch(argument)
    assert parts
    corpus = Path(parts["corpus"]) if parts["corpus"] else SAMPLE
    return GoldenSet(Path(parts["golden"]), corpus, int(parts["fillers"] or 0))


async def indexed(corpus: Path, data: Path, *, embedder: Literal["auto", "use"] = "auto") -> Shelf:
    """Index a corpus as the product does, offline."""
    store = StoreSettings(source=corpus, data=data, embedder=embedder)
    app = build(
        Settings(
            slack=SlackSettings(bot_token=None), openai=OpenAISettings(api_key=None), store=store
        )
    )
    report = await app.indexer.rebuild()
    halves = Halves(
        Library(app.database),
        app.store,
        AnswerEncoder(),
        glossary=load(store.glossary),
        bi_encoder=BiEncoder() if embedder == "auto" else None,
    )
    return Shelf(app.generations, halves, report, app.close)
