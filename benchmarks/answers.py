"""Compares answers with a plain RAG: the same search without gate, check and refusals.

    python -m benchmarks.answers GOLDEN.jsonl:CORPUS [GOLDEN.jsonl:CORPUS ...]

The plain RAG answers every question with the best sentence of the first passage. Each corpus gets
three kinds of questions: those that it answers; those from outside (kind `off_topic`, ids that
begin with `ooc-`, and the answerable questions of other corpora); and near misses, the other
unanswerable ones, which are about a passage that does not answer them. An answer is right if it
contains one of the golden answers or, without any, quotes a gold document. "At .85" is the share of
outside questions refused by a gate so strict that .85 of the answerable ones are still answered.
"""

import asyncio
import math
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from benchmarks.sets import TODAY, GoldenSet, golden_set
from bot.answering.find.evidence import weigh
from bot.answering.find.gate.gate import LIMIT
from bot.main.app import App, build
from bot.model import Question, Verdict
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings
from bot.upkeep import evaluation
from bot.upkeep.evaluation import Golden
from knowledge.model.documents import Found

OUTSIDE = "ooc-"
_STILL_ANSWERED = 0.85


class Kind(StrEnum):
    """The relation of a question to the documents."""

    ANSWERED = "answered by them"
    OUTSIDE = "from outside"
    NEAR = "near miss"


@dataclass(frozen=True, slots=True)
class Told:
    """An answer's text and documents."""

    text: str
    documents: frozenset[str]
    likelihood: float = 1.0
    """The gate's likelihood."""


@dataclass(frozen=True, slots=True)
class Came:
    """A question with its answer; None is a refusal."""

    golden: Golden
    kind: Kind
    told: Told | None

    @property
    def likelihood(self) -> float:
        """Returns the gate's likelihood; 0 for a refusal."""
        return self.told.likelihood if self.told else 0.0

    @property
    def right(self) -> bool:
        """Whether the answer agrees with the golden file."""
        if self.told is None or self.kind is not Kind.ANSWERED:
            return False
        if self.golden.answers:
            return any(one in self.told.text for one in self.golden.answers)
        return not self.told.documents.isdisjoint(self.golden.gold_docs)


Ask = Callable[[Question], Awaitable[Told | None]]
"""Answers a question; None is a refusal."""


def main(names: Sequence[str]) -> None:
    """Indexes each corpus, asks it the questions of all sets, and prints a table."""
    sets = [golden_set(name) for name in names]
    print(f"{'corpus':12} {'':10} {'answered':>9} {'right':>6} {'wrong':>6} {'n':>5}", end="")
    print(f" {'outside refused':>16} {'at .85':>7} {'n':>5} {'near refused':>13} {'n':>5}")
    for one in sets:
        elsewhere = [other for other in sets if other.corpus != one.corpus]
        others = [golden for other in elsewhere for golden in other.questions()]
        for system, came in asyncio.run(_asked(one, others)).items():
            print(f"{one.name:12} {system:10} {_figures(came)}")


async def _asked(one: GoldenSet, others: Sequence[Golden]) -> dict[str, list[Came]]:
    asked = [(golden, _kind(golden)) for golden in evaluation.load(one.golden)]
    asked += [(golden, Kind.OUTSIDE) for golden in others]
    with tempfile.TemporaryDirectory() as data:
        app = _app(one.corpus, Path(data))
        await app.indexer.rebuild()
        systems = {"storewise": _by_storewise(app), "plain RAG": _by_plain_rag(app)}
        came = {
            name: [
                Came(golden, kind, await ask(evaluation.asked(golden, TODAY)))
                for golden, kind in asked
            ]
            for name, ask in systems.items()
        }
        app.close()
    return came


def _kind(golden: Golden) -> Kind:
    if golden.answerable:
        return Kind.ANSWERED
    outside = golden.kind == "off_topic" or golden.id.startswith(OUTSIDE)
    return Kind.OUTSIDE if outside else Kind.NEAR


def _app(corpus: Path, data: Path) -> App:
    store = StoreSettings(source=corpus, data=data)
    slack, openai = SlackSettings(bot_token=None), OpenAISettings(api_key=None)
    return build(Settings(slack=slack, openai=openai, store=store))


def _by_storewise(app: App) -> Ask:
    async def ask(question: Question) -> Told | None:
        answer = await app.ways.past_cache.answer(question)
        if answer.verdict not in (Verdict.PASS, Verdict.CONFLICT):
            return None
        documents = (one.passage.header.doc_id for one in answer.citations)
        return Told(answer.text, frozenset(documents), answer.judged.likelihood)

    return ask


def _by_plain_rag(app: App) -> Ask:
    async def ask(question: Question) -> Told | None:
        async with app.search.pinned() as search:
            found = await search.find(question.text, question.filters, LIMIT)
            first = Found(found.hits[:1], found.rarity, found.alternatives)
            evidence = await weigh(question, first, search)
        if not evidence.candidates:
            return None
        best = evidence.candidates[0]
        return Told(best.statement.text, frozenset({best.hit.passage.header.doc_id}))

    return ask


def _figures(came: Iterable[Came]) -> str:
    kinds: dict[Kind, list[Came]] = {kind: [] for kind in Kind}
    for one in came:
        kinds[one.kind].append(one)
    own = kinds[Kind.ANSWERED]
    answered = [one for one in own if one.told]
    parts = [
        f"{_share(len(answered), own):>9} {_share(sum(one.right for one in own), own):>6}",
        f"{_share(sum(not one.right for one in answered), own):>6} {len(own):5}",
    ]
    outside, near = kinds[Kind.OUTSIDE], kinds[Kind.NEAR]
    strict = _strict(own)
    kept_out = [one for one in outside if one.likelihood < strict]
    parts += [
        f"{_share(sum(one.told is None for one in outside), outside):>16}",
        f"{_share(len(kept_out), outside if strict else ()):>7} {len(outside):5}",
        f"{_share(sum(one.told is None for one in near), near):>13} {len(near):5}",
    ]
    return " ".join(parts)


def _strict(own: Sequence[Came]) -> float:
    """Returns the likelihood that .85 of the answers reach; 0 if fewer are answered."""
    ranked = sorted((one.likelihood for one in own), reverse=True)
    return ranked[math.ceil(_STILL_ANSWERED * len(ranked)) - 1]


def _share(some: int, of: Sequence[Came]) -> str:
    return f"{some / len(of):.3f}" if of else "-"


if __name__ == "__main__":
    main(sys.argv[1:])
