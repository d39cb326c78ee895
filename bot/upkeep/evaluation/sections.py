"""Makes the page's sections: plots, with their figures as tables."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict

from bot.answering.find.gate.calibration import Calibration
from bot.answering.find.gate.gate import ABOUT_THE_STORE, ENOUGH
from bot.upkeep.evaluation import plots
from bot.upkeep.evaluation.markup import Html, Inside, tag
from bot.upkeep.evaluation.outcome import Outcome
from bot.upkeep.evaluation.scores import (
    by_category,
    by_kind,
    by_language,
    grouped,
    percentile,
    scores,
    step_times,
)
from bot.upkeep.evaluation.words import FIGURES, LANGUAGES, STEPS

_WEIGHTS = {
    "auc": "pairs told apart",
    "accuracy": "decided rightly",
    "kept": "answerable, let through",
    "refused": "others, refused",
}


def percent(share: float) -> str:
    """Writes a share as a percentage."""
    return f"{share:.0%}"


def shown(name: str) -> str:
    """Writes a language, a category or a kind of question for people."""
    return LANGUAGES.get(name, name.replace("_", " "))


def groups(outcomes: Sequence[Outcome]) -> Html:
    """Shows the outcomes by language, category and kind."""
    left = (
        _group("By language", outcomes, by_language),
        _group("By kind", outcomes, by_kind),
    )
    right = _group("By category", outcomes, by_category)
    return tag("div", tag("div", *left, class_="stack"), right, class_="grid groups")


def gate(outcomes: Sequence[Outcome]) -> Html:
    """Shows how well the gate separates answerable questions from others, at each threshold."""
    answerable, others = plots.likelihoods(outcomes)
    thresholds = sorted({ABOUT_THE_STORE, ENOUGH, *(n / 10 for n in range(1, 10))})
    rows = [
        (f"{at:g}", percent(plots.kept(answerable, at)), percent(plots.refused(others, at)))
        for at in thresholds
    ]
    keys = (
        tag("span", tag("span", class_="key kept"), f"answerable, let through ({len(answerable)})"),
        tag("span", tag("span", class_="key refused"), f"others, refused ({len(others)})"),
    )
    return _card(
        "The gate",
        "Before an answer is written, the gate says how likely what was found answers the "
        f"question. From {ENOUGH:g} on it is answered, if the check agrees; below "
        f"{ABOUT_THE_STORE:g} it is called off topic. Each mark below the plot is a question.",
        tag("p", *keys, class_="keys"),
        plots.gate_curve(answerable, others),
        _as_table(("Threshold", "let through", "refused"), rows),
    )


def places(outcomes: Sequence[Outcome]) -> Html:
    """Shows at which place the right document was found."""
    counts = plots.places(outcomes)
    rows = [(name, str(count)) for name, count in counts.items()]
    return _card(
        "The search",
        "At which place the first right document of each answerable question was found.",
        plots.columns(counts),
        _as_table(("Place", "questions"), rows),
    )


def steps(outcomes: Sequence[Outcome]) -> Html:
    """Shows how long each step took."""
    known = {"in all": [one.ms for one in outcomes], **step_times(outcomes)}
    head = tag("tr", *(tag("th", name, scope="col") for name in ("Step", "spread", "p50", "p95")))
    rows = [_step(name, times) for name, times in known.items()]
    foot = tag("tr", tag("td"), tag("td", plots.strip_scale()), tag("td", "ms", colspan=2))
    table = tag(
        "table",
        tag("thead", head),
        tag("tbody", *rows),
        tag("tfoot", foot, aria_hidden="true"),
        class_="steps",
    )
    explanation = (
        "Milliseconds of each step: half of the questions took less than the solid mark, 95 of 100 "
        "less than the dotted one. Every line of the scale is ten times the one before."
    )
    return _card("The time", explanation, table, wide=True)


def calibration(found: Calibration) -> Html:
    """Compares the fitted weights with the shipped ones."""
    shipped, fitted = asdict(found.shipped), asdict(found.fitted)
    rows = [(label, percent(shipped[n]), percent(fitted[n])) for n, label in _WEIGHTS.items()]
    kept = "The fitted weights were kept." if found.no_worse else "The shipped weights stay."
    return _card(
        "The calibration",
        f"Weights fitted to {found.answerable} answerable questions and {found.others} others; "
        f"each half was judged by weights that were fitted on the other half. {kept}",
        _table(("Held-out questions", "shipped", "fitted"), rows),
        wide=True,
    )


def figures(outcomes: Sequence[Outcome]) -> Html:
    """Lists every figure of the report with its meaning."""
    known = scores(outcomes)
    rows = [(name, f"{known[name]:g}", meaning) for name, meaning in FIGURES.items()]
    return tag("div", _table(("Figure", "value", "What it says"), rows, "figures"), class_="card")


def _group(title: str, outcomes: Sequence[Outcome], key: Callable[[Outcome], str]) -> Html:
    names = (title.removeprefix("By "), "asked", "right", "wrong", "refused")
    head = tag("tr", *(tag("th", name, scope="col") for name in names))
    rows = [_group_row(name, group) for name, group in grouped(outcomes, key).items()]
    table = tag("table", tag("caption", title), tag("thead", head), tag("tbody", *rows))
    return tag("div", table, class_="card")


def _group_row(name: str, group: Sequence[Outcome]) -> Html:
    known, can_answer = scores(group), [one.golden.answerable for one in group]
    answerable, others = sum(can_answer), len(can_answer) - sum(can_answer)
    bar = plots.stacked(Counter(one.came for one in group))
    return tag(
        "tr",
        tag("th", shown(name), bar, scope="row"),
        tag("td", str(len(group))),
        tag("td", percent(known["right_rate"]) if answerable else "–"),
        tag("td", percent(known["wrong_answer_rate"]) if answerable else "–"),
        tag("td", percent(known["refusal_recall"]) if others else "–"),
    )


def _step(name: str, times: Sequence[float]) -> Html:
    p50, p95 = percentile(times, 0.5), percentile(times, 0.95)
    return tag(
        "tr",
        tag("th", name, tag("small", STEPS.get(name, "")), scope="row"),
        tag("td", plots.strip(times, p50, p95)),
        tag("td", _ms(p50)),
        tag("td", _ms(p95)),
    )


def _ms(time: float) -> str:
    return f"{time:.0f}" if time >= 100 else f"{time:.1f}"  # noqa: PLR2004 - three digits are enough


def _card(title: str, explanation: str, *inside: Html, wide: bool = False) -> Html:
    return tag(
        "article",
        tag("h3", title),
        tag("p", explanation, class_="told"),
        *inside,
        class_="card wide" if wide else "card",
    )


def _as_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Html:
    return tag("details", tag("summary", "As a table"), _table(head, rows), class_="as-table")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], name: str | None = None) -> Html:
    titles = tag("tr", *(tag("th", title, scope="col") for title in head))
    lines = [_row(row) for row in rows]
    return tag("table", tag("thead", titles), tag("tbody", *lines), class_=name)


def _row(cells: Sequence[Inside]) -> Html:
    first, *others = cells
    return tag("tr", tag("th", first, scope="row"), *(tag("td", one) for one in others))
