"""Writes a report as one page for screen and paper, without scripts or external files."""

from collections.abc import Mapping, Sequence
from html import escape
from importlib import resources
from string import Template
from typing import Any

from bot.upkeep.evaluation.markup import Html, joined, policy_hash, tag

Row = Mapping[str, Any]

_SHARES = ("answered", "closest", "refused")
"""The columns that make up a whole, from best to worst."""
_IN_TIME = ("by day", "by hour")
"""Tables that are drawn as columns, one beside the other."""
_MOST_PARTS = 60


def page(report: Mapping[str, Any]) -> str:
    """Returns the whole page of a report's JSON (`Report.to_json`)."""
    style = _beside("page.css")
    tables = {
        name: rows for name, rows in report.items() if isinstance(rows, list) and name != "stubs"
    }
    return Template(_beside("page.html")).substitute(
        style=style,
        style_hash=policy_hash(style),
        kind=escape(str(report["report"])),
        about=escape(str(report["about"])),
        sections=joined([_section(name, rows) for name, rows in tables.items()]),
    )


def _section(name: str, rows: Sequence[Row]) -> Html:
    if not rows:
        return tag("section", tag("h2", name), tag("p", "None.", class_="none"))
    if name not in _IN_TIME:
        return tag("section", tag("h2", name), _table(rows))
    below = tag("details", tag("summary", "As a table"), _table(rows))
    return tag("section", tag("h2", name), _columns(rows), below)


def _table(rows: Sequence[Row]) -> Html:
    names = list(rows[0])
    most = {name: max(_number(row[name]) for row in rows) for name in names}
    numbers = [name for name in names if isinstance(rows[0][name], int)]
    counted = numbers[0] if numbers and len(rows) > 1 else None
    head = tag("tr", *(tag("th", name, scope="col") for name in names))
    body = [
        tag("tr", *(_cell(row[name], most[name] if name == counted else 0.0) for name in names))
        for row in rows
    ]
    return tag("div", tag("table", tag("thead", head), tag("tbody", *body)), class_="wide")


def _cell(value: Any, most: float) -> Html:
    """A cell; with `most`, a bar shows its share of the largest number."""
    text = _written(value)
    if not most:
        kind = "number" if isinstance(value, int | float) else None
        return tag("td", text, class_=kind)
    width = 100 * _number(value) / most
    return tag("td", text, _bar(0.0, 0.0, width, 100.0, "count"), class_="number counted")


def _columns(rows: Sequence[Row]) -> Html:
    """Draws a column for each part of the period, of the shares that were answered and not."""
    shown = rows[-_MOST_PARTS:]
    most = max(_number(row["questions"]) for row in shown) or 1.0
    label = next(iter(shown[0]))
    parts = [
        tag("li", _column(row, most), tag("span", str(row[label])[-5:]), title=_told(row, label))
        for row in shown
    ]
    legend = [tag("li", tag("span", class_=f"dot {name}"), name) for name in (*_SHARES, "other")]
    return joined(
        [
            tag("ul", *legend, class_="legend"),
            tag("ol", *parts, class_="columns"),
            tag("p", f"{most:.0f} questions at most.", class_="none"),
        ]
    )


def _column(row: Row, most: float) -> Html:
    height = 100 * _number(row["questions"]) / most
    top = 100 - height
    boxes = []
    for name in (*_SHARES, "other"):
        share = _number(row[name]) if name in row else _rest(row)
        boxes.append(_box(0.0, top, 100.0, height * share, name))
        top += height * share
    return tag("svg", *boxes, aria_hidden="true")


def _rest(row: Row) -> float:
    return max(0.0, 1.0 - sum(_number(row[name]) for name in _SHARES))


def _bar(x: float, y: float, width: float, height: float, kind: str) -> Html:
    return tag("svg", _box(x, y, width, height, kind), class_="bar", aria_hidden="true")


def _box(x: float, y: float, width: float, height: float, kind: str) -> Html:
    return tag(
        "rect", x=f"{x:g}%", y=f"{y:.2f}%", width=f"{width:.2f}%", height=f"{height:.2f}%",
        class_=kind,
    )  # fmt: skip


def _told(row: Row, label: str) -> str:
    shares = ", ".join(f"{name} {_number(row[name]):.0%}" for name in _SHARES)
    return f"{row[label]}: {row['questions']} questions, {shares}"


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _written(value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:.0%}" if isinstance(value, float) else str(value)


def _beside(name: str) -> str:
    return (resources.files("bot.upkeep.reports") / name).read_text(encoding="utf-8")
