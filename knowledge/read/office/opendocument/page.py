"""OpenDocument texts and slides as pages."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from html import escape

from lxml import etree

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.office.opendocument.styles import (
    DRAW,
    OFFICE,
    PRESENTATION,
    STYLE,
    TABLE,
    TEXT,
    Styles,
    opened,
)
from knowledge.read.office.package import Slide, counted, deck, from_page

_LEFT_OUT = frozenset(
    f"{TEXT}{name}"
    for name in (
        "tracked-changes table-of-content illustration-index table-index alphabetical-index "
        "bibliography user-index sequence-decls variable-decls user-field-decls note-citation "
        "ruby-text"
    ).split()
) | {f"{OFFICE}annotation", f"{OFFICE}forms", f"{PRESENTATION}notes", f"{DRAW}a-title"}
_BLOCKS = frozenset((f"{TEXT}p", f"{TEXT}h", f"{TEXT}list", f"{TABLE}table"))
_ROWS = tuple(f"{TABLE}table-{name}" for name in ("header-rows", "rows", "row-group"))
_PICTURED = (f"{TABLE}table", f"{DRAW}object", f"{DRAW}object-ole")
_VISIBLE = (None, "visible")
_PLAIN_NUMBER = re.compile(r"(?P<number>\d{1,3})\.")
_HIGHEST = 6
_MOST_REPEATED = 1_000
_DEEPEST = 60
"""Elements in elements; more are no document's."""


class Page:
    """The HTML of a file's elements, and what of them is no text."""

    def __init__(self, styles: Styles) -> None:
        self._styles = styles
        self._lists = 0
        self.footnotes: list[str] = []
        self.pictures = 0
        self.objects = 0

    def blocks(self, elements: Iterable[etree._Element], depth: int = 0) -> str:
        """The paragraphs, headings, lists and tables among the elements."""
        if depth > _DEEPEST:
            return ""
        return "".join(self._block(one, depth + 1) for one in elements if self._is_shown(one))

    def _block(self, element: etree._Element, depth: int) -> str:
        if element.tag == f"{TEXT}p":
            return self._paragraph(element, depth)
        if element.tag == f"{TEXT}h":
            return self._heading(element, depth)
        if element.tag == f"{TEXT}list":
            self._lists += 1
            return self._list(element, element.get(f"{TEXT}style-name"), 1, depth)
        if element.tag == f"{TABLE}table":
            return self._table(element, depth)
        self._count(element)
        return self.blocks(element, depth)

    def _is_shown(self, element: etree._Element) -> bool:
        return (
            isinstance(element.tag, str)
            and element.tag not in _LEFT_OUT
            and element.get(f"{TEXT}display") != "none"
            and element.get(f"{TEXT}is-hidden") != "true"
            and element.tag not in (f"{TEXT}hidden-text",)
            and not self._styles.is_unseen(element.get(f"{TEXT}style-name"))
        )

    def _count(self, element: etree._Element) -> None:
        self.pictures += element.tag == f"{DRAW}image" and not _has_object(element)
        self.objects += element.tag in _PICTURED[1:]

    def _paragraph(self, element: etree._Element, depth: int) -> str:
        text, beside = self._text(element, depth)
        title = self._styles.is_based_on(element.get(f"{TEXT}style-name"), "Title")
        open_tag, close_tag = ("<h1 class='title'>", "</h1>") if title else ("<p>", "</p>")
        return (f"{open_tag}{text}{close_tag}" if text else "") + beside

    def _heading(self, element: etree._Element, depth: int) -> str:
        level = _number(element, f"{TEXT}outline-level")
        text, beside = self._text(element, depth)
        if not text:
            return beside
        number = ""
        if element.get(f"{TEXT}is-list-header") != "true":
            number = self._styles.heading(min(level, 10))
        name = f"h{min(level, _HIGHEST)}"
        return f"<{name}>{escape(number)}{' ' if number else ''}{text}</{name}>{beside}"

    def _text(self, element: etree._Element, depth: int) -> tuple[str, str]:
        """The text of a paragraph, and the blocks that are anchored in it."""
        beside: list[str] = []
        text = "".join(self._inline(element, beside, depth)).strip()
        return text, "".join(beside)

    def _inline(self, element: etree._Element, beside: list[str], depth: int) -> Iterator[str]:
        yield escape(_spaced(element.text))
        for child in element if depth <= _DEEPEST else ():
            if self._is_shown(child):
                yield from self._child(child, beside, depth + 1)
            yield escape(_spaced(child.tail))

    def _child(self, child: etree._Element, beside: list[str], depth: int) -> Iterator[str]:
        if child.tag == f"{TEXT}s":
            yield " " * min(_number(child, f"{TEXT}c"), _MOST_REPEATED)
        elif child.tag == f"{TEXT}tab":
            yield " "
        elif child.tag == f"{TEXT}line-break":
            yield "<br>"
        elif child.tag == f"{TEXT}note":
            self.footnotes.append(self.blocks(child, depth))
        elif child.tag.startswith(DRAW):
            self._count(child)
            beside.append(self.blocks(child, depth))
        elif child.tag in _BLOCKS:
            beside.append(self._block(child, depth))
        else:
            yield from self._inline(child, beside, depth)

    def _list(self, element: etree._Element, style: str | None, level: int, depth: int) -> str:
        if depth > _DEEPEST:
            return ""
        counted = f"list {self._lists}"
        items = ""
        for item in element:
            if item.tag == f"{TEXT}list-header":
                items += self.blocks(item, depth + 1)
            elif item.tag == f"{TEXT}list-item":
                items += self._item(item, style, level, depth + 1, counted)
        return items

    def _item(
        self, item: etree._Element, style: str | None, level: int, depth: int, counted: str
    ) -> str:
        first = next((one for one in item if one.tag in _BLOCKS), None)
        if first is not None and first.tag == f"{TEXT}h":
            # Word processors put numbered headings into lists, too.
            return self.blocks(item, depth)
        if style is None and first is not None:
            style = self._styles.listed_by(first.get(f"{TEXT}style-name"))
        has_text = first is not None and first.tag != f"{TEXT}list"
        mark = self._styles.next(counted, style, level) if has_text else ""
        inner = "".join(
            self._list(one, one.get(f"{TEXT}style-name") or style, level + 1, depth + 1)
            if one.tag == f"{TEXT}list"
            else self.blocks([one], depth)
            for one in item
        )
        return _marked(mark, inner) if has_text else f"<ul>{inner}</ul>"

    def _table(self, table: etree._Element, depth: int) -> str:
        rows = "".join(self._rows(table, depth, name="td"))
        return f"<table>{rows}</table>" if rows else ""

    def _rows(self, group: etree._Element, depth: int, name: str) -> Iterator[str]:
        for one in group:
            if one.tag in _ROWS:
                is_head = one.tag == _ROWS[0]
                yield from self._rows(one, depth, "th" if is_head else name)
            elif one.tag == f"{TABLE}table-row" and one.get(f"{TABLE}visibility") in _VISIBLE:
                yield f"<tr>{''.join(self._cells(one, depth, name))}</tr>"

    def _cells(self, row: etree._Element, depth: int, name: str) -> Iterator[str]:
        for cell in row:
            if cell.tag != f"{TABLE}table-cell":
                continue
            wide = _number(cell, f"{TABLE}number-columns-spanned")
            high = _number(cell, f"{TABLE}number-rows-spanned")
            times = min(_number(cell, f"{TABLE}number-columns-repeated"), _MOST_REPEATED)
            text = self.blocks(cell, depth + 1)
            yield f'<{name} colspan="{wide}" rowspan="{high}">{text}</{name}>' * times


def _marked(mark: str, inner: str) -> str:
    if number := _PLAIN_NUMBER.fullmatch(mark):
        return f'<ol start="{number["number"]}"><li>{inner}</li></ol>'
    said = inner.replace("<p>", f"<p>{escape(mark)} ", 1) if mark else inner
    return f"<ul><li>{said}</li></ul>"


def _has_object(image: etree._Element) -> bool:
    """Whether a picture only stands for a table, a chart or another object beside it."""
    frame = image.getparent()
    return frame is not None and any(one.tag in _PICTURED for one in frame)


def _spaced(text: str | None) -> str:
    return re.sub(r"\s+", " ", text or "")


def _number(element: etree._Element, name: str) -> int:
    given = element.get(name, "")
    return int(given) if given.isdecimal() and int(given) else 1


# Reads OpenDocument texts.


def read_odt(raw: bytes) -> Content:
    """Reads an ODT without tracked deletions, hidden text, comments and tables of contents."""
    roots = opened(raw, ".odt")
    body = roots[0].find(f"{OFFICE}body/{OFFICE}text")
    if body is None:
        raise UnreadableDocumentError("this .odt holds no text; save it again")
    page = Page(Styles.of(roots))
    html = page.blocks(body) + "".join(page.footnotes)
    return replace(from_page(html), lost=lost_of(page))


def lost_of(page: Page) -> tuple[str, ...]:
    """Names what of a page is no text."""
    return (*counted(page.pictures, "picture"), *counted(page.objects, "chart or other object"))


# Reads OpenDocument presentations: each slide is a page with its speaker notes.


_CLASS = f"{PRESENTATION}class"
_EDGES = ("header", "footer", "date-time", "page-number", "page")


def read_odp(raw: bytes) -> Content:
    """Reads an ODP without hidden slides. Raises UnreadableDocumentError."""
    roots = opened(raw, ".odp")
    body = roots[0].find(f"{OFFICE}body/{OFFICE}presentation")
    if body is None:
        raise UnreadableDocumentError("this .odp holds no slides; save it again")
    page = Page(Styles.of(roots))
    hidden = {
        style.get(f"{STYLE}name")
        for style in roots[0].iter(f"{STYLE}style")
        for look in style.findall(f"{STYLE}drawing-page-properties")
        if look.get(f"{PRESENTATION}visibility") == "hidden"
    }
    slides = [
        Slide() if one.get(f"{DRAW}style-name") in hidden else _slide(one, page)
        for one in body.findall(f"{DRAW}page")
    ]
    return deck(slides, lost_of(page))


def _slide(element: etree._Element, page: Page) -> Slide:
    shapes = [one for one in element if one.get(_CLASS) not in _EDGES]
    titles = [one for one in shapes if one.get(_CLASS) == "title"]
    notes = [
        frame
        for one in element.findall(f"{PRESENTATION}notes")
        for frame in one
        if frame.get(_CLASS) not in _EDGES
    ]
    text = page.blocks(one for one in shapes if one not in titles)
    title = " ".join(_said(page.blocks(titles)).split())
    return Slide(title, _said(text), _said(page.blocks(notes)))


def _said(html: str) -> str:
    return from_page(html).text.strip() if html else ""
