"""The checks of the index, the data folder, the disk and the model for /readyz."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bot.main.app import App
from bot.model.errors import MODEL_CURES, InboxError
from bot.model.health import Check, IndexSize, State, Trouble
from bot.model.kept import Depth
from bot.ports import Inbox
from knowledge.index.storage.sqlite_copy import file_id
from knowledge.model.errors import IndexMissingError, KnowledgeError

if TYPE_CHECKING:
    from adapters.chat.under_way.work import Work
    from adapters.web.watching.watchdog import Blocks


LEAST_FREE_MB = 200
"""Less, and the next index or a day of answers may not fit."""
LONGEST_WAIT_S = 120
"""Longer, and people have asked a colleague."""
_MB = 1024 * 1024
_RESTART = "Restart storewise: it makes the index again from STOREWISE_SOURCE."
_FAULTS = {
    "missing": "It was deleted. It is made again from the documents within a minute.",
    "replaced": "Another file took its place. It is made again from the documents within a minute.",
    "damaged": "It is made again from the documents within a minute; check the disk.",
}
_MODEL_CURE = "Answers use the documents' own words meanwhile; the log says more."


def index_check(app: App) -> Check:
    """Reads the published index."""

    def read() -> Trouble | None:
        if word := app.finding.file.fault():
            return Trouble(word, f"knowledge.db: {_FAULTS[word]}")
        try:
            app.generations.size(app.generations.published().number)
        except IndexMissingError:
            if app.indexer.running:
                return Trouble("indexing", "Wait: the documents are read for the first time.")
            return Trouble("not_indexed", "Run `storewise reindex`.")
        except KnowledgeError as error:
            return Trouble("unreadable", str(error))
        return None

    return lambda: asyncio.to_thread(read)


def folder_check(data: Path) -> Check:
    """Compares the data folder with the one of the start."""
    began = file_id(data)

    def same() -> Trouble | None:
        now = file_id(data)
        if now == began:
            return None
        return Trouble("missing" if now is None else "replaced", f"The data folder: {_RESTART}")

    return lambda: asyncio.to_thread(same)


def disk_check(data: Path, least_mb: int = LEAST_FREE_MB) -> Check:
    """Looks for free space on the disk of the data folder."""

    def free() -> Trouble | None:
        try:
            left = shutil.disk_usage(data).free // _MB
        except OSError:
            return Trouble("unreadable", "Check the disk of the data folder.")
        if left >= least_mb:
            return None
        return Trouble("almost_full", f"{left} MB are free; make room for {least_mb} MB.")

    return lambda: asyncio.to_thread(free)


def vectors_check(app: App) -> Check:
    """Compares the number of vectors with the number of passages."""

    async def there() -> Trouble | None:
        try:
            published = await asyncio.to_thread(app.generations.published)
            _, passages = await asyncio.to_thread(app.generations.size, published.number)
            made = (
                await app.finding.store.size(published.number) if published.embedder else passages
            )
        except IndexMissingError:
            return None  # the check of the index says so
        except KnowledgeError as error:
            return Trouble("unreadable", str(error))
        if made >= passages:
            return None
        return Trouble("missing", "Documents are found by words alone: run `storewise reindex`.")

    return there


def replica_check(trouble: Callable[[], str | None]) -> Check:
    """Says why this replica does not answer from the index that was published last."""

    async def behind() -> Trouble | None:
        told = trouble()
        return Trouble("behind", f"{told[:1].upper()}{told[1:]}.") if told else None

    return behind


def sources_check(app: App) -> Check:
    """Names the addresses whose documents could not be copied in the last run."""
    return lambda: app.upkeep.copies.trouble(app.finding.source())


def rules_check(app: App) -> Check:
    """Says why rules that people saved do not answer yet."""

    async def counts() -> Trouble | None:
        return app.rules.publishing.trouble

    return counts


def model_check(app: App) -> Check:
    """Says why the language model does not choose answers, although it is on."""

    async def chooses() -> Trouble | None:
        error = await app.ways.model_trouble()
        if error is None:
            return None
        cure = MODEL_CURES.get(error.kind, _MODEL_CURE)
        said = f"{error.said[:1].upper()}{error.said[1:]}. " if error.said else ""
        return Trouble(str(error.kind), f"{said}{cure}")

    return chooses


def database_check(app: App) -> Check:
    """Asks the database for everything that is not the index."""

    async def answers() -> Trouble | None:
        said = await app.kept.database.trouble()
        return Trouble("unreadable", f"{said[:1].upper()}{said[1:]}.") if said else None

    return answers


def inbox_check(inbox: Inbox) -> Check:
    """Looks at the age of the oldest question that waits for its reply."""

    async def waiting() -> Trouble | None:
        try:
            depth = await inbox.depth()
        except InboxError as error:
            return Trouble("unreadable", str(error))
        age_s = depth.age_s(datetime.now(UTC))
        if age_s < LONGEST_WAIT_S:
            return None
        waits = f"{depth.count} wait, the oldest for {age_s:.0f} s"
        return Trouble("behind", f"{waits}: check the log, the model and the platform.")

    return waiting


# Looks at the running server for its figures.


_PATIENCE_S = 3.0
"""A lost database is tried for longer, and Prometheus waits for all figures for 10 s."""

Troubles = Callable[[], Awaitable[Mapping[str, Trouble]]]


async def look(app: App, work: "Work", blocks: "Blocks", troubles: Troubles) -> State:
    """Returns the state of the server now. What cannot be read is missing from it."""
    depth, index, wrong = await asyncio.gather(
        _depth(app.kept.inbox), asyncio.to_thread(_index, app), troubles()
    )
    return State(
        inbox=depth,
        oldest_s=depth.age_s(datetime.now(UTC)) if depth else 0.0,
        running=work.running,
        waiting=work.waiting,
        loop_blocks=blocks.count,
        longest_block_s=blocks.longest_s,
        suggestions_tried=app.ways.cached.tries,
        index=index,
        is_indexing=app.indexer.running,
        leads=app.upkeep.leads,
        troubles=wrong,
    )


async def _depth(inbox: Inbox) -> Depth | None:
    try:
        async with asyncio.timeout(_PATIENCE_S):
            return await inbox.depth()
    except (InboxError, TimeoutError):
        return None  # /readyz and the troubles say so


def _index(app: App) -> IndexSize | None:
    try:
        published = app.generations.published()
        documents, passages = app.generations.size(published.number)
    except KnowledgeError:
        return None
    made_at = datetime.fromisoformat(published.made_at)
    return IndexSize(published.number, documents, passages, made_at.timestamp())
