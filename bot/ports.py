"""The protocols that the bot needs from the outside; bot/main/app builds what keeps them."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import date, datetime
from typing import Protocol, TypeVar

from bot.model import (
    Answer,
    Candidate,
    Chosen,
    Message,
    Platform,
    Question,
    Reply,
    SafeText,
    Turn,
)
from bot.model.kept import (
    Accepted,
    AuditLog,
    Corrected,
    Depth,
    Entry,
    Feedback,
    Key,
    Posting,
    Ratings,
    Secret,
    StoredAnswer,
)
from bot.model.prompt import Prompt
from bot.model.rules import Pin, Receipt, State, WrittenRule
from knowledge.compare.differences import Difference
from knowledge.model.documents import (
    Document,
    Filters,
    Found,
    Generation,
    Header,
    Language,
    Passage,
)
from knowledge.model.report import Changes, IndexReport, Run, Show, Status
from knowledge.models.reader import Pair
from knowledge.search.catalogue.catalogue import Catalogue
from knowledge.search.nearness import PlacedStatement

Wanted = TypeVar("Wanted")

Notify = Callable[[Reply], Awaitable[None]]
"""Shows an interim note such as "Indexing…"; the final reply is returned, not sent by this."""


ExampleOf = Callable[[Language], Awaitable[SafeText | None]]
"""Returns a question in a language that the current index answers; None if there is none."""


class Handle(Protocol):
    """Answers a message for an adapter; Conversation.handle is one."""

    async def __call__(
        self, message: Message, notify: Notify | None = None, show: Show | None = None
    ) -> Reply:
        """Returns the reply to a message. Known errors become replies and are not raised.

        A command that indexes calls `notify` when it begins, and `show` with its progress.
        """
        ...


class History(Protocol):
    """Looks up the versions of documents in one index, as `knowledge.search.comparison` does."""

    async def versions(self, header: Header, filters: Filters) -> list[Header]:
        """Returns every version, oldest first, after those of other names that it replaced."""
        ...

    async def starting(self, since: date, filters: Filters) -> list[Header]:
        """Returns the versions that start on a day or later, the latest first."""
        ...

    async def in_force(self, filters: Filters) -> list[Header]:
        """Returns the versions that a person may see and that count on the day."""
        ...

    async def passages(self, header: Header) -> list[Passage]:
        """Returns all passages of one version of a document, in order."""
        ...

    async def text(self, header: Header) -> str:
        """Returns the text of one version of a document, without personal data."""
        ...

    async def difference(self, old: Header, new: Header) -> Difference:
        """Returns the changes from one version of a document to another."""
        ...


class Likeness(Protocol):
    """Compares texts in meaning; knowledge.search.one_text.Selection is one."""

    async def likeness(self, text: str, others: Sequence[str]) -> list[float]:
        """Returns the cosine of the text with each other text; zeros without an embedder."""
        ...

    async def nearness(
        self, question: str, said: Sequence[PlacedStatement], most: int
    ) -> list[float | None] | None:
        """Returns the cosine of the question with each statement, by the bi-encoder.

        Embeds at most `most` statements that are not in the index; the others get None. Returns
        None without a bi-encoder.
        """
        ...

    async def kinship(
        self, one: PlacedStatement, others: Sequence[PlacedStatement]
    ) -> list[float | None] | None:
        """Returns the cosine of one statement with each other one, by the same stored vectors.

        None for statements without a stored vector; returns None if the first one has none.
        """
        ...

    async def relevance(self, question: str, pairs: Sequence[Pair]) -> list[float] | None:
        """Returns how well each statement answers, as log-odds; None without a cross-encoder."""
        ...


class Search(Likeness, Protocol):
    """Finds passages in one index; knowledge.search.snapshot.Snapshot is one."""

    @property
    def generation(self) -> Generation:
        """Returns the generation that is searched."""
        ...

    @property
    def history(self) -> History:
        """Returns the versions of its documents."""
        ...

    async def find(self, text: str, filters: Filters, limit: int = 6) -> Found:
        """Returns the best passages for the text, best first."""
        ...

    async def catalogue(self, filters: Filters) -> Catalogue:
        """Returns the products that pass the filters; empty if the documents have none."""
        ...


class Index(Protocol):
    """The published index; knowledge.search.hybrid.HybridSearch is one."""

    def pinned(self) -> AbstractAsyncContextManager[Search]:
        """Holds the index as it is now, even if another is published. Raises IndexMissingError."""
        ...


class Chooser(Protocol):
    """Chooses the statements that answer a question. Implementations: Extractive, ModelChooser."""

    name: str

    async def choose(self, question: Question, units: Sequence[Candidate]) -> Chosen:
        """Returns the places of the statements that answer, or none.

        Raises ModelUnavailableError.
        """
        ...


class LanguageModel(Protocol):
    """A language model that replies with one JSON object."""

    name: str

    async def warm_up(self) -> None:
        """Loads what the first request would wait for; sends nothing."""
        ...

    async def reply(self, prompt: Prompt, read: Callable[[str, bool], Wanted]) -> Wanted:
        """Returns what `read` makes of the model's words. Raises ModelUnavailableError.

        `read` takes the words, and whether the server cut them off; it raises ValueError if they
        do not hold what was asked for. The caller sets a deadline with `asyncio.timeout`.
        """
        ...


class Quota(Protocol):
    """Limits the calls of a model in a day; adapters.records.SqlCalls is one."""

    @property
    def most(self) -> int:
        """Returns the number of calls allowed in a day."""
        ...

    async def take(self) -> bool:
        """Counts a call before it is made; False if today's calls are used up."""
        ...

    async def made(self) -> int | None:
        """Returns the number of calls made today; None if it cannot be read."""
        ...


class AnswerCache(Protocol):
    """Caches answers for a while; bot.answering.answer_cache.MemoryAnswerCache is one."""

    async def kept(self, key: str) -> Answer | None:
        """Returns the answer under this key; None if there is none or it has expired."""
        ...

    async def keep(self, key: str, answer: Answer) -> None:
        """Caches an answer for a while."""
        ...


class Records(Protocol):
    """Stores answers for a while; adapters.records.SqlRecords is one.

    Every method raises RecordsError if they cannot be read or written now.
    """

    async def keep(self, record: StoredAnswer) -> bool:
        """Stores an answer, over an earlier one to the same question only; False if that is off."""
        ...

    async def change(self, record: StoredAnswer) -> bool:
        """Stores another reply in place of a stored one; False if it is not stored."""
        ...

    async def find(self, answer_id: str) -> StoredAnswer | None:
        """Returns the answer with this id; None if it is not stored any more."""
        ...

    async def keep_message(self, message: str, answer_id: str) -> None:
        """Stores which chat message shows an answer, unless the answer is not stored.

        Some platforms name the message instead of the answer when somebody rates it.
        """
        ...

    async def held_by(self, message: str) -> str | None:
        """Returns the id of the answer that a message shows; None if not stored any more."""
        ...

    async def message_of(self, answer_ids: Sequence[str]) -> str | None:
        """Returns the message that shows the first of some answers; None if none is stored."""
        ...

    async def rate(self, feedback: Feedback) -> bool:
        """Stores a person's rating of an answer, in place of their earlier one.

        False if the answer is not stored any more.
        """
        ...

    async def opinions(self, answer_id: str) -> list[Feedback]:
        """Returns the ratings of an answer, the earliest first."""
        ...

    async def answered(self, thread: str, since: datetime) -> bool:
        """Whether an answer was given in a thread since a time."""
        ...

    async def recent(self, person: str, limit: int) -> list[StoredAnswer]:
        """Returns the last answers to a person, the latest first."""
        ...

    async def given(self, since: datetime) -> list[StoredAnswer]:
        """Returns every answer since a time, the earliest first."""
        ...

    async def opinions_since(self, since: datetime) -> list[Feedback]:
        """Returns every rating since a time, the earliest first."""
        ...

    async def note_corrected(self, noted: Sequence[Corrected]) -> bool:
        """Notes answers as corrected, all or none; False if one of them is already."""
        ...

    async def forget_corrected(self, noted: Sequence[Corrected]) -> None:
        """Forgets that answers are corrected: their readers were not told."""
        ...

    async def corrected(self) -> list[Corrected]:
        """Returns the answers that were corrected, the earliest first."""
        ...

    async def ratings(self, since: datetime) -> Ratings:
        """Counts the good and bad ratings since a time."""
        ...


class Tries(Protocol):
    """Keeps what suggestions would answer; adapters.records.tries has one.

    Every method raises RecordsError if that cannot be read or written now.
    """

    async def all(self) -> Mapping[str, str]:
        """Returns the results by what they depend on."""
        ...

    async def note(self, key: str, result: str) -> None:
        """Keeps a result."""
        ...


class Drafts(Protocol):
    """Reads documents that are being written; knowledge.index.drafts has one."""

    def passages(self, markdown: str) -> tuple[Passage, ...]:
        """Returns the passages of a text with front matter, without personal data."""
        ...

    def read(self, markdown: str, name: str = "draft.md") -> Document:
        """Returns the document of such a text, of a file `name`. Raises UnreadableDocumentError."""
        ...

    def copies(self, mine: Sequence[Passage], others: Sequence[Passage]) -> list[Passage]:
        """Returns the passages among `others` that say nearly the same as one of `mine`."""
        ...

    def orders(self, passages: Sequence[Passage]) -> list[str]:
        """Returns the sentences that are addressed to a language model."""
        ...


class RulesKept(Protocol):
    """Keeps the rules that people write; adapters.records.rules has one.

    Every method raises RecordsError if they cannot be read or written now.
    """

    async def keep(self, written: WrittenRule) -> None:
        """Keeps a new draft. Drafts that nobody confirmed in a week are forgotten."""
        ...

    async def find(self, rule_id: str) -> WrittenRule | None:
        """Returns a rule by the id of its writing; None if it is not kept."""
        ...

    async def decide(self, rule_id: str, was: State, now: WrittenRule) -> bool:
        """Changes how far a rule is, and its days; False if it is not as it was.

        False, too, if another one of its document and version counts.
        """
        ...

    async def counting(self) -> list[WrittenRule]:
        """Returns the rules that are or were in force, the earliest decided first."""
        ...

    async def waiting(self) -> list[WrittenRule]:
        """Returns the rules that wait for approval, the earliest first."""
        ...

    async def note_indexed(self, rules: Sequence[WrittenRule], at: datetime) -> None:
        """Notes that the index has these rules, unless they were decided about since."""
        ...

    async def note_told(self, rule_id: str, at: datetime) -> None:
        """Notes that those who had asked in vain were told of a rule."""
        ...


class PinsKept(Protocol):
    """Keeps the answers that owners pin; adapters.records.pins has one.

    Every method raises RecordsError if they cannot be read or written now.
    """

    async def keep(self, pin: Pin) -> None:
        """Keeps a fixed answer."""
        ...

    async def forget(self, pin_id: str) -> bool:
        """Forgets one; False if it is not kept."""
        ...

    async def all(self) -> list[Pin]:
        """Returns all of them, the earliest first."""
        ...


class ReviewsKept(Protocol):
    """Keeps until when owners called versions still true; adapters.records.reviews has one.

    Every method raises RecordsError if that cannot be read or written now.
    """

    async def note(self, doc_id: str, version: str, review_by: date, person: str) -> None:
        """Notes the day by which a version is looked at again, in place of an earlier one."""
        ...

    async def all(self) -> Mapping[str, date]:
        """Returns the days by the keys of versions, such as `refunds@2`."""
        ...


class ReceiptsKept(Protocol):
    """Keeps who has said that they read a rule; adapters.records.receipts has one.

    Every method raises RecordsError if that cannot be read or written now.
    """

    async def keep(self, receipt: Receipt) -> None:
        """Keeps somebody's word, in place of an earlier one."""
        ...

    async def all(self) -> list[Receipt]:
        """Returns all of them, the earliest first."""
        ...


class Pins(Protocol):
    """Knows the fixed answers; bot.rules.pins has one."""

    async def current(self) -> tuple[Pin, ...]:
        """Returns them as they are known here."""
        ...


class ToldOwners(Protocol):
    """Notes which owners were told of what on which day; adapters.records.counts has one.

    Every method raises RecordsError if that cannot be read or written now.
    """

    async def note(self, what: str, day: date) -> bool:
        """Notes that somebody is told of it on a day; False if they were already."""
        ...

    async def forget(self, what: str) -> None:
        """Forgets it: nobody was reached."""
        ...

    async def noted(self, what: str, day: date) -> bool:
        """Whether they were told of it on this day."""
        ...


class PostCorrection(Protocol):
    """Posts corrections on one platform; adapters.slack.post.corrections has one."""

    def where(self, told: StoredAnswer) -> str | None:
        """Names the place of a correction: the same for answers that the same people read.

        None for an answer that nobody read.
        """
        ...

    async def post(self, told: StoredAnswer, reply: Reply) -> Posting:
        """Posts a correction where an answer stands; a private answer's to its asker alone."""
        ...


class Inbox(Protocol):
    """Holds accepted questions until they have a reply; adapters.records.inbox.SqlInbox is one.

    Several replicas may share it: each holds the questions that it accepted or claimed. Every
    method that waits raises InboxError if it cannot be read or written now.
    """

    @property
    def shared(self) -> bool:
        """Whether other replicas may use it, too."""
        ...

    async def accept(self, question: Accepted) -> bool:
        """Writes a question down before it is acknowledged; False if its key is known."""
        ...

    async def settle(self, answer_id: str) -> None:
        """Notes that a question has its reply: it is not answered again."""
        ...

    async def posting(self, answer_id: str) -> bool:
        """Notes that the reply to a question is about to be posted.

        False if the question is no longer held here: it was stopped, or another replica has it.
        """
        ...

    async def postpone(self, answer_id: str, until: datetime) -> None:
        """Leaves a question open, to be claimed again from a time on."""
        ...

    async def claim(self, platform: Platform) -> list[Accepted]:
        """Takes over the open questions of a platform that nobody works on, the oldest first.

        Those are the ones that a server left when it stopped, and postponed ones that are due.
        """
        ...

    async def turn(self, answer_id: str) -> None:
        """Waits until the earlier questions of its thread have their replies on other replicas."""
        ...

    async def stop(self, platform: Platform, thread: str) -> int:
        """Settles the open questions of a thread, whoever holds them; returns their number."""
        ...

    def stopped(self, call: Callable[[str], None]) -> None:
        """Has a function told, in any thread, the name of each thread that a person stops."""
        ...

    async def left(self, timeout_s: float) -> None:
        """Waits until another replica leaves what it holds, or so many seconds."""
        ...

    async def leave(self) -> None:
        """Leaves what is held here to other replicas."""
        ...

    async def asked(self, key: str, since: datetime) -> list[str]:
        """Returns the answer ids of a message and of its edits, if it came since a time.

        An edit's key begins with that of its message and a colon.
        """
        ...

    async def depth(self) -> Depth:
        """Returns how many questions are open, and since when."""
        ...


class Keys(Protocol):
    """Stores API keys; adapters.records.api_keys.SqlKeys is one.

    Every method raises KeysError if they cannot be read or written now.
    """

    async def add(self, key: Key, secret: Secret) -> None:
        """Stores a new key. Raises KeyNameError if a valid one has its name."""
        ...

    async def found(self, secret: str) -> Key | None:
        """Returns the key with this secret, valid or not; None if there is none."""
        ...

    async def all(self) -> list[Key]:
        """Returns every key, the oldest first."""
        ...

    async def revoke(self, name: str, at: datetime) -> Key | None:
        """Revokes the key of this name or id; None if there is no valid one."""
        ...

    async def counted(self, key_id: str, day: date, most: int) -> bool:
        """Counts a request of a day; False if there were `most` already."""
        ...


class Audit(Protocol):
    """Writes and reads the audit log; adapters.records.audit_files.AuditFiles is one.

    A written line never changes. Every method raises AuditError if the log cannot be read or
    written now.
    """

    async def keep(self, entry: Entry) -> None:
        """Adds a line."""
        ...

    async def answer(self, answer_id: str) -> Entry | None:
        """Returns the line about an answer; None if it was not written or has been deleted."""
        ...

    async def read(self, since: datetime) -> AuditLog:
        """Returns the lines since a time, and whether the whole log is unchanged."""
        ...


class Counts(Protocol):
    """Counts what somebody does in a minute; bot.conversation.rate_limits.MemoryCounts is one.

    Each key's minute begins with its first message.
    """

    async def counted(self, key: str, most: int) -> float | None:
        """Counts one more. None if accepted; else the seconds until the next is accepted."""
        ...

    async def first(self, key: str, person: str) -> bool:
        """Whether a person asks this for the first time in the key's minute."""
        ...


class ShortLived(Protocol):
    """What any replica may have to know of the last minutes; adapters.records.SqlShortLived is one.

    Every method raises RecordsError. Neither keys nor values hold personal data.
    """

    @property
    def shared(self) -> bool:
        """Whether other replicas use it, too."""
        ...

    async def claim(self, key: str, keep_s: float) -> bool:
        """Claims a key for so many seconds; False if it is claimed already."""
        ...

    async def keep(self, key: str, value: str, keep_s: float) -> None:
        """Keeps a key's value for so many seconds, in place of an earlier one."""
        ...

    async def find(self, key: str) -> str | None:
        """Returns a key's value; None if there is none any more."""
        ...

    async def forget(self, key: str) -> None:
        """Forgets a key, so that it can be claimed again."""
        ...


class Threads(Protocol):
    """The last questions of each thread; bot.conversation.threads.MemoryThreads is one."""

    async def turns(self, thread: str) -> tuple[Turn, ...]:
        """Returns the thread's last turns, the latest last; none if it was quiet for too long."""
        ...

    async def keep(self, thread: str, turn: Turn) -> None:
        """Adds a turn to its thread; remembers none without a thread."""
        ...


class Published(Index, Protocol):
    """The passages of the published index; knowledge.search.hybrid.HybridSearch is one."""

    async def passages(self, ids: Sequence[str]) -> dict[str, Passage]:
        """Returns passages by id, without access checks. Raises IndexMissingError."""
        ...


class Indexer(Protocol):
    """Makes the index; knowledge.index.Indexer is one."""

    @property
    def running(self) -> bool:
        """Whether a run is in progress."""
        ...

    def status(self) -> Status:
        """Describes the published index. Raises IndexMissingError."""
        ...

    async def changes(self) -> Changes:
        """Compares the documents with the published index. Raises KnowledgeError."""
        ...

    async def rebuild(self, run: Run, show: Show) -> IndexReport:
        """Builds and publishes a new index. Raises KnowledgeError; the old one then stays."""
        ...

    async def roll_back(self) -> Generation:
        """Publishes the previous index again. Raises NothingToRollBackError."""
        ...


class Comparison(Protocol):
    """Compares versions of a document; knowledge.search.comparison.Comparison is one."""

    async def difference(
        self, name: str, old: str | None = None, new: str | None = None
    ) -> Difference:
        """Returns the changes; by default between the newest two versions.

        Raises UnknownDocumentError, UnknownVersionError, OneVersionError.
        """
        ...
