"""Reads RTF: striprtf finds its letters, and marks put into it beforehand find its structure.

One person keeps striprtf, so only this module knows it (docs/decisions/0127-formats-of-offices.md).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape

from striprtf.striprtf import remove_pict_groups, rtf_to_text

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.office.package import counted, from_page

_WORDS = (
    "{ } pard par plain outlinelevel v strike striked deleted footnote intbl trowd "
    "cellx clvmgf clvmrg clmgf clmrg cell row nestcell nestrow"
).split()
_FIRST, _END = 0xE000, "\ue0ff"
"""Letters for private use stand for the words above: mark, number, end."""
_TOKEN = re.compile(
    r"\\[\\{}'*]\s*(?:\\footnote\b)?"
    r"|\\(?P<word>[a-z]{1,32})(?P<number>-?\d{1,10})? ?|(?P<brace>[{}])"
)
_MARKED = re.compile(f"[{chr(_FIRST)}-{chr(_FIRST + len(_WORDS) - 1)}][0-9-]*{_END}")
_CODE_PAGE = re.compile(rb"\\ansicpg(\d{3,5})")
_PICTURE = re.compile(r"\\(?:shppict|pict)\b")
_HIGHEST = 6
_BULLET = re.compile("[•●▪‣\uf0b7\uf0a7]\\s*")
_UNREADABLE = "this .rtf cannot be read; save it again, or as .docx"


def read_rtf(raw: bytes) -> Content:
    """Reads an RTF without hidden, struck-out and deleted text. Raises UnreadableDocumentError."""
    if not raw.lstrip().startswith(b"{\\rtf"):
        raise UnreadableDocumentError(_UNREADABLE)
    pictures = _PICTURE.findall(rtf := _letters(raw))
    count = pictures.count("\\shppict") or len(pictures)
    try:
        marked = _TOKEN.sub(_marked, remove_pict_groups(rtf))  # type: ignore[no-untyped-call]
        text = rtf_to_text(marked, errors="replace")  # type: ignore[no-untyped-call]
    except (ValueError, LookupError) as error:
        raise UnreadableDocumentError(_UNREADABLE) from error
    html = _Reader().html(text)
    return replace(from_page(html), lost=counted(count, "picture"))


def _letters(raw: bytes) -> str:
    said = _CODE_PAGE.search(raw)
    try:
        return raw.decode(f"cp{said[1].decode()}" if said else "cp1252", "replace")
    except LookupError:
        return raw.decode("latin-1")


def _marked(token: re.Match[str]) -> str:
    name = token["word"] or token["brace"]
    if token[0].endswith("\\footnote"):
        return _mark("footnote", "")
    if name not in _WORDS:
        return token[0]
    mark = _mark(name, token["number"] or "")
    if name == "{":
        return mark + "{"
    # The word stays where striprtf knows it as a line end or as text to leave out.
    return f"{token[0].rstrip(' ')}{'' if name == '}' else ' '}{mark}"


def _mark(name: str, number: str) -> str:
    return f"{chr(_FIRST + _WORDS.index(name))}{number}{_END}"


@dataclass(frozen=True, slots=True)
class _State:
    """What holds again after a group."""

    hides: frozenset[str]
    level: int | None
    in_table: bool
    note: int | None = None
    """Where the footnote began in the text, if the group is one."""


class _Reader:
    """Follows the marks through the text, and writes what it finds as HTML."""

    def __init__(self) -> None:
        self._blocks: list[str] = []
        self._footnotes: list[str] = []
        self._text = ""
        self._level: int | None = None
        self._hides: frozenset[str] = frozenset()
        self._groups: list[_State] = []
        self._table = Table()
        self._in_table = False

    def html(self, text: str) -> str:
        """The page of a text with marks."""
        at = 0
        for mark in _MARKED.finditer(text):
            self._add(text[at : mark.start()])
            self._follow(_WORDS[ord(mark[0][0]) - _FIRST], mark[0][1:-1])
            at = mark.end()
        self._add(text[at:])
        self._in_table = False
        self._end_paragraph()
        return "".join((*self._blocks, self._table.html(), *self._footnotes))

    def _add(self, text: str) -> None:
        if not self._hides:
            self._text += text

    def _follow(self, word: str, number: str) -> None:
        match word:
            case "{":
                self._groups.append(_State(self._hides, self._level, self._in_table))
            case "}":
                self._end_group()
            case "footnote" if self._groups:
                self._groups[-1] = replace(self._groups[-1], note=len(self._text))
            case "plain":
                self._hides = frozenset()
            case "v" | "strike" | "striked" | "deleted":
                self._hides = self._hides - {word} if number == "0" else self._hides | {word}
            case _:
                self._follow_block(word, number)

    def _follow_block(self, word: str, number: str) -> None:
        match word:
            case "pard":
                self._level, self._in_table = None, False
            case "outlinelevel":
                self._level = int(number or 0)
            case "intbl":
                self._in_table = True
            case "par":
                self._end_paragraph()
            case "cell":
                self._table.end_cell(self._said("|"))
            case "nestcell" | "nestrow":
                self._text = f"{self._text.removesuffix('|')}\n"
            case _:
                self._table.follow(word, number)

    def _end_group(self) -> None:
        if not self._groups:
            return
        before = self._groups.pop()
        self._hides, self._level = before.hides, before.level
        self._in_table = before.in_table
        if before.note is not None:
            if said := _html(self._text[before.note :]):
                self._footnotes.append(f"<p>{said}</p>")
            self._text = self._text[: before.note]

    def _said(self, end: str) -> str:
        text, self._text = self._text.removesuffix(end), ""
        return _html(text)

    def _end_paragraph(self) -> None:
        text = self._said("\n")
        if self._in_table:
            self._table.add(text)
        elif text:
            self._blocks.append(self._table.html())
            self._table = Table()
            self._blocks.append(self._paragraph(text))

    def _paragraph(self, text: str) -> str:
        if (bullet := _BULLET.match(text)) and bullet.end() < len(text):
            return f"<ul><li>{text[bullet.end() :]}</li></ul>"
        if self._level is None or self._level >= _HIGHEST:
            return f"<p>{text}</p>"
        return f"<h{self._level + 1}>{text}</h{self._level + 1}>"


def _html(text: str) -> str:
    lines = (" ".join(line.split()) for line in text.strip().split("\n"))
    return "<br>".join(escape(line) for line in lines)


# Builds a table of an RTF, whose cells are known by their right edges.


@dataclass(frozen=True, slots=True)
class _Cell:
    right: int = 0
    goes_on_below: bool = False
    """Whether it belongs to the cell above it."""
    goes_on_beside: bool = False
    """Whether it belongs to the cell before it."""
    text: str = ""


@dataclass(frozen=True, slots=True)
class _Placed:
    left: int
    right: int
    cell: _Cell


class Table:
    """Follows the words of a table: definitions of cells first, their texts after."""

    def __init__(self) -> None:
        self._rows: list[list[_Placed]] = []
        self._defined: list[_Cell] = []
        self._next = _Cell()
        self._texts: list[str] = []
        self._lines: list[str] = []

    def follow(self, word: str, number: str) -> None:
        """Takes a word that begins, describes or ends a row."""
        match word:
            case "trowd":
                self._defined, self._next = [], _Cell()
            case "clvmrg":
                self._next = replace(self._next, goes_on_below=True)
            case "clmrg":
                self._next = replace(self._next, goes_on_beside=True)
            case "cellx":
                self._defined.append(replace(self._next, right=int(number or 0)))
                self._next = _Cell()
            case "row":
                self._end_row()

    def add(self, line: str) -> None:
        """Adds a paragraph to the cell."""
        self._lines.append(line)

    def end_cell(self, text: str) -> None:
        """Ends a cell with its last paragraph."""
        said = [line for line in (*self._lines, text) if line]
        self._texts.append("".join(f"<p>{line}</p>" for line in said))
        self._lines = []

    def html(self) -> str:
        """The table, its cells over several rows and columns as such; empty without rows."""
        if not self._rows:
            return ""
        edges = sorted(
            {edge for row in self._rows for one in row for edge in (one.left, one.right)}
        )
        rows = (self._row(number, edges) for number in range(len(self._rows)))
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"

    def _end_row(self) -> None:
        row: list[_Placed] = []
        left = 0
        for number, text in enumerate(self._texts):
            known = self._defined[number] if number < len(self._defined) else _Cell(left + 1)
            if known.goes_on_beside and row:
                row[-1] = replace(row[-1], right=known.right)
            else:
                row.append(_Placed(left, known.right, replace(known, text=text)))
            left = known.right
        self._texts = []
        if row:
            self._rows.append(row)

    def _row(self, number: int, edges: Sequence[int]) -> str:
        cells = ""
        for one in self._rows[number]:
            if one.cell.goes_on_below and number:
                continue
            wide = max(edges.index(one.right) - edges.index(one.left), 1)
            cells += (
                f'<td colspan="{wide}" rowspan="{self._high(number, one)}">{one.cell.text}</td>'
            )
        return cells

    def _high(self, number: int, cell: _Placed) -> int:
        high = 1
        for row in self._rows[number + 1 :]:
            if not any(one.cell.goes_on_below and one.right == cell.right for one in row):
                break
            high += 1
        return high
