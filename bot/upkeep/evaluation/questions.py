"""Makes the page's list of questions: the worst first, each with its answer and details."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.answering.find.gate.gate import ENOUGH
from bot.model import Source
from bot.shown.rendering import shown_quote
from bot.shown.reply import to_reply
from bot.upkeep.evaluation import plots
from bot.upkeep.evaluation.markup import Html, joined, tag
from bot.upkeep.evaluation.outcome import Came, Outcome
from bot.upkeep.evaluation.scores import by_category, by_kind, by_language
from bot.upkeep.evaluation.sections import shown
from bot.upkeep.evaluation.words import CAME
from knowledge.language.terms import language_of
from knowledge.model.documents import as_place


@dataclass(frozen=True, slots=True)
class Listed:
    """The list, and the CSS of its filters, which work without a script."""

    html: Html
    style: str


@dataclass(frozen=True, slots=True)
class _Filter:
    title: str
    letter: str
    """First letter of the CSS classes; the values may contain any characters, so are numbered."""
    key: Callable[[Outcome], str]
    names: Mapping[str, str]


_FILTERS = (
    _Filter("Outcome", "o", lambda one: one.came, {came: name for came, (name, _) in CAME.items()}),
    _Filter("Language", "l", by_language, {}),
    _Filter("Category", "c", by_category, {}),
    _Filter("Kind", "k", by_kind, {}),
)
_WORST_FIRST = tuple(Came)


def question_list(outcomes: Sequence[Outcome]) -> Listed:
    """Lists all questions, with filters above them."""
    values = {one.letter: _values(one, outcomes) for one in _FILTERS}
    filters = [_pills(one, values[one.letter]) for one in _FILTERS if len(values[one.letter]) > 1]
    rules = [
        f".questions:has(#{one.letter}{n}:checked) .q:not(.{one.letter}{n}){{display:none}}"
        for one in _FILTERS
        for n in range(len(values[one.letter]))
    ]
    ordered = sorted(outcomes, key=lambda one: _WORST_FIRST.index(one.came))
    listed = [_question(one, _classes(one, values)) for one in ordered]
    html = joined([tag("div", *filters, class_="filters"), tag("div", *listed, class_="list")])
    return Listed(html, "\n".join(rules))


def _values(one: _Filter, outcomes: Sequence[Outcome]) -> dict[str, int]:
    counts = Counter(one.key(outcome) for outcome in outcomes)
    order = list(one.names) or sorted(counts)
    return {value: counts[value] for value in order if counts[value]}


def _classes(outcome: Outcome, values: Mapping[str, Mapping[str, int]]) -> str:
    places = (f"{one.letter}{list(values[one.letter]).index(one.key(outcome))}" for one in _FILTERS)
    return " ".join(places)


def _pills(one: _Filter, values: Mapping[str, int]) -> Html:
    pills = [_pill(one.letter, "all", "all", is_first=True)]
    for n, (value, count) in enumerate(values.items()):
        pills.append(_pill(one.letter, str(n), f"{one.names.get(value, shown(value))} {count}"))
    return tag("fieldset", tag("legend", one.title), tag("div", *pills))


def _pill(letter: str, place: str, text: str, *, is_first: bool = False) -> Html:
    name = f"{letter}{place}"
    checked = "checked" if is_first else None
    radio = tag("input", type="radio", name=letter, id=name, checked=checked, autocomplete="off")
    return tag("label", radio, tag("span", text), for_=name)


def _question(outcome: Outcome, classes: str) -> Html:
    golden = outcome.golden
    about = (golden.id, shown(outcome.category), shown(golden.kind), f"{outcome.ms:.0f} ms")
    summary = tag(
        "summary",
        tag("span", CAME[outcome.came][0], class_=f"badge {outcome.came}"),
        tag("span", outcome.answer.question.text, class_="asked", lang=golden.language),
        tag("span", " · ".join(about), class_="about"),
    )
    body = tag("div", _said(outcome), _facts(outcome), class_="body")
    return tag("details", summary, body, class_=f"q {classes}")


def _said(outcome: Outcome) -> Html:
    reply = to_reply(outcome.answer)
    lines = [tag("p", line) for line in reply.text.splitlines() if line]
    follow_up = [tag("p", f"→ {reply.follow_up}", class_="follow")] if reply.follow_up else []
    sources = [_source(source) for source in reply.sources]
    return tag(
        "div",
        tag("div", *lines, *follow_up, class_="answer", lang=outcome.golden.language),
        tag("ol", *sources, class_="sources") if sources else "",
        class_="said",
    )


def _source(source: Source) -> Html:
    edition = f"v{source.version}"
    where = as_place(source.title, source.section, edition)
    quote, number = shown_quote(source), tag("b", f"[{source.number}] ")
    return tag("li", number, where, tag("blockquote", quote), lang=language_of(quote))


def _facts(outcome: Outcome) -> Html:
    golden, answer = outcome.golden, outcome.answer
    issues = ", ".join(dict.fromkeys(issue.code for issue in answer.issues))
    rows: dict[str, str] = {
        "Outcome": CAME[outcome.came][1],
        "Verdict": answer.verdict + (f", attempt {answer.attempts}" if answer.attempts else ""),
        "Must hold": " or ".join(f"“{one}”" for one in golden.answers),
        "Asked with": _scope(outcome),
        "Known trouble": golden.expected_failure or "",
        "Dropped": issues,
        "Gate": _gate(outcome),
        "Found": _found(outcome),
        "Time": _times(outcome),
    }
    known = [tag("div", tag("dt", name), tag("dd", value)) for name, value in rows.items() if value]
    return tag("dl", *known, class_="facts")


def _scope(outcome: Outcome) -> str:
    filters = outcome.answer.question.filters
    scope = (filters.as_of.isoformat(), filters.audience, filters.store_type, filters.category)
    return ", ".join(one for one in scope if one)


def _gate(outcome: Outcome) -> str:
    judged = outcome.answer.judged
    if not judged.signs:
        return ""
    text = f"{judged.likelihood:.2f}; answered from {ENOUGH:g} on"
    return joined([text, plots.gauge(judged.likelihood)])


def _found(outcome: Outcome) -> str:
    gold = set(outcome.golden.gold_docs)
    found = [_document(doc, is_gold=doc in gold) for doc in outcome.retrieved]
    missing = [
        tag("li", doc, " ", tag("em", "right, not found"))
        for doc in sorted(gold - set(outcome.retrieved))
    ]
    return joined([tag("ol", *found), tag("ul", *missing) if missing and not outcome.rank else ""])


def _document(doc: str, *, is_gold: bool) -> Html:
    if not is_gold:
        return tag("li", doc)
    return tag("li", tag("b", doc), " ", tag("em", "★ right"), class_="gold")


def _times(outcome: Outcome) -> str:
    return ", ".join(f"{name} {ms:.1f} ms" for name, ms in outcome.steps.items())
