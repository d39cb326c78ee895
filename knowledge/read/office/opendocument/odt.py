"""Reads OpenDocument texts."""

from dataclasses import replace

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.office.opendocument.page import Page
from knowledge.read.office.opendocument.styles import OFFICE, Styles, opened
from knowledge.read.office.package import counted, from_page


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
