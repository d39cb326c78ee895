"""Measures how much rounding differences between processors change the encoders' results.

    python -m benchmarks.ranker.noise

Reads lines of the sample handbook with its golden questions, as they are and with each input of the
layers changed by about as much as processors round differently (the seventh digit).
"""

from collections.abc import Callable
from functools import partial
from importlib import resources
from pathlib import Path

import numpy as np

from bot.settings import SAMPLE
from bot.upkeep import evaluation
from knowledge.models.e5.adapted import added, statement_pieces, together
from knowledge.models.e5.network import Matrix, Network, Read, model
from knowledge.models.reader import Pair

_GOLDEN = Path(__file__).parents[2] / "tests" / "quality" / "golden.jsonl"
_QUESTIONS, _LINES, _EACH = 40, 240, 6
_LONG = 40
"""Characters above which a line is more than a heading."""
_CHANGES = (1e-7, 1e-6, 1e-5)
_AT_ONCE = 8


class _Changed(Network):
    """A network with noise on each input."""

    change = 0.0

    def _embedded(self, one: Read) -> Matrix:
        x = super()._embedded(one)
        noise = np.random.default_rng(len(one.pieces)).standard_normal(x.shape, np.float32)
        return x * (1 + np.float32(self.change) * noise)


def main() -> None:
    """Prints the standard deviation and the maximum of the differences."""
    pieces = model().pieces
    questions = [one.question for one in evaluation.load(_GOLDEN)[:_QUESTIONS]]
    pages = sorted(SAMPLE.rglob("*.md"))
    lines = [one for page in pages for one in page.read_text(encoding="utf-8").splitlines()]
    texts = [one for one in lines if len(one) > _LONG][:_LINES]
    below = [(questions[n // _EACH], one) for n, one in enumerate(texts)]
    pairs = [together(pieces, question, Pair("", one)) for question, one in below]
    alone = [statement_pieces(pieces, "", one) for one in texts]
    _print("cross_encoder", "log-odds", pairs, lambda rows: rows[:, 0])
    _print("bi_encoder", "cosines", alone, lambda rows: rows @ rows.T)


def _print(name: str, what: str, texts: list[Read], result: Callable[[Matrix], Matrix]) -> None:
    graph = resources.files("knowledge.models.e5") / f"{name}.onnx"
    network = _Changed(model().packed, added(name), graph)
    read = partial(_rows, network, texts)
    first = result(read(0.0))
    for change in _CHANGES:
        apart = result(read(change)) - first
        print(f"{name:14} {change:.0e}  {what}: {apart.std():.1e}, most {np.abs(apart).max():.1e}")


def _rows(network: _Changed, texts: list[Read], change: float) -> Matrix:
    network.change = change
    parts = [texts[start : start + _AT_ONCE] for start in range(0, len(texts), _AT_ONCE)]
    return np.concatenate([network(part) for part in parts])


if __name__ == "__main__":
    main()
