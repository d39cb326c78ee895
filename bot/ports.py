"""What the bot needs from the outside. bot/app.py hands in what fulfils it."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from bot.model import Draft, Evidence, Message, Question, Reply
from knowledge.model import Filters, Found

Notify = Callable[[Reply], Awaitable[None]]
"""Shows a note while work goes on, such as "Indexing…"; the final reply is returned instead."""


class Handle(Protocol):
    """What an adapter calls with every message; bot.conversation.Conversation.handle is one."""

    async def __call__(self, message: Message, notify: Notify | None = None) -> Reply:
        """Return the reply to a message. Raises nothing for known trouble."""
        ...


class Search(Protocol):
    """Finds passages; knowledge.search.HybridSearch is one."""

    async def find(self, text: str, filters: Filters, limit: int = 6) -> Found:
        """Return the best passages for the text, best first."""
        ...

    async def likeness(self, text: str, others: Sequence[str]) -> list[float]:
        """How near each of the others is in meaning, as cosines; zeros without an embedder."""
        ...


class ChatModel(Protocol):
    """Writes a draft from what was found; bot.extractive.Extractive is one."""

    async def draft(self, question: Question, evidence: Evidence) -> Draft:
        """Return sentences with their quotes. Raises ModelUnavailableError."""
        ...


class Skipped(Protocol):
    """A source file that was left out, and why."""

    @property
    def source(self) -> str:
        """The file's path below the source folder."""
        ...

    @property
    def reason(self) -> str:
        """What to mend, in words for the person who keeps the documents."""
        ...


class IndexReport(Protocol):
    """What an indexing run did; knowledge.indexing.IndexReport is one."""

    @property
    def documents(self) -> int:
        """Documents that were read."""
        ...

    @property
    def passages(self) -> int:
        """Passages in the index now."""
        ...

    @property
    def embedded(self) -> int:
        """Passages whose vectors were computed in this run."""
        ...

    @property
    def words_only(self) -> bool:
        """Whether there was no embedder, so that only shared words find a passage."""
        ...

    @property
    def assumed(self) -> int:
        """Documents without front matter."""
        ...

    @property
    def seconds(self) -> float:
        """How long the run took."""
        ...

    @property
    def skipped(self) -> Sequence[Skipped]:
        """Files that were left out."""
        ...


class Indexer(Protocol):
    """Makes the index anew; knowledge.indexing.Indexer is one."""

    @property
    def running(self) -> bool:
        """Whether a run is under way."""
        ...

    async def rebuild(self) -> IndexReport:
        """Index every document anew. Raises KnowledgeError; the earlier index then stays."""
        ...
