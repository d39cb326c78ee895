"""What was written from it, and what the check left of that."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.model.reason import Reason
from knowledge.model.documents import Passage
from knowledge.split.statements import Statement


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

    code: Reason
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
    worth_quoting: bool = False
    """Whether the nearest may well be what was asked for, only that it is not sure enough."""

    def as_nearest(
        self, *issues: Issue, missing: str = "", worth_quoting: bool = False
    ) -> "Checked":
        """No answer: what was kept held, and is not what was asked for."""
        return replace(
            self,
            verdict=Verdict.INSUFFICIENT,
            kept=(),
            issues=(*self.issues, *issues),
            nearest=self.kept,
            missing=missing,
            worth_quoting=worth_quoting,
        )


@dataclass(frozen=True, slots=True)
class Nearest:
    """What a refusal quotes."""

    sentence: Sentence
    missing: str = ""
    """What the question is about, where the sentence's passage does not mention it."""
    against: tuple[Sentence, ...] = ()
    """What other documents say instead."""


@dataclass(frozen=True, slots=True)
class Written:
    """A draft before and after the check, and which model wrote it."""

    checked: Checked
    model: str = ""
    draft: Draft = Draft()
    doubted: bool = False
    """Whether a language model that read the passages found no answer in them."""


def sentence_of(passage: Passage, statement: Statement) -> Sentence:
    """A statement of a passage; its quotes carry it."""
    return Sentence(statement.text, tuple(Citation(passage, one) for one in statement.quotes))


def told_in(sentences: Iterable[Sentence]) -> list[str]:
    """The sentences and their quotes: a table's column names are in the former only."""
    return [
        text
        for sentence in sentences
        for text in (sentence.text, *(citation.quote for citation in sentence.citations))
    ]
