"""An indexing run: its options, its progress and its report."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from knowledge.model.documents import Generation
from knowledge.model.places import Places
from knowledge.model.versions import Standing


@dataclass(frozen=True, slots=True)
class Run:
    """The options of an indexing run."""

    source: Places | None = None
    """Documents to index instead of the configured ones."""
    full: bool = False
    """Whether to embed all passages again, even unchanged ones."""
    strict: bool = False
    """Whether skipped files, contradictions and orders to a model prevent publishing."""
    accept_worse: bool = False
    """Whether to publish even if golden questions are answered worse than before."""
    unasked: bool = False
    """Whether the bot itself started it: it then never publishes what was rolled back."""
    fetch: bool = True
    """Whether documents that lie elsewhere are copied first."""
    decided: frozenset[str] = frozenset()
    """Keys of documents that people wrote and decided about, one by one: if nothing else changed,
    the index is published at once, and the golden questions are asked afterwards."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of an indexing run."""

    counted: str
    """The unit: "files" (copied), "documents", "passages", "vectors" or "questions"."""
    done: int
    total: int
    seconds_left: float | None = None
    """Estimated from the speed of this step so far; None at its beginning."""


Show = Callable[[Progress], None]
"""Called with every step forward; a front end decides how often it shows one."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Documents that differ from the published index, by key (`refund-policy-en@2`)."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @classmethod
    def between(cls, before: Mapping[str, str], after: Mapping[str, str]) -> "Changes":
        """Compares two sets of documents, given each one's digest by key."""
        return cls(
            added=tuple(sorted(after.keys() - before.keys())),
            changed=tuple(sorted(k for k in after.keys() & before.keys() if after[k] != before[k])),
            removed=tuple(sorted(before.keys() - after.keys())),
        )

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)

    def within(self, keys: Set[str]) -> bool:
        """Whether something changed, and none but these documents did."""
        return bool(self) and {*self.added, *self.changed, *self.removed} <= keys


@dataclass(frozen=True, slots=True)
class Skipped:
    """A source file that was left out."""

    source: str
    """The file's path below the source folder."""
    reason: str
    """The reason and the fix, in words for the documents' owner."""


@dataclass(frozen=True, slots=True)
class Partly:
    """A source file that was read, but not all of it."""

    source: str
    """The file's path below the source folder."""
    lost: tuple[str, ...]
    """What was left out, each in words for the documents' owner: "2 pictures"."""
    unknown: tuple[str, ...] = ()
    """Fields of its front matter that are not known, which a strict run does not publish."""


@dataclass(frozen=True, slots=True)
class Stated:
    """What of a file's front matter was taken from its text, because nothing else says it."""

    source: str
    fields: tuple[str, ...]
    """Each as front matter would have it: "effective_from: 2026-03-01"."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How files were read that were not left out."""

    partly: tuple[Partly, ...] = ()
    stated: tuple[Stated, ...] = ()
    empty: tuple[str, ...] = ()
    """Files whose documents have no passage: nothing can be answered from them."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A golden question that the new index answers worse than the published one."""

    question_id: str
    question: str
    what: str
    """Which of its properties was lost: found, answered, cited or refused."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """How a new index answers the golden questions of its documents."""

    asked: int = 0
    lost: tuple[Loss, ...] = ()
    worse: bool = False
    """Whether so much was lost that it should not be published."""
    problem: str | None = None
    """Why the questions could not be asked, in words for their owner."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """One of two contradicting statements, with its place."""

    key: str
    title: str
    section: str
    page: int | None
    sentence: str
    value: str


@dataclass(frozen=True, slots=True)
class NotedClash:
    """A contradiction: two statements about one subject with different values."""

    left: Quoted
    right: Quoted
    first: date
    last: date
    """`first` to `last` are the days on which both are in force."""


@dataclass(frozen=True, slots=True)
class Copies:
    """Documents that have some passages in common."""

    keys: tuple[str, ...]
    shared: int
    passages: int
    """How many passages the shortest of them has."""
    exact: bool
    """Whether they are equal word for word."""


class Where(StrEnum):
    """The part of a document that a sentence was found in."""

    TEXT = "text"
    HEADING = "heading"
    TITLE = "title"
    FRONT_MATTER = "front matter"
    FILE_NAME = "file name"


@dataclass(frozen=True, slots=True)
class NotedOrder:
    """A sentence that gives orders to a language model, with its place."""

    key: str
    source: str
    """The file."""
    title: str
    section: str
    page: int | None
    where: Where
    sentence: str


@dataclass(frozen=True, slots=True)
class Aside:
    """A version that is not in force on the day of the review."""

    key: str
    standing: Standing
    day: date
    """Its first day if it is not yet in force, otherwise its last day."""


@dataclass(frozen=True, slots=True)
class Namesakes:
    """Files with the same title that look like versions of one document."""

    title: str
    files: tuple[tuple[str, str], ...]
    """The version and the path of each, the oldest version first."""
    doc_id: str
    """The `doc_id` to write into each of them, to make them one document."""


REVIEW_VERSION = "4"
"""Change it when the comparison or its format changes: documents are then compared again."""


@dataclass(frozen=True, slots=True)
class Review:
    """Contradictions, copies and orders in the documents of an index; versions not in force."""

    clashes: tuple[NotedClash, ...] = ()
    """The most important ones first."""
    more_clashes: int = 0
    """How many more there are."""
    copies: tuple[Copies, ...] = ()
    more_copies: int = 0
    orders: tuple[NotedOrder, ...] = ()
    """Sentences that give orders to a language model. No answer uses them."""
    more_orders: int = 0
    compared: int = 0
    """Passages that were compared: those in force on the day or later, as time allowed."""
    comparable: int = 0
    """Passages to compare, given enough time."""
    whole: bool = True
    """Whether each was compared with all similar ones; False if there were too many."""
    asides: tuple[Aside, ...] = ()
    namesakes: tuple[Namesakes, ...] = ()
    """Files that look like one document but are indexed as several."""
    version: str = REVIEW_VERSION


@dataclass(frozen=True, slots=True)
class Contacts:
    """Contacts that stay in the documents, and personal data that was removed, by kind."""

    kept: Mapping[str, int] = field(default_factory=dict)
    """Kinds such as PHONE and EMAIL, each with its count."""
    removed: Mapping[str, int] = field(default_factory=dict)
    published: Sequence[str] = ()
    """The contacts that stay, each once in its normal form: people may name them in questions."""

    def __bool__(self) -> bool:
        return bool(self.kept or self.removed)


@dataclass(frozen=True, slots=True)
class IndexReport:
    """The result of an indexing run."""

    documents: int
    passages: int = 0
    embedded: int = 0
    """Passages whose vectors were computed in this run; other vectors were reused."""
    seconds: float = 0.0
    skipped: tuple[Skipped, ...] = ()
    coverage: Coverage = field(default_factory=Coverage)
    assumed: int = 0
    """Documents without any metadata; their title and language were taken from the text."""
    words_only: bool = False
    """Whether there was no embedder, so that only shared words find a passage."""
    published: bool = True
    """Whether questions are answered from these documents now."""
    withheld: str | None = None
    """Why not: "worse", "golden" (see `problem`), "strict" (files were skipped), "clashes" or
    "orders" (only if strict) or "rolled back"."""
    problem: str | None = None
    """Why the golden questions could not be asked."""
    changes: Changes = field(default_factory=Changes)
    """Differences from the index that was published before."""
    lost: tuple[Loss, ...] = ()
    """Golden questions that became worse. A few of them do not prevent publishing."""
    asked: int = 0
    """Golden questions that were asked; 0 if the documents have none."""
    review: Review = field(default_factory=Review)
    """Contradictions, copies and orders in the documents."""
    contacts: Contacts = field(default_factory=Contacts)


@dataclass(frozen=True, slots=True)
class Status:
    """The published index, the previous one and the run under way."""

    published: Generation
    documents: int
    passages: int
    languages: Mapping[str, int]
    """Documents in each language."""
    previous: Generation | None
    """The index that a roll-back would publish."""
    skipped: tuple[str, ...]
    """Why files were skipped in the run that built the published index."""
    progress: Progress | None
    """The progress of the run under way; None if there is none."""
    review: Review = field(default_factory=Review)
    """Contradictions, copies and orders in its documents today."""
    contacts: Contacts = field(default_factory=Contacts)
    coverage: Coverage = field(default_factory=Coverage)
    """How the run that built it read the files that it did not skip."""
    where: str = ""
    """Its folders, files and addresses, as people know them."""
