"""Builds all parts of the app. `console.serve` adds the platforms."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from bot.answering.reply.next_questions.suggestions import Clock
from bot.conversation.commands import Commands
from bot.conversation.corrections import Corrections, Posts
from bot.conversation.examples import Examples
from bot.conversation.handler import Conversation
from bot.conversation.in_stores import InStores
from bot.conversation.overview import Overviews
from bot.main.app.answers import Ways, ways_of
from bot.main.app.finding import Finding, finding_of
from bot.main.app.kept import Given, Kept, kept_of
from bot.main.app.rules import rules_of
from bot.main.app.upkeep import Upkeep, upkeep_of
from bot.privacy import Detector, Redactor
from bot.rules.rules import Rules
from bot.settings import Settings
from bot.stores.reading import read_stores
from bot.telemetry import Observers
from bot.upkeep.desk import Desk
from bot.upkeep.history.replay import Replays
from bot.upkeep.reports import Readings, Reports
from bot.upkeep.whereabouts import gate_path
from knowledge.index import Indexer
from knowledge.index.storage.generations import Generations
from knowledge.model.places import Places
from knowledge.search.hybrid import HybridSearch
from knowledge.search.retrieval import Retrieval


@dataclass(frozen=True, slots=True)
class App:
    """The parts that the command line, the server and the tests use."""

    given: Given
    kept: Kept
    finding: Finding
    ways: Ways
    upkeep: Upkeep
    search: HybridSearch
    generations: Generations
    indexer: Indexer
    retrieval: Retrieval
    reports: Reports
    replays: Replays
    overviews: Overviews
    observers: Observers
    """Are told of each message once it has its reply."""
    conversation: Conversation
    posts: Posts
    """Follows up answers on the platforms that are added to it."""
    corrections: Corrections
    rules: Rules
    desk: Desk

    def close(self) -> None:
        """Closes files and connections."""
        self.kept.database.close()
        self.finding.store.close()
        self.finding.file.close()


def build(
    settings: Settings, detectors: Sequence[Detector] = (), clock: Clock = time.monotonic
) -> App:
    """Builds the app from the settings. Raises KnowledgeError, StoresError.

    `detectors` find personal data besides the rules. `clock` gives monotonic seconds and limits the
    time for suggestions.
    """
    redactor = Redactor(settings.privacy.choices, detectors)
    given = Given(settings, redactor, read_stores(settings.store.stores), clock)
    kept = kept_of(settings)
    finding = finding_of(given, kept)
    ways = ways_of(given, kept, finding)
    upkeep = upkeep_of(given, kept, finding, ways)
    search, indexer = finding.search, upkeep.indexer
    retrieval = Retrieval(search, redactor.safe)
    readings = Readings(kept.rules, kept.receipts, settings.rules.names)
    reports = Reports(
        kept.records, search, indexer, given.today, given.zone, readings, given.stores
    )
    replays = Replays(kept.audit, kept.records, search, ways.of_contents)
    overviews, observers = _overviews(given, kept, ways, indexer), Observers()
    conversation = _conversation(given, kept, ways, upkeep, reports, overviews, observers)
    handle, posts = conversation.handle, Posts(kept.records)
    corrections = Corrections(reports, posts, search, handle, given.today, given.zone)
    return App(
        given,
        kept,
        finding,
        ways,
        upkeep,
        search,
        finding.generations,
        indexer,
        retrieval,
        reports,
        replays,
        overviews,
        observers,
        conversation,
        posts,
        corrections,
        rules_of(given, kept, upkeep, search, handle, posts, corrections, reports),
        _desk(ways, upkeep, reports, replays, retrieval, corrections, conversation),
    )


def _overviews(given: Given, kept: Kept, ways: Ways, indexer: Indexer) -> Overviews:
    settings, search = given.settings, ways.finding.search
    golden = settings.store.golden
    examples = Examples(search, ways.in_own_words, given.today, golden, given.redactor)
    days = settings.records.days
    return Overviews(indexer, examples, kept.records, given.zone, days, corpus=given.corpus)


def _conversation(
    given: Given,
    kept: Kept,
    ways: Ways,
    upkeep: Upkeep,
    reports: Reports,
    overviews: Overviews,
    observers: Observers,
) -> Conversation:
    finding, indexer, stores = ways.finding, upkeep.indexer, given.stores
    return Conversation(
        ways.cached,
        Commands(indexer, upkeep.comparison, upkeep.trail, given.zone, reports),
        given.today,
        kept.threads,
        ways.selected,
        kept.records,
        upkeep.trail,
        given.redactor,
        overviews.first_example,
        partial(asyncio.to_thread, finding.generations.contacts),
        indexing=lambda: indexer.running,
        observers=observers,
        in_stores=InStores(stores, finding.search, given.zone) if stores else None,
        stores=stores,
    )


def _desk(
    ways: Ways,
    upkeep: Upkeep,
    reports: Reports,
    replays: Replays,
    retrieval: Retrieval,
    corrections: Corrections,
    conversation: Conversation,
) -> Desk:
    given, generations = ways.finding.given, ways.finding.generations
    data = given.settings.store.data
    return Desk(
        conversation.handle,
        upkeep.indexer,
        upkeep.comparison,
        ways.past_cache,
        ways.warm_up,
        given.today,
        categories=lambda: generations.categories(generations.published().number),
        store_types=lambda: generations.store_types(generations.published().number),
        gate_path=lambda source: gate_path(source, data),
        replays=replays,
        retrieval=retrieval,
        trail=upkeep.trail,
        quota=ways.quota,
        zone=given.zone,
        reports=reports,
        stores=given.stores,
        correct=corrections.run,
        placed=partial(Places.named, data=data.resolve()),
    )
