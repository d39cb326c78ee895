"""Reads OpenDocument presentations: each slide is a page with its speaker notes."""

from lxml import etree

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.office.opendocument.odt import lost_of
from knowledge.read.office.opendocument.page import Page
from knowledge.read.office.opendocument.styles import (
    DRAW,
    OFFICE,
    PRESENTATION,
    STYLE,
    Styles,
    opened,
)
from knowledge.read.office.package import Slide, deck, from_page

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
