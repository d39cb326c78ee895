"""Reads RTF: striprtf finds its letters, and marks put into it beforehand find its structure.

One person keeps striprtf, so only this module knows it (docs/decisions/0127-formats-of-offices.md).
"""

import re
from dataclasses import dataclass, replace
from html import escape

from striprtf.striprtf import remove_pict_groups, rtf_to_text

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.office.as_page import counted, from_page
from knowledge.read.office.rtf.table import Table

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
        if bullet := _BULLET.match(text):
            return f"<ul><li>{text[bullet.end() :]}</li></ul>"
        if self._level is None or self._level >= _HIGHEST:
            return f"<p>{text}</p>"
        return f"<h{self._level + 1}>{text}</h{self._level + 1}>"


def _html(text: str) -> str:
    lines = (" ".join(line.split()) for line in text.strip().split("\n"))
    return "<br>".join(escape(line) for line in lines)
