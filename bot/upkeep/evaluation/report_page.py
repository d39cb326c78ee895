"""Writes an evaluation as one page for screen and paper, without scripts or external files."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib import resources
from string import Template

from bot.answering.find.gate.calibration import Calibration
from bot.upkeep.evaluation import plots, sections
from bot.upkeep.evaluation.markup import Html, joined, policy_hash, tag
from bot.upkeep.evaluation.outcome import Came, Outcome
from bot.upkeep.evaluation.questions import question_list
from bot.upkeep.evaluation.scores import scores
from bot.upkeep.evaluation.words import CAME, HEADLINES, Headline


@dataclass(frozen=True, slots=True)
class About:
    """The title and facts at the head of the page."""

    title: str
    facts: tuple[str, ...] = ()


def page(outcomes: Sequence[Outcome], about: About, calibration: Calibration | None = None) -> str:
    """Returns the whole page for `storewise eval --html`."""
    listed = question_list(outcomes)
    style = _beside("page.css") + listed.style
    return Template(_beside("page.html")).substitute(
        style=style,
        style_hash=policy_hash(style),
        title=escape(about.title),
        about=tag("p", " · ".join((f"{len(outcomes)} questions", *about.facts)), class_="about"),
        outcome=_outcome(outcomes),
        headlines=_headlines(outcomes),
        groups=sections.groups(outcomes),
        gate=sections.gate(outcomes),
        places=sections.places(outcomes),
        steps=sections.steps(outcomes),
        calibration=sections.calibration(calibration) if calibration else "",
        questions=listed.html,
        figures=sections.figures(outcomes),
    )


def _outcome(outcomes: Sequence[Outcome]) -> Html:
    counts = Counter(one.came for one in outcomes)
    legend = [_legend(came, counts[came]) for came in plots.ORDER]
    return joined([plots.stacked(counts), tag("ul", *legend, class_="legend")])


def _legend(came: Came, count: int) -> Html:
    name, meaning = CAME[came]
    return tag(
        "li",
        tag("b", tag("span", class_=f"dot {came}"), f"{count} {name}"),
        tag("span", meaning),
    )


def _headlines(outcomes: Sequence[Outcome]) -> Html:
    figures = scores(outcomes)
    answerable = sum(one.golden.answerable for one in outcomes)
    counts = {
        "answerable": answerable,
        "others": len(outcomes) - answerable,
        "answers": sum(one.answered for one in outcomes),
    }
    cards = [_card(one, figures, counts[one.of]) for one in HEADLINES]
    half, most = (round(figures[name]) for name in ("p50_ms", "p95_ms"))
    time = f"95 of 100 questions took less; half of them took less than {half} ms."
    return tag("dl", *cards, _figure("Time", f"{most} ms", time), class_="headlines")


def _card(headline: Headline, figures: Mapping[str, float], of: int) -> Html:
    share = figures[headline.figure]
    share = 1 - share if headline.is_the_rest else share
    sentence = headline.told.format(n=round(share * of), of=of)
    return _figure(headline.name, sections.percent(share) if of else "–", sentence)


def _figure(name: str, value: str, explanation: str) -> Html:
    return tag(
        "div",
        tag("dt", name),
        tag("dd", value, class_="value"),
        tag("dd", explanation),
        class_="card",
    )


def _beside(name: str) -> str:
    return (resources.files("bot.upkeep.evaluation") / name).read_text(encoding="utf-8")
