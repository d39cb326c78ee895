"""Builds the index and its search."""

from dataclasses import dataclass
from functools import partial

from bot.answering.selected_text import Select
from bot.main.app.kept import Given, Kept
from bot.rules.folder import FOLDER, RulesFolder
from bot.settings import SAMPLE, Settings
from bot.upkeep.whereabouts import indexed_before
from knowledge.index import Builder
from knowledge.index.storage.database import Database
from knowledge.index.storage.generations import Generations
from knowledge.index.storage.reader_counts import ReaderCounts
from knowledge.index.vector_store import ChromaStore, PassageStore
from knowledge.language.meanings.glossary import load
from knowledge.model.places import Places
from knowledge.models.e5.adapted import AdaptedE5, BiEncoder
from knowledge.models.embedder import Embedder
from knowledge.models.reader import Remembering
from knowledge.models.shipped import EMBEDDERS
from knowledge.models.use.answers import AnswerEncoder
from knowledge.search.hybrid import HybridSearch
from knowledge.search.library import Library
from knowledge.search.one_text import Selection
from knowledge.search.snapshot import Halves
from knowledge.split.token_count import TokenCounter

_GRACE_S = 600.0
"""Seconds in which another replica may still answer from vectors that are not wanted any more."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The index and its search."""

    given: Given
    file: Database
    store: PassageStore
    """The vectors."""
    generations: Generations
    readers: ReaderCounts
    halves: Halves
    search: HybridSearch
    select: Select
    """Compares the sentences of a selected text, always on this machine."""
    written: RulesFolder

    def source(self) -> Places:
        """The places of the documents: as set, else of the published index, else the sample.

        Beside them are the rules that people wrote.
        """
        indexed = indexed_before(self.generations.published)
        places = self.given.settings.store.source or indexed or Places.of(SAMPLE)
        return self.written.beside(places)


def finding_of(given: Given, kept: Kept) -> Finding:
    """Builds the index and its search. Raises KnowledgeError."""
    settings = given.settings
    file = Database(settings.store.data / "knowledge.db")
    generations, readers, store = Generations(file), ReaderCounts(), _store(settings, kept)
    embedded, reader, encoder = AnswerEncoder(), AdaptedE5(), BiEncoder()
    statements = encoder if encoder.installed else None
    glossary = load(settings.store.glossary)
    halves = Halves(
        Library(file),
        store,
        _embedder(given, embedded),
        weigher=embedded,
        glossary=glossary,
        cross_encoder=Remembering(reader),
        bi_encoder=statements,
    )
    search = HybridSearch(halves, generations, readers)
    select = partial(
        Selection, embedder=embedded, glossary=glossary, cross_encoder=reader, bi_encoder=statements
    )
    written = RulesFolder(settings.store.data / FOLDER, kept.rules, kept.reviews, given.zone)
    return Finding(given, file, store, generations, readers, halves, search, select, written)


def builder_of(given: Given, finding: Finding) -> Builder:
    """Builds the maker of the index."""
    settings, redactor, halves = given.settings, given.redactor, finding.halves
    # A store that chose another embedder gets all vectors from that one.
    chosen = settings.openai.embeds or settings.store.embedder != "auto"
    return Builder(
        finding.generations,
        finding.store,
        halves.embedder,
        TokenCounter(),
        clean=redactor.published,
        clean_version=redactor.version,
        find_contacts=redactor.contacts_in,
        currency=settings.store.currency,
        bi_encoder=None if chosen else halves.bi_encoder,
    )


def _embedder(given: Given, embedded: Embedder) -> Embedder:
    """Makes the vectors of passages."""
    settings = given.settings
    if not settings.openai.embeds:
        chosen = settings.store.embedder
        return embedded if chosen in ("auto", "use") else EMBEDDERS[chosen]()
    from adapters.openai.client import build_embedder

    return build_embedder(settings.openai, given.redactor)


def _store(settings: Settings, kept: Kept) -> PassageStore:
    data, chroma = settings.store.data, settings.chroma
    if chroma.url is None:
        return ChromaStore(data / "chroma")
    from knowledge.index.vector_store.server import ChromaServerStore

    token = chroma.token.get_secret_value() if chroma.token else None
    owner_file = data / "chroma.owner"
    place = chroma.url, owner_file, token, chroma.tenant, chroma.database
    if not kept.database.shared:
        return ChromaServerStore(*place)
    known = kept.database.installation()
    return ChromaServerStore(*place, installation=known, grace_s=_GRACE_S)
