"""Reads HTML: the visible part of a page, as Markdown."""

import re
from collections.abc import Iterator

from bs4 import Comment, Tag
from bs4.dammit import EncodingDetector
from bs4.element import NavigableString, PageElement
from markdownify import MarkdownConverter

from knowledge.read.content import Content, decoded
from knowledge.read.front_matter import Fields
from knowledge.read.html.parser import is_unseen, parse, raised, without_boxes, without_rules
from knowledge.read.html.tables import say_tables
from knowledge.read.text.articles import stated_by

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


# Reduces the blocks of a page to the few kinds that Markdown has marks for.

_DIVISIONS = (
    "address aside button center details dialog fieldset figure header hgroup legend main option "
    "search summary"
).split()
_BOLD = ("b", "strong")
_BELOW = ("p", "ul", "ol", "table", "dl")
_WITHIN = ("li", "td", "th", "dd", "blockquote")
_STOPS = (":", "：", "?", "？")
_LISTS = ("ul", "ol")
_NUMBERED = re.compile(r"[0-9.)-]{1,8}\s")
_NO_HEADING = re.compile(
    r"[0-9]|(?:[.!?:。：？,]|[다요오함음됨임]|금지|필수|불가|가능|제외|무료|휴무|지참)$"
    r"|\b(?:no|not|never|always|only|must|please|free|closed|do|don't)\b",
    re.IGNORECASE,
)
"""A text with a value, or a sentence, is a statement, not a heading."""
_LONGEST_HEADING = 40
_FEWEST_HEADINGS = 2
"""A single bold paragraph may be an emphasised remark."""


def make_plain(body: Tag) -> None:
    """Makes list items of terms, nests lists below their items and separates blocks."""
    for division in body.find_all(_DIVISIONS):
        division.name = "div"
    _raise_headings(body)
    for terms in body.find_all("dl"):
        _make_items(terms)
    for below in body.find_all(_LISTS):
        _put_below_item(below)


def _raise_headings(body: Tag) -> None:
    """Makes headings of bold paragraphs, which some authors use instead."""
    bold = [part for part in body.find_all("p") if _is_bold_name(part)]
    headings = [one for one in bold if _leads(one) and not one.find_parent(_WITHIN)]
    if len(headings) < _FEWEST_HEADINGS:
        return
    for heading in headings:
        # Below the page's real headings.
        heading.name = "h6"
        for part in heading.find_all(_BOLD):
            part.unwrap()


def _is_bold_name(paragraph: Tag) -> bool:
    parts = [part for part in paragraph.contents if not _is_blank(part)]
    if not parts or not all(isinstance(part, Tag) and part.name in _BOLD for part in parts):
        return False
    text = paragraph.get_text(" ", strip=True)
    name = _NUMBERED.sub("", text, count=1) if _NUMBERED.match(text) else text
    return 0 < len(text) <= _LONGEST_HEADING and not _NO_HEADING.search(name)


def _leads(paragraph: Tag) -> bool:
    below = paragraph.find_next_sibling()
    return below is not None and below.name in _BELOW and not _is_bold_name(below)


def _make_items(terms: Tag) -> None:
    """Makes an item "term: description" of each description; a term may stand alone."""
    names: list[str] = []
    items: list[Tag] = []
    described = True
    for part in terms.find_all(("dt", "dd")):
        if part.find_parent("dl") is not terms:
            continue
        if part.name == "dt":
            names = [] if described else names
            names.append(part.get_text(" ", strip=True))
        else:
            items.append(_item(", ".join(names), part))
        described = part.name == "dd"
    if names and not described:
        items.append(_item(", ".join(names), None))
    terms.clear()
    terms.name = "ul"
    terms.extend(items)


def _item(name: str, description: Tag | None) -> Tag:
    item = Tag(name="li")
    if description is None:
        item.append(NavigableString(name))
        return item
    parts = [part for part in description.contents if not _is_blank(part)]
    if parts and isinstance(parts[0], Tag) and parts[0].name == "p":
        parts[0].name = "span"
    if name:
        item.append(NavigableString(f"{name} " if name.endswith(_STOPS) else f"{name}: "))
    item.extend(parts)
    return item


def _is_blank(part: PageElement) -> bool:
    return isinstance(part, NavigableString) and not part.strip()


def _put_below_item(below: Tag) -> None:
    # As Word and Outlook write nested lists: <li>A</li><ul><li>B</li></ul>.
    if below.parent is not None and below.parent.name in _LISTS:
        above = below.find_previous_sibling("li")
        if above is not None:
            above.append(below)


# What other programs write into the pages they export: styles of classes, properties.

_RULE = re.compile(r"(?P<names>[^{}]{1,500})\{(?P<said>[^{}]{0,2000})\}")
_CLASS = re.compile(r"\s*[a-z]{0,10}\.(?P<name>[\w-]+)\s*")
_TELLS = re.compile(r"line-through|display\s*:\s*none|visibility\s*:\s*hidden")
"""Styles that take a text away."""
_SHAREPOINT = re.compile(
    r"<mso:(?P<name>\w{1,60})\b[^<>]{0,200}>(?P<value>[^<>]{1,500})</mso:(?P=name)>"
)
_MODIFIED = re.compile(
    r"last (?:modified|updated)(?: by .{1,60}?)? on (?P<day>[\w ,.]{6,30})", re.I
)
_ROWS = "table.properties tr, .metadata-summary-macro tr, [data-macro-name=details] tr"
"""Page properties of Notion and Confluence."""


def write_styles(page: Tag) -> None:
    """Gives elements the styles of their classes that hide or strike out what they hold."""
    hiding: dict[str, str] = {}
    for sheet in page.find_all("style"):
        for rule in _RULE.finditer(sheet.get_text()):
            if _TELLS.search(rule["said"]):
                names = (_CLASS.fullmatch(name) for name in rule["names"].split(","))
                hiding |= {name["name"]: rule["said"] for name in names if name}
    for element in page.find_all(class_=[*hiding]) if hiding else ():
        own = [hiding[name] for name in hiding if name in (element.get("class") or "")]
        element["style"] = ";".join((*own, str(element.get("style", ""))))


def properties(page: Tag) -> Fields:
    """The properties of a page that Notion, Confluence or SharePoint wrote into it."""
    return stated_by(_named(page))


def _named(page: Tag) -> Iterator[tuple[str, str]]:
    for row in page.select(_ROWS):
        cells = [cell.get_text(" ", strip=True) for cell in row.find_all(("th", "td"))]
        if len(cells) == len(("name", "value")):
            yield cells[0], cells[1]
    for comment in page.find_all(string=lambda text: isinstance(text, Comment)):
        for found in _SHAREPOINT.finditer(comment):
            yield found["name"].replace("_x0020_", " "), found["value"].strip()
    for about in page.select(".page-metadata"):
        if day := _MODIFIED.search(about.get_text(" ", strip=True)):
            yield "published_date", day["day"].strip()
