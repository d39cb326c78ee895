"""Markdown as other programs export it, with HTML for what they know no mark for."""

import html
import re
from collections.abc import Sequence
from itertools import pairwise

from knowledge.reading.marks import raised, without_boxes
from knowledge.reading.tables import in_one_cell
from knowledge.reading.unseen import without_code

_INLINE = "a|abbr|b|big|em|font|i|img|ins|kbd|mark|small|span|strong|sub|sup|tt|u|wbr"
_BLOCK = "center|details|div|p|section|summary"
_MARK = re.compile(
    r"<sup\b[^<>\n]{0,99}>(?P<raised>[^<>\n]{1,30})</sup>"
    r"|(?P<note>[ \t]?\[\^[^\]\s]{1,40}\])"
    r"|(?P<entity>&\#?[A-Za-z0-9]{2,31};)"
    rf"|(?P<end><br\b[^<>\n]{{0,99}}>|</(?:{_BLOCK})\s{{0,9}}>)"
    rf"|</?(?:{_INLINE}|{_BLOCK}|hr)\b[^<>\n]{{0,999}}>",
    re.IGNORECASE,
)
_LINE_END = "\0"
"""Where a line of HTML ends; no text that was decoded has it."""
_FOOTNOTE = re.compile(r"^ {0,3}\[\^[^\]\s]{1,40}\]:[ \t]*")
_RULE = re.compile(r"[\s|]*:?-{3,}")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s")
_BEFORE = re.compile(r"[\s>]*")
_ITEM = re.compile(r"(?:[-*+•]|\d{1,3}[.)])\s+")


def tidied(markdown: str) -> str:
    """Markdown without HTML, with characters for their names; code stays as it is."""
    lines, shown = markdown.split("\n"), without_code(markdown).split("\n")
    names, rows = _rows(shown)
    tidy: list[str] = []
    for number, (line, outside) in enumerate(zip(lines, shown, strict=True)):
        if not outside.strip():
            tidy.append(line)
            continue
        said = _without_marks(line, outside, in_row=number in rows)
        said = said if number in rows else without_boxes(said)
        tidy.append(_in_lines(said, is_names=number in names, is_row=number in rows))
    return "\n".join(tidy)


def _rows(lines: Sequence[str]) -> tuple[set[int], set[int]]:
    """Which lines name the columns of tables, and which are rows of them at all."""
    names = {
        number
        for number, (line, below) in enumerate(pairwise(lines))
        if "|" in line and "|" in below and _RULE.match(below)
    }
    rows: set[int] = set()
    for number, line in enumerate(lines):
        if "|" in line and (number in names or number - 1 in rows):
            rows.add(number)
    return names, rows


def _without_marks(line: str, outside: str, *, in_row: bool) -> str:
    said = ""
    last = 0
    defined = _FOOTNOTE.match(outside)
    if defined:
        last = defined.end()
    for mark in _MARK.finditer(outside, last):
        said += line[last : mark.start()]
        said += _instead(mark, said, in_row=in_row)
        last = mark.end()
    return said + line[last:]


def _instead(mark: re.Match[str], before: str, *, in_row: bool) -> str:
    if mark["raised"]:
        return raised(mark["raised"].strip(), before)
    if mark["end"]:
        return _LINE_END
    if not mark["entity"]:
        return ""
    sign = html.unescape(mark["entity"])
    if sign.isspace():
        return " "
    # A bar of the text itself would begin another cell.
    return sign.replace("|", "¦") if in_row else sign


def _in_lines(line: str, *, is_names: bool, is_row: bool) -> str:
    """A line with its ends as Markdown knows them; rows and headings have none."""
    if _LINE_END not in line:
        return line
    if is_row:
        return "|".join(_in_cell(cell, is_names=is_names) for cell in line.split("|"))
    if _HEADING.match(line):
        return " ".join(_parts(line))
    before = _BEFORE.match(line)
    above = before[0] if before else ""
    item = _ITEM.match(line, len(above))
    below = above + " " * (item.end() - len(above) if item else 0)
    first, *others = _parts(line[len(above) :]) or [""]
    said = "  \n".join((above + first, *(below + one for one in others)))
    return f"{said}  " if first and line.rstrip().endswith(_LINE_END) else said


def _in_cell(cell: str, *, is_names: bool) -> str:
    if _LINE_END not in cell:
        return cell
    return f" {' '.join(_parts(cell)) if is_names else in_one_cell(_parts(cell))} "


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(_LINE_END) if part.strip()]
