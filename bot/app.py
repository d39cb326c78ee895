"""The composition root: the one place where the parts meet; `console.serve` adds the platforms.

Adapters are imported inside the functions that need them: `storewise ask` starts in half the time
when it loads neither Slack's SDK nor OpenAI's.
"""

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from bot.answering import check, instructions
from bot.answering.answer_cache import Answers, MemoryAnswerCache
from bot.answering.find.gate import weights_file
from bot.answering.find.gate.gate import Gate
from bot.answering.pipeline import Answering
from bot.answering.reply.suggestions import Clock
from bot.answering.selected_text import Selected
from bot.answering.understand import classify
from bot.answering.write.extractive import Extractive
from bot.answering.write.language_model import Racer
from bot.conversation.commands import Commands
from bot.conversation.examples import Examples
from bot.conversation.handler import Conversation
from bot.conversation.overview import Overviews
from bot.conversation.threads import Threads
from bot.model.said import Corpus
from bot.ports import Audit
from bot.privacy import Detector, Redactor
from bot.settings import SAMPLE, Settings
from bot.upkeep.desk import Desk
from bot.upkeep.golden_gate import GoldenGate
from bot.upkeep.history.replay import Replays
from bot.upkeep.history.trail import Trail
from bot.upkeep.whereabouts import gate_path, indexed_before
from knowledge.index import Builder, Indexer, Reviews
from knowledge.index.storage.database import Database
from knowledge.index.storage.generations import Generations
from knowledge.index.storage.readers import Readers
from knowledge.index.vector_store import ChromaStore, PassageStore
from knowledge.language.meanings.glossary import load
from knowledge.model.documents import Generation
from knowledge.model.places import Places
from knowledge.models.e5.bi_encoder import BiEncoder
from knowledge.models.e5.cross_encoder import AdaptedE5, Remembering
from knowledge.models.e5.plain import MultilingualE5
from knowledge.models.embedder import Embedder
from knowledge.models.use.answers import AnswerEncoder
from knowledge.search.comparison import Comparison
from knowledge.search.hybrid import HybridSearch
from knowledge.search.library import Library
from knowledge.search.one_text import Selection
from knowledge.search.programs.retrieval import Retrieval
from knowledge.search.snapshot import Halves
from knowledge.split.tokens import TokenCounter

if TYPE_CHECKING:
    from adapters.records import DailyCalls, SqliteRecords
    from adapters.records.keys import SqliteKeys


@dataclass(frozen=True, slots=True)
class App:
    """The running parts that the command line and the tests need."""

    conversation: Conversation
    answering: Answering
    indexer: Indexer
    search: HybridSearch
    warm_up: Callable[[], Awaitable[None]]
    """Loads what the first question would wait for."""
    desk: Desk
    generations: Generations
    database: Database
    store: PassageStore
    source: Callable[[], Places]
    """Where the documents are now."""
    today: Callable[[], date]
    records: "SqliteRecords"
    overviews: Overviews
    trail: Trail
    redactor: Redactor
    keys: "SqliteKeys"
    replays: Replays
    retrieval: Retrieval

    def close(self) -> None:
        """Close the files and connections."""
        self.keys.close()
        self.records.close()
        self.store.close()
        self.database.close()


def build(
    settings: Settings, detectors: Sequence[Detector] = (), clock: Clock = time.monotonic
) -> App:
    """Put the parts together as the settings say. Raises KnowledgeError.

    The detectors find personal data beside the rules; the clock tells when an answer has taken long
    enough for nothing more to be suggested.
    """
    data = settings.store.data
    redactor = Redactor(settings.privacy.choices, detectors)
    database = Database(data / "knowledge.db")
    generations, store, readers = Generations(database), _store(settings), Readers()
    embedded = AnswerEncoder()
    embedder = _embedder(settings, embedded, redactor)
    glossary = load(settings.store.glossary)
    reader = AdaptedE5()
    bi_encoder = _bi_encoder()
    halves = Halves(
        Library(database),
        store,
        embedder,
        weigher=embedded,
        glossary=glossary,
        cross_encoder=Remembering(reader),
        bi_encoder=bi_encoder,
    )
    search = HybridSearch(halves, generations, readers)
    zone = ZoneInfo(settings.store.timezone)

    def today() -> date:
        return datetime.now(zone).date()

    def source() -> Places:
        return settings.store.source or indexed_before(generations.published) or Places.of(SAMPLE)

    gate = weights_file.read(gate_path(source(), data), [one.name for one in halves.embedders])
    quota = _quota(settings, today)
    racer = _racer(settings, redactor, quota)
    make = partial(Answering, length=settings.answer.length, redactor=redactor, clock=clock)
    answering = make(search, Extractive(), corpus_of(settings), gate, racer)

    async def warm_up() -> None:
        # Patterns are compiled when they are first used, which takes longer than a question.
        await asyncio.to_thread(classify, "환불 refund", today())
        await search.warm_up()
        if racer:
            await racer.warm_up()

    def in_own_words(generation: Generation) -> Answering:
        found_in = search.at(generation)
        return Answering(
            found_in, Extractive(), corpus_of(settings), gate, redactor=redactor, suggests=False
        )

    # Indexes are compared by what they find: no model has to word hundreds of answers for that.
    judge = GoldenGate(
        in_own_words,
        today,
        settings.store.golden,
        settings.reindex.margin,
    )
    builder = _builder(settings, generations, halves, redactor)
    reviews = Reviews(generations, today)
    indexer = Indexer(source, builder, generations, store, reviews, judge, readers)
    comparison = Comparison(generations)
    audit = audit_log(settings)
    trail = Trail(audit, _rules(gate, redactor))
    commands = Commands(indexer, comparison, trail, zone)
    # The evaluation asks past the cache: it measures how answers are made.
    kept = _answers(settings)
    remembering = make(search, Extractive(), corpus_of(settings), gate, racer, kept)
    # A selected text is compared on this machine, like the sentences of documents.
    select = partial(
        Selection, embedder=embedded, glossary=glossary, cross_encoder=reader, bi_encoder=bi_encoder
    )
    selected = Selected(Extractive(), racer, select, settings.answer.length, redactor)
    records = _records(settings)
    conversation = Conversation(
        remembering,
        commands,
        today,
        Threads(settings.memory.expiry),
        selected,
        records,
        trail,
        redactor,
    )

    def of_index(contents: str) -> Answering | None:
        kept = (generations.published(), generations.previous())
        same = (one for one in kept if one and one.contents == contents)
        found = next(same, None)
        return in_own_words(found) if found else None

    examples = Examples(search, in_own_words, today, settings.store.golden, redactor)
    overviews = Overviews(indexer, examples, records, zone, settings.records.days)
    replays = Replays(audit, records, search, of_index)
    retrieval = Retrieval(search, redactor.safe)
    desk = Desk(
        conversation.handle,
        indexer,
        comparison,
        answering,
        warm_up,
        today,
        categories=lambda: generations.categories(generations.published().number),
        gate_path=lambda source: gate_path(source, data),
        replays=replays,
        retrieval=retrieval,
        trail=trail,
        quota=quota,
        zone=zone,
    )
    return App(
        conversation=conversation,
        answering=answering,
        indexer=indexer,
        search=search,
        warm_up=warm_up,
        desk=desk,
        generations=generations,
        database=database,
        store=store,
        source=source,
        today=today,
        records=records,
        overviews=overviews,
        trail=trail,
        redactor=redactor,
        keys=kept_keys(settings),
        replays=replays,
        retrieval=retrieval,
    )


def _records(settings: Settings) -> "SqliteRecords":
    from adapters.records import SqliteRecords

    return SqliteRecords(settings.store.data / "records.db", settings.records.days)


def audit_log(settings: Settings) -> Audit:
    """The audit log; it needs no index to be read."""
    from adapters.records.audit_files import AuditFiles

    return AuditFiles(settings.store.data / "audit", settings.audit.days)


def kept_keys(settings: Settings) -> "SqliteKeys":
    """The keys of programs; they need no index to be read."""
    from adapters.records.keys import SqliteKeys

    return SqliteKeys(settings.store.data / "keys.db")


def _rules(gate: Gate, redactor: Redactor) -> dict[str, str]:
    """By which rules answers are made, to be found again in their history."""
    return {
        "storewise": version("storewise"),
        "prompt": instructions.version(),
        "check": str(check.VERSION),
        "gate": hashlib.sha256(repr(gate).encode()).hexdigest()[:12],
        "redaction": redactor.version,
    }


def corpus_of(settings: Settings) -> Corpus:
    """What the documents are called, in each language."""
    return {"en": settings.store.corpus_name, "ko": settings.store.corpus_name_ko}


def _answers(settings: Settings) -> Answers | None:
    most = settings.cache.answer_cache
    return Answers(MemoryAnswerCache(most)) if most else None


def _quota(settings: Settings, today: Callable[[], date]) -> "DailyCalls | None":
    most = settings.openai.daily_calls
    if not most:
        return None
    from adapters.records import DailyCalls

    return DailyCalls(settings.store.data / "calls.db", most, today)


def _racer(settings: Settings, redactor: Redactor, quota: "DailyCalls | None") -> Racer | None:
    if settings.openai.api_key is None or not settings.openai.chat_model:
        return None
    from adapters.openai.chat import build_chat

    count = TokenCounter(settings.store.data / "tiktoken").count
    chat = build_chat(settings.openai, count, settings.answer.length, redactor)
    return Racer(chat, settings.openai.chat_budget_s, load=chat.warm_up, quota=quota)


def _builder(
    settings: Settings,
    generations: Generations,
    halves: Halves,
    redactor: Redactor,
) -> Builder:
    # Who has chosen another embedder has all vectors of that one.
    chosen = settings.openai.api_key is not None or settings.store.embedder != "auto"
    return Builder(
        generations,
        halves.store,
        halves.embedder,
        TokenCounter(settings.store.data / "tiktoken"),
        clean=redactor.published,
        clean_version=redactor.version,
        currency=settings.store.currency,
        bi_encoder=None if chosen else halves.bi_encoder,
    )


def _bi_encoder() -> BiEncoder | None:
    encoder = BiEncoder()
    return encoder if encoder.installed else None


def _store(settings: Settings) -> PassageStore:
    data, chroma = settings.store.data, settings.chroma
    if chroma.url is None:
        return ChromaStore(data / "chroma")
    from knowledge.index.vector_store.server import ChromaServerStore

    token = chroma.token.get_secret_value() if chroma.token else None
    owner_file = data / "chroma.owner"
    return ChromaServerStore(chroma.url, owner_file, token, chroma.tenant, chroma.database)


def _embedder(settings: Settings, embedded: Embedder, redactor: Redactor) -> Embedder:
    if settings.openai.api_key is None:
        return MultilingualE5() if settings.store.embedder == "e5" else embedded
    from adapters.openai.client import build_embedder

    return build_embedder(settings.openai, redactor)
