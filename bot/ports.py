"""What the bot needs from the outside. bot/app.py hands in what fulfils it."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import date, datetime
from typing import Protocol

from bot.model import Answer, Draft, Evidence, Issue, Message, Question, Reply
from bot.model.audit import AuditLog, Entry
from bot.model.keys import Key, Secret
from bot.model.records import Feedback, Ratings, Record, Unanswered
from knowledge.compare.versions import Difference
from knowledge.model.documents import Filters, Found, Generation, Header, Passage
from knowledge.model.report import Changes, IndexReport, Run, Show, Status
from knowledge.models.reader import Pair
from knowledge.search.catalogue.catalogue import Catalogue
from knowledge.search.nearness import Said

Notify = Callable[[Reply], Awaitable[None]]
"""Shows a note while work goes on, such as "Indexing…"; the final reply is returned instead."""


class Handle(Protocol):
    """What an adapter calls with every message; Conversation.handle is one."""

    async def __call__(
        self, message: Message, notify: Notify | None = None, show: Show | None = None
    ) -> Reply:
        """Return the reply to a message. Raises nothing for known trouble.

        A command that indexes says so by `notify` when it begins, and how far it is by `show`.
        """
        ...


class History(Protocol):
    """The versions of documents in one index; knowledge.search.history is one."""

    async def versions(self, header: Header, filters: Filters) -> list[Header]:
        """Every version of a document, oldest first, with what it replaced by another name."""
        ...

    async def starting(self, since: date, filters: Filters) -> list[Header]:
        """What took or takes effect on a day or later, the latest first."""
        ...

    async def passages(self, header: Header) -> list[Passage]:
        """All passages of one version of a document, in order."""
        ...

    async def text(self, header: Header) -> str:
        """The text of one version of a document, without personal data."""
        ...

    async def difference(self, old: Header, new: Header) -> Difference:
        """What changed from one version of a document to another."""
        ...


class Likeness(Protocol):
    """Compares texts in meaning; knowledge.search.one_text.Selection is one."""

    async def likeness(self, text: str, others: Sequence[str]) -> list[float]:
        """How near each of the others is in meaning, as cosines; zeros without an embedder."""
        ...

    async def nearness(
        self, question: str, said: Sequence[Said], most: int
    ) -> list[float | None] | None:
        """How near the question is to each statement, by what learnt which answers it, as cosines.

        None where the bi-encoder has no vectors. What is not in the index is compared for so many
        at most.
        """
        ...

    async def kinship(self, one: Said, others: Sequence[Said]) -> list[float | None] | None:
        """How near statements of the index are to one of them, by the same vectors, as cosines.

        None where it has none of that one, and for each of the others of which it has none.
        """
        ...

    async def relevance(self, question: str, pairs: Sequence[Pair]) -> list[float] | None:
        """How well each statement answers, read together with the question, as log-odds.

        None without a cross-encoder.
        """
        ...


class Search(Likeness, Protocol):
    """Finds passages in one index; knowledge.search.snapshot.Snapshot is one."""

    @property
    def generation(self) -> Generation:
        """Which index it is."""
        ...

    @property
    def history(self) -> History:
        """The versions of its documents."""
        ...

    async def find(self, text: str, filters: Filters, limit: int = 6) -> Found:
        """Return the best passages for the text, best first."""
        ...

    async def catalogue(self, filters: Filters) -> Catalogue:
        """The products that the filters let through; none where the documents have none."""
        ...


class Index(Protocol):
    """What is published at any time; knowledge.search.hybrid.HybridSearch is one."""

    def pinned(self) -> AbstractAsyncContextManager[Search]:
        """The index as it is now, whatever is published meanwhile. Raises IndexMissingError."""
        ...


class ChatModel(Protocol):
    """Writes a draft from what was found; bot.answering.write.extractive.Extractive is one."""

    @property
    def name(self) -> str:
        """What an answer says about who wrote it."""
        ...

    async def draft(
        self, question: Question, evidence: Evidence, feedback: Sequence[Issue] = ()
    ) -> Draft:
        """Return sentences with their quotes. Raises ModelUnavailableError.

        Whoever cannot wait sets a deadline with `asyncio.timeout`. The feedback is what the check
        had against an earlier draft for the same question.
        """
        ...


class Quota(Protocol):
    """How often a model may be asked in a day; adapters.records.DailyCalls is one."""

    @property
    def most(self) -> int:
        """So often."""
        ...

    async def take(self) -> bool:
        """Count a call that is about to be made; False when there were enough today."""
        ...

    async def made(self) -> int | None:
        """How many were made today; None where that cannot be read."""
        ...


class AnswerCache(Protocol):
    """Keeps answers for a while; bot.answering.answer_cache.MemoryAnswerCache is one."""

    async def kept(self, key: str) -> Answer | None:
        """The answer under this key; None where there is none any more."""
        ...

    async def keep(self, key: str, answer: Answer) -> None:
        """Keep an answer for a while."""
        ...


class Records(Protocol):
    """Keeps the answers that were given for a while; adapters.records.SqliteRecords is one.

    Every method raises RecordsError when they cannot be read or written now.
    """

    async def keep(self, record: Record) -> bool:
        """Keep an answer, never in place of another; False where nothing is kept at all."""
        ...

    async def find(self, answer_id: str) -> Record | None:
        """The answer with this id; None where it is not kept any more."""
        ...

    async def keep_message(self, message: str, answer_id: str) -> None:
        """Keep which message of a chat holds an answer; nothing where the answer is not kept.

        Some platforms name the message, and not the answer, when somebody rates it.
        """
        ...

    async def held_by(self, message: str) -> str | None:
        """The id of the answer that a message holds; None where it is not kept any more."""
        ...

    async def rate(self, feedback: Feedback) -> bool:
        """Keep what a person thinks of an answer, in place of what they thought before.

        False where the answer is not kept any more.
        """
        ...

    async def opinions(self, answer_id: str) -> list[Feedback]:
        """What people think of an answer, the earliest first."""
        ...

    async def answered(self, thread: str, since: datetime) -> bool:
        """Whether an answer was given in a thread since then."""
        ...

    async def recent(self, person: str, limit: int) -> list[Record]:
        """What a person was answered, the latest first."""
        ...

    async def unanswered(self, since: datetime, limit: int) -> list[Unanswered]:
        """What the documents did not answer, the most frequent first."""
        ...

    async def ratings(self, since: datetime) -> Ratings:
        """How many people found the answers good or bad that were rated since then."""
        ...


class Keys(Protocol):
    """Keeps the keys of programs; adapters.records.keys.SqliteKeys is one.

    Every method raises KeysError when they cannot be read or written now.
    """

    async def add(self, key: Key, secret: Secret) -> None:
        """Keep a new key. Raises KeyNameError when a valid one has its name."""
        ...

    async def found(self, secret: str) -> Key | None:
        """The key that a program shows, valid or not; None where there is no such key."""
        ...

    async def all(self) -> list[Key]:
        """Every key that was made, the oldest first."""
        ...

    async def revoke(self, name: str, at: datetime) -> Key | None:
        """Let the key of this name or id in no more; None where none is valid."""
        ...

    async def counted(self, key_id: str, day: date, most: int) -> bool:
        """Count a request of a day; False where there were so many already."""
        ...


class Audit(Protocol):
    """Keeps a line of what was done; adapters.records.audit_files.AuditFiles is one.

    Nothing changes a line that was kept. Every method raises AuditError when the log cannot be
    read or written now.
    """

    async def keep(self, entry: Entry) -> None:
        """Add a line."""
        ...

    async def answer(self, answer_id: str) -> Entry | None:
        """How an answer came about; None where that is not kept, or not any more."""
        ...

    async def read(self, since: datetime) -> AuditLog:
        """What was done since then, and whether the whole log is as it was written."""
        ...


class Published(Index, Protocol):
    """The passages of the published index; knowledge.search.hybrid.HybridSearch is one."""

    async def passages(self, ids: Sequence[str]) -> dict[str, Passage]:
        """Those of these that there are, whoever may see them. Raises IndexMissingError."""
        ...


class Indexer(Protocol):
    """Makes the index anew; knowledge.index.Indexer is one."""

    @property
    def running(self) -> bool:
        """Whether a run is under way."""
        ...

    def status(self) -> Status:
        """What answers now. Raises IndexMissingError."""
        ...

    async def changes(self) -> Changes:
        """How the documents differ from the published index. Raises KnowledgeError."""
        ...

    async def rebuild(self, run: Run, show: Show) -> IndexReport:
        """Index every document anew. Raises KnowledgeError; the earlier index then stays."""
        ...

    async def roll_back(self) -> Generation:
        """Answer from the index before again. Raises NothingToRollBackError."""
        ...


class Comparison(Protocol):
    """Compares versions of a document; knowledge.search.comparison.Comparison is one."""

    async def difference(
        self, name: str, old: str | None = None, new: str | None = None
    ) -> Difference:
        """What changed. Raises UnknownDocumentError, UnknownVersionError, OneVersionError."""
        ...
