"""What is said: the answer with its evidence, and the reply that a person reads."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from bot.model.errors import ModelTrouble
from bot.model.found import Judged
from bot.model.sent import Question, SafeText, Scope, Turn
from bot.model.understood import Understood
from bot.model.written import Citation, Confidence, Draft, Issue, Sentence, Verdict
from knowledge.model.documents import Audience, Filters, Found, Generation, Language

Corpus = dict[Language, str]
"""What the documents are called."""


class Failure(StrEnum):
    """Why there is no reply but an apology."""

    NOT_INDEXED = "not_indexed"
    """No documents are indexed yet."""
    TROUBLE = "trouble"
    """Something outside cannot be used now: the index, the model, a file."""
    BUG = "bug"


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of one run of the pipeline, with everything that an evaluation wants to see."""

    question: Question
    verdict: Verdict
    text: SafeText
    """What the person reads, with `[n]` after each sentence; n counts `citations` from 1."""
    citations: tuple[Citation, ...] = ()
    """One for each passage, with every quote that carries a sentence."""
    sentences: tuple[Sentence, ...] = ()
    """What `text` says, sentence by sentence."""
    confidence: Confidence = Confidence.LOW
    follow_up: SafeText | None = None
    suggestions: tuple[SafeText, ...] = ()
    """What else the documents answer nearby, each to be asked as it stands."""
    audience: Audience | None = None
    """The role that its parts need, where it has several; `access` knows it of any other."""
    found: Found = field(default_factory=Found)
    limit: int = 0
    """Passages that were looked for."""
    attempts: int = 0
    """How often the documents were searched."""
    draft: Draft = field(default_factory=Draft)
    """What was written, before the check: not for people to read."""
    drafts: int = 0
    """How often something was written: by a language model where one was asked."""
    issues: tuple[Issue, ...] = ()
    """What the check had against sentences of the draft."""
    rejected: tuple[Issue, ...] = ()
    """What it had against drafts that another one replaced."""
    troubles: tuple[ModelTrouble, ...] = ()
    """Why a language model gave no draft, each time."""
    judged: Judged = field(default_factory=Judged)
    """Of the attempt that the gate thought most of."""
    understood: Understood = field(default_factory=Understood)
    """What the message was taken for."""
    model: str = ""
    """Which model wrote the sentences; empty where there are none."""
    asked: Filters | None = None
    """What was searched for at first; `question` has the filters that were used in the end."""
    trace_id: str = ""
    ms: float = 0.0
    """Milliseconds from the message to the answer."""
    steps: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds of each step, by name."""
    spent: Mapping[str, float] = field(default_factory=dict)
    """A language model's tokens, and money where its prices are known."""
    cached: bool = False
    """Whether it was made for another one who asked the same, earlier or at the same time."""
    index: Generation | None = None
    """Which index it was made from; None where none was read."""


@dataclass(frozen=True, slots=True)
class Source:
    """One citation as a person reads it under a reply."""

    number: int
    """The n of the `[n]` in the reply's text."""
    title: str
    section: str
    """The headings above the passage, ` › ` between them; empty when there are none."""
    quote: str
    """Verbatim from the document, with its Markdown."""
    more_quotes: tuple[str, ...] = field(default=(), kw_only=True)
    """Further quotes from the same passage."""
    passage: str = field(default="", kw_only=True, repr=False)
    """The whole text of the passage, with its Markdown."""
    doc_id: str
    passage_id: str
    version: str
    page: int | None = None
    url: str | None = None
    effective_from: date | None = None
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Reply:
    """What a person reads, in Markdown; adapters turn it into blocks or cards."""

    text: str
    language: Language = "en"
    sources: tuple[Source, ...] = ()
    follow_up: str | None = None
    suggestions: tuple[str, ...] = ()
    """What may be asked next, each as it stands."""
    notice: str | None = None
    """A line about the message itself, such as what was taken out of it."""
    private: bool = False
    """Only the sender should see it (a refusal of a command, an error that concerns one person)."""
    scope: Scope | None = None
    """What an answer holds for; None where that is no question."""
    audience: Audience = Audience.STAFF
    """The role that is needed to read it."""
    verdict: Verdict | None = None
    """What the check found; None where no question is answered: kind words, errors, reports."""
    confidence: Confidence | None = None
    kept: bool = False
    """Whether it is found again by its trace id, when one of its buttons is clicked."""
    failure: Failure | None = None
    """Why nothing was answered; None for every reply that is one."""
    answer: Answer | None = field(default=None, repr=False)
    """Where the reply came from; for the command line and the evaluation, never for a channel."""
    trace_id: str = ""
    steps: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds of each step, by name."""
    spent: Mapping[str, float] = field(default_factory=dict)
    """A language model's tokens, and money where its prices are known."""


def turn_of(answer: Answer) -> Turn:
    """What a later message of the thread may lean on."""
    question = answer.question
    headers = (one.passage.header for one in answer.citations)
    disagree = answer.verdict is Verdict.CONFLICT and answer.follow_up is not None
    return Turn(
        question.text,
        answer.found.rarity,
        answer.follow_up,
        question.said,
        tuple(dict.fromkeys(headers)) if disagree else (),
    )
