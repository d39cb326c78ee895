"""Builds all parts of the app. `console.serve` adds the platforms."""

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from bot.answering import check, instructions
from bot.answering.answer_cache import Answers, MemoryAnswerCache
from bot.answering.choose.extractive import Extractive
from bot.answering.choose.timed import TimedModel
from bot.answering.find.gate import weights_file
from bot.answering.find.gate.gate import Gate
from bot.answering.pipeline import Answering
from bot.answering.reply.next_questions.suggestions import Clock
from bot.answering.selected_text import Select, Selected
from bot.answering.understand import classify
from bot.conversation.commands import Commands
from bot.conversation.corrections import Corrections
from bot.conversation.examples import Examples
from bot.conversation.handler import Conversation
from bot.conversation.in_stores import InStores
from bot.conversation.overview import Overviews
from bot.conversation.owners.telling import Telling
from bot.main.app.kept import (
    audit_of,
    database_of,
    inbox_of,
    kept_shifts_of,
    keys_of,
    records_of,
    shelf_of,
    short_lived_of,
    threads_of,
    told_owners_of,
)
from bot.main.app.models import bi_encoder, embedder_of, quota_of, racer_of
from bot.main.app.replica import Replica, share_index
from bot.model.errors import ModelUnavailableError
from bot.model.said import USUAL_NAME, Corpus
from bot.ports import Audit
from bot.privacy import Detector, Redactor
from bot.settings import SAMPLE, Settings
from bot.stores import Stores
from bot.stores.reading import read_stores
from bot.telemetry import Observers
from bot.upkeep.desk import Desk
from bot.upkeep.history.replay import Replays
from bot.upkeep.history.trail import Trail
from bot.upkeep.indexing.golden_gate import GoldenGate
from bot.upkeep.reports import Reports
from bot.upkeep.reports.digests.daily import KeptShifts
from bot.upkeep.reports.digests.shift import Shifts
from bot.upkeep.reports.digests.week import Digest
from bot.upkeep.trial import Trial
from bot.upkeep.whereabouts import fitted_gate, gate_path, indexed_before
from knowledge.index import Builder, Indexer, Reviews
from knowledge.index.storage.database import Database
from knowledge.index.storage.generations import Generations
from knowledge.index.storage.reader_counts import ReaderCounts
from knowledge.index.vector_store import ChromaStore, PassageStore
from knowledge.language.meanings import kinds
from knowledge.language.meanings.glossary import load
from knowledge.model.documents import Filters, Generation, StorePlace
from knowledge.model.errors import AlreadyIndexingError
from knowledge.model.places import COPIES, Places
from knowledge.model.release import VERSION
from knowledge.models.e5.cross_encoder import AdaptedE5
from knowledge.models.e5.rare_words import is_uncommon
from knowledge.models.kinds import message_kinds
from knowledge.models.reader import Remembering
from knowledge.models.use.answers import AnswerEncoder
from knowledge.search.comparison import Comparison
from knowledge.search.hybrid import HybridSearch
from knowledge.search.library import Library
from knowledge.search.one_text import Selection
from knowledge.search.programs.retrieval import Retrieval
from knowledge.search.snapshot import Halves
from knowledge.split.token_count import TokenCounter

if TYPE_CHECKING:
    from adapters.database import Database as SharedDatabase
    from adapters.records import SqlCalls, SqlRecords
    from adapters.records.api_keys import SqlKeys
    from adapters.records.counts import SqlShortLived
    from adapters.records.inbox import SqlInbox
    from adapters.sources.copies import Copies


_GRACE_S = 600.0
"""Seconds in which another replica may still answer from vectors that are not wanted any more."""


@dataclass(frozen=True, slots=True)
class App:
    """The parts that the command line, the server and the tests use."""

    conversation: Conversation
    answering: Answering
    indexer: Indexer
    search: HybridSearch
    warm_up: Callable[[], Awaitable[None]]
    """Loads models and patterns before the first question."""
    desk: Desk
    generations: Generations
    index_file: Database
    database: "SharedDatabase"
    """Everything that is not the index."""
    replica: Replica | None
    """What makes it one of several; None without others."""
    store: PassageStore
    source: Callable[[], Places]
    """The places of the documents: as set, else of the published index, else the sample."""
    copies: "Copies"
    """Copies documents that lie elsewhere."""
    today: Callable[[], date]
    suggest_meanwhile: Callable[[], Coroutine[None, None, None]]
    """Tries what may be asked next while nobody asks, until it is cancelled."""
    records: "SqlRecords"
    inbox: "SqlInbox"
    short_lived: "SqlShortLived"
    stores: Stores
    overviews: Overviews
    trail: Trail
    redactor: Redactor
    keys: "SqlKeys"
    replays: Replays
    retrieval: Retrieval
    observers: Observers
    """Are told of each message once it has its reply."""
    corrections: Corrections
    """Corrects answers on the platforms that are added to it."""
    digest: Digest
    """Gathers the week for administrators and owners."""
    shifts: Shifts
    """Gathers the day of a store."""
    kept_shifts: KeptShifts
    telling: Telling
    """Tells owners of what their documents contradict or lack."""
    model_trouble: Callable[[], Awaitable[ModelUnavailableError | None]]
    """Why the language model does not choose answers now, although it is on; else None."""
    trial: Trial | None
    """Tries the language model on known questions; None if there is none."""

    def close(self) -> None:
        """Closes files and connections."""
        self.database.close()
        self.store.close()
        self.index_file.close()


@dataclass(frozen=True, slots=True)
class _Finding:
    """The index and its search."""

    database: Database
    generations: Generations
    store: PassageStore
    readers: ReaderCounts
    halves: Halves
    search: HybridSearch
    select: Select
    """Compares the sentences of a selected text, always on this machine."""


@dataclass(frozen=True, slots=True)
class _Answers:
    """The ways to answer: with and without cache, from a selected text, from one generation."""

    past_cache: Answering
    """Without the cache, for the evaluation: it measures how answers are made."""
    cached: Answering
    selected: Selected
    in_own_words: Callable[[Generation], Answering]
    """Answers from one generation of the index, without a language model."""
    trying: Callable[[Generation, TimedModel | None], Answering]
    """The same with a language model that is tried."""
    gate: Gate
    racer: TimedModel | None
    quota: "SqlCalls | None"


@dataclass(frozen=True, slots=True)
class _Upkeep:
    """The parts that index, compare and publish documents."""

    indexer: Indexer
    comparison: Comparison
    trail: Trail
    audit: Audit


def build(
    settings: Settings, detectors: Sequence[Detector] = (), clock: Clock = time.monotonic
) -> App:
    """Builds the app from the settings. Raises KnowledgeError, StoresError.

    `detectors` find personal data besides the rules. `clock` gives monotonic seconds and limits the
    time for suggestions.
    """
    redactor = Redactor(settings.privacy.choices, detectors)
    zone = ZoneInfo(settings.store.timezone)
    stores = read_stores(settings.store.stores)
    database = database_of(settings)
    finding = _finding(settings, redactor, database)

    def today() -> date:
        return datetime.now(zone).date()

    def source() -> Places:
        indexed = indexed_before(finding.generations.published)
        return settings.store.source or indexed or Places.of(SAMPLE)

    answers = _answers(settings, finding, database, redactor, clock, source(), today)
    copies = _copies(settings)
    replica = _replica(settings, finding, database, source)
    upkeep = _upkeep(settings, finding, answers, redactor, source, today, copies, replica, database)
    records = records_of(settings, database)
    retrieval = Retrieval(finding.search, redactor.safe)
    replays = Replays(upkeep.audit, records, finding.search, _of_index(finding, answers))
    examples = Examples(
        finding.search, answers.in_own_words, today, settings.store.golden, redactor
    )
    overviews = Overviews(
        upkeep.indexer,
        examples,
        records,
        zone,
        settings.records.days,
        corpus=corpus_of(settings),
    )
    observers = Observers()
    reports = Reports(records, finding.search, upkeep.indexer, today, zone)
    conversation = Conversation(
        answers.cached,
        Commands(upkeep.indexer, upkeep.comparison, upkeep.trail, zone, reports),
        today,
        threads_of(settings, database),
        answers.selected,
        records,
        upkeep.trail,
        redactor,
        overviews.first_example,
        partial(asyncio.to_thread, finding.generations.contacts),
        indexing=lambda: upkeep.indexer.running,
        observers=observers,
        in_stores=InStores(stores, finding.search, zone) if stores else None,
        stores=stores,
    )
    warm_up = partial(_warm_up, finding.search, answers.racer, today)
    generations = finding.generations
    corrections = Corrections(reports, records, finding.search, conversation.handle, today, zone)
    desk = Desk(
        conversation.handle,
        upkeep.indexer,
        upkeep.comparison,
        answers.past_cache,
        warm_up,
        today,
        categories=lambda: generations.categories(generations.published().number),
        store_types=lambda: generations.store_types(generations.published().number),
        gate_path=lambda source: gate_path(source, settings.store.data),
        replays=replays,
        retrieval=retrieval,
        trail=upkeep.trail,
        quota=answers.quota,
        zone=zone,
        reports=reports,
        stores=stores,
        correct=corrections.run,
        placed=partial(Places.named, data=settings.store.data.resolve()),
    )
    return App(
        conversation=conversation,
        answering=answers.past_cache,
        indexer=upkeep.indexer,
        search=finding.search,
        warm_up=warm_up,
        desk=desk,
        generations=generations,
        index_file=finding.database,
        database=database,
        replica=replica,
        store=finding.store,
        source=source,
        copies=copies,
        today=today,
        suggest_meanwhile=partial(
            answers.cached.suggest_meanwhile,
            lambda: Filters(today(), place=StorePlace() if stores else None),
        ),
        records=records,
        inbox=inbox_of(database),
        short_lived=short_lived_of(database),
        stores=stores,
        overviews=overviews,
        trail=upkeep.trail,
        redactor=redactor,
        keys=keys_of(database),
        replays=replays,
        retrieval=retrieval,
        observers=observers,
        corrections=corrections,
        digest=Digest(reports, finding.search, today),
        shifts=Shifts(finding.search, records.corrected),
        kept_shifts=kept_shifts_of(settings, database),
        telling=Telling(stores, told_owners_of(database), today, upkeep.trail),
        model_trouble=partial(_model_trouble, answers.racer),
        trial=_trial(settings, finding, answers, today),
    )


async def _model_trouble(racer: TimedModel | None) -> ModelUnavailableError | None:
    trouble = racer.trouble if racer else None
    return ModelUnavailableError(trouble, racer.worse) if racer and trouble else None


def _trial(
    settings: Settings, finding: _Finding, answers: _Answers, today: Callable[[], date]
) -> Trial | None:
    """The trial of the language model; None where none is set."""
    if answers.racer is None or not settings.openai.trial:
        return None
    given = settings.openai.trial
    return Trial(answers.racer, finding.search, answers.trying, today, settings.store.golden, given)


def _finding(settings: Settings, redactor: Redactor, kept: "SharedDatabase") -> _Finding:
    database = Database(settings.store.data / "knowledge.db")
    generations, readers = Generations(database), ReaderCounts()
    store = _store(settings, kept)
    embedded, reader, statements = AnswerEncoder(), AdaptedE5(), bi_encoder()
    glossary = load(settings.store.glossary)
    halves = Halves(
        Library(database),
        store,
        embedder_of(settings, embedded, redactor),
        weigher=embedded,
        glossary=glossary,
        cross_encoder=Remembering(reader),
        bi_encoder=statements,
    )
    search = HybridSearch(halves, generations, readers)
    select = partial(
        Selection, embedder=embedded, glossary=glossary, cross_encoder=reader, bi_encoder=statements
    )
    return _Finding(database, generations, store, readers, halves, search, select)


def _answers(
    settings: Settings,
    finding: _Finding,
    database: "SharedDatabase",
    redactor: Redactor,
    clock: Clock,
    source: Places,
    today: Callable[[], date],
) -> _Answers:
    path = fitted_gate(source, settings.store.data)
    gate = weights_file.read(path, [one.name for one in finding.halves.embedders])
    quota = quota_of(settings, database, today)
    (racer, wording), corpus = racer_of(settings, redactor, quota), corpus_of(settings)
    length = settings.answer.length
    make = partial(
        Answering,
        finding.search,
        Extractive(),
        corpus,
        gate,
        racer,
        length=length,
        redactor=redactor,
        clock=clock,
        emergency_number=settings.emergency.number,
        wording=wording,
    )

    def from_index(generation: Generation, model: TimedModel | None = None) -> Answering:
        found_in = finding.search.at(generation)
        return Answering(
            found_in, Extractive(), corpus, gate, model, redactor=redactor, suggests=False
        )

    return _Answers(
        past_cache=make(),
        cached=make(answers=_cache(settings)),
        selected=Selected(Extractive(), racer, finding.select, length, redactor),
        # Indexes are compared by what they find, so no model needs to read hundreds of questions.
        in_own_words=from_index,
        trying=from_index,
        gate=gate,
        racer=racer,
        quota=quota,
    )


def _upkeep(
    settings: Settings,
    finding: _Finding,
    answers: _Answers,
    redactor: Redactor,
    source: Callable[[], Places],
    today: Callable[[], date],
    copies: "Copies",
    replica: Replica | None,
    database: "SharedDatabase",
) -> _Upkeep:
    judge = GoldenGate(answers.in_own_words, today, settings.store.golden, settings.reindex.margin)
    indexer = Indexer(
        source,
        _builder(settings, finding.generations, finding.halves, redactor),
        finding.generations,
        finding.store,
        Reviews(finding.generations, today),
        judge,
        finding.readers,
        copies,
        replica.sharing if replica else None,
        replica.alone if replica else nullcontext,
    )
    audit = audit_of(settings, database)
    trail = Trail(audit, _rules(answers.gate, redactor))
    return _Upkeep(indexer, Comparison(finding.generations), trail, audit)


def _of_index(finding: _Finding, answers: _Answers) -> Callable[[str], Answering | None]:
    """For `replay`: answers from the index with these contents, if it is still on disk."""

    def answering(contents: str) -> Answering | None:
        known = (finding.generations.published(), finding.generations.previous())
        found = next((one for one in known if one and one.contents == contents), None)
        return answers.in_own_words(found) if found else None

    return answering


async def _warm_up(
    search: HybridSearch, racer: TimedModel | None, today: Callable[[], date]
) -> None:
    # Patterns are compiled on first use, which takes longer than a question.
    await asyncio.to_thread(classify, "환불 refund", today())
    await asyncio.to_thread(is_uncommon, "refund")
    await asyncio.to_thread(kinds.shipped)
    await asyncio.to_thread(message_kinds, "refund")
    await search.warm_up()
    if racer:
        await racer.warm_up()


def _copies(settings: Settings) -> "Copies":
    from adapters.sources.copier import Limits
    from adapters.sources.copies import Copies
    from adapters.sources.opening import Opening

    def is_wanted(path: str, size: int | None) -> bool:
        # 0.2 s that questions do not wait.
        from knowledge.read.sources import source

        return source.is_wanted(path, size)

    given = settings.sources
    limits = Limits(given.sources_max_files, given.sources_max_mb, given.sources_grace)
    opens = Opening(given, settings.teams)
    return Copies(settings.store.data / COPIES, opens, is_wanted, limits)


def _replica(
    settings: Settings,
    finding: _Finding,
    database: "SharedDatabase",
    source: Callable[[], Places],
) -> Replica | None:
    if not database.shared:
        return None
    from adapters.database.replicas.locks import Leadership, alone
    from adapters.records.published import SqlPublished

    follower, sharing = share_index(
        settings.store.data,
        finding.database,
        finding.store,
        finding.readers,
        SqlPublished(database),
        shelf_of(settings, database),
        source,
        warm=lambda generation: finding.search.at(generation).warm_up(),
    )
    leadership = Leadership(database.lock("leads"))
    busy = partial(alone, partial(database.lock, "indexes"), AlreadyIndexingError)
    return Replica(follower, sharing, leadership, busy)


def _rules(gate: Gate, redactor: Redactor) -> dict[str, str]:
    """The versions of everything that shapes answers, for the audit log."""
    return {
        "storewise": VERSION,
        "prompt": instructions.version(),
        "check": str(check.VERSION),
        "gate": hashlib.sha256(repr(gate).encode()).hexdigest()[:12],
        "redaction": redactor.version,
    }


def corpus_of(settings: Settings) -> Corpus:
    """The name of the documents in each language."""
    named = settings.store.corpus_name
    is_usual = named == USUAL_NAME["en"]
    each = {one: usual if is_usual else named for one, usual in USUAL_NAME.items()}
    return {**each, "ko": settings.store.corpus_name_ko}


def _cache(settings: Settings) -> Answers | None:
    most = settings.cache.answer_cache
    return Answers(MemoryAnswerCache(most)) if most else None


def _builder(
    settings: Settings,
    generations: Generations,
    halves: Halves,
    redactor: Redactor,
) -> Builder:
    # A store that chose another embedder gets all vectors from that one.
    chosen = settings.openai.embeds or settings.store.embedder != "auto"
    return Builder(
        generations,
        halves.store,
        halves.embedder,
        TokenCounter(),
        clean=redactor.published,
        clean_version=redactor.version,
        find_contacts=redactor.contacts_in,
        currency=settings.store.currency,
        bi_encoder=None if chosen else halves.bi_encoder,
    )


def _store(settings: Settings, kept: "SharedDatabase") -> PassageStore:
    data, chroma = settings.store.data, settings.chroma
    if chroma.url is None:
        return ChromaStore(data / "chroma")
    from knowledge.index.vector_store.remembered import RememberedStore
    from knowledge.index.vector_store.server import ChromaServerStore

    token = chroma.token.get_secret_value() if chroma.token else None
    owner_file = data / "chroma.owner"
    place = chroma.url, owner_file, token, chroma.tenant, chroma.database
    if not kept.shared:
        return RememberedStore(ChromaServerStore(*place))
    known = kept.installation()
    return RememberedStore(ChromaServerStore(*place, installation=known, grace_s=_GRACE_S))
