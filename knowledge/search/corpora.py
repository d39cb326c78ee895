"""Searches corpora that a program names by path; each is indexed in a temporary folder."""

import asyncio
import atexit
import logging
import os
import re
import shutil
import tempfile
import threading
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from knowledge.index import Builder
from knowledge.index.storage.database import Database
from knowledge.index.storage.generations import Generations
from knowledge.index.vector_store import ChromaStore
from knowledge.language.meanings.glossary import load
from knowledge.language.terms import language_of
from knowledge.model.documents import Filters, Generation
from knowledge.model.errors import KnowledgeError, SegmentError, UnreadableDocumentError
from knowledge.model.places import Places
from knowledge.models.e5.adapted import BiEncoder
from knowledge.models.use.answers import AnswerEncoder
from knowledge.read import read_folder
from knowledge.read.source import DEFAULTS, SIDECAR
from knowledge.search.hybrid import HybridSearch
from knowledge.search.library import Library
from knowledge.search.retrieval import Retrieval, Retrieved, Segment
from knowledge.search.snapshot import Halves
from knowledge.split.token_count import TokenCounter

logger = logging.getLogger(__name__)

_MOST = 4
"""Most corpora with an index at once; a handbook of 50 documents takes 5 MB on disk."""
_STOPS_S = 5.0
"""Seconds that the end of the process waits for a search."""
_RULES = "0"
"""Version of the cleaning: none here, as each citation has its text as it was written."""

_Stamp = tuple[tuple[str, int, int], ...]
"""The files of a corpus: path, time of the last change in ns, size in bytes."""


class Corpora:
    """Indexes a corpus at its first query, and again when its files have changed."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self._folder = Path(tempfile.mkdtemp(prefix="storewise-"))
        self._opened: dict[Path, _Corpus] = {}
        self._one_at_a_time = asyncio.Lock()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def retrieved(self, query: str, path: Path, top_k: int) -> Retrieved:
        """Returns at most `top_k` passages of a corpus, best first. Raises KnowledgeError."""
        searching = self._retrieved(query, path.resolve(), top_k)
        return asyncio.run_coroutine_threadsafe(searching, self._loop).result()

    def close(self) -> None:
        """Deletes the indexes, unless called in a process forked off later."""
        if os.getpid() != self.process or self._loop.is_closed():
            return
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_STOPS_S)
        if not self._loop.is_running():
            self._loop.close()
        for corpus in self._opened.values():
            corpus.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    async def _retrieved(self, query: str, path: Path, top_k: int) -> Retrieved:
        async with self._one_at_a_time:
            corpus = await self._at(path)
            filters = Filters(as_of=date.today(), language=language_of(query))  # noqa: DTZ011
            if top_k < 1:
                return Retrieved(query, str(path))
            return await corpus.retrieval.retrieve(query, filters, top_k)

    async def _at(self, path: Path) -> "_Corpus":
        """Returns a corpus with an up-to-date index; may close the least recently used one."""
        corpus = self._opened.pop(path, None) or _Corpus(path, self._folder)
        try:
            await corpus.refresh()
        except BaseException:
            corpus.close()
            raise
        self._opened[path] = corpus
        if len(self._opened) > _MOST:
            self._opened.pop(next(iter(self._opened))).close()
        return corpus


class _Corpus:
    """One corpus with its index."""

    def __init__(self, path: Path, folder: Path) -> None:
        self._path = path
        self._data = Path(tempfile.mkdtemp(dir=folder))
        self._stamp: _Stamp | None = None
        self._database = Database(self._data / "knowledge.db")
        self._store = ChromaStore(self._data / "chroma")
        self._generations = Generations(self._database)
        encoder, bi_encoder = AnswerEncoder(), BiEncoder()
        halves = Halves(
            Library(self._database),
            self._store,
            encoder,
            glossary=load(None),
            bi_encoder=bi_encoder if bi_encoder.installed else None,
        )
        self._builder = Builder(
            self._generations,
            self._store,
            halves.embedder,
            TokenCounter(),
            clean=str,
            clean_version=_RULES,
            bi_encoder=halves.bi_encoder,
        )
        self.retrieval = Retrieval(HybridSearch(halves, self._generations), redact_pii)

    async def refresh(self) -> None:
        """Indexes the files unless nothing has changed. Raises KnowledgeError."""
        stamp = await asyncio.to_thread(_stamp, self._path)
        if stamp == self._stamp:
            return
        places = Places.of(self._path)
        try:
            reading = await self._builder.read(places)
        except UnreadableDocumentError as error:
            raise await asyncio.to_thread(_reason, self._path) from error
        if reading.skipped:
            logger.warning(
                "files of a corpus were skipped", extra={"skipped": len(reading.skipped)}
            )
        wanted = self._builder.wanted(places, reading.documents)
        known = self._generations.published() if self._stamp else None
        built = await self._builder.build(wanted, reading.documents, known, lambda _: None)
        await self._published(built.generation)
        self._stamp = stamp

    async def _published(self, generation: Generation) -> None:
        await asyncio.to_thread(self._generations.publish, generation.number)
        await asyncio.to_thread(self._generations.forget_others)
        await self._store.keep_only(self._generations.kept())

    def close(self) -> None:
        """Deletes the index."""
        self._store.close()
        self._database.close()
        shutil.rmtree(self._data, ignore_errors=True)


def _stamp(path: Path) -> _Stamp:
    """Lists a corpus's files with their times and sizes. Raises KnowledgeError."""
    try:
        if not path.exists():
            raise KnowledgeError(f"there is no corpus at {path}")
        beside = (path, path.with_name(path.name + SIDECAR), path.with_name(DEFAULTS))
        files = sorted(path.rglob("*")) if path.is_dir() else beside
        found = [(str(file), file.stat()) for file in files if file.is_file()]
    except OSError as error:
        raise KnowledgeError(f"the corpus {path} cannot be read") from error
    return tuple((name, about.st_mtime_ns, about.st_size) for name, about in found)


def _reason(path: Path) -> KnowledgeError:
    """Makes an error that says why nothing of a corpus can be read."""
    skipped = read_folder(path).skipped
    reason = skipped[0].reason if skipped else "it is empty"
    return KnowledgeError(f"nothing can be read in the corpus {path}: {reason}")


_SHARED: list[Corpora] = []
_SHARING = threading.Lock()


def shared() -> Corpora:
    """Returns the corpora of this process; their indexes are deleted when it ends."""
    with _SHARING:
        if not _SHARED or _SHARED[-1].process != os.getpid():
            _SHARED.append(Corpora())
            atexit.register(_SHARED[-1].close)
        return _SHARED[-1]


# Gives a program citations from a corpus with one function call, without server or index.


def segment_of(values: object) -> Segment:
    """Reads a segmenter's result. Raises SegmentError."""
    if not isinstance(values, Mapping):
        raise SegmentError('a segment must be a dictionary, such as {"use_case": "refund"}')
    return Segment.of(values)


def retrieved(segment: object, top_k: int, corpus: Path) -> Retrieved:
    """Searches a corpus for the passages that fit a segment. Raises SegmentError, KnowledgeError.

    Works in any thread. Called in one that runs an event loop, it blocks that loop.
    """
    query = segment_of(segment).query
    return shared().retrieved(query, corpus, top_k)


# Removes three kinds of personal data from a text, for programs without rules of their own.
#
# Simple on purpose: names, postal addresses, phone numbers of other countries, cards, and any other
# number stay in the text, and a number that only looks like a US phone number goes. The bot has far
# more rules (`bot.privacy`); do not rely on these alone where texts are sensitive.


_EMAIL = re.compile(
    r"(?<![\w.%+-])[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})*\.[A-Za-z]{2,63}(?![A-Za-z])"
)
# A Korean particle may follow at once: 123-45-6789입니다.
_SSN = re.compile(r"(?<![0-9A-Za-z_-])[0-9]{3}-[0-9]{2}-[0-9]{4}(?![0-9A-Za-z_-])")
_SEPARATOR = r"[ .\u00a0\u2010-\u2013-]"
_PHONE = re.compile(
    rf"(?<![0-9A-Za-z_+])(?:\+?1{_SEPARATOR}?)?"
    rf"(?:\([0-9]{{3}}\){_SEPARATOR}?|[0-9]{{3}}{_SEPARATOR}?)"
    rf"[0-9]{{3}}{_SEPARATOR}?[0-9]{{4}}(?![0-9A-Za-z_])"
)
_PLACEHOLDERS = (
    (_EMAIL, "[REDACTED_EMAIL]"),
    # Before phone numbers, which have one more digit.
    (_SSN, "[REDACTED_SSN]"),
    (_PHONE, "[REDACTED_PHONE]"),
)


def redact_pii(text: str) -> str:
    """Replaces email addresses, US phone numbers and Social Security numbers by placeholders."""
    for pattern, placeholder in _PLACEHOLDERS:
        text = pattern.sub(placeholder, text)
    return text
