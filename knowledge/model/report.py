"""What an indexing run is told, says while it works, and says at its end."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from knowledge.model.documents import Generation
from knowledge.model.places import Places
from knowledge.model.versions import Standing


@dataclass(frozen=True, slots=True)
class Run:
    """How the index is to be made."""

    source: Places | None = None
    """Other documents than those that are set."""
    full: bool = False
    """Embed everything anew, even what did not change."""
    strict: bool = False
    """Publish nothing when a file was skipped or documents contradict one another."""
    accept_worse: bool = False
    """Publish even when golden questions are answered worse than before."""
    unasked: bool = False
    """By the clock or at the start: what an administrator withdrew is not published again."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is."""

    counted: str
    """What is counted: "documents", "passages" or "questions"."""
    done: int
    total: int
    seconds_left: float | None = None
    """By the speed of this step so far; None at its beginning."""


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
        """What differs between two sets of documents, given each one's digest by key."""
        return cls(
            added=tuple(sorted(after.keys() - before.keys())),
            changed=tuple(sorted(k for k in after.keys() & before.keys() if after[k] != before[k])),
            removed=tuple(sorted(before.keys() - after.keys())),
        )

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


@dataclass(frozen=True, slots=True)
class Skipped:
    """A source file that was left out."""

    source: str
    """The file's path below the source folder."""
    reason: str
    """What to mend, in words for the person who keeps the documents."""


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
    """Why the questions could not be asked, in words for who keeps them."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """One of two statements that clash, and where it stands."""

    key: str
    title: str
    section: str
    page: int | None
    sentence: str
    value: str


@dataclass(frozen=True, slots=True)
class NotedClash:
    """Two statements about one subject with different values, as a report names them."""

    left: Quoted
    right: Quoted
    first: date
    last: date
    """The days on which both are in force."""


@dataclass(frozen=True, slots=True)
class Copies:
    """Documents that say the same in some of their passages."""

    keys: tuple[str, ...]
    shared: int
    passages: int
    """How many the shortest of them has."""
    exact: bool
    """Whether they are the same word for word."""


class Where(StrEnum):
    """In which part of a document something stands."""

    TEXT = "text"
    HEADING = "heading"
    TITLE = "title"
    FRONT_MATTER = "front matter"
    FILE_NAME = "file name"


@dataclass(frozen=True, slots=True)
class NotedOrder:
    """A sentence that speaks to a language model, and where it stands."""

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
    """A version that no question of the day is answered from."""

    key: str
    standing: Standing
    day: date
    """The first day of one that is not yet in force, the last day of any other."""


@dataclass(frozen=True, slots=True)
class Namesakes:
    """Files with one title that seem to be versions of one document."""

    title: str
    files: tuple[tuple[str, str], ...]
    """The version and the path of each, the oldest version first."""
    doc_id: str
    """What to write into each of them, so that they are one document."""


REVIEW_VERSION = "2"
"""Another one when documents are compared or noted in another way: they are compared anew."""


@dataclass(frozen=True, slots=True)
class Review:
    """What the documents of an index have against one another, and what is not in force."""

    clashes: tuple[NotedClash, ...] = ()
    """The most important ones first."""
    more_clashes: int = 0
    """How many others there are."""
    copies: tuple[Copies, ...] = ()
    more_copies: int = 0
    orders: tuple[NotedOrder, ...] = ()
    """What speaks to a language model: no question is answered from it."""
    more_orders: int = 0
    compared: int = 0
    """Passages that were compared: those in force on the day or later, as far as time allows."""
    comparable: int = 0
    """Passages that could have been."""
    whole: bool = True
    """Whether each of them was compared with all that is like it: not where too much is."""
    asides: tuple[Aside, ...] = ()
    namesakes: tuple[Namesakes, ...] = ()
    """What seems to be one document, and is taken for several."""
    version: str = REVIEW_VERSION


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What an indexing run did."""

    documents: int
    passages: int = 0
    embedded: int = 0
    """Passages whose vectors were computed in this run; the others were used again."""
    seconds: float = 0.0
    skipped: tuple[Skipped, ...] = ()
    assumed: int = 0
    """Documents without any metadata; their title and language were taken from the text."""
    words_only: bool = False
    """Whether there was no embedder, so that only shared words find a passage."""
    published: bool = True
    """Whether questions are answered from these documents now."""
    withheld: str | None = None
    """Why they are not: "worse", "golden" (`problem` says more), "strict" (files were skipped),
    "clashes" and "orders" (strict, too) or "rolled back"."""
    problem: str | None = None
    """Why the golden questions could not be asked."""
    changes: Changes = field(default_factory=Changes)
    """What differs from the index that was published before."""
    lost: tuple[Loss, ...] = ()
    """Golden questions that became worse; few of them do not keep an index from being published."""
    asked: int = 0
    """Golden questions that were asked; 0 where the documents come with none."""
    review: Review = field(default_factory=Review)
    """What the documents have against one another."""


@dataclass(frozen=True, slots=True)
class Status:
    """What answers now, and what could."""

    published: Generation
    documents: int
    passages: int
    languages: Mapping[str, int]
    """Documents in each language."""
    previous: Generation | None
    """What a roll-back would publish."""
    skipped: tuple[str, ...]
    """Why files were left out in the run that made it."""
    progress: Progress | None
    """How far the run is that is under way; None when there is none."""
    review: Review = field(default_factory=Review)
    """What its documents have against one another today."""
