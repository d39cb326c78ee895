"""The pieces of a model's vocabulary, and the likeliest way to cut a text into them.

Unigrams (arXiv 1804.10959), as in SentencePiece.
"""

import math
from array import array
from itertools import pairwise
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

_SHIFT = 13
_BUCKETS = 1 << (32 - _SHIFT)
"""Of pieces, by the first bits of their CRC. Most are empty, so most texts are no piece at once."""
_GOES_ON = 0b10
"""The first bits of a byte of UTF-8 that goes on with the letter before."""
_RARER = 10.0
"""An unknown character scores this much less than the rarest piece."""


class Vocabulary:
    """Finds pieces by their text. Takes 10 MB; a dictionary of 250,000 pieces took 70."""

    def __init__(
        self, text: bytes, ends: NDArray[np.uint32], scores: NDArray[np.float32], unknown: int
    ) -> None:
        """Takes all pieces as one UTF-8 text, where each ends (the first begins at `ends[0]`, which
        is 0), their scores, and the number of the piece for unknown characters.
        """
        spelled = [text[start:end] for start, end in pairwise(ends.tolist())]
        buckets = np.fromiter(map(crc32, spelled), np.uint32, len(spelled)) >> _SHIFT
        order = np.argsort(buckets, kind="stable").astype(np.uint32)
        starts = _summed(np.bincount(buckets, minlength=_BUCKETS))
        self._text = text
        # Looking up one number costs less here than in numpy.
        self._ends = array("I", ends.tobytes())
        self._scores = array("f", scores.tobytes())
        self._numbers = array("I", order.tobytes())
        self._starts = array("I", starts.tobytes())
        self._longest = _longest(text, ends)
        self._unknown_score = float(scores.min()) - _RARER
        self.unknown = unknown

    def cut(self, text: str) -> tuple[float, list[int]]:
        """The score and the pieces of the likeliest cut.

        Viterbi: the best cut up to each place, from the best cuts before it.
        """
        best = [0.0, *[-math.inf] * len(text)]
        last = [(0, 0)] * (len(text) + 1)
        # Half a surrogate pair is in no piece.
        letters = [letter.encode("utf-8", "surrogatepass") for letter in text]
        starts, scores = self._starts, self._scores
        for start in range(len(text)):
            so_far, code = best[start], 0
            for end in range(start + 1, min(start + self._longest, len(text)) + 1):
                code = crc32(letters[end - 1], code)
                bucket = code >> _SHIFT
                number = None
                if starts[bucket] < starts[bucket + 1]:
                    number = self._found(bucket, b"".join(letters[start:end]))
                if number is not None:
                    score = so_far + scores[number]
                elif end == start + 1:
                    number, score = self.unknown, so_far + self._unknown_score
                else:
                    continue
                if score > best[end]:
                    best[end] = score
                    last[end] = start, number
        return best[-1], _backwards(last)

    def _found(self, bucket: int, spelled: bytes) -> int | None:
        """The number of the piece with this text."""
        for place in range(self._starts[bucket], self._starts[bucket + 1]):
            number = self._numbers[place]
            if self._text[self._ends[number] : self._ends[number + 1]] == spelled:
                return number
        return None


def _longest(text: bytes, ends: NDArray[np.uint32]) -> int:
    """The letters of the longest piece: bytes that do not go on with the letter before."""
    begins = np.frombuffer(text, np.uint8) >> 6 != _GOES_ON
    return int(np.diff(_summed(begins)[ends]).max())


def _summed(counts: NDArray[Any]) -> NDArray[np.uint32]:
    """The sums of all counts before each place, and of all."""
    sums = np.zeros(len(counts) + 1, np.uint32)
    np.cumsum(counts, dtype=np.uint32, out=sums[1:])
    return sums


def _backwards(last: list[tuple[int, int]]) -> list[int]:
    found: list[int] = []
    end = len(last) - 1
    while end > 0:
        end, number = last[end]
        found.append(number)
    found.reverse()
    return found
