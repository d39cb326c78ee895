"""Reads HTML: the visible part of a page, as Markdown."""

import re

from bs4 import Tag
from bs4.dammit import EncodingDetector
from bs4.element import NavigableString
from markdownify import MarkdownConverter

from knowledge.read.content import Content, decoded
from knowledge.read.html.exports import properties, write_styles
from knowledge.read.html.hidden_text import is_unseen
from knowledge.read.html.marks import raised, without_boxes, without_rules
from knowledge.read.html.page_blocks import make_plain
from knowledge.read.html.parser import parse
from knowledge.read.html.tables import say_tables

_PAGE = ("main", "article", "h1", "h2")
_XML = re.compile(r"\A\s*<\?xml\b[^<>]{0,200}\?>")
"""Of a page in XHTML: Beautiful Soup would warn of it."""
_BACK = ("↑", "↩", "↩︎")
"""Links from a footnote back to the text."""
_converter = MarkdownConverter(
    heading_style="ATX",
    bullets="-",
    # `say_tables` writes the cells.
    strip=["a", "img", "td", "th"],
    escape_asterisks=False,
    escape_underscores=False,
    escape_misc=False,
)


def read_html(raw: bytes) -> Content:
    """Reads the visible part of a page: no navigation, no scripts, nothing hidden."""
    declared = EncodingDetector.find_declared_encoding(raw, is_html=True)
    return read_page(_XML.sub("", decoded(raw, declared), count=1))


def read_page(html: str, *, keeps_boxes: bool = False) -> Content:
    """The same of a page as text. Boxes to tick are marks of a list, unless it `keeps_boxes`."""
    page = parse(html)
    name = page.title.get_text(strip=True) if page.title else None
    stated = properties(page)
    write_styles(page)
    _remove_hidden(page)
    _remove_footnote_marks(page)
    headings = page.find_all(("h1", "p"), class_="title") or page.find_all("h1")
    if len(headings) == 1:
        name = headings[0].extract().get_text(" ", strip=True)
    body = page.find("main") or page.find("article") or page.body or page
    make_plain(body)
    say_tables(body, _converter.convert_soup)
    text = without_rules(_converter.convert_soup(body))
    if not keeps_boxes:
        text = without_boxes(text)
    return Content(text.strip() + "\n", title=name, stated=stated)


def _remove_hidden(page: Tag) -> None:
    for form in page.find_all("form"):
        # Some systems put a form around the whole page.
        if form.find(_PAGE):
            form.name = "div"
    for element in page.find_all(_is_hidden):
        element.extract()


def _remove_footnote_marks(page: Tag) -> None:
    for link in page.find_all("a"):
        if link.get_text(strip=True) in _BACK:
            link.extract()
    for small in page.find_all("sup"):
        if said := raised(small.get_text(" ", strip=True), _before(small)):
            small.replace_with(said)
        else:
            small.extract()


def _is_hidden(element: Tag) -> bool:
    return is_unseen(element.name, ((name, str(value)) for name, value in element.attrs.items()))


def _before(element: Tag) -> str:
    before = element.previous_element
    return str(before) if isinstance(before, NavigableString) else ""
