"""The words of the conversation, from what a person wrote to what they read back."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import NewType

from bot.errors import ModelTrouble
from bot.understood import Understood
from knowledge.model import Audience, Filters, Found, Generation, Hit, Language, Passage
from knowledge.sentences import Statement

SafeText = NewType("SafeText", str)
"""Text without personal data. A person's words become it in bot.privacy only."""


def _new_id() -> str:
    # A letter first: digits only would look like a phone number, and be taken out of the log.
    return f"r{uuid.uuid4().hex[:11]}"


class Platform(StrEnum):
    """Where a message came from."""

    SLACK = "slack"
    TEAMS = "teams"
    WEB = "web"
    CONSOLE = "console"


class Length(StrEnum):
    """How much an answer says."""

    BRIEF = "brief"
    """One sentence, and what is needed to read it rightly."""
    NORMAL = "normal"
    DETAILED = "detailed"
    """Three to five sentences where so many answer the question."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a channel or a caller sets about a question; None leaves it open."""

    store_type: str | None = None
    category: str | None = None
    language: Language | None = None
    as_of: date | None = None
    audience: Audience = Audience.STAFF


@dataclass(frozen=True, slots=True)
class Message:
    """What a person sent, as an adapter hands it over."""

    platform: Platform
    conversation_id: str
    """The thread; empty where each message stands by itself."""
    sender_id: str
    text: str = field(repr=False)
    command: str | None = None
    """The name of a slash command without its slash, such as `reindex`."""
    scope: Scope = Scope()
    workspace_id: str = ""
    """The Slack workspace or the Teams tenant: ids of people are unique within it."""
    admin: bool = False
    """Whether the platform's settings let this person run commands."""
    selected_text: str | None = field(default=None, repr=False)
    """A text that the person chose to ask about: it alone answers, and the documents do not."""
    trace_id: str = field(default_factory=_new_id, compare=False)
    """By which everything is found that came of it: log lines, the answer, an apology."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a person wants to know, without personal data."""

    text: SafeText
    language: Language
    filters: Filters
    dated: bool = False
    """Whether the channel or the caller set the day: then no words of the question change it."""
    sought: SafeText | None = None
    """What is looked up, where that is not the text: a day in it is no word of the documents."""
    bought: date | None = None
    """The day of a purchase that it tells of."""
    said: SafeText | None = None
    """The message itself, where the text is a wording of it."""
    wordings: tuple[SafeText, ...] = ()
    """Where the message leans on the question before: in which words it may stand by itself."""
    earlier: tuple[SafeText, ...] = ()
    """What was asked before in its thread, the last question last; it answers nothing."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A question of a thread, in words that stand by themselves."""

    question: SafeText
    rarity: Mapping[str, float] = field(default_factory=dict)
    """How rare each of its terms is in the documents."""
    asked_back: bool = False
    """Whether the reply ended in a question."""
    said: SafeText | None = None
    """The message itself, where the question is a wording of it."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A statement of a passage that was found, and how well it fits the question."""

    hit: Hit
    statement: Statement
    place: int
    """Which statement of its passage it is, from 0."""
    cover: float
    """Share of the question's words that it holds, weighted by how rare they are."""
    context: float
    """The same, with its neighbours and the headings above it."""
    likeness: float
    """Nearness in meaning to the question, as a cosine."""
    score: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was found for a question, weighed statement by statement, best first."""

    found: Found = field(default_factory=Found)
    candidates: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """What the gate made of the evidence."""

    likelihood: float = 0.0
    """How likely it is, 0 to 1, that the evidence answers the question."""
    signs: Mapping[str, float] = field(default_factory=dict)
    """What it was made from; none without evidence."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A passage with the words in it that carry a sentence."""

    passage: Passage
    quote: str
    """Verbatim from the passage."""
    more: tuple[str, ...] = ()
    """Further quotes of the same passage, where one citation stands for several sentences."""

    @property
    def quotes(self) -> tuple[str, ...]:
        """All of them, in the order of the sentences."""
        return (self.quote, *self.more)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a draft or an answer, with what carries it."""

    text: str
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """What the model wrote: sentences, each with its evidence; none when it cannot answer."""

    sentences: tuple[Sentence, ...] = ()
    denies: bool = False
    """Whether the model has read what was found and says that the answer is not there."""


class Verdict(StrEnum):
    """What the check found."""

    PASS = "pass"  # noqa: S105 - a verdict, no password
    INSUFFICIENT = "insufficient"
    CONFLICT = "conflict"
    OFF_TOPIC = "off_topic"


class Confidence(StrEnum):
    """How directly the documents answer: directly, partly, or only in passing."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Issue:
    """Why a sentence of a draft was dropped."""

    code: str
    sentence: int


@dataclass(frozen=True, slots=True)
class Checked:
    """What is left of a draft after the check."""

    verdict: Verdict
    kept: tuple[Sentence, ...] = ()
    issues: tuple[Issue, ...] = ()
    nearest: tuple[Sentence, ...] = ()
    """What held, but is no answer: not the kind of thing that was asked for, or so a model says."""
    missing: str = ""
    """What the question is about, where the nearest does not mention it."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """What a refusal quotes."""

    sentence: Sentence
    missing: str = ""
    """What the question is about, where the sentence's passage does not mention it."""


@dataclass(frozen=True, slots=True)
class Written:
    """A draft before and after the check, and which model wrote it."""

    checked: Checked
    model: str = ""
    draft: Draft = Draft()
    doubted: bool = False
    """Whether a language model that read the passages found no answer in them."""


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
    found: Found = field(default_factory=Found)
    limit: int = 0
    """Passages that were looked for."""
    attempts: int = 0
    """How often the documents were searched."""
    draft: Draft = Draft()
    """What was written, before the check: not for people to read."""
    drafts: int = 0
    """How often something was written: by a language model where one was asked."""
    issues: tuple[Issue, ...] = ()
    """What the check had against sentences of the draft."""
    rejected: tuple[Issue, ...] = ()
    """What it had against drafts that another one replaced."""
    troubles: tuple[ModelTrouble, ...] = ()
    """Why a language model gave no draft, each time."""
    judged: Judged = Judged()
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
    answer: Answer | None = field(default=None, repr=False)
    """Where the reply came from; for the command line and the evaluation, never for a channel."""
    trace_id: str = ""
    steps: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds of each step, by name."""
    spent: Mapping[str, float] = field(default_factory=dict)
    """A language model's tokens, and money where its prices are known."""
