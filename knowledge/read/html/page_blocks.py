"""Reduces the blocks of a page to the few kinds that Markdown has marks for."""

import re

from bs4 import Tag
from bs4.element import NavigableString, PageElement

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
