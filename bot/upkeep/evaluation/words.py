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
    Came.RIGHT: ("right", "The answer contains everything expected."),
    Came.REFUSED: ("rightly refused", "The documents have no answer, and the bot said so."),
    Came.MISSED: ("missed", "The documents have an answer, but the bot refused."),
    Came.OVERSTRETCHED: (
        "overstretched",
        "The documents have no answer, but the bot gave one.",
    ),
    Came.WRONG: ("wrong", "The quotes are genuine but do not answer the question."),
}
"""The name and the meaning of each outcome."""

HEADLINES = (
    Headline(
        "Right",
        "right_rate",
        "answerable",
        "{n} of the {of} answerable questions got an answer with everything expected.",
    ),
    Headline(
        "Helped",
        "helped_rate",
        "answerable",
        "{n} of the same {of} got a right answer, or closest rules that contain it.",
    ),
    Headline(
        "Wrong",
        "wrong_answer_rate",
        "answerable",
        "{n} of the same {of} got a wrong answer: a genuine quote about something else.",
    ),
    Headline(
        "Missed",
        "answered_rate",
        "answerable",
        "{n} of the same {of} were refused although the documents answer them.",
        is_the_rest=True,
    ),
    Headline(
        "Refused",
        "refusal_recall",
        "others",
        "{n} of the {of} unanswerable questions were refused.",
    ),
    Headline(
        "Found",
        "hit@5",
        "answerable",
        "For {n} of the {of} answerable questions, a right document was in the top five.",
    ),
    Headline("Cited", "citation_rate", "answers", "{n} of the {of} answers name their source."),
    Headline(
        "Verbatim",
        "quote_validity",
        "answers",
        "In {n} of the {of} answers, every quote matches its document word for word.",
    ),
)

FIGURES: Mapping[str, str] = {
    "hit@1": "Answerable questions with a right document in first place.",
    "hit@5": "Answerable questions with a right document in the top five.",
    "mrr@10": "Average of 1 / rank of the first right document.",
    "answered_rate": "Answerable questions that got any answer.",
    "right_rate": "Answerable questions whose answer contains everything expected.",
    "helped_rate": "Answerable questions with a right answer, or closest rules that contain it.",
    "wrong_answer_rate": "Answerable questions with a wrong answer.",
    "refusal_precision": "Refusals that were right: the documents have no answer.",
    "refusal_recall": "Unanswerable questions that were refused.",
    "plain_refusal_rate": "Unanswerable questions refused in one line, without closest rules.",
    "citation_rate": "Answers that name at least one source.",
    "quote_validity": "Answers whose quotes all match their documents word for word.",
    "p50_ms": "Half of the questions took less (milliseconds).",
    "p95_ms": "95 of 100 questions took less (milliseconds).",
}
"""The meaning of each figure of the report."""

LANGUAGES: Mapping[str, str] = {"ko": "Korean", "en": "English"}

STEPS: Mapping[str, str] = {
    "classify": "Read the question: topic, day, store.",
    "retrieve": "Find passages, rank their statements, ask the gate.",
    "generate": "Draft the answer.",
    "check": "Check every sentence against its quotes.",
    "finalize": "Number the citations, or refuse.",
}
"""The work of each step of a question."""
