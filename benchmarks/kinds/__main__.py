"""Trains knowledge/models/kinds.npz, and says how well it does on sentences held out.

    python -m benchmarks.kinds

Takes eight minutes on one core; the same machine and seed give the same file. Prints, for a fifth
of each kind that nothing is learnt from: the share recognised, with slips and without; the dangers
found and the false alarms at several limits. Then it trains on everything and writes the file.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.kinds.sentences import Sentence, messages, statements
from knowledge.models import kinds
from knowledge.models.onnx import Matrix

SEED = 7
_FILE = Path(__file__).parents[2] / "knowledge" / "models" / "kinds.npz"
_BATCH, _DECAY = 256, 1e-4
_LEFT_OUT = 0.4
"""Share of the hidden sums that a step leaves out, so that none is relied upon alone."""
_LIMITS = (0.1, 0.2, 0.35, 0.5, 0.7, 0.85, 0.95)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a classifier is trained."""

    epochs: int
    rate: float
    hidden: int = 0
    """Sums in a hidden layer; a softmax regression has none."""


_RECIPES = {"messages": Recipe(12, 0.002, hidden=192), "statements": Recipe(40, 0.02)}


def main() -> None:
    """Trains, prints the figures, writes the file."""
    sets = {"messages": messages(SEED), "statements": statements()}
    arrays: dict[str, np.ndarray] = {"seed": np.array(SEED)}
    for head, sentences in sets.items():
        names = sorted({one.kind for one in sentences})
        kind = np.array([names.index(one.kind) for one in sentences])
        learnt = np.array([not one.held_out for one in sentences])
        arrays[f"{head}.names"] = np.array(names)
        for encoder in kinds.encoders():
            rows = np.stack([kinds.features(encoder, one.text) for one in sentences])
            print(f"{head} by {encoder.name}: {len(rows)} sentences, {len(names)} kinds")
            layers = fitted(rows[learnt], kind[learnt], len(names), _RECIPES[head])
            _report(sentences, names, kinds.shares_by(layers, rows))
            everything = fitted(rows, kind, len(names), _RECIPES[head])
            for number, layer in enumerate(everything):
                arrays[f"{kinds.key(head, encoder)}{number}"] = layer.astype(np.float16)
    np.savez_compressed(_FILE, allow_pickle=False, **arrays)
    print(f"{_FILE.name}: {_FILE.stat().st_size // 1024} KB")


def fitted(rows: Matrix, kind: np.ndarray, count: int, how: Recipe) -> list[Matrix]:
    """The layers, by Adam with weight decay; the last row of each is its sums' own weight."""
    rng = np.random.default_rng(SEED)
    layers = _started(rng, rows.shape[1], how.hidden, count)
    moments = [(np.zeros_like(layer), np.zeros_like(layer)) for layer in layers]
    step = 0
    for epoch in range(how.epochs):
        order = rng.permutation(len(rows))
        for start in range(0, len(rows), _BATCH):
            some = order[start : start + _BATCH]
            step += 1
            slopes = _slopes(layers, rows[some], kind[some], rng)
            rate = how.rate * (1 - epoch / how.epochs)
            for n, slope in enumerate(slopes):
                layers[n] -= rate * _smoothed(moments[n], slope, step)
    return layers


def _smoothed(moments: tuple[Matrix, Matrix], slope: Matrix, step: int) -> Matrix:
    """Adam's direction; renews the moments."""
    mean, square = moments
    mean += 0.1 * (slope - mean)
    square += 0.01 * (slope**2 - square)
    size = np.sqrt(square / (1 - 0.99**step)) + 1e-8
    return np.asarray(mean / (1 - 0.9**step) / size, np.float32)


def _started(rng: np.random.Generator, width: int, hidden: int, count: int) -> list[Matrix]:
    last = np.zeros(((hidden or width) + 1, count), np.float32)
    if not hidden:
        return [last]
    first = np.zeros((width + 1, hidden), np.float32)
    first[:-1] = rng.standard_normal((width, hidden)) * 0.3 * np.sqrt(2 / width)
    last[:-1] = rng.standard_normal((hidden, count)) / np.sqrt(hidden)
    return [first, last]


def _slopes(
    layers: Sequence[Matrix], rows: Matrix, kind: np.ndarray, rng: np.random.Generator
) -> list[Matrix]:
    """How the error grows with each weight, some of the hidden sums left out."""
    *hidden, last = layers
    inner, passed = rows, np.ones_like(rows)
    for layer in hidden:
        sums = kinds.weighed(layer, rows)
        kept = rng.random(sums.shape, dtype=np.float32) > _LEFT_OUT
        passed = np.asarray(((sums > 0) & kept) / (1 - _LEFT_OUT), np.float32)
        inner = sums * passed
    error = kinds.shares_by([last], inner)
    error[np.arange(len(rows)), kind] -= 1
    error /= len(rows)
    behind = [_slope(layer, rows, error @ last[:-1].T * passed) for layer in hidden]
    return [*behind, _slope(last, inner, error)]


def _slope(layer: Matrix, rows: Matrix, error: Matrix) -> Matrix:
    slope = np.vstack([rows.T @ error, error.sum(axis=0)])
    slope[:-1] += _DECAY * layer[:-1]
    return slope


def _report(sentences: Sequence[Sentence], names: Sequence[str], found: Matrix) -> None:
    guessed = [names[n] for n in found.argmax(axis=1)]
    for kind in names:
        each = [
            (one, guess)
            for one, guess in zip(sentences, guessed, strict=True)
            if one.held_out and one.kind == kind and not one.store
        ]
        shares = [
            _share([guess == kind for one, guess in each if one.slip is slip])
            for slip in (False, True)
        ]
        print(f"  {kind:18} right {shares[0]}, with a slip {shares[1]}, of {len(each)}")
    danger = found[:, [name.startswith("danger_") for name in names]].sum(axis=1)
    for limit in _LIMITS if danger.any() else ():
        print(f"  danger above {limit}: {_caught(sentences, danger > limit)}")


def _caught(sentences: Sequence[Sentence], alarm: np.ndarray) -> str:
    held = [(one, bool(rang)) for one, rang in zip(sentences, alarm, strict=True) if one.held_out]
    real = [rang for one, rang in held if one.kind.startswith("danger_")]
    traps = [rang for one, rang in held if one.trap]
    asked = [rang for one, rang in held if one.store]
    return f"found {_share(real)}, traps {_share(traps)}, stores' questions {_share(asked)}"


def _share(each: Sequence[bool]) -> str:
    return f"{sum(each) / len(each):.3f}" if each else "-"


if __name__ == "__main__":
    main()
