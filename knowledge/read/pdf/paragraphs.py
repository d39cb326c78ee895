"""Makes a page's lines paragraphs and headings, and its tables Markdown."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from knowledge.language.ko.stems import SMALL, ends_in_consonant, is_ending
from knowledge.read.html.spans import Cell, as_markdown, titled, without_empty
from knowledge.read.pdf.layout import Box, Line, Part, Table, Word

# Joins the lines of a paragraph. Korean lines may end within a word: "초기 불" + "량이 있으면".

_EDGES = re.compile(r"^[^가-힣]+|[^가-힣]+$")
_HANGUL_END = re.compile(r"[가-힣]\Z")
_HANGUL_START = re.compile(r"[가-힣]")
_ROOM = 1.0
"""A line that has no room for one more letter, as a share of the font size, may end in a word."""
_BREAKS_WORDS = 2
"""So many words in two that stand whole elsewhere: this file breaks lines at any letter."""
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
        whole = [word.text for lines, _ in known for word in _whole_words(lines)]
        self._whole = Counter(filter(None, map(_core, whole)))
        self._small = {_letters(word) for word in whole}
        self._starts = {
            word[:length] for word in self._whole for length in range(_SHORTEST, len(word) + 1)
        }
        ends = [
            (line, below, right)
            for lines, right in known
            for line, below in pairwise(lines)
            if _may_be_broken(line, below)
        ]
        full = [_pieces(line, below) for line, below, right in ends if _is_full(line, right)]
        broken = sum(self._stands_whole(*pieces) or is_ending(pieces[1]) for pieces in full)
        self._breaks_words = broken >= _BREAKS_WORDS

    def joined(self, lines: Sequence[Line], right: float, inside: float = 0.0) -> str:
        """The text of lines, with a blank between two unless a word goes on.

        `inside` is the width of the cell that they are in.
        """
        text = lines[0].text
        for line, below in pairwise(lines):
            goes_on = self._goes_on(line, below, right) or self._is_wider(line, below, inside)
            text += ("" if goes_on else " ") + below.text
        return text

    def _goes_on(self, line: Line, below: Line, right: float) -> bool:
        if not _may_be_broken(line, below) or line.words[-1].before_blank:
            return False
        if not _is_full(line, right):
            return False
        first, second = _pieces(line, below)
        if self._stands_whole(first, second):
            return True
        return self._breaks_words and self._is_a_piece(first, second)

    def _is_wider(self, line: Line, below: Line, inside: float) -> bool:
        """Whether a word with small letters is wider than its cell: its first piece fills a line.

        The second piece does not stand alone elsewhere, as "soup" does below "root".
        """
        first, second = line.words[-1], below.words[0]
        if not (inside and first.text[-1].isalpha() and second.text[0].islower()):
            return False
        room = inside - (line.right - line.left)
        letter = (second.right - second.left) / len(second.text)
        if room > letter or first.right - first.left + second.right - second.left < inside:
            return False
        return _letters(second.text) not in self._small

    def _stands_whole(self, first: str, second: str) -> bool:
        """Whether the two pieces are a word elsewhere, or the beginning of one."""
        word = first + second
        if word in self._whole:
            return True
        if first in self._whole and second[:_SHORTEST] in self._starts:
            return False
        return any(
            word[:length] in self._starts
            for length in range(max(len(first) + 1, _SHORTEST), len(word))
        )

    def _is_a_piece(self, first: str, second: str) -> bool:
        """Whether one of the pieces is no word, by the language and the rest of the file."""
        if is_ending(second):
            return True
        if second == "이" and ends_in_consonant(first) and not _may_end_a_word(first):
            return first not in SMALL  # The particle, not "this".
        begins = second in SMALL or second in self._whole or second[:_SHORTEST] in self._starts
        if len(second) == 1 and not begins:
            return True
        return len(first) == 1 and first not in SMALL and first not in self._whole


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


def _letters(word: str) -> str:
    return word.strip(".,:;!?()/").lower()


def _whole_words(lines: Sequence[Line]) -> Iterable[Word]:
    """The words that cannot be half of one: the first of a line may be, and the last."""
    last = len(lines) - 1
    for number, line in enumerate(lines):
        start = 0 if number == 0 else 1
        end = len(line.words) if number == last else len(line.words) - 1
        yield from line.words[start:end]


_HEADING_RATIO = 1.15
"""A line this much larger than most of the text is a heading."""
_LONGEST_HEADING = 80
_ITEM = re.compile(r"\s*(?:[-•*]|\d{1,2}[.)])\s")
_PARAGRAPH_GAP = 0.6
"""A gap of more than this share of a line's height starts a paragraph in lines set close."""
_SAME_PITCH = 1.15
"""Lines of one paragraph are no further apart than this many times the page's line pitch."""
_USUAL = 0.15
"""Share of all distances between two lines from which one is usual."""
_HEADING_PITCH = 1.9
"""Lines of one heading are no further apart than this many times their font size."""
_SAME_SIZE = 0.5
_SAME_PLACE = 4.0
"""Points by which the two halves of a table may be off."""
_SENTENCE_ENDS = (".", "!", "?", "。", ":")


@dataclass(slots=True)
class Block:
    """A table, or the lines of a paragraph or a heading, with the right edge of their column."""

    parts: list[Part] = field(default_factory=list)
    marks: str = ""
    right: float = 0.0

    @property
    def lines(self) -> list[Line]:
        """Its lines; none if it is a table."""
        return [part for part in self.parts if isinstance(part, Line)]


def blocks_of(parts: Sequence[Part], body_size: float) -> list[Block]:
    """Groups the parts of a page, in reading order, into blocks."""
    blocks: list[Block] = []
    pitch = _pitch(parts)
    for column in _columns(parts):
        right = max((part.right for part in column), default=0.0)
        for part in column:
            marks = "" if isinstance(part, Table) else _heading_marks(part, body_size)
            if isinstance(part, Line) and blocks and _goes_on(part, marks, blocks[-1], pitch):
                blocks[-1].parts.append(part)
            else:
                blocks.append(Block([part], marks, right))
    return [_checked(block) for block in blocks]


def _columns(parts: Sequence[Part]) -> Iterator[list[Part]]:
    column: list[Part] = []
    for part in parts:
        if column and part.top < column[-1].top:
            yield column
            column = []
        column.append(part)
    yield column


def _pitch(parts: Sequence[Part]) -> float:
    """The smallest of the usual distances between two lines of a page."""
    steps = Counter(
        round(2 * (line.bottom - above.bottom)) / 2
        for above, line in pairwise(parts)
        if isinstance(above, Line) and isinstance(line, Line)
        if line.bottom > above.bottom and abs(line.size - above.size) <= _SAME_SIZE
    )
    usual = _USUAL * sum(steps.values())
    return min((step for step in steps if steps[step] >= usual), default=0.0)


def _goes_on(line: Line, marks: str, above: Block, pitch: float) -> bool:
    """Whether a line continues the block above."""
    if not above.lines or _ITEM.match(line.text) or line.is_filled or above.lines[-1].is_filled:
        return False
    last = above.lines[-1]
    if above.marks == "##" or marks == "##":
        close = 0 < line.bottom - last.bottom <= _HEADING_PITCH * line.size
        return above.marks == marks and close and abs(line.size - last.size) <= _SAME_SIZE
    if above.marks:
        bold = all(word.bold for word in line.words)
        return (
            bold and _is_below(line, last, pitch, above.right) and _wraps(line, last, above.right)
        )
    if marks or line.top < last.top:
        # The next column continues the sentence or begins another one.
        return not marks and not last.text.endswith(_SENTENCE_ENDS)
    return _is_below(line, last, pitch, above.right)


def _is_below(line: Line, last: Line, pitch: float, right: float) -> bool:
    if line.top - last.bottom <= _PARAGRAPH_GAP * (line.bottom - line.top):
        return True
    if last.text.endswith(_SENTENCE_ENDS):
        return False
    step = line.bottom - last.bottom
    return 0 < step <= _SAME_PITCH * pitch and _wraps(line, last, right)


def _wraps(line: Line, last: Line, right: float) -> bool:
    """Whether the line above had no room for this one's first word."""
    first = line.words[0]
    blank = line.size / 4
    return last.right + blank + first.right - first.left > right


def _heading_marks(line: Line, body_size: float) -> str:
    """The Markdown marks of a heading: "##" for larger text, "###" for a short bold line."""
    if line.size >= body_size * _HEADING_RATIO:
        return "##"
    bold = all(word.bold for word in line.words)
    return "###" if bold and _may_be_heading(line.text, _LONGEST_HEADING) else ""


def _may_be_heading(text: str, longest: int) -> bool:
    return not text.endswith((".", ":", ",", ";")) and len(text) <= longest


def _checked(block: Block) -> Block:
    """The block without marks if bold lines turn out to be a paragraph."""
    text = " ".join(line.text for line in block.lines)
    if block.marks == "###" and not _may_be_heading(text, 2 * _LONGEST_HEADING):
        block.marks = ""
    return block


def with_heads(pages: Sequence[list[Part]]) -> Sequence[list[Part]]:
    """The same pages; a table that goes on at the top of the next one has its head there, too."""
    for above, page in pairwise(pages):
        if not above or not page:
            continue
        last, first = above[-1], page[0]
        if isinstance(last, Table) and isinstance(first, Table) and _continues(first, last):
            page[0] = replace(first, rows=(last.rows[0], *first.rows))
    return pages


def _continues(table: Table, above: Table) -> bool:
    """Whether a table has the columns of the one above it, and no head of its own."""
    same_place = abs(table.left - above.left) + abs(table.right - above.right) <= _SAME_PLACE
    if not same_place or len(table.rows[0]) != len(above.rows[0]):
        return False
    words = [word for box in table.rows[0] if box for line in box.lines for word in line.words]
    return _row_text(table) != _row_text(above) and not all(word.bold for word in words)


def _row_text(table: Table) -> str:
    return " ".join(line.text for box in table.rows[0] if box for line in box.lines)


def written(block: Block, ends: LineEnds) -> str:
    """A block as Markdown."""
    [first, *_] = block.parts
    if isinstance(first, Table):
        return _table(first, ends)
    text = ends.joined(block.lines, block.right)
    if block.marks:
        return f"{block.marks} {text}"
    return "- " + text[1:].strip() if text.startswith("•") else text


def cell_lines(table: Table) -> Iterator[tuple[Sequence[Line], float]]:
    """The lines of each cell, with the right edge of its longest."""
    for box in dict.fromkeys(box for row in table.rows for box in row if box):
        if box.lines:
            yield box.lines, max(line.right for line in box.lines)


def _table(table: Table, ends: LineEnds) -> str:
    boxes = [*dict.fromkeys(box for row in table.rows for box in row if box)]
    ruled = (line.left - box.left for box in boxes if box.right for line in box.lines)
    padding = min(ruled, default=0.0)
    cells = {box: _cell(box, ends, padding) for box in boxes}
    laid_out = [[cells[box] if box else None for box in row] for row in table.rows]
    above, rows = titled(without_empty(laid_out))
    return "\n\n".join(one for one in (*above, as_markdown(rows)) if one)


def _cell(box: Box, ends: LineEnds, padding: float) -> Cell:
    right = max((line.right for line in box.lines), default=0.0)
    inside = box.right - box.left - 2 * padding if box.right else 0.0
    text = ends.joined(box.lines, right, inside) if box.lines else ""
    return Cell(text, text)
