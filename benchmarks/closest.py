"""Measures what the closest rules are worth, by the nearness from which on they are shown.

    python -m benchmarks.closest [--fit]

Asks the lists of the sample handbook and of the seven stores held out, offline; with `--fit` those
of the stores that the gate is fitted to, for choosing the floor. Prints for several floors the
share of answerable questions that are helped (answered rightly, or with closest rules that hold
what a right answer must), and which share of the questions that are off topic, and of those that
the documents only nearly answer, get the one-line refusal. Ten minutes on two cores.
"""

import asyncio
import sys
from collections.abc import Mapping, Sequence

from benchmarks.criteria import asked_of, built
from benchmarks.invented import FOR_THE_GATE, HELD_OUT
from benchmarks.remembered import remember_models
from bot.answering.find.gate.nearness import nearness
from bot.answering.reply import closest
from bot.upkeep.evaluation import Outcome

_FLOORS = (-1.0, -0.5, closest.FLOOR, 0.5, 1.0)


def main(arguments: Sequence[str]) -> None:
    """Ask, and print a row for each group of lists."""
    remember_models()
    closest.FLOOR = min(_FLOORS)
    names = FOR_THE_GATE if "--fit" in arguments else ("", *HELD_OUT)
    outcomes: dict[str, list[Outcome]] = {}
    for name in names:
        for group, some in asyncio.run(_asked(name)).items():
            outcomes.setdefault(group, []).extend(some)
    print(f"{'right helped / off topic, near':32}" + "".join(f"{one:>22}" for one in _FLOORS))
    for group, some in outcomes.items():
        print(f"{group:32}" + "".join(f"{_cell(some, floor):>22}" for floor in _FLOORS))


async def _asked(name: str) -> Mapping[str, Sequence[Outcome]]:
    return await asked_of(await built(name))


def _cell(outcomes: Sequence[Outcome], floor: float) -> str:
    own = [one for one in outcomes if one.golden.answerable]
    off = [one for one in outcomes if one.golden.kind == "off_topic"]
    near = [one for one in outcomes if not one.golden.answerable and one not in off]
    right = _share([one.right for one in own])
    helped = _share([one.right or (one.closest_helps and _shown(one, floor)) for one in own])
    plain = (
        _share([not one.answered and not _shown(one, floor) for one in each])
        for each in (off, near)
    )
    return f"{right} {helped} / {' '.join(plain)}"


def _shown(outcome: Outcome, floor: float) -> bool:
    answer = outcome.answer
    return bool(answer.closest) and nearness(answer.found, answer.judged.likelihood) >= floor


def _share(truths: Sequence[bool]) -> str:
    return f"{sum(truths) / len(truths):.2f}".removeprefix("0") if truths else "-"


if __name__ == "__main__":
    main(sys.argv[1:])
