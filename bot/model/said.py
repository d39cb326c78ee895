"""The types of answers with their evidence, and of the replies that people read."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Literal

from bot import texts
from bot.model.errors import ModelTrouble
from bot.model.found import Judged
from bot.model.sent import ClosestPlace, Question, SafeText, Scope, Turn
from bot.model.understood import Understood
from bot.model.written import (
    ANSWERED,
    Absence,
    Citation,
    Confidence,
    Draft,
    Issue,
    ModelCall,
    Sentence,
    Verdict,
)
from knowledge.model.documents import Audience, Filters, Found, Generation, Language, Passage
from knowledge.split.statements import in_words, statements

Corpus = Mapping[Language, str]
"""The name of the documents in each language."""
USUAL_NAME: Corpus = texts.USUAL_CORPUS
"""Without `STOREWISE_CORPUS_NAME`."""


Replace = Callable[["Reply"], Awaitable[bool]]
"""Shows a reply in place of another one; False if that one has to stay."""
Later = Callable[["Reply", Replace], Awaitable[None]]
"""Waits for a better choice than the reply that is shown, and has it shown in its place."""
ReplyOutcome = Literal["answer", "closest", "refusal", "talk"]
"""Answer; closest rules, if no answer is sure; refusal; small talk, a report or an error."""


class Failure(StrEnum):
    """Why the reply is only an apology."""

    NOT_INDEXED = "not_indexed"
    """No documents are indexed yet."""
    INDEXING = "indexing"
    """The documents are being read for the first time."""
    TROUBLE = "trouble"
    """Something outside fails now: the index, the model, a file."""
    BUG = "bug"


@dataclass(frozen=True, slots=True)
class Table:
    """Lines of a text that are easier to read as a table."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """The cells of each row, with the `[n]` of its source."""
    lines: str
    """The lines that it stands for, verbatim: people read them where no table can be shown."""
    shortened: bool = False
    """Whether its cells say less than the lines, which are then a click away."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of one run of the pipeline, with all details for the evaluation."""

    question: Question
    verdict: Verdict
    text: SafeText
    """The answer's words, with `[n]` after each sentence; n counts `citations` from 1."""
    citations: tuple[Citation, ...] = ()
    """One for each passage, with every quote that backs a sentence."""
    sentences: tuple[Sentence, ...] = ()
    """The sentences of `text`, each with its citations."""
    tables: tuple[Table, ...] = ()
    """Tables of its own; rows of documents' tables are found in `text` when it is shown."""
    confidence: Confidence = Confidence.LOW
    follow_up: SafeText | None = None
    suggestions: tuple[SafeText, ...] = ()
    """Related questions that the documents answer, ready to be asked."""
    listed: int = 0
    """The entries of a list that it and those before it showed, if there are more."""
    audience: Audience | None = None
    """The role needed to read it, if it has several parts; `access` finds it for others."""
    found: Found = field(default_factory=Found)
    limit: int = 0
    """Number of passages that were searched for."""
    attempts: int = 0
    """Number of searches."""
    draft: Draft = field(default_factory=Draft)
    """The draft before the check; never shown to people."""
    drafts: int = 0
    """Number of drafts written, by a language model if one was asked."""
    disputed: bool = False
    """Whether its documents contradict each other, so that somebody has to settle it."""
    closest: tuple[Sentence, ...] = ()
    """Rules that may help, if no answer is sure; `sentences` has them, too."""
    absent: tuple[Absence, ...] = ()
    """What its text says was not found."""
    issues: tuple[Issue, ...] = ()
    """Issues that the check found in the draft."""
    rejected: tuple[Issue, ...] = ()
    """Issues of drafts that were replaced by another one."""
    troubles: tuple[ModelTrouble, ...] = ()
    """Why a language model gave no draft, each time."""
    calls: tuple[ModelCall, ...] = field(default=(), compare=False, repr=False)
    """A language model's calls for an answer that can be replaced; some may still go on."""
    judged: Judged = field(default_factory=Judged)
    """The gate's rating of the best attempt."""
    understood: Understood = field(default_factory=Understood)
    """How the message was understood."""
    model: str = ""
    """The model that wrote the sentences; "" if there are none."""
    asked: Filters | None = None
    """The filters of the first search; `question` has those of the last one."""
    trace_id: str = ""
    ms: float = 0.0
    """Milliseconds from the message to the answer."""
    steps: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds of each step, by name."""
    spent: Mapping[str, float] = field(default_factory=dict)
    """A language model's tokens, and its cost if the prices are set."""
    cached: bool = False
    """Whether it was made for somebody else's same question, earlier or at the same time."""
    index: Generation | None = None
    """The index it was made from; None if none was read."""
    past: frozenset[str] = frozenset()
    """The keys of versions of the cited documents that are no longer in force."""


@dataclass(frozen=True, slots=True)
class Source:
    """One citation, as shown under a reply."""

    number: int
    """The n of the `[n]` in the reply's text."""
    title: str
    section: str
    """The headings above the passage, joined by ` › `; "" if there are none."""
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
    past: bool = False
    """Whether its version was no longer in force when it was quoted."""
    owner: str | None = None
    """Who answered, if somebody wrote it in answer."""
    written_on: date | None = None
    """The day on which somebody wrote it in answer; None for other documents."""
    review_by: date | None = None
    overdue: bool = False
    """Whether that day had passed when it was quoted."""


@dataclass(frozen=True, slots=True)
class WaitingQuestion:
    """Like questions that wait for a rule, as those read of them who may write it."""

    answer_id: str
    """The latest answer."""
    question: str
    """The wording that was asked most."""
    facts: tuple[str, ...]
    """Lines: by how many people, where, for how long, the nearest rule, its owner."""


@dataclass(frozen=True, slots=True)
class ClosestRule:
    """A rule that may help although no answer is sure, as a reply shows it."""

    number: int
    """The number of its source."""
    section: str
    """The headings above its passage, joined by ` › `; "" if there are none."""
    text: str
    """The rule in bold, with the sentences that follow it, in Markdown."""
    quote: str
    """The words of the rule, verbatim from the document."""
    doc_id: str
    passage_id: str
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Choice:
    """A reply to the question that the bot asks back, to be tapped instead of typed."""

    label: str
    """The reply in a few words: "Opened"."""
    question: str
    """The whole question that it makes of the one before."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply to a person, in Markdown; adapters turn it into blocks or cards."""

    text: str
    language: Language = "en"
    sources: tuple[Source, ...] = ()
    follow_up: str | None = None
    suggestions: tuple[str, ...] = ()
    """Questions to ask next, ready to be asked."""
    choices: tuple[Choice, ...] = field(default=(), kw_only=True)
    """Possible replies to `follow_up`."""
    closest: tuple[ClosestRule, ...] = field(default=(), kw_only=True)
    """The closest rules, best first, if the outcome is `closest`; they stand in `text`, too."""
    waiting: tuple[WaitingQuestion, ...] = field(default=(), kw_only=True)
    """The questions of a report that wait for a rule; they stand in `text`, too."""
    tables: tuple[Table, ...] = field(default=(), kw_only=True)
    """Lines of `text` to be shown as tables, in its order."""
    notice: str | None = None
    """A line about the message, such as the personal data removed from it."""
    private: bool = False
    """Whether only the sender should see it, such as a refused command or an error."""
    scope: Scope | None = None
    """The scope that an answer is valid for; None for other replies."""
    audience: Audience = Audience.STAFF
    """The role needed to read it."""
    verdict: Verdict | None = None
    """The outcome of the check; None for talk, errors and reports."""
    confidence: Confidence | None = None
    model_worded: bool = False
    """Whether a language model worded it; if not, its sentences are the documents' own."""
    awaited: bool = False
    """Whether its message replied to a question that the bot had asked back."""
    disputed: bool = False
    """Whether its documents contradict each other, so that somebody has to settle it."""
    owners: tuple[str, ...] = field(default=(), kw_only=True)
    """The owners who can be told of it; none where no document has to change for it."""
    kept: bool = False
    """Whether it is stored under its trace id, for clicks on its buttons."""
    failure: Failure | None = None
    """Why the reply is only an apology; None otherwise."""
    later: Later | None = field(default=None, repr=False, compare=False)
    """Waits for a better choice, if one may come; only chats call it, at most once."""
    answer: Answer | None = field(default=None, repr=False)
    """The answer behind the reply, for the command line and the evaluation, never for a channel."""
    trace_id: str = ""
    steps: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds of each step, by name."""
    spent: Mapping[str, float] = field(default_factory=dict)
    """A language model's tokens, and its cost if the prices are set."""

    @property
    def is_shortened(self) -> bool:
        """Returns whether a table says less than its sentences."""
        return any(one.shortened for one in self.tables)

    @property
    def outcome(self) -> ReplyOutcome:
        """Returns what kind of reply it is."""
        if self.verdict is None:
            return "talk"
        if self.closest:
            return "closest"
        return "answer" if self.verdict in ANSWERED else "refusal"


def turn_of(answer: Answer, before: Turn | None = None) -> Turn:
    """Makes the turn that a follow-up in the thread may refer to.

    If it cites nothing, a follow-up may still refer to what the turn before cited.
    """
    question = answer.question
    headers = tuple(dict.fromkeys(one.passage.header for one in answer.citations))
    shown = answer.citations or tuple(one.citations[0] for one in answer.closest[:1])
    disagree = answer.verdict is Verdict.CONFLICT and answer.follow_up is not None
    return Turn(
        question.text,
        answer.found.rarity,
        answer.follow_up,
        question.said,
        answer.listed,
        headers,
        headers if disagree else (),
        closest=tuple(_place_of(one.citations[0].passage) for one in answer.closest),
        places=tuple(dict.fromkeys(_place_of(one.passage) for one in shown))
        or (before.places if before else ()),
        shown=_shown(shown[0]) if shown else before.shown if before else "",
    )


def _shown(citation: Citation) -> str:
    said = (one for one in statements(citation.passage) if citation.quote in one.quotes)
    row = next((one.row for one in said if one.row), ())
    return f"{citation.passage.above} {in_words(row[:1]) if row else citation.quote}"


def _place_of(passage: Passage) -> ClosestPlace:
    return ClosestPlace(passage.header, passage.section)
