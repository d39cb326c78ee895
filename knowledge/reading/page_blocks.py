"""The blocks of a page in the few forms that Markdown has marks for."""

from bs4 import Tag
from bs4.element import NavigableString, PageElement

_DIVISIONS = (
    "address aside button center details dialog fieldset figure header hgroup legend main option "
    "search summary"
).split()
_STOPS = (":", "：", "?", "？")
_LISTS = ("ul", "ol")


def make_plain(body: Tag) -> None:
    """Makes items of terms, puts lists below their items, and parts what stands apart."""
    for division in body.find_all(_DIVISIONS):
        division.name = "div"
    for terms in body.find_all("dl"):
        _make_items(terms)
    for below in body.find_all(_LISTS):
        _put_below_item(below)


def _make_items(terms: Tag) -> None:
    """Each description with what it describes before it; a term without one alone."""
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
