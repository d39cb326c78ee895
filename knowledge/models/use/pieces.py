"""Reads the model's vocabulary from the file of its tokeniser.

The package's own tokeniser takes half a second and 35 MB to read it.
"""

from array import array

import numpy as np

from knowledge.models.vocabulary import Vocabulary

_PIECE, _TEXT, _SCORE = 0x0A, 0x0A, 0x15
"""The protobuf tags of a piece, its text and its score (SentencePiece's `ModelProto`)."""
_UNKNOWN = 0


def vocabulary_in(model: bytes) -> tuple[Vocabulary, int]:
    """The vocabulary, and where its pieces end. Raises ValueError, LookupError for other files."""
    pieces: list[bytes] = []
    scores = array("f")
    place = 0
    while model[place] == _PIECE:
        start, end = place + 2, place + 2 + model[place + 1]
        text, behind = start + 2, start + 2 + model[start + 1]
        if (model[start], model[behind]) != (_TEXT, _SCORE):
            raise ValueError("a piece has another form")
        pieces.append(model[text:behind])
        scores.frombytes(model[behind + 1 : behind + 5])
        place = end
    ends = np.cumsum([0, *map(len, pieces)], dtype=np.uint32)
    return Vocabulary(b"".join(pieces), ends, np.array(scores), _UNKNOWN), place
