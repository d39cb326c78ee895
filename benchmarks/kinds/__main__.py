"""Trains knowledge/models/kinds.npz, and says how well it does on sentences held out.

    python -m benchmarks.kinds

Takes six minutes on one core; the same machine and seed give the same file. Prints, for a fifth
of each kind that nothing is learnt from: the share recognised, with slips and without; the dangers
found and the false alarms at several limits. Then it trains on everything and writes the file.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.kinds.sentences import Sentence, messages, statements
from knowledge.models import kinds
from knowledge.models.onnx import Matrix

SEED = 7
_FILE = Path(__file__).parents[2] / "knowledge" / "models" / "kinds.npz"
_EPOCHS = {"messages": 20, "statements": 40}
_BATCH, _RATE, _DECAY = 256, 0.02, 1e-4
_LIMITS = (0.2, 0.35, 0.5, 0.7, 0.85, 0.95)


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
            weights = fitted(rows[learnt], kind[learnt], len(names), _EPOCHS[head])
            _report(sentences, names, likelihoods(rows, weights))
            everything = fitted(rows, kind, len(names), _EPOCHS[head])
            arrays[f"{head}.{encoder.name}"] = everything.astype(np.float16)
    np.savez_compressed(_FILE, allow_pickle=False, **arrays)
    print(f"{_FILE.name}: {_FILE.stat().st_size // 1024} KB")


def fitted(rows: Matrix, kind: np.ndarray, count: int, epochs: int) -> Matrix:
    """Softmax regression by Adam, with weight decay; the last row is each kind's own weight."""
    rng = np.random.default_rng(SEED)
    both = np.hstack([rows, np.ones((len(rows), 1), np.float32)])
    weights = np.zeros((both.shape[1], count), np.float32)
    mean, square, step = np.zeros_like(weights), np.zeros_like(weights), 0
    for epoch in range(epochs):
        order = rng.permutation(len(rows))
        for start in range(0, len(rows), _BATCH):
            some = order[start : start + _BATCH]
            error = likelihoods(rows[some], weights)
            error[np.arange(len(some)), kind[some]] -= 1
            slope = both[some].T @ error / len(some)
            slope[:-1] += _DECAY * weights[:-1]
            step += 1
            mean = 0.9 * mean + 0.1 * slope
            square = 0.99 * square + 0.01 * slope**2
            size = _RATE * (1 - epoch / epochs)
            weights -= size * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return weights


def likelihoods(rows: Matrix, weights: Matrix) -> Matrix:
    """The likelihood of each kind for each row."""
    odds = rows @ weights[:-1] + weights[-1]
    each = np.exp(odds - odds.max(axis=1, keepdims=True))
    return np.asarray(each / each.sum(axis=1, keepdims=True), np.float32)


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
