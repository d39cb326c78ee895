"""Scores questions about a selected text: answered from the right text, refused from another.

    python -m benchmarks.selected [--fit] [--kind KIND] [GOLDEN.jsonl[:CORPUS] ...]

The text is a whole gold document (in one language, in force, short enough to be selected). The same
question is also asked about two other documents, and an unanswerable one about the document that is
nearest to it. By default the sets of tests/quality, on the sample handbook. `--fit` prints weights
for bot/answering/selected_text.py, fitted on one half and scored on the other. KIND chooses how
statements are compared, and the weights to fit: with_cross_encoder (default), with_embedder or
words_only.
"""

import argparse
import asyncio
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path

from benchmarks.sets import TODAY, GoldenSet, golden_set
from bot.answering.choose.extractive import Extractive
from bot.answering.find.gate.calibration import Labelled, fitted, halved, worth
from bot.answering.find.gate.gate import SIGNS, Gate, WeightsKind
from bot.answering.selected_text import LONGEST_TEXT, Selected
from bot.model import Answer, Verdict
from bot.privacy import redact
from bot.upkeep import evaluation
from bot.upkeep.evaluation import Golden
from knowledge.language.meanings.glossary import load
from knowledge.model.versions import Standing, standings
from knowledge.models.e5.adapted import AdaptedE5, BiEncoder
from knowledge.models.embedder import Vector
from knowledge.models.use.answers import AnswerEncoder
from knowledge.read import read_folder
from knowledge.search.one_text import Selection

GOLDENS = [
    Path(__file__).parent.parent / "tests/quality" / f"{name}.jsonl"
    for name in ("golden", "held_out")
]
BY_THEMSELVES = frozenset(
    "lookup exception how_to cross_lingual policy_row product unanswerable off_topic".split()
)
"""Kinds of questions that a single document answers."""
_OTHERS = 2
_SEED = 1


class About(StrEnum):
    """The kind of text that a question is asked about."""

    GOLD = "gold"
    """The text that answers it."""
    OTHER = "other"
    """Another text, unrelated or merely similar."""
    NEAR = "near"
    """The text that it is about but that does not answer it."""


@dataclass(frozen=True, slots=True)
class Case:
    """A question with a selected text."""

    golden: Golden
    text: str
    about: About
    wanted: tuple[str, ...] = ()
    """The answer must contain one of these; without any, every answer counts as right."""


@dataclass(frozen=True, slots=True)
class Came:
    """A case with its answer."""

    case: Case
    answer: Answer

    @property
    def answered(self) -> bool:
        """Whether the bot gave an answer from the text."""
        return self.answer.verdict is Verdict.PASS

    @property
    def right(self) -> bool:
        """Whether the answer is right."""
        wanted = self.case.wanted
        return self.answered and (not wanted or any(one in self.answer.text for one in wanted))


class Remembering(AnswerEncoder):
    """The embedded model with a cache, because the same texts are selected again and again."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[str, Vector] = {}

    async def embed(self, texts: Sequence[str], *, asked: bool = False) -> list[Vector]:
        """Returns a vector for each text; computes each once."""
        new = list(dict.fromkeys(text for text in texts if text not in self._known))
        self._known.update(zip(new, await super().embed(new, asked=asked), strict=True))
        return [self._known[text] for text in texts]


def main() -> None:
    """Asks every question about its texts, and prints the shares."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.selected")
    parser.add_argument("sets", nargs="*", metavar="GOLDEN[:CORPUS]")
    parser.add_argument("--fit", action="store_true", help="fit the gate's weights")
    parser.add_argument("--kind", choices=SIGNS, default="with_cross_encoder")
    given = parser.parse_args()
    sets = [golden_set(one) for one in given.sets] or [GoldenSet(path) for path in GOLDENS]
    came = {
        f"{one.golden.stem} {one.name}": asyncio.run(asked(cases(one), given.kind)) for one in sets
    }
    print(f"{'set':30} language  answered     right        other refused  near refused")
    for name, each in came.items():
        for language, some in _by_language(each):
            print(f"{name:30} {language:8}  {_figures(some)}")
    if given.fit:
        _fit(came, given.kind)


def cases(one: GoldenSet) -> list[Case]:
    """Returns every question that one document answers, with its texts."""
    texts = _texts(one.corpus)
    goldens = (golden for golden in evaluation.load(one.golden) if golden.kind in BY_THEMSELVES)
    return [case for golden in goldens for case in _of(golden, texts)]


async def asked(each: Iterable[Case], kind: WeightsKind = "with_cross_encoder") -> list[Came]:
    """Asks the cases as the product does, without a language model."""
    encoders = kind == "with_cross_encoder"
    select = partial(
        Selection,
        embedder=None if kind == "words_only" else Remembering(),
        glossary=load(None),
        cross_encoder=AdaptedE5() if encoders else None,
        bi_encoder=BiEncoder() if encoders else None,
    )
    selected = Selected(Extractive(), select=select)
    return [
        Came(case, await selected.answer(evaluation.asked(case.golden, TODAY), safe))
        for case in each
        for safe in [redact(case.text).text]
    ]


def _texts(corpus: Path) -> dict[str, str]:
    """Returns the documents in force that are short enough, by id."""
    documents = read_folder(corpus).documents
    standing = standings([one.header for one in documents], TODAY)
    return {
        one.header.doc_id: one.text
        for one in documents
        if standing[one.header.key] is Standing.IN_FORCE and len(one.text) <= LONGEST_TEXT
    }


def _of(golden: Golden, texts: Mapping[str, str]) -> Iterator[Case]:
    gold = [texts[doc] for doc in golden.gold_docs if doc in texts]
    for text in gold:
        held = tuple(one for one in golden.answers if one in text)
        if not golden.answerable:
            yield Case(golden, text, About.NEAR)
        elif held or not golden.answers:
            yield Case(golden, text, About.GOLD, held)
    others = [text for doc, text in texts.items() if doc not in golden.gold_docs]
    chosen = random.Random(f"{_SEED} {golden.id}").sample(others, _OTHERS)  # noqa: S311
    yield from (Case(golden, text, About.OTHER) for text in chosen)


def _by_language(came: Sequence[Came]) -> Iterator[tuple[str, list[Came]]]:
    found: dict[str, list[Came]] = defaultdict(list)
    for one in came:
        found[one.case.golden.language].append(one)
    yield from found.items()


def _figures(came: Sequence[Came]) -> str:
    gold, other, near = ([one for one in came if one.case.about is about] for about in About)
    return "  ".join(
        (
            _share(sum(one.answered for one in gold), len(gold)),
            _share(sum(one.right for one in gold), len(gold)),
            _share(sum(not one.answered for one in other), len(other)),
            "",
            _share(sum(not one.answered for one in near), len(near)),
        )
    )


def _share(some: int, of: int) -> str:
    return f"{some / of:.3f} of {of:<4}" if of else "-           "


def _fit(came: Mapping[str, Sequence[Came]], kind: WeightsKind) -> None:
    sets = [[one for one in map(_labelled, each) if one.judged.signs] for each in came.values()]
    halves = [halved(each) for each in sets]
    for half in (0, 1):
        gate = Gate.shipped_but(kind, fitted([one[half] for one in halves], kind))
        for name, each in zip(came, halves, strict=True):
            score = worth(gate, each[1 - half])
            print(
                f"{kind} half {half} {name}: auc {score.auc:.3f} "
                f"kept {score.kept:.3f} refused {score.refused:.3f}"
            )
    print(kind, json.dumps(asdict(fitted(sets, kind))))


def _labelled(one: Came) -> Labelled:
    """Labels the gate's signs of a case; near misses get none, as the gate cannot see them."""
    signs = {} if one.case.about is About.NEAR else one.answer.judged.signs
    judged = replace(one.answer.judged, signs=signs)
    return Labelled(judged, one.case.about is About.GOLD, one.case.golden.language)


if __name__ == "__main__":
    main()
