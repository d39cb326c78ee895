"""What each criterion, shortcut, note, rule and adjustment is worth: all lists without it.

    python -m benchmarks.criteria [NAME ...]

Asks the lists of `tests/quality` and those of the stores held out as a person does, offline: once
as the product is, then once without each of `benchmarks.switches.SWITCHES` (or those named; a word
such as `check` names all of a kind, `all` switches the named ones off together). Of the 300
questions in the handbook's words that a store has every fifth is asked. Vectors and the reading
model's figures are remembered, so a round takes a minute; all of them an hour on two cores.

Prints of each group of lists how many questions with an answer are answered rightly and wrongly,
and how many of the others are refused; without a switch by how many more or fewer, and how many of
all answers are other answers.
"""

import asyncio
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from benchmarks.invented import HELD_OUT, STORES
from benchmarks.remembered import remember_models
from benchmarks.sets import TODAY
from benchmarks.switches import SWITCHES, off
from bot.answering.choose.extractive import Extractive
from bot.answering.pipeline import Answering
from bot.app import App, build, corpus_of
from bot.settings import SAMPLE, OpenAISettings, Settings, SlackSettings, StoreSettings
from bot.upkeep import evaluation
from bot.upkeep.evaluation import Golden, Outcome

_HERE = Path(__file__).parent
_QUALITY = _HERE.parent / "tests/quality"
_HANDBOOK = {
    _QUALITY / "rules.jsonl": "written with",
    _QUALITY / "golden.jsonl": "handbook",
    _QUALITY / "held_out.jsonl": "handbook",
    _QUALITY / "blind.jsonl": "handbook",
    # Written by somebody who saw the documents alone: dates, weekdays, purchases, amounts, states.
    _HERE / "everyday.jsonl": "everyday",
    # The same for questions as staff type them: stories, sums, two in one, slips of the keyboard.
    _HERE / "staff.jsonl": "everyday",
}
_STORES = {
    "golden": "stores golden",
    "plain": "stores plain",
    "near": "stores near",
    "staff": "stores staff",
}
_GROUPS = ("written with", "handbook", "everyday", *_STORES.values())
_EVERY = 5
_PROCESSES = 2


class Figures(NamedTuple):
    """How many came out how, of a group of lists."""

    right: int = 0
    wrong: int = 0
    refused: int = 0

    def __sub__(self, other: "Figures") -> "Figures":
        return Figures(*(one - two for one, two in zip(self, other, strict=True)))

    def __str__(self) -> str:
        return f"{self.right:+5}{self.wrong:+4}{self.refused:+4}"


@dataclass(frozen=True, slots=True)
class Came:
    """What came of one round."""

    figures: Mapping[str, Figures]
    answers: tuple[str, ...]
    """Every answer, as it is read."""

    def others_than(self, whole: "Came") -> int:
        """How many answers are other ones."""
        return sum(one != two for one, two in zip(self.answers, whole.answers, strict=True))


@dataclass(frozen=True, slots=True)
class Store:
    """An index, what answers from it, and the questions to ask."""

    app: App
    answering: Answering
    lists: Mapping[str, Sequence[Golden]]
    """The questions of each group."""


_stores: list[Store] = []


def main(arguments: Sequence[str]) -> None:
    """Ask with and without, and print a row for each."""
    rounds = _rounds(arguments)
    print(f"{'right wrong refused':28}" + "".join(f"{one:>15}" for one in _GROUPS) + "   other")
    with ProcessPoolExecutor(_PROCESSES, initializer=_prepare) as beside:
        each = [beside.submit(_came, names) for names in ((), *rounds.values())]
        whole = each[0].result()
        cells = (str(whole.figures[one]).replace("+", " ") for one in _GROUPS)
        print(f"{'with all':28}" + "".join(f"{one:>15}" for one in cells), flush=True)
        for name, done in zip(rounds, each[1:], strict=True):
            came = done.result()
            cells = (str(came.figures[one] - whole.figures[one]) for one in _GROUPS)
            row = "".join(f"{one:>15}" for one in cells)
            print(f"{'without ' + name:28}{row}{came.others_than(whole):8}", flush=True)


def _rounds(arguments: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """What to switch off in each round."""
    named = [one for one in arguments if one != "all"]
    known = set(SWITCHES) | {one.split(":")[0] for one in SWITCHES}
    if unknown := set(named) - known:
        sys.exit(f"No switch: {', '.join(unknown)}. There are {', '.join(SWITCHES)}.")
    names = [one for one in SWITCHES if not named or {one, one.split(":")[0]} & set(named)]
    together = {"all of them": tuple(names)}
    return together if "all" in arguments else {name: (name,) for name in names} | together


def _prepare() -> None:
    remember_models()
    _stores.extend(asyncio.run(built(name)) for name in ("", *HELD_OUT))


async def built(name: str) -> Store:
    """A store by its name, indexed; "" is the sample handbook."""
    folder = STORES / name
    store = StoreSettings(
        source=folder / "corpus.jsonl" if name else SAMPLE, data=Path(tempfile.mkdtemp())
    )
    slack, openai = SlackSettings(bot_token=None), OpenAISettings(api_key=None)
    settings = Settings(slack=slack, openai=openai, store=store)
    app = build(settings)
    await app.indexer.rebuild()
    answering = Answering(app.search, Extractive(), corpus_of(settings), suggests=False)
    return Store(app, answering, _lists(folder) if name else _handbook())


def _handbook() -> dict[str, list[Golden]]:
    lists: dict[str, list[Golden]] = {}
    for file, group in _HANDBOOK.items():
        lists.setdefault(group, []).extend(evaluation.load(file))
    return lists


def _lists(folder: Path) -> dict[str, list[Golden]]:
    files = {group: folder / f"{name}.jsonl" for name, group in _STORES.items()}
    lists = {group: evaluation.load(file) for group, file in files.items() if file.exists()}
    return lists | {"stores golden": lists["stores golden"][::_EVERY]}


def _came(names: Sequence[str]) -> Came:
    with off(*names):
        outcomes = asyncio.run(_asked())
    figures = {group: _figures(some) for group, some in outcomes.items()}
    answers = tuple(one.answer.text for some in outcomes.values() for one in some)
    return Came(figures, answers)


async def _asked() -> dict[str, list[Outcome]]:
    outcomes: dict[str, list[Outcome]] = {group: [] for group in _GROUPS}
    for store in _stores:
        for group, some in (await asked_of(store)).items():
            outcomes[group] += some
    return outcomes


async def asked_of(store: Store) -> dict[str, list[Outcome]]:
    """What came of the questions of each group."""
    answering, lists = store.answering, store.lists
    return {group: await evaluation.run(answering, some, TODAY) for group, some in lists.items()}


def _figures(outcomes: Sequence[Outcome]) -> Figures:
    answerable = [one for one in outcomes if one.golden.answerable]
    return Figures(
        right=sum(one.right for one in answerable),
        wrong=sum(one.answered and not one.right for one in answerable),
        refused=sum(not one.answered for one in outcomes if not one.golden.answerable),
    )


if __name__ == "__main__":
    main(sys.argv[1:])
