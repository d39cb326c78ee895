"""Scores answers with and without a language model whose choices are recorded.

    python -m benchmarks.replies [--show]

`replies.jsonl` has the sentences that a large language model quoted to answer 190 questions of the
held-out stores and of the sample handbook, from passages of theirs; none where it found no answer.
Asks the questions without a model, and with one that chooses the statements on offer with these
quotes. Prints the shares of answerable questions answered rightly and wrongly and of others
refused, and how many of the quotes were on offer. `--show` lists the wrong answers.
"""

import argparse
import asyncio
import json
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.invented import STORES
from benchmarks.sets import TODAY
from bot.answering.choose.extractive import Extractive
from bot.answering.choose.timed import TimedModel
from bot.answering.pipeline import Answering
from bot.main.app import build
from bot.model import Candidate, Chosen, Question
from bot.model.said import Corpus
from bot.settings import SAMPLE, OpenAISettings, Settings, SlackSettings, StoreSettings
from bot.upkeep import evaluation
from bot.upkeep.evaluation import Outcome

REPLIES = Path(__file__).parent / "replies.jsonl"
_QUALITY = Path(__file__).parent.parent / "tests/quality"
_SAMPLE = "sample"
_CORPUS: Corpus = {"en": "documents", "ko": "문서"}


@dataclass
class Recorded:
    """A Chooser that chooses the statements with recorded quotes."""

    quotes: Mapping[str, Sequence[str]]
    """The quotes by question."""
    offered: dict[str, bool] = field(default_factory=dict)
    """Whether a statement with a quote was on offer, by question that has quotes."""
    name = "recorded"

    async def choose(self, question: Question, units: Sequence[Candidate]) -> Chosen:
        """Returns the statements with the quotes; denies without any."""
        quotes = self.quotes.get(question.text, ())
        places = tuple(
            place
            for place, unit in enumerate(units)
            if any(one in unit.statement.text or unit.statement.text in one for one in quotes)
        )
        if quotes:
            self.offered[question.text] = bool(places) or self.offered.get(question.text, False)
        return Chosen(places, denies=not places)


@dataclass(frozen=True, slots=True)
class Came:
    """The outcomes of one list of questions."""

    alone: Sequence[Outcome]
    read: Sequence[Outcome]
    """The outcomes with the model."""
    model: Recorded


def main() -> None:
    """Asks, and prints the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.replies")
    parser.add_argument("--show", action="store_true", help="list what went the wrong way")
    show = parser.parse_args().show
    lists: dict[str, dict[str, Sequence[str]]] = defaultdict(dict)
    for row in map(json.loads, REPLIES.read_text(encoding="utf-8").splitlines()):
        lists[row["set"]][row["id"]] = row["quotes"]
    came = {name: asyncio.run(_came(name, quotes)) for name, quotes in lists.items()}
    _print_answers(came, show=show)
    offered = [one for each in came.values() for one in each.model.offered.values()]
    print(f"on offer for {sum(offered)} of {len(offered)} questions that were asked")


async def _came(name: str, quotes: Mapping[str, Sequence[str]]) -> Came:
    store, kind = name.split("/")
    golden = (_QUALITY if store == _SAMPLE else STORES / store) / f"{kind}.jsonl"
    questions = [one for one in evaluation.load(golden) if one.id in quotes]
    corpus = SAMPLE if store == _SAMPLE else STORES / store / "corpus.jsonl"
    with tempfile.TemporaryDirectory() as data:
        settings = Settings(
            slack=SlackSettings(bot_token=None),
            openai=OpenAISettings(api_key=None),
            store=StoreSettings(source=corpus, data=Path(data)),
        )
        with closing(build(settings)) as app:
            await app.indexer.rebuild()
            alone = await evaluation.run(app.ways.past_cache, questions, TODAY)
            # The product removes words that name a day or a type of store from a question.
            asked = {one.answer.question.text: quotes[one.golden.id] for one in alone}
            model = Recorded(asked | {one.question: quotes[one.id] for one in questions})
            reading = Answering(
                app.search, Extractive(), _CORPUS, racer=TimedModel(model, budget_s=60.0)
            )
            read = await evaluation.run(reading, questions, TODAY)
    return Came(alone, read, model)


def _print_answers(came: Mapping[str, Came], *, show: bool) -> None:
    groups: dict[str, list[Came]] = defaultdict(list)
    for name, one in came.items():
        store, kind = name.split("/")
        groups[_SAMPLE if store == _SAMPLE else f"stores {kind}"].append(one)
    print(f"{'right wrong / refused':26}{'without a model':>20}{'with one':>20}")
    for title, some in groups.items():
        alone = [outcome for one in some for outcome in one.alone]
        read = [outcome for one in some for outcome in one.read]
        own = sum(one.golden.answerable for one in read)
        row = f"{title} ({own} + {len(read) - own})"
        print(f"{row:26}{_shares(alone):>20}{_shares(read):>20}")
        for outcome in read if show else ():
            if not (outcome.right if outcome.golden.answerable else not outcome.answered):
                golden = outcome.golden
                print(f"  {golden.id} {golden.question!r}: {outcome.answer.text!r}")


def _shares(outcomes: Sequence[Outcome]) -> str:
    own = [one for one in outcomes if one.golden.answerable]
    others = [one for one in outcomes if not one.golden.answerable]
    right = _share(sum(one.right for one in own), len(own))
    wrong = _share(sum(one.answered and not one.right for one in own), len(own))
    return f"{right} {wrong} / {_share(sum(not one.answered for one in others), len(others))}"


def _share(some: int, of: int) -> str:
    return f"{some / of:.3f}".removeprefix("0") if of else "-"


if __name__ == "__main__":
    main()
