"""The words of a printed page, and the lines that they stand in."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter

_SAME_LINE = 3.0
"""Words whose tops are this near, in points, stand in one line."""

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Word:
    """A word and its place, in points from the left and the top."""

    text: str
    left: float
    right: float
    top: float
    bottom: float
    size: float
    bold: bool


@dataclass(frozen=True, slots=True)
class Line:
    """Words that stand beside each other."""

    words: tuple[Word, ...]
    left: float
    right: float
    top: float
    bottom: float
    size: float
    """Of its largest letters."""

    @property
    def text(self) -> str:
        """Its words with single spaces."""
        return " ".join(word.text for word in self.words)

    def gaps(self, share: float) -> list[Span]:
        """Where there is room of at least this share of the letters' size between two words."""
        return [
            (one.right, other.left)
            for one, other in pairwise(self.words)
            if other.left - one.right >= share * self.size
        ]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a page, as Markdown."""

    text: str
    left: float
    right: float
    top: float
    bottom: float


Part = Line | Table


def line_of(words: Sequence[Word]) -> Line:
    """Words in one line, from the left."""
    in_order = tuple(sorted(words, key=attrgetter("left")))
    return Line(
        in_order,
        left=in_order[0].left,
        right=max(word.right for word in words),
        top=min(word.top for word in words),
        bottom=max(word.bottom for word in words),
        size=max(word.size for word in words),
    )


def lines_of(words: Sequence[Word]) -> list[Line]:
    """The words of a page in lines, from the top."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=attrgetter("top")):
        if lines and word.top - lines[-1][-1].top <= _SAME_LINE:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [line_of(line) for line in lines]
