"""What other programs write into the pages they export: styles of classes, properties."""

import re
from collections.abc import Iterator

from bs4 import Comment, Tag

from knowledge.read.front_matter import Fields
from knowledge.read.text.stated import stated_by

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
