"""Names and explanations on the page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from bot.upkeep.evaluation.outcome import Came


@dataclass(frozen=True, slots=True)
class Headline:
    """A figure of the report as a sentence."""

    name: str
    figure: str
    of: Literal["answerable", "others", "answers"]
    """The questions that the figure is a share of."""
    told: str
    is_the_rest: bool = False
    """Whether to show 1 minus the figure."""


CAME: Mapping[Came, tuple[str, str]] = {
    Came.RIGHT: ("right", "The answer holds what it must."),
    Came.REFUSED: ("rightly refused", "The documents do not say it, and the bot said so."),
    Came.MISSED: ("missed", "The documents say it, and the bot refused."),
    Came.OVERSTRETCHED: (
        "overstretched",
        "The documents do not say it, and the bot answered all the same.",
    ),
    Came.WRONG: ("wrong", "The quotes are true, but do not hold what was asked for."),
}
"""The name and the meaning of each outcome."""

HEADLINES = (
    Headline(
        "Right",
        "right_rate",
        "answerable",
        "{n} of the {of} questions that the documents answer got an answer that holds what it "
        "must.",
    ),
    Headline(
        "Wrong",
        "wrong_answer_rate",
        "answerable",
        "{n} of the same {of} got an answer that does not hold it: a true quote about something "
        "else.",
    ),
    Headline(
        "Missed",
        "answered_rate",
        "answerable",
        "{n} of the same {of} were refused, though the documents answer them.",
        is_the_rest=True,
    ),
    Headline(
        "Refused",
        "refusal_recall",
        "others",
        "{n} of the {of} questions that the documents do not answer were refused.",
    ),
    Headline(
        "Found",
        "hit@5",
        "answerable",
        "For {n} of the {of} answerable questions a right document was among the first five.",
    ),
    Headline("Cited", "citation_rate", "answers", "{n} of the {of} answers name their source."),
    Headline(
        "Verbatim",
        "quote_validity",
        "answers",
        "In {n} of the {of} answers every quote stands in its document word for word.",
    ),
)

FIGURES: Mapping[str, str] = {
    "hit@1": "Answerable questions whose right document was found first.",
    "hit@5": "Answerable questions with a right document among the first five.",
    "mrr@10": "One divided by the place of the right document, on average.",
    "answered_rate": "Answerable questions that got an answer at all.",
    "right_rate": "Answerable questions whose answer holds what it must.",
    "wrong_answer_rate": "Answerable questions whose answer does not hold it.",
    "refusal_precision": "Refusals that were right: the documents do not say it.",
    "refusal_recall": "Questions that the documents do not answer, and that were refused.",
    "citation_rate": "Answers that name at least one source.",
    "quote_validity": "Answers whose every quote stands in its document word for word.",
    "p50_ms": "Half of the questions took less than these milliseconds.",
    "p95_ms": "95 of 100 questions took less than these milliseconds.",
}
"""The meaning of each figure of the report."""

LANGUAGES: Mapping[str, str] = {"ko": "Korean", "en": "English"}

STEPS: Mapping[str, str] = {
    "classify": "Is it a question, about what, as of when?",
    "retrieve": "Find passages, weigh their statements, ask the gate.",
    "generate": "Draft the answer.",
    "check": "Hold every sentence against its quotes.",
    "finalize": "Number the citations, or refuse.",
}
"""The work of each step of a question."""
