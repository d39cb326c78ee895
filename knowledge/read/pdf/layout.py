"""The words of a printed page, grouped into lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter

_SAME_LINE = 3.0
"""Points by which the tops of words in one line may differ."""

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
    before_blank: bool = False
    """Whether a blank is printed after it."""
    is_value: bool = False
    """Whether somebody filled it into a form."""


@dataclass(frozen=True, slots=True)
class Line:
    """The words of a line."""

    words: tuple[Word, ...]
    left: float
    right: float
    top: float
    bottom: float
    size: float
    """The font size of its largest letters."""

    @property
    def text(self) -> str:
        """Its words with single spaces."""
        return " ".join(word.text for word in self.words)

    @property
    def is_filled(self) -> bool:
        """Whether it has a value of a form."""
        return any(word.is_value for word in self.words)

    def gaps(self, share: float) -> list[Span]:
        """Gaps between two words of at least this share of the font size."""
        return [
            (one.right, other.left)
            for one, other in pairwise(self.words)
            if other.left - one.right >= share * self.size
        ]


@dataclass(frozen=True, eq=False, slots=True)
class Box:
    """A cell of a table: one object for all rows and columns that it covers."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a page."""

    rows: tuple[tuple[Box | None, ...], ...]
    left: float
    right: float
    top: float
    bottom: float


Part = Line | Table


def line_of(words: Sequence[Word]) -> Line:
    """Makes a line of words, from the left."""
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
    """Groups the words of a page into lines, from the top."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=attrgetter("top")):
        if lines and word.top - lines[-1][-1].top <= _SAME_LINE:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [line_of(line) for line in lines]
