"""Reads Markdown and plain text."""

import html
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from knowledge.language.sentences import plain
from knowledge.read.content import Content, decoded
from knowledge.read.front_matter import FrontMatter, split_off
from knowledge.read.html.parser import is_rule, raised, without_boxes, without_code, without_unseen
from knowledge.read.text.markdown_table import in_one_cell

_TABLE = re.compile(r"<(?P<end>/?)table\b[^<>\n]{0,999}>", re.IGNORECASE)
_TITLE = re.compile(r"\A\s*# +(?P<title>[^\n]+)\n")


def read_markdown(raw: bytes) -> Content:
    """Reads front matter and text of a Markdown file."""
    found, body = split_off(decoded(raw))
    body = tidied(_with_tables(without_unseen(body)))
    heading = _TITLE.match(body)
    title = _title(heading["title"]) if heading else None
    return replace(_with_fields(body, found), title=title)


def read_text(raw: bytes) -> Content:
    """Reads a plain text, with front matter if it has any."""
    found, body = split_off(decoded(raw))
    return _with_fields(body, found)


def _with_fields(body: str, found: FrontMatter | None) -> Content:
    return Content(body, fields=found.fields, unknown=found.unknown) if found else Content(body)


def _with_tables(markdown: str) -> str:
    """Turns HTML tables into Markdown; an unreadable one stays as it is."""
    said: list[str] = []
    last = depth = start = 0
    for tag in _TABLE.finditer(without_code(markdown)):
        if not tag["end"]:
            start = start if depth else tag.start()
            depth += 1
        elif depth == 1:
            said += markdown[last:start], f"\n\n{_table(markdown[start : tag.end()])}\n\n"
            last, depth = tag.end(), 0
        else:
            depth = max(depth - 1, 0)
    return "".join((*said, markdown[last:]))


def _table(written: str) -> str:
    from knowledge.read.html.page import read_html  # noqa: PLC0415 - large, and rarely needed here

    try:
        return read_html(written.encode()).text.strip()
    except RecursionError:
        return written


def _title(heading: str) -> str:
    """A heading without Markdown's marks, including closing ones."""
    heading = heading.strip()
    text = heading.rstrip("#")
    return plain(text if text[-1:].isspace() else heading)


# Cleans up Markdown exported by other programs: HTML tags, entities, footnotes, tables.

_INLINE = "a|abbr|b|big|em|font|i|img|ins|kbd|mark|small|span|strong|sub|sup|tt|u|wbr"
_BLOCK = "center|details|div|p|section|summary"
_MARK = re.compile(
    r"<sup\b[^<>\n]{0,99}>(?P<raised>[^<>\n]{1,30})</sup>"
    r"|(?P<note>[ \t]?\[\^[^\]\s]{1,40}\])"
    r"|\\(?P<escaped>[!-/:-@\[\\\]^_{|}~])"
    r"|(?P<entity>&\#?[A-Za-z0-9]{2,31};)"
    rf"|(?P<end><br\b[^<>\n]{{0,99}}>|</(?:{_BLOCK})\s{{0,9}}>)"
    rf"|</?(?:{_INLINE}|{_BLOCK}|hr)\b[^<>\n]{{0,999}}>",
    re.IGNORECASE,
)
_LINE_END = "\0"
"""Stands for the end of an HTML line; decoded texts never contain it."""
_FOOTNOTE = re.compile(r"^ {0,3}\[\^[^\]\s]{1,40}\]:[ \t]*")
_RULE = re.compile(r"[\s|:-]+")
_DASHES = re.compile("-+")
_NOTE = re.compile(
    r"^(?P<above>[ \t>]*)(?:\[![A-Za-z-]{1,30}\][-+]?|:::+[ \t]?[A-Za-z-]{0,30})[ \t]*"
)
"""The first line of a callout in GitHub, Obsidian and Docusaurus."""
_FURTHEST_MARK = 9
"""A mark, such as 12. or > -, has at most this many characters of its line before it."""
_HEADING = re.compile(r"\s{0,3}#{1,6}\s")
_BEFORE = re.compile(r"[\s>]*")
_ITEM = re.compile(r"(?:[-*+•]|\d{1,3}[.)])\s+")


def tidied(markdown: str) -> str:
    """Removes HTML tags and replaces entities by their characters. Code stays as it is."""
    lines, shown = markdown.split("\n"), without_code(markdown).split("\n")
    names, rows = _rows(shown)
    tidy: list[str] = []
    for number, (line, outside) in enumerate(zip(lines, shown, strict=True)):
        if not outside.strip():
            tidy.append(line)
        elif number - 1 in names:
            # Every parser accepts three dashes.
            tidy.append(_DASHES.sub("---", line))
        elif number in rows:
            tidy.append(_row(_without_marks(line, outside), is_names=number in names))
        elif not is_rule(outside) or (number and lines[number - 1].strip()):
            tidy.append(_in_lines(without_boxes(_without_marks(line, outside))))
    return "\n".join(tidy)


def _rows(lines: Sequence[str]) -> tuple[set[int], set[int]]:
    """The numbers of the lines with column headings, and of all lines of tables."""
    names: set[int] = set()
    rows: set[int] = set()
    for number, (line, below) in enumerate(pairwise([*lines, ""])):
        if "|" in line and number - 1 in rows:
            rows.add(number)
        elif "|" in line and "|" in below and "-" in below and _RULE.fullmatch(below):
            names.add(number)
            rows.add(number)
    return names, rows


def _without_marks(line: str, outside: str) -> str:
    said = ""
    last = 0
    if boxed := _NOTE.match(outside):
        said, last = boxed["above"], boxed.end()
    elif defined := _FOOTNOTE.match(outside):
        last = defined.end()
    for mark in _MARK.finditer(outside, last):
        said += line[last : mark.start()]
        said += _instead(mark, said)
        last = mark.end()
    return said + line[last:]


def _instead(mark: re.Match[str], before: str) -> str:
    if mark["raised"]:
        return raised(mark["raised"].strip(), before)
    if mark["end"]:
        return _LINE_END
    if mark["escaped"]:
        return mark[0] if _would_mark(mark, before) else _sign(mark["escaped"])
    return _sign(html.unescape(mark["entity"])) if mark["entity"] else ""


def _would_mark(escaped: re.Match[str], before: str) -> bool:
    """Whether a sign without its backslash would become one of Markdown's marks."""
    sign, after = escaped["escaped"], escaped.string[escaped.end() : escaped.end() + 1]
    if len(before) <= _FURTHEST_MARK:
        above = before.strip(" \t>")
        if (not above and sign in "#*>" and (after.isspace() or sign == ">")) or (
            above.isdigit() and sign in ".)"
        ):
            return True
    return (sign == "<" and not after.isspace() and not after.isdigit()) or (
        sign == "(" and before.endswith("]")
    )


def _sign(sign: str) -> str:
    # A bar in the text would start another cell.
    return " " if sign.isspace() else sign.replace("|", "¦")


def _row(row: str, *, is_names: bool) -> str:
    """Joins the lines of each cell in a row."""
    if row.lstrip().startswith("||"):
        # Keeps an empty first cell: other code takes "||" at the start for no cell.
        row = row.replace("||", "| |", 1)
    # Bars are escaped within code, too.
    cells = row.replace("\\|", "¦").split("|")
    return "|".join(_in_cell(cell, is_names=is_names) for cell in cells)


def _in_cell(cell: str, *, is_names: bool) -> str:
    if _LINE_END not in cell:
        return cell
    return f" {' '.join(_parts(cell)) if is_names else in_one_cell(_parts(cell))} "


def _in_lines(line: str) -> str:
    """Writes line breaks as Markdown does; a heading gets blanks instead."""
    if _LINE_END not in line:
        return line
    if _HEADING.match(line):
        return " ".join(_parts(line))
    before = _BEFORE.match(line)
    above = before[0] if before else ""
    item = _ITEM.match(line, len(above))
    below = above + " " * (item.end() - len(above) if item else 0)
    first, *others = _parts(line[len(above) :]) or [""]
    said = "  \n".join((above + first, *(below + one for one in others)))
    return f"{said}  " if first and line.rstrip().endswith(_LINE_END) else said


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(_LINE_END) if part.strip()]
