"""What each criterion, shortcut, note, rule and adjustment is worth: all lists without it.

    python -m benchmarks.criteria [NAME ...]

Asks the lists of `tests/quality` and those of the stores held out as a person does, offline: once
as the product is, then once without each of `benchmarks.switches.SWITCHES` (or those named; a word
such as `check` names all of a kind, `all` switches the named ones off together). Of the 300
questions in the handbook's words that a store has every fifth is asked. Vectors and the reading
model's figures are remembered, so a round takes two minutes; all of them two hours on two cores.

The trades are the made-up organisations of `benchmarks/pairs` that no encoder is trained on: each a
store of its own, its sections written as Markdown; every fourth of their questions is asked.

Prints of each group of lists how many questions with an answer are answered rightly and wrongly,
how many of the others are refused, and how many answers are in the reply or its closest rules;
without a switch by how many more or fewer, and how many of all answers are other answers.
"""

import asyncio
import json
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.invented import HELD_OUT, STORES
from benchmarks.ranker import pairs
from benchmarks.remembered import remember_models
from benchmarks.sets import TODAY
from benchmarks.switches import SWITCHES, off
from bot.answering.choose.extractive import Extractive
from bot.answering.pipeline import Answering
from bot.main.app import App, build
from bot.settings import SAMPLE, OpenAISettings, Settings, SlackSettings, StoreSettings
from bot.upkeep import evaluation
from bot.upkeep.evaluation import Golden, Outcome
from knowledge.language.sentences import sentences
from knowledge.language.terms import language_of

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
_GROUPS = ("written with", "handbook", "everyday", *_STORES.values(), "trades")
_EVERY = 5
_EVERY_OF_TRADE = 4
_CELL = re.compile(r"([^:;]+): ([^;]+)")
_PROCESSES = 2


class Figures(NamedTuple):
    """How many came out how, of a group of lists."""

    right: int = 0
    wrong: int = 0
    refused: int = 0
    helped: int = 0

    def __sub__(self, other: "Figures") -> "Figures":
        return Figures(*(one - two for one, two in zip(self, other, strict=True)))

    def __str__(self) -> str:
        return f"{self.right:+5}{self.wrong:+4}{self.refused:+4}{self.helped:+5}"


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
    print(
        f"{'right wrong refused helped':28}" + "".join(f"{one:>19}" for one in _GROUPS) + "   other"
    )
    with ProcessPoolExecutor(_PROCESSES, initializer=_prepare) as beside:
        each = [beside.submit(_came, names) for names in ((), *rounds.values())]
        whole = each[0].result()
        cells = (str(whole.figures[one]).replace("+", " ") for one in _GROUPS)
        print(f"{'with all':28}" + "".join(f"{one:>19}" for one in cells), flush=True)
        for name, done in zip(rounds, each[1:], strict=True):
            came = done.result()
            cells = (str(came.figures[one] - whole.figures[one]) for one in _GROUPS)
            row = "".join(f"{one:>19}" for one in cells)
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
    _stores.extend(asyncio.run(trade(name)) for name in pairs.HELD_OUT)


async def built(name: str) -> Store:
    """A store by its name, indexed; "" is the sample handbook."""
    folder = STORES / name
    source = folder / "corpus.jsonl" if name else SAMPLE
    return await _indexed(source, _lists(folder) if name else _handbook())


async def trade(name: str) -> Store:
    """An organisation of `benchmarks/pairs`, indexed."""
    lines = (pairs.PAIRS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    sections = [json.loads(line) for line in lines]
    folder = Path(tempfile.mkdtemp())
    for title, some in groupby(sorted(sections, key=_title), _title):
        text = "\n\n".join(part for section in some for part in _written(section))
        (folder / f"{title}.md").write_text(f"# {title}\n\n{text}\n", encoding="utf-8")
    asked = [one for section in sections for one in _asked_of(section)]
    return await _indexed(folder, {"trades": asked[::_EVERY_OF_TRADE]})


def _title(section: Mapping[str, Any]) -> str:
    return str(section["document"])


def _written(section: Mapping[str, Any]) -> Iterator[str]:
    """The heading, a paragraph of the sentences, and a table of the rows with the same columns."""
    yield f"## {section['heading']}"
    for columns, units in groupby(section["units"], _columns):
        if not columns:
            yield " ".join(units)
            continue
        rows = [columns, ["---"] * len(columns), *([v for _, v in _CELL.findall(u)] for u in units)]
        yield "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _columns(unit: str) -> list[str]:
    cells = [_CELL.fullmatch(part.strip()) for part in unit.split(";")]
    return [cell[1] for cell in cells if cell] if len(cells) > 1 and all(cells) else []


def _asked_of(section: Mapping[str, Any]) -> Iterator[Golden]:
    for ask in section["asks"]:
        texts = tuple(text for place in ask["answers"] for text in _texts(section["units"][place]))
        yield Golden(ask["q"], ask["q"], language_of(ask["q"]), bool(texts), answers=texts)


def _texts(unit: str) -> list[str]:
    """What an answer with the unit contains: one of its sentences, or of a row all cells."""
    return [unit] if _columns(unit) else sentences(unit)


async def _indexed(source: Path, lists: Mapping[str, Sequence[Golden]]) -> Store:
    store = StoreSettings(source=source, data=Path(tempfile.mkdtemp()))
    slack, openai = SlackSettings(bot_token=None), OpenAISettings(api_key=None)
    settings = Settings(slack=slack, openai=openai, store=store)
    app = build(settings)
    await app.indexer.rebuild()
    answering = Answering(app.search, Extractive(), app.given.corpus, suggests=False)
    return Store(app, answering, lists)


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
        helped=sum(one.helped for one in answerable),
    )


if __name__ == "__main__":
    main(sys.argv[1:])
