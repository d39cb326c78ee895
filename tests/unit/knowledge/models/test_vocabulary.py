"""A vocabulary cuts text into its likeliest pieces."""

import numpy as np
import pytest

from knowledge.models.vocabulary import Vocabulary

_PIECES = {
    "<unk>": 0.0,
    "re": -2.0,
    "turn": -2.0,
    "return": -3.0,
    "s": -1.0,
    "환": -4.0,
    "환불": -5.0,
}


def vocabulary() -> Vocabulary:
    spelled = [piece.encode() for piece in _PIECES]
    ends = np.cumsum([0, *map(len, spelled)], dtype=np.uint32)
    return Vocabulary(b"".join(spelled), ends, np.array([*_PIECES.values()], np.float32), 0)


@pytest.mark.parametrize(
    ("text", "pieces", "score"),
    [
        ("returns", ["return", "s"], -4.0),
        ("turn", ["turn"], -2.0),
        ("환불", ["환불"], -5.0),
        ("환x", ["환", "<unk>"], -19.0),
        ("\ud83d", ["<unk>"], -15.0),
        ("", [], 0.0),
    ],
)
def test_the_likeliest_pieces_are_found(text: str, pieces: list[str], score: float) -> None:
    names = list(_PIECES)

    found, numbers = vocabulary().cut(text)

    assert ([names[one] for one in numbers], found) == (pieces, score)
