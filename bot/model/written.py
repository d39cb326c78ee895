"""The types of drafts, before and after the check."""

from collections.abc import Awaitable, Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum

from bot.model.reason import Reason
from knowledge.model.documents import Passage
from knowledge.split.statements import Statement


@dataclass(frozen=True, slots=True)
class Citation:
    """A passage with the quote that backs a sentence."""

    passage: Passage
    quote: str
    """Verbatim from the passage."""
    more: tuple[str, ...] = ()
    """Further quotes of the same passage, if one citation backs several sentences."""

    @property
    def quotes(self) -> tuple[str, ...]:
        """Returns all quotes, in the order of the sentences."""
        return (self.quote, *self.more)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a draft or an answer, with its citations."""

    text: str
    citations: tuple[Citation, ...]
    mark: str = ""
    """The mark of a list's item, shown before it: "2." or "-"."""
    worded: bool = False
    """Whether a language model worded it: shorter, or in another language than its quotes."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The sentences of an answer before the check, with their citations; none if there are none."""

    sentences: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Chosen:
    """The statements that answer a question, chosen among those on offer."""

    places: tuple[int, ...] = ()
    """Their places among the statements on offer, from 0, in the order in which to show them."""
    denies: bool = False
    """Whether whoever chose read the statements and says that none of them answers."""
    understood: str = ""
    """The question spelled out, for the log and the next question; never shown."""
    search_again: tuple[str, ...] = ()
    """Other wordings of the question, to search for once more."""
    language: str = ""
    """The question's language as ISO 639-1 code, if whoever chose has read it."""


@dataclass(frozen=True, slots=True)
class ModelCall:
    """A call of a language model that may go on after the answer has gone out."""

    about: str
    """Its question and the statements on offer."""
    choosing: Awaitable[Chosen] = field(repr=False)
    """Raises ModelUnavailableError."""
    late: bool = False
    """Whether the answer went out without it."""


class Verdict(StrEnum):
    """The outcome of the check."""

    PASS = "pass"  # noqa: S105 - a verdict, no password
    INSUFFICIENT = "insufficient"
    CONFLICT = "conflict"
    OFF_TOPIC = "off_topic"


ANSWERED = (Verdict.PASS, Verdict.CONFLICT)
"""The verdicts of questions that the documents answer."""


class Confidence(StrEnum):
    """How directly the documents answer: directly, partly, or only in passing."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Issue:
    """A dropped sentence of a draft, by its number from 0, and the reason."""

    code: Reason
    sentence: int


@dataclass(frozen=True, slots=True)
class Absence:
    """What an answer says was not found: a word, a kind of value, or what is new."""

    line: str
    """The sentence that says so: "I couldn't find a price."."""
    word: str = ""
    """A word of the question that no rule mentions; "4 cars", of which a table has no row."""
    kind: str = ""
    """The kind of value asked for (`bot.answering.criteria.answer_kind.Slot`)."""
    days: tuple[date, date] | None = None
    """The days from which no document starts, of that title if a word is given."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A draft after the check."""

    verdict: Verdict
    kept: tuple[Sentence, ...] = ()
    issues: tuple[Issue, ...] = ()
    nearest: tuple[Sentence, ...] = ()
    """True sentences that are no answer, by their kind of value or by a model's judgement."""
    missing: str = ""
    """The subject of the question, if the nearest sentences do not mention it."""
    worth_quoting: bool = False
    """Whether the nearest sentences may be the answer, but not surely enough."""
    note: str = ""
    """A line above the sentences: the heading of a list that nothing else introduces."""
    absent: Absence | None = None
    """The line above the sentences that says what the table that they are from has no row for."""

    def __post_init__(self) -> None:
        """Raises ValueError if the parts disagree: an answer without a sentence, or the like."""
        if bool(self.kept) is not (self.verdict in ANSWERED):
            raise ValueError(f"{self.verdict} with {len(self.kept)} sentences")
        if self.kept and self.nearest:
            raise ValueError("a sentence that answers, and a nearest one")
        if (self.missing or self.worth_quoting) and not self.nearest:
            raise ValueError("no sentence is the nearest one")
        if not all(one.citations for one in (*self.kept, *self.nearest)):
            raise ValueError("a sentence without a citation")

    def as_nearest(
        self,
        *issues: Issue,
        missing: str = "",
        worth_quoting: bool = False,
        nearest: tuple[Sentence, ...] | None = None,
    ) -> "Checked":
        """Turns the kept sentences, or those of them that are given, into nearest ones.

        They are true, but no answer. Nothing changes where nothing was kept.
        """
        if not self.kept:
            return self
        return replace(
            self,
            verdict=Verdict.INSUFFICIENT,
            kept=(),
            issues=(*self.issues, *issues),
            nearest=self.kept if nearest is None else nearest,
            missing=missing,
            worth_quoting=worth_quoting,
        )


@dataclass(frozen=True, slots=True)
class Nearest:
    """The closest match that a refusal quotes."""

    sentence: Sentence
    missing: str = ""
    """The subject of the question, if the sentence's passage does not mention it."""
    against: tuple[Sentence, ...] = ()
    """Contradicting sentences of other documents."""

    def __post_init__(self) -> None:
        """Raises ValueError if a sentence has no source."""
        if not all(one.citations for one in (self.sentence, *self.against)):
            raise ValueError("a sentence without a citation")


@dataclass(frozen=True, slots=True)
class Written:
    """A draft before and after the check, and who chose its statements."""

    checked: Checked
    model: str = ""
    draft: Draft = Draft()
    doubted: bool = False
    """Whether a language model read the statements and found no answer."""
    search_again: tuple[str, ...] = ()
    """Other wordings that a language model asks to search for."""


def sentence_of(passage: Passage, statement: Statement) -> Sentence:
    """Makes a sentence of a statement, backed by the statement's quotes."""
    return Sentence(statement.text, tuple(Citation(passage, one) for one in statement.quotes))


def texts_of(sentences: Iterable[Sentence]) -> list[str]:
    """Returns sentences and their quotes; a table's column names are only in the sentences."""
    return [
        text
        for sentence in sentences
        for text in (sentence.text, *(citation.quote for citation in sentence.citations))
    ]
