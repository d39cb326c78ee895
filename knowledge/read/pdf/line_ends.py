"""Joins the lines of a paragraph. Korean lines may end within a word: "초기 불" + "량이 있으면"."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from knowledge.read.pdf.layout import Line

_EDGES = re.compile(r"^[^가-힣]+|[^가-힣]+$")
_HANGUL_END = re.compile(r"[가-힣]\Z")
_HANGUL_START = re.compile(r"[가-힣]")
_ROOM = 1.0
"""A line that has no room for one more letter, as a share of the font size, may end in a word."""
_BREAKS_WORDS = 2
"""So many words in two that stand whole elsewhere: this file breaks lines at any letter."""
_BARE_ENDING = re.compile(
    "은|는|을|를|의|에|에서|에게|으로|로|와|과|나|이나|부터|까지|마다|처럼|보다|니다|습니다|입니다|됩니다"
    "|합니다|하며|하고|하여|됨|함"
)
_LAST = "이가를의에로과와도만고며면나서게지거여해라야"
"""Last syllables of particles and endings."""
_ADNOMINAL = (4, 8)
"""The final consonants ㄴ and ㄹ, as Unicode counts them: 된, 할, 은, 을."""
_SHORTEST = 2


class LineEnds:
    """What a document shows of the ends of its lines."""

    def __init__(self, paragraphs: Iterable[tuple[Sequence[Line], float]]) -> None:
        """Learns from all paragraphs and cells, each with the right edge of its column."""
        known = list(paragraphs)
        self._whole = Counter(word for lines, _ in known for word in _whole_words(lines))
        self._starts = {
            word[:length] for word in self._whole for length in range(_SHORTEST, len(word) + 1)
        }
        ends = [
            (line, below, right)
            for lines, right in known
            for line, below in pairwise(lines)
            if _may_be_broken(line, below)
        ]
        broken = sum(
            self._stands_whole(line, below) for line, below, right in ends if _is_full(line, right)
        )
        self._breaks_words = broken >= _BREAKS_WORDS

    def joined(self, lines: Sequence[Line], right: float) -> str:
        """The text of lines, with a blank between two unless a word goes on."""
        text = lines[0].text
        for line, below in pairwise(lines):
            text += ("" if self._goes_on(line, below, right) else " ") + below.text
        return text

    def _goes_on(self, line: Line, below: Line, right: float) -> bool:
        if not _may_be_broken(line, below) or line.words[-1].before_blank:
            return False
        if not _is_full(line, right):
            return False
        if self._stands_whole(line, below):
            return True
        return self._breaks_words and self._is_a_piece(line, below)

    def _stands_whole(self, line: Line, below: Line) -> bool:
        """Whether the two pieces are a word elsewhere, or the beginning of one."""
        first, second = _pieces(line, below)
        word = first + second
        if word in self._whole:
            return True
        if first in self._whole and second[:_SHORTEST] in self._starts:
            return False
        return any(
            word[:length] in self._starts
            for length in range(max(len(first) + 1, _SHORTEST), len(word))
        )

    def _is_a_piece(self, line: Line, below: Line) -> bool:
        first, second = _pieces(line, below)
        if _BARE_ENDING.fullmatch(second):
            return True
        is_known = first in self._whole or second[:_SHORTEST] in self._starts
        return not is_known and not _may_end_a_word(first)


def _may_end_a_word(piece: str) -> bool:
    """Whether a piece ends like a word: 확인을, 사용된, 할."""
    final = (ord(piece[-1]) - ord("가")) % 28
    return piece[-1] in _LAST or final in _ADNOMINAL


def _may_be_broken(line: Line, below: Line) -> bool:
    return bool(
        _HANGUL_END.search(line.words[-1].text) and _HANGUL_START.match(below.words[0].text)
    )


def _is_full(line: Line, right: float) -> bool:
    return right - line.right < _ROOM * line.size


def _pieces(line: Line, below: Line) -> tuple[str, str]:
    return _core(line.words[-1].text), _core(below.words[0].text)


def _core(word: str) -> str:
    return _EDGES.sub("", word)


def _whole_words(lines: Sequence[Line]) -> Iterable[str]:
    """The words that cannot be half of one: the first of a line may be, and the last."""
    last = len(lines) - 1
    for number, line in enumerate(lines):
        start = 0 if number == 0 else 1
        end = len(line.words) if number == last else len(line.words) - 1
        yield from filter(None, (_core(word.text) for word in line.words[start:end]))
