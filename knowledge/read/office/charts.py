"""Reads the numbers behind a chart of Word or PowerPoint, as rows of a table."""

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from knowledge.read.office.package import parsed

_C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_MOST_POINTS = 2_000
_X_Y = ("xVal", "yVal")


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart's title and its values: the first row and the first column name them."""

    title: str
    rows: list[list[str]]


def chart_of(part: bytes) -> Chart:
    """Reads a chart's part of a package; without rows if its values are not stored in it."""
    root = parsed(part)
    series = [_series(one, number) for number, one in enumerate(root.iter(f"{_C}ser"), start=1)]
    categories: dict[int, str] = {}
    for _, names, _ in series:
        categories = names | categories
    places = sorted({place for _, _, values in series for place in values})[:_MOST_POINTS]
    title = _title(root.find(f"{_C}chart/{_C}title"))
    if not places:
        return Chart(title, [])
    head = ["", *(name for name, _, _ in series)]
    body = [
        [categories.get(place, str(place + 1)), *(values.get(place, "") for _, _, values in series)]
        for place in places
    ]
    return Chart(title, [head, *body])


_Series = tuple[str, dict[int, str], dict[int, str]]
"""Its name, and its categories and values by their places."""


def _series(element: etree._Element, number: int) -> _Series:
    name = " ".join(text for _, text in _points(element.find(f"{_C}tx")))
    across, up = ("cat", "val") if element.find(f"{_C}val") is not None else _X_Y
    return (
        name or str(number),
        dict(_points(element.find(f"{_C}{across}"))),
        dict(_points(element.find(f"{_C}{up}"))),
    )


def _points(parent: etree._Element | None) -> Iterator[tuple[int, str]]:
    """The stored values of a reference, by their places; of several levels, joined."""
    if parent is None:
        return
    levels = [*parent.iter(f"{_C}lvl")] or [parent]
    texts: dict[int, list[str]] = {}
    for level in reversed(levels):
        for point in level.iter(f"{_C}pt"):
            place, value = int(point.get("idx", "0")), point.findtext(f"{_C}v", "")
            texts.setdefault(place, []).append(_shown(value, _format(point, parent)))
    if not texts and (written := parent.findtext(f"{_C}v")):
        texts[0] = [written]
    for place, parts in texts.items():
        yield place, " ".join(parts)


def _format(point: etree._Element, parent: etree._Element) -> str:
    return str(point.get("formatCode") or parent.findtext(f".//{_C}formatCode", "General"))


def _shown(value: str, form: str) -> str:
    """A stored number without the noise of floating point, as percent where it is shown so."""
    try:
        number = float(value)
    except ValueError:
        return value.strip()
    if form.rstrip('"; ').endswith("%"):
        return f"{round(number * 100, 4):g}%"
    return f"{round(number, 10):.10f}".rstrip("0").rstrip(".")


def _title(title: etree._Element | None) -> str:
    if title is None:
        return ""
    return " ".join("".join(part.text or "" for part in title.iter(f"{_A}t")).split())
