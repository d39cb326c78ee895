"""The first layers of multilingual-e5-small, adapted to reading two texts together.

What is computed stands in network.onnx (by `python -m benchmarks.ranker.graph`), the weights are
handed in: those of the model with what is added to them, as whole numbers of 8 bits.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knowledge.cross_encoder.packed import Matrix, Packed
from knowledge.errors import EmbedderUnavailableError

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

LAYERS = 8
"""Of twelve: the others make a vector of a text, which nobody wants here."""
WIDTH, INNER, HEADS = 384, 1536, 12
EACH = WIDTH // HEADS
_PARTS = {"join": "ao", "inner": "fi", "outer": "fo"}
"""What a layer's parts are called in the model's file."""
_NORMS = ("first.scale", "first.shift", "second.scale", "second.shift")
_EPSILON = 1e-12
_KINDS = {"float32": 1, "int8": 3}
"""ONNX's numbers of the kinds of numbers."""
_MOST = 127
"""The largest whole number of a column of weights."""

Numbers = NDArray[np.float32 | np.int8]


class Read(NamedTuple):
    """Two texts as one row of pieces."""

    pieces: Sequence[int]
    second: int
    """How many of the last ones are of the second text."""


class Network:
    """Gives a number to each pair of texts; several threads may ask at once.

    Raises EmbedderUnavailableError, here and when asked, where onnxruntime fails.
    """

    def __init__(self, packed: Packed, adapted: Mapping[str, Matrix]) -> None:
        """The model's layers with what is added to them, and a head of its own."""
        kind = packed.plain("emb.type").reshape(-1, WIDTH)[0]
        self._packed = packed
        self._places = packed.plain("emb.pos").reshape(-1, WIDTH)
        self._kinds = kind + adapted["kinds"]
        self._norm = [packed.plain(f"emb.ln.{part}") for part in "wb"]
        self._weights = _laid_out(_weights(packed, adapted))
        self._session = _session(self._weights)

    def __call__(self, texts: Sequence[Read]) -> Matrix:
        """One number for each of the texts."""
        longest = max(len(one.pieces) for one in texts)
        x = np.zeros((len(texts), longest, WIDTH), np.float32)
        used = np.zeros((len(texts), longest, 1), np.float32)
        for row, one in enumerate(texts):
            x[row, : len(one.pieces)] = self._embedded(one)
            used[row, : len(one.pieces)] = 1
        with _as_unavailable():
            [told] = self._session.run(None, {"x": x, "used": used})
        numbers: Matrix = told[:, 0]
        return numbers

    def _embedded(self, one: Read) -> Matrix:
        """What each piece is, where it stands, and in which of the two texts."""
        words = self._packed.rows("emb.word", WIDTH, np.array(one.pieces))
        first = len(one.pieces) - one.second
        kinds = np.repeat(self._kinds, [first, one.second], axis=0)
        return _normed(words + self._places[: len(one.pieces)] + kinds, *self._norm)


def _session(weights: Mapping[str, Numbers]) -> "InferenceSession":
    import onnxruntime  # noqa: PLC0415 - 0.1 s, only for those who ask

    options = onnxruntime.SessionOptions()
    # Each call takes one thread: two calls share the cores, and nobody spins between questions.
    options.intra_op_num_threads = 1
    values = [
        onnxruntime.OrtValue.ortvalue_from_numpy_with_onnx_type(one, _KINDS[one.dtype.name])
        for one in weights.values()
    ]
    options.add_external_initializers(list(weights), values)
    graph = (resources.files("knowledge.cross_encoder") / "network.onnx").read_bytes()
    with _as_unavailable():
        return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


@contextmanager
def _as_unavailable() -> Iterator[None]:
    try:
        yield
    except Exception as error:  # onnxruntime's errors have nothing in common but this.
        raise EmbedderUnavailableError(f"onnxruntime failed: {type(error).__name__}") from error


def _weights(packed: Packed, adapted: Mapping[str, Matrix]) -> Iterator[tuple[str, Numbers]]:
    for number in range(LAYERS):
        three = [_layer(packed, adapted, number, name) for name in "qkv"]
        beside = [np.concatenate(some, axis=-1) for some in zip(*three, strict=True)]
        yield from _whole(f"{number}.attend", *beside)
        for part, name in _PARTS.items():
            yield from _whole(f"{number}.{part}", *_layer(packed, adapted, number, name))
        for name, norm in zip(_NORMS, adapted["norms"][number], strict=True):
            yield f"{number}.{name}", norm
    for name in ("head", "head.bias", "out", "out.bias"):
        yield name, adapted[name]


def _laid_out(weights: Iterator[tuple[str, Numbers]]) -> dict[str, Numbers]:
    """In the order in which onnxruntime reads memory: it takes them from where they lie."""
    return {name: np.ascontiguousarray(one) for name, one in weights}


def _layer(
    packed: Packed, adapted: Mapping[str, Matrix], number: int, name: str
) -> tuple[Matrix, Matrix]:
    """What a part of a layer multiplies by, and what it adds."""
    weights = packed.matrix(f"l{number}.{name}.w", INNER if name == "fo" else WIDTH)
    if f"{number}.{name}.up" in adapted:
        weights += adapted[f"{number}.{name}.up"] @ adapted[f"{number}.{name}.down"]
    return weights.T, packed.plain(f"l{number}.{name}.b")


def _whole(name: str, weights: Matrix, bias: Matrix) -> Iterator[tuple[str, Numbers]]:
    """Weights as whole numbers, a column of them with one scale."""
    scales = np.abs(weights).max(axis=0) / _MOST
    numbers = np.round(weights / scales).astype(np.int8)
    yield f"{name}.weights", numbers
    yield f"{name}.scales", scales
    yield f"{name}.bias", bias


def _normed(x: Matrix, scale: Matrix, shift: Matrix) -> Matrix:
    """To the usual spread, scaled and shifted."""
    x = x - x.mean(axis=-1, keepdims=True)
    spread = np.sqrt(np.square(x).mean(axis=-1, keepdims=True) + _EPSILON)
    normed: Matrix = x / spread * scale + shift
    return normed
