"""A small stand-in for each Protocol; it keeps what it was given."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta

import numpy as np

from bot.model import Candidate, Chosen, Message, Platform, Question, Reply
from bot.model.errors import (
    AuditError,
    InboxError,
    ModelTrouble,
    ModelUnavailableError,
    RecordsError,
)
from bot.model.kept import (
    Accepted,
    AuditLog,
    Corrected,
    Depth,
    Entry,
    EntryKind,
    Feedback,
    Posting,
    Ratings,
    ShiftMessage,
    StoredAnswer,
)
from bot.model.prompt import Prompt
from bot.ports import Notify, Wanted
from bot.upkeep.reports.daily import Words
from knowledge.compare.differences import Difference, diff
from knowledge.model.documents import (
    Document,
    Filters,
    Found,
    Generation,
    Header,
    Language,
    Passage,
)
from knowledge.model.errors import (
    AlreadyIndexingError,
    EmbedderMissingError,
    EmbedderUnavailableError,
    IndexMissingError,
    KnowledgeError,
    NothingToRollBackError,
)
from knowledge.model.places import Places
from knowledge.model.report import Changes, IndexReport, Judgement, Progress, Run, Show, Status
from knowledge.models.embedder import Vector
from knowledge.models.reader import Pair
from knowledge.search.catalogue.catalogue import Catalogue
from knowledge.search.nearness import PlacedStatement

_MEANINGS = (
    ("refund", "money back", "환불", "돈을 돌려"),
    ("headphones", "earphones", "헤드폰", "이어폰"),
    ("coffee", "latte", "커피", "라떼"),
    ("hours", "open", "영업", "시간"),
    ("clothes", "shirt", "의류", "옷"),
)


@dataclass(frozen=True)
class Search:
    """One call of `FakeSearch.find`."""

    text: str
    filters: Filters
    limit: int


@dataclass
class FakeHistory:
    """The versions that it is given; each is one passage."""

    documents: Sequence[Document] = ()

    async def versions(self, header: Header, filters: Filters) -> list[Header]:
        visible = self._visible(filters)
        own = [one for one in visible if one.doc_id == header.doc_id]
        replaced = {one.supersedes for one in own}
        return [*(one for one in visible if one.key in replaced and one not in own), *own]

    async def starting(self, since: date, filters: Filters) -> list[Header]:
        found = [one for one in self._visible(filters) if (one.effective_from or date.min) >= since]
        return sorted(found, key=lambda one: one.effective_from or date.min, reverse=True)

    async def in_force(self, filters: Filters) -> list[Header]:
        return self._visible(filters)

    async def passages(self, header: Header) -> list[Passage]:
        found = [one for one in self.documents if one.header.key == header.key]
        return [
            Passage(f"{header.key}#1", one.header, (), one.text, 0, len(one.text)) for one in found
        ]

    async def text(self, header: Header) -> str:
        return self._document(header).text

    async def difference(self, old: Header, new: Header) -> Difference:
        return diff(self._document(old), self._document(new))

    def _visible(self, filters: Filters) -> list[Header]:
        headers = (document.header for document in self.documents)
        return [one for one in headers if one.audience in filters.audience.readable]

    def _document(self, header: Header) -> Document:
        return next(one for one in self.documents if one.header.key == header.key)


@dataclass
class FakeSearch:
    """Finds what it is told to: each search takes the next of `founds`, the last one stays."""

    founds: Sequence[Found] = (Found(),)
    alike: float = 0.0
    """The likeness of everything to everything."""
    error: Exception | None = None
    generation: Generation = field(default_factory=lambda: Generation(1, None, "1", ""))
    history: FakeHistory = field(default_factory=FakeHistory)
    published: Sequence[Passage] = ()
    """What is found by its id."""
    products: Catalogue = field(default_factory=lambda: Catalogue(()))
    """What the documents have of products."""
    searches: list[Search] = field(default_factory=list)
    compared: list[tuple[str, Sequence[str]]] = field(default_factory=list)
    relevant: Callable[[Pair], float] | None = None
    """What the cross-encoder tells of a statement; None without one."""
    near: Callable[[str], float | None] | None = lambda _: 0.5
    """What the bi-encoder tells of a statement, where there is a cross-encoder; None without it."""
    akin: Callable[[str], float | None] | None = None
    """How near the bi-encoder finds a statement to another one; None without its vectors."""
    read: list[tuple[str, Sequence[Pair]]] = field(default_factory=list)

    @asynccontextmanager
    async def pinned(self) -> AsyncGenerator["FakeSearch"]:
        yield self

    async def find(self, text: str, filters: Filters, limit: int = 6) -> Found:
        self.searches.append(Search(text, filters, limit))
        if self.error is not None:
            raise self.error
        return self.founds[min(len(self.searches), len(self.founds)) - 1]

    async def catalogue(self, filters: Filters) -> Catalogue:
        return self.products

    async def passages(self, ids: Sequence[str]) -> dict[str, Passage]:
        return {one.passage_id: one for one in self.published if one.passage_id in ids}

    async def likeness(self, text: str, others: Sequence[str]) -> list[float]:
        self.compared.append((text, others))
        return [self.alike] * len(others)

    async def nearness(
        self, question: str, said: Sequence[PlacedStatement], most: int
    ) -> list[float | None] | None:
        if self.relevant is None or self.near is None:
            return None
        return [self.near(one.text) for one in said]

    async def kinship(
        self, one: PlacedStatement, others: Sequence[PlacedStatement]
    ) -> list[float | None] | None:
        return None if self.akin is None else [self.akin(other.text) for other in others]

    async def relevance(self, question: str, pairs: Sequence[Pair]) -> list[float] | None:
        if self.relevant is None:
            return None
        self.read.append((question, pairs))
        return [self.relevant(one) for one in pairs]


class FakeCrossEncoder:
    """Finds a statement relevant that holds the question."""

    async def relevance(self, question: str, pairs: Sequence[Pair]) -> list[float] | None:
        return [1.0 if question in one.statement else -1.0 for one in pairs]


@dataclass
class FakeChooser:
    """Chooses as it is told to: each call takes the next choice, the last one stays."""

    choices: Sequence[Chosen] = (Chosen(),)
    error: Exception | None = None
    name: str = "fake"
    silent: bool = False
    """Whether it never answers."""
    held: asyncio.Event | None = None
    """It answers once this is set."""
    wanted: str = ""
    """The words of the statement that it chooses instead wherever it is on offer."""
    asked: list[tuple[Question, Sequence[Candidate]]] = field(default_factory=list)

    async def choose(self, question: Question, units: Sequence[Candidate]) -> Chosen:
        self.asked.append((question, units))
        if self.silent:
            await asyncio.Event().wait()
        if self.held is not None:
            await self.held.wait()
        if self.error is not None:
            raise self.error
        if found := [n for n, one in enumerate(units) if one.statement.text == self.wanted]:
            return Chosen(tuple(found))
        return self.choices[min(len(self.asked), len(self.choices)) - 1]


@dataclass
class FakeLanguageModel:
    """Says what it is told to, or fails so: each call takes the next one, the last one stays."""

    said: Sequence[str | ModelUnavailableError] = ("",)
    cut: bool = False
    """Whether its words were cut off."""
    name: str = "fake"
    asked: list[Prompt] = field(default_factory=list)

    async def warm_up(self) -> None:
        """Has nothing to load."""

    async def reply(self, prompt: Prompt, read: Callable[[str, bool], Wanted]) -> Wanted:
        self.asked.append(prompt)
        said = self.said[min(len(self.asked), len(self.said)) - 1]
        if isinstance(said, ModelUnavailableError):
            raise said
        try:
            return read(said, self.cut)
        except ValueError as error:
            raise ModelUnavailableError(ModelTrouble.BAD_OUTPUT) from error


REPORT = IndexReport(documents=48, passages=315, embedded=7, seconds=2.34)


@dataclass
class FakeIndexer:
    """Reports what it is told to, or fails; one run at a time."""

    report: IndexReport = REPORT
    error: Exception | None = None
    running: bool = False
    runs: list[Run] = field(default_factory=list)
    back: Generation | None = None
    """What a roll-back publishes."""
    state: Status | None = None

    async def rebuild(self, run: Run, show: Show) -> IndexReport:
        if self.running:
            raise AlreadyIndexingError
        self.running = True
        self.runs.append(run)
        await asyncio.sleep(0)
        self.running = False
        if self.error is not None:
            raise self.error
        return self.report

    def status(self) -> Status:
        if self.state is None:
            raise IndexMissingError("nothing is indexed yet")
        return self.state

    async def changes(self) -> Changes:
        return self.report.changes

    async def roll_back(self) -> Generation:
        if self.running:
            raise AlreadyIndexingError
        if self.back is None:
            raise NothingToRollBackError
        return self.back


@dataclass
class FakeComparison:
    """Compares two versions of one document, whatever it is asked for, or fails."""

    old: Document
    new: Document
    error: KnowledgeError | None = None
    asked: list[tuple[str, str | None, str | None]] = field(default_factory=list)

    async def difference(
        self, name: str, old: str | None = None, new: str | None = None
    ) -> Difference:
        self.asked.append((name, old, new))
        if self.error is not None:
            raise self.error
        return diff(self.old, self.new)


@dataclass
class FakeJudge:
    """Judges as it is told to, and keeps what it was shown."""

    judgement: Judgement = field(default_factory=lambda: Judgement(asked=12))
    questions: str = "12 questions"
    error: Exception | None = None
    compared: list[tuple[int, int]] = field(default_factory=list)
    """The numbers of each new generation and of the one that it was compared with."""

    def standard(self, source: Places) -> str:
        return self.questions

    async def judged(self, new: Generation, published: Generation, show: Show) -> Judgement:
        self.compared.append((new.number, published.number))
        if self.error is not None:
            raise self.error
        show(Progress("questions", 24, 24))
        return self.judgement


@dataclass
class FakeNotify:
    """Keeps the notes that were shown while work went on."""

    notes: list[Reply] = field(default_factory=list)

    async def __call__(self, reply: Reply) -> None:
        await asyncio.sleep(0)
        self.notes.append(reply)


@dataclass
class FakeHandle:
    """Gives every message the same reply."""

    reply: Reply
    messages: list[Message] = field(default_factory=list)

    async def __call__(
        self, message: Message, notify: Notify | None = None, show: Show | None = None
    ) -> Reply:
        self.messages.append(message)
        return self.reply


@dataclass
class FakeEmbedder:
    """Knows a few meanings in two languages; keeps what it was asked, fails when it is told to."""

    name: str = "fake/6"
    scale: float = 0.8
    floor: float = 0.0
    error: EmbedderUnavailableError | None = None
    by_statement: bool = False
    apart: bool = True
    takes_s: float = 0.0
    """Seconds that it takes for each call."""
    asked: list[str] = field(default_factory=list)
    loads: int = 0

    async def load(self) -> None:
        self.loads += 1
        if isinstance(self.error, EmbedderMissingError):
            raise self.error

    async def embed(self, texts: Sequence[str], *, asked: bool = False) -> list[Vector]:
        self.asked.extend(texts)
        await asyncio.sleep(self.takes_s)
        if self.error is not None:
            raise self.error
        return [_vector(text.lower()) for text in texts]


def _vector(text: str) -> Vector:
    counts = [float(sum(text.count(word) for word in words)) for words in _MEANINGS]
    vector = np.asarray([*counts, 0.1], dtype=np.float32)
    return vector / np.float32(np.linalg.norm(vector))


@dataclass
class FakeRecords:
    """Keeps answers in a list, or fails; the oldest first."""

    keep_days: int = 30
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    error: RecordsError | None = None
    kept: list[StoredAnswer] = field(default_factory=list)
    rated: dict[tuple[str, str], Feedback] = field(default_factory=dict)
    """By the answer's id and the person."""
    messages: dict[str, str] = field(default_factory=dict)
    """The answer's id by the message that holds it."""
    corrections: list[Corrected] = field(default_factory=list)

    async def keep(self, record: StoredAnswer) -> bool:
        for one in [known for known in self._known() if known.answer_id == record.answer_id]:
            if _asked(one) != _asked(record):
                raise RecordsError(f"the answer {record.answer_id} is stored already")
            self.kept.remove(one)
        if self.keep_days:
            self.kept.append(record)
        return bool(self.keep_days)

    async def change(self, record: StoredAnswer) -> bool:
        stored = await self.find(record.answer_id)
        if stored is None:
            return False
        changed = replace(stored, verdict=record.verdict, reply=record.reply)
        self.kept[self.kept.index(stored)] = changed
        return True

    async def find(self, answer_id: str) -> StoredAnswer | None:
        return next((one for one in self._known() if one.answer_id == answer_id), None)

    async def keep_message(self, message: str, answer_id: str) -> None:
        if await self.find(answer_id) is not None:
            self.messages[message] = answer_id

    async def held_by(self, message: str) -> str | None:
        answer_id = self.messages.get(message, "")
        return answer_id if await self.find(answer_id) is not None else None

    async def message_of(self, answer_ids: Sequence[str]) -> str | None:
        found = {answer_id: message for message, answer_id in self.messages.items()}
        return next((found[one] for one in answer_ids if one in found), None)

    async def rate(self, feedback: Feedback) -> bool:
        if await self.find(feedback.answer_id) is None:
            return False
        self.rated[feedback.answer_id, feedback.person] = feedback
        return True

    async def opinions(self, answer_id: str) -> list[Feedback]:
        ids = {one.answer_id for one in self._known()}
        rated = [one for one in self.rated.values() if one.answer_id == answer_id in ids]
        return sorted(rated, key=lambda one: one.given_at)

    async def answered(self, thread: str, since: datetime) -> bool:
        return any(one.thread == thread and one.given_at >= since for one in self._known())

    async def recent(self, person: str, limit: int) -> list[StoredAnswer]:
        return [one for one in self._latest() if one.person == person][:limit]

    async def given(self, since: datetime) -> list[StoredAnswer]:
        return [one for one in reversed(self._latest()) if one.given_at >= since]

    async def opinions_since(self, since: datetime) -> list[Feedback]:
        ids = {one.answer_id for one in self._known()}
        rated = [one for one in self.rated.values() if one.answer_id in ids]
        return sorted((one for one in rated if one.given_at >= since), key=lambda one: one.given_at)

    async def note_corrected(self, noted: Sequence[Corrected]) -> bool:
        if {(one.answer_id, one.doc_id) for one in noted} & {
            (one.answer_id, one.doc_id) for one in self.corrections
        }:
            return False
        self.corrections += noted
        return True

    async def forget_corrected(self, noted: Sequence[Corrected]) -> None:
        self.corrections = [one for one in self.corrections if one not in noted]

    async def corrected(self) -> list[Corrected]:
        ids = {one.answer_id for one in self._known()}
        known = [one for one in self.corrections if one.answer_id in ids]
        return sorted(known, key=lambda one: (one.at, one.answer_id))

    async def ratings(self, since: datetime) -> Ratings:
        ids = {one.answer_id for one in self._known()}
        rated = [one for one in self.rated.values() if one.answer_id in ids]
        good = [one.good for one in rated if one.given_at >= since]
        return Ratings(sum(good), len(good) - sum(good))

    def _latest(self) -> list[StoredAnswer]:
        return sorted(self._known(), key=lambda one: one.given_at)[::-1]

    def _known(self) -> list[StoredAnswer]:
        """What is not too old."""
        if self.error is not None:
            raise self.error
        oldest = self.now() - timedelta(days=self.keep_days)
        return [one for one in self.kept if one.given_at >= oldest]


class FakeInbox:
    """Holds questions in memory; a later one takes over from an earlier one, as after a restart."""

    def __init__(
        self,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        earlier: "FakeInbox | None" = None,
    ) -> None:
        self.now = now
        self.known: dict[str, Accepted] = dict(earlier.known) if earlier else {}
        self.open: set[str] = set(earlier.open) if earlier else set()
        """Answer ids without a reply."""
        self.unheld = set(self.open)
        """Those that nobody works on."""
        self.stops: list[Callable[[str], None]] = []
        self.due: dict[str, datetime] = {}
        self.broken = False
        self.shared = False
        self.gate: asyncio.Event | None = None
        """Questions are written down only when it is open."""
        self._moved = asyncio.Condition()

    async def accept(self, question: Accepted) -> bool:
        if self.gate is not None:
            await self.gate.wait()
        self._check()
        if any(one.key == question.key for one in self.known.values()):
            return False
        self.known[question.answer_id] = question
        self.open.add(question.answer_id)
        return True

    async def asked(self, key: str, since: datetime) -> list[str]:
        self._check()
        known = {one.key: one.answer_id for one in self.known.values() if one.received_at >= since}
        if key not in known:
            return []
        return [known[key], *(known[one] for one in known if one.startswith(f"{key}:"))]

    async def settle(self, answer_id: str) -> None:
        self._check()
        self.open.discard(answer_id)
        await self._tell()

    async def posting(self, answer_id: str) -> bool:
        self._check()
        if answer_id in self.open:
            self.known[answer_id] = replace(self.known[answer_id], maybe_posted=True)
        return answer_id in self.open

    async def postpone(self, answer_id: str, until: datetime) -> None:
        self._check()
        self.due[answer_id] = until
        await self._tell()

    async def claim(self, platform: Platform) -> list[Accepted]:
        self._check()
        due = {one for one, until in self.due.items() if until <= self.now()}
        mine = [
            one
            for one in self.known.values()
            if one.answer_id in self.open & (self.unheld | due) and one.platform is platform
        ]
        for one in mine:
            self.unheld.discard(one.answer_id)
            self.due.pop(one.answer_id, None)
            self.known[one.answer_id] = replace(one, tries=one.tries + 1)
        claimed = [self.known[one.answer_id] for one in mine]
        return sorted(claimed, key=lambda one: one.received_at)

    async def turn(self, answer_id: str) -> None:
        self._check()

    async def stop(self, platform: Platform, thread: str) -> int:
        self._check()
        mine = [
            one.answer_id
            for one in self.known.values()
            if one.answer_id in self.open and (one.platform, one.thread) == (platform, thread)
        ]
        self.open.difference_update(mine)
        for call in self.stops if mine else ():
            call(thread)
        return len(mine)

    def stopped(self, call: Callable[[str], None]) -> None:
        self.stops.append(call)

    async def left(self, timeout_s: float) -> None:
        await asyncio.sleep(timeout_s)

    async def leave(self) -> None:
        self._check()

    async def depth(self) -> Depth:
        self._check()
        times = [one.received_at for one in self.known.values() if one.answer_id in self.open]
        return Depth(len(times), min(times, default=None))

    async def emptied(self, timeout_s: float = 5.0) -> None:
        """Waits until every question has its reply, or is to be tried again later."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s), self._moved:
                await self._moved.wait_for(lambda: not self.open - set(self.due))

    async def _tell(self) -> None:
        async with self._moved:
            self._moved.notify_all()

    def _check(self) -> None:
        if self.broken:
            raise InboxError("the inbox is broken")


@dataclass
class FakeAudit:
    """Keeps lines in a list, or fails."""

    error: AuditError | None = None
    kept: list[Entry] = field(default_factory=list)

    async def keep(self, entry: Entry) -> None:
        if self.error is not None:
            raise self.error
        self.kept.append(entry)

    async def answer(self, answer_id: str) -> Entry | None:
        wanted = (EntryKind.ANSWER, answer_id)
        return next((one for one in self.kept[::-1] if (one.kind, one.what) == wanted), None)

    async def read(self, since: datetime) -> AuditLog:
        if self.error is not None:
            raise self.error
        return AuditLog(tuple(one for one in self.kept if one.at >= since), len(self.kept))


def _asked(record: StoredAnswer) -> tuple[str, str, str]:
    return record.thread, record.person, record.question


@dataclass
class FakeToldOwners:
    """Notes who was told in memory, or fails."""

    days: dict[str, date] = field(default_factory=dict)
    error: RecordsError | None = None

    async def note(self, what: str, day: date) -> bool:
        if await self.noted(what, day):
            return False
        self.days[what] = day
        return True

    async def forget(self, what: str) -> None:
        self.days.pop(what, None)

    async def noted(self, what: str, day: date) -> bool:
        if self.error is not None:
            raise self.error
        return self.days.get(what) == day


@dataclass
class FakePostCorrection:
    """Keeps the corrections that it is given, or refuses those of some threads."""

    refused: dict[str, Posting] = field(default_factory=dict)
    """What becomes of a correction, by the thread of its answer."""
    unread: frozenset[str] = frozenset()
    """Threads whose answers nobody read."""
    private: frozenset[str] = frozenset()
    """Threads whose answers only their askers read."""
    posted: list[tuple[StoredAnswer, Reply]] = field(default_factory=list)

    def where(self, told: StoredAnswer) -> str | None:
        if told.thread in self.unread:
            return None
        return f"{told.thread} {told.person}" if told.thread in self.private else told.thread

    async def post(self, told: StoredAnswer, reply: Reply) -> Posting:
        posting = self.refused.get(told.thread, Posting())
        if posting.word is None:
            self.posted.append((told, reply))
        return posting

    def texts(self) -> dict[str, str]:
        """What was posted, by its thread."""
        return {told.thread: reply.text for told, reply in self.posted}


class FakeNotices:
    """Keeps what is written first on a platform."""

    def __init__(self) -> None:
        self.told: list[tuple[str, str]] = []
        """Whom or where, and the English words."""
        self.shifts: list[ShiftMessage] = []
        self.reaches = True

    async def tell(self, words: Words) -> bool:
        return await self.tell_people(["ADMIN"], words)

    async def tell_people(self, people: Iterable[str], words: Words) -> bool:
        if self.reaches:
            self.told += [(one, words("en")) for one in people]
        return self.reaches

    async def tell_channel(self, channel: str, words: Words, language: Language) -> bool:
        if self.reaches:
            self.told.append((channel, words(language)))
        return self.reaches

    async def post_shift(self, channel: str, shift: ShiftMessage) -> bool:
        if self.reaches:
            self.shifts.append(shift)
        return self.reaches
