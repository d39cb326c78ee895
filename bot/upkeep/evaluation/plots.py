"""Draws the page's plots as SVG that stretches: shapes in percent, letters in text size."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from bot.answering.find.gate.gate import ABOUT_THE_STORE, ENOUGH
from bot.upkeep.evaluation.markup import Html, tag
from bot.upkeep.evaluation.outcome import Came, Outcome

LATER, NOT_FOUND = "later", "none"
_PLACES = 5
ORDER = (Came.RIGHT, Came.REFUSED, Came.MISSED, Came.OVERSTRETCHED, Came.WRONG)
"""Outcomes from best to worst, the order of the bars."""
_BINS = 60
_SHORTEST_MS, _LONGEST_MS = 0.01, 10_000.0
_LABELLED_MS = (0.1, 1.0, 10.0, 100.0, 1000.0)


def stacked(counts: Mapping[Came, int]) -> Html:
    """Draws a bar of the questions by outcome; the page shows its figures beside it."""
    total, left = sum(counts.values()) or 1, 0.0
    boxes = []
    for came in ORDER:
        width = 100 * counts.get(came, 0) / total
        boxes.append(_box(left, 0, width, 100, came))
        left += width
    return tag("svg", *boxes, class_="bar", aria_hidden="true")


def likelihoods(outcomes: Iterable[Outcome]) -> tuple[list[float], list[float]]:
    """Returns the gate's likelihoods for answerable questions, and for the others."""
    split: tuple[list[float], list[float]] = ([], [])
    for one in outcomes:
        split[not one.golden.answerable].append(one.answer.judged.likelihood)
    return split


def kept(answerable: Sequence[float], threshold: float) -> float:
    """Returns the share of answerable questions that a threshold lets through."""
    return _share(answerable, lambda one: one >= threshold)


def refused(others: Sequence[float], threshold: float) -> float:
    """Returns the share of other questions that a threshold refuses."""
    return _share(others, lambda one: one < threshold)


def gate_curve(answerable: Sequence[float], others: Sequence[float]) -> Html:
    """Draws the shares that each threshold lets through and refuses, and a mark per question."""
    steps = [n / 200 for n in range(201)]
    curves = tag(
        "svg",
        _curve([(at, kept(answerable, at)) for at in steps], "kept"),
        _curve([(at, refused(others, at)) for at in steps], "refused"),
        viewBox="0 0 100 100",
        preserveAspectRatio="none",
        overflow="visible",
    )
    below = tag(
        "svg",
        *(_tick(one, 9, "kept") for one in answerable),
        *(_tick(one, 21, "refused") for one in others),
        *(_text(f"{at / 4:g}", 25 * at, "0", dy=50) for at in range(5)),
        y="100%",
        overflow="visible",
    )
    limits = [_threshold(ABOUT_THE_STORE, "off topic"), _threshold(ENOUGH, "answered")]
    label = (
        f"At {ENOUGH} the gate keeps {kept(answerable, ENOUGH):.0%} of the answerable questions "
        f"and refuses {refused(others, ENOUGH):.0%} of the others."
    )
    inside = (*_frame(), *limits, curves, below)
    return tag("svg", *inside, class_="plot gate", role="img", aria_label=label)


def places(outcomes: Iterable[Outcome]) -> dict[str, int]:
    """Counts the answerable questions by the place of their first right document."""
    asked = [one for one in outcomes if one.golden.answerable and one.golden.gold_docs]
    counts = Counter(_place(one.rank) for one in asked)
    return {name: counts[name] for name in (*map(str, range(1, _PLACES + 1)), LATER, NOT_FOUND)}


def columns(counts: Mapping[str, int]) -> Html:
    """Draws a column for each place at which the right document was found."""
    most, wide = max(counts.values()) or 1, 100 / len(counts)
    parts: list[Html] = []
    for n, (name, count) in enumerate(counts.items()):
        height, middle = 100 * count / most, wide * (n + 0.5)
        kind = "missed" if name == NOT_FOUND else "right"
        parts += [
            _box(wide * (n + 0.14), 100 - height, wide * 0.72, height, kind),
            _text(str(count), middle, f"{100 - height:.1f}%", dy=-7, class_="count"),
            _text(name, middle, "100%", dy=20),
        ]
    label = ", ".join(f"{name}: {count}" for name, count in counts.items())
    parts.append(_line(0, 100, 100, 100, "axis"))
    return tag("svg", *parts, class_="plot places", role="img", aria_label=f"Places: {label}")


def strip(times: Sequence[float], p50: float, p95: float) -> Html:
    """Draws the distribution of a step's times; each sixth of the scale is ten times more."""
    bins = Counter(min(_BINS - 1, int(_on_scale(one) / 100 * _BINS)) for one in times)
    most, wide = max(bins.values(), default=1), 100 / _BINS
    boxes = [
        _box(n * wide, 100 - 100 * count / most, wide, 100 * count / most, "time")
        for n, count in sorted(bins.items())
    ]
    grid = [_line(_on_scale(ms), 0, _on_scale(ms), 100, "grid") for ms in _LABELLED_MS]
    marks = [
        _line(_on_scale(ms), -8, _on_scale(ms), 108, name)
        for ms, name in ((p50, "p50"), (p95, "p95"))
    ]
    return tag("svg", *grid, *boxes, *marks, class_="strip", aria_hidden="true")


def strip_scale() -> Html:
    """Draws the scale below the strips."""
    labels = [_text(f"{ms:g}", _on_scale(ms), "0", dy=11) for ms in _LABELLED_MS]
    return tag("svg", *labels, class_="scale", aria_hidden="true")


def gauge(likelihood: float) -> Html:
    """Draws one question's likelihood beside the gate's thresholds."""
    limits = [_line(100 * at, 5, 100 * at, 95, "limit") for at in (ABOUT_THE_STORE, ENOUGH)]
    dot = tag("circle", cx=f"{100 * likelihood:.1f}%", cy="50%", r=5, class_="dot")
    track = _line(0, 50, 100, 50, "axis")
    return tag("svg", track, *limits, dot, class_="gauge", aria_hidden="true")


def _frame() -> list[Html]:
    return [
        part
        for share in (0, 25, 50, 75, 100)
        for part in (
            _line(0, 100 - share, 100, 100 - share, "grid" if share else "axis"),
            tag("text", f"{share}%", x=-8, y=f"{100 - share}%", dy=4, text_anchor="end"),
        )
    ]


def _threshold(at: float, name: str) -> Html:
    line = _line(100 * at, 0, 100 * at, 100, "limit")
    side = f"← {name}" if at < ENOUGH else f"{name} →"
    anchor, dx = ("end", 2) if at < ENOUGH else ("start", -2)
    label = tag("text", side, x=f"{100 * at:.1f}%", y=0, dx=dx, dy=-8, text_anchor=anchor)
    return tag("g", line, label)


def _curve(points: Sequence[tuple[float, float]], name: str) -> Html:
    path = " ".join(f"{100 * x:.1f},{100 - 100 * y:.1f}" for x, y in points)
    return tag("polyline", points=path, class_=f"curve {name}", vector_effect="non-scaling-stroke")


def _tick(at: float, y: int, name: str) -> Html:
    x = f"{100 * at:.1f}%"
    return tag("line", x1=x, x2=x, y1=y, y2=y + 9, class_=f"tick {name}")


def _box(x: float, y: float, width: float, height: float, name: str) -> Html:
    return tag(
        "rect",
        x=f"{x:.2f}%",
        y=f"{y:.1f}%",
        width=f"{width:.2f}%",
        height=f"{height:.1f}%",
        class_=f"box {name}",
    )


def _line(x1: float, y1: float, x2: float, y2: float, name: str) -> Html:
    ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    return tag("line", **{key: f"{at:.1f}%" for key, at in ends.items()}, class_=name)


def _text(text: str, x: float, y: str, dy: int, class_: str | None = None) -> Html:
    return tag("text", text, x=f"{x:.1f}%", y=y, dy=dy, text_anchor="middle", class_=class_)


def _place(rank: int | None) -> str:
    if rank is None:
        return NOT_FOUND
    return str(rank) if rank <= _PLACES else LATER


def _on_scale(ms: float) -> float:
    """Returns the position of a time on the scale, in percent."""
    within = min(max(ms, _SHORTEST_MS), _LONGEST_MS)
    return 100 * math.log(within / _SHORTEST_MS) / math.log(_LONGEST_MS / _SHORTEST_MS)


def _share(values: Sequence[float], holds: Callable[[float], bool]) -> float:
    return sum(map(holds, values)) / max(1, len(values))
