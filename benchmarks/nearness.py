"""Fits from when on closest rules are shown, and prints when they then are.

    python -m benchmarks.nearness

Asks the stores of the gate the questions in people's own words that they answer, and the messages
of `off_topic.jsonl`, of which they answer none. Prints the weights for
`bot/answering/find/gate/nearness.py`, with the bias at which `_FEW` of these messages would see
closest rules, and the shares of questions and of messages under which they are shown: for each of
these stores and for the sample handbook, which the weights are not fitted to; then with the gate's
likelihood alone, where it shows them under as many messages. Six minutes on two cores.
"""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from benchmarks.criteria import Store, built
from benchmarks.invented import FOR_THE_GATE
from benchmarks.remembered import remember_models
from benchmarks.sets import TODAY
from bot.answering.find.gate.calibration import Table, explained
from bot.answering.find.gate.nearness import SIGNS, signs_of
from bot.upkeep import evaluation
from bot.upkeep.evaluation import Golden

_OFF_TOPIC = Path(__file__).parent / "off_topic.jsonl"
_FEW = 0.04
_SAMPLE = ""
_LISTS = ("stores golden", "handbook", "everyday")
_JUDGED_ONLY = np.array([*(float(one == "judged") for one in SIGNS), 0.0])

Signs = Mapping[str, tuple[Table, Table]]
"""For each store the signs of its questions, a row each, and those of the messages."""


def main() -> None:
    """Ask, fit, and print."""
    remember_models()
    signs = {name: asyncio.run(_asked(name)) for name in (*FOR_THE_GATE, _SAMPLE)}
    fitted = {name: signs[name] for name in FOR_THE_GATE}
    weights = explained([_labelled(*both) for both in fitted.values()])
    names = (*SIGNS, "bias")
    weights[-1] -= _limit(fitted, weights)
    print(", ".join(f"{name} {one:.2f}" for name, one in zip(names, weights, strict=True)))
    _print_shares("nearness", signs, weights, 0.0)
    _print_shares("likelihood", signs, _JUDGED_ONLY, _limit(fitted, _JUDGED_ONLY))


async def _asked(name: str) -> tuple[Table, Table]:
    store = await built(name)
    own = [one for group in _LISTS for one in store.lists.get(group, ()) if one.answerable]
    return await _signs(store, own), await _signs(store, evaluation.load(_OFF_TOPIC))


async def _signs(store: Store, questions: Sequence[Golden]) -> Table:
    outcomes = await evaluation.run(store.answering, questions, TODAY)
    answers = [one.answer for one in outcomes if one.answer.found.hits]
    return np.array([[*signs_of(one.found, one.judged.likelihood), 1.0] for one in answers])


def _labelled(questions: Table, off_topic: Table) -> tuple[Table, Table]:
    labels = np.repeat([1.0, 0.0], [len(questions), len(off_topic)])
    return np.concatenate([questions, off_topic]), labels


def _limit(signs: Signs, weights: Table) -> float:
    """The log odds that `_FEW` of the messages reach, over all stores."""
    off_topic = np.concatenate([messages for _, messages in signs.values()])
    return float(np.quantile(off_topic @ weights, 1 - _FEW))


def _print_shares(title: str, signs: Signs, weights: Table, limit: float) -> None:
    for name, both in signs.items():
        questions, off_topic = (float((one @ weights > limit).mean()) for one in both)
        print(
            f"{title:12}{name or 'sample':12} questions {questions:.3f} off topic {off_topic:.3f}"
        )


if __name__ == "__main__":
    main()
