"""The composition root: the one place where the parts meet.

Adapters are imported inside the functions that need them: `storewise ask` starts in half the time
when it loads neither Slack's SDK nor OpenAI's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from bot.answering import gate_file
from bot.answering.finalize import Corpus
from bot.answering.pipeline import Answering
from bot.commands import Commands
from bot.conversation import Conversation
from bot.extractive import Extractive
from bot.privacy import REDACTION_VERSION, Profile, redact
from bot.settings import SAMPLE, Settings
from knowledge.embedding import Embedder, UniversalSentenceEncoder
from knowledge.errors import IndexMissingError
from knowledge.glossary import load
from knowledge.indexing import Indexer
from knowledge.library import Library
from knowledge.search import HybridSearch
from knowledge.store import ChromaStore
from knowledge.tokens import TokenCounter

if TYPE_CHECKING:
    from adapters.web import Part, WebServer


@dataclass(frozen=True, slots=True)
class App:
    """The running parts that the command line and the tests need."""

    conversation: Conversation
    answering: Answering
    indexer: Indexer
    search: HybridSearch
    library: Library
    today: Callable[[], date]

    def close(self) -> None:
        """Close the files."""
        self.library.close()


def build(settings: Settings) -> App:
    """Put the parts together as the settings say. Raises KnowledgeError."""
    data = settings.store.data
    library = Library(data / "knowledge.db")
    store = ChromaStore(data / "chroma")
    embedded = UniversalSentenceEncoder()
    embedder = _embedder(settings, embedded)
    source = settings.store.source or _indexed_before(library) or SAMPLE
    indexer = Indexer(
        source,
        library,
        store,
        embedder,
        TokenCounter(data / "tiktoken"),
        clean=lambda text: redact(text, profile=Profile.DOCUMENT).text,
        clean_version=REDACTION_VERSION,
        currency=settings.store.currency,
    )
    glossary = load(settings.store.glossary)
    search = HybridSearch(library, store, embedder, weigher=embedded, glossary=glossary)
    corpus: Corpus = {"en": settings.store.corpus_name, "ko": settings.store.corpus_name_ko}
    gate = gate_file.read(gate_path(source, data), embedder.name)
    answering = Answering(search, Extractive(), corpus, gate)
    zone = ZoneInfo(settings.store.timezone)

    def today() -> date:
        return datetime.now(zone).date()

    commands = Commands(indexer, settings.slack.admin_user_ids)
    conversation = Conversation(answering, commands, today)
    return App(conversation, answering, indexer, search, library, today)


def build_server(settings: Settings, app: App) -> "WebServer":
    """The web server with the platforms that are on."""
    from adapters.page import build_page
    from adapters.web import WebServer

    parts: list[Part] = []
    if settings.slack.on:
        from adapters.slack.app import build_slack

        parts.append(build_slack(settings.slack, app.conversation.handle))
    routes = build_page(app.conversation.handle) if settings.server.is_local else []
    return WebServer(parts, routes)


def gate_path(source: Path, data: Path) -> Path:
    """Where weights that were fitted to documents are kept: beside them, not in the sample."""
    is_sample = source.resolve() == SAMPLE.resolve()
    return gate_file.beside(data if is_sample else source)


def _indexed_before(library: Library) -> Path | None:
    """The folder that was indexed last: a later run must not fall back to the sample."""
    try:
        source = Path(library.published().source)
    except IndexMissingError:
        return None
    # The sample moves with the program; a folder of documents may only be away for now.
    moved = source.parts[-2:] == SAMPLE.parts[-2:] and not source.exists()
    return None if moved else source


def _embedder(settings: Settings, embedded: Embedder) -> Embedder:
    if settings.openai.api_key is None:
        return embedded
    from adapters.openai import build_embedder

    return build_embedder(settings.openai)
