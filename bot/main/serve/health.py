"""The checks of the index, the data folder, the disk and the model for /readyz."""

import asyncio
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from bot.main.app import App
from bot.model.errors import MODEL_CURES, InboxError
from bot.model.health import Check, Trouble
from bot.ports import Inbox
from knowledge.index.storage.sqlite_copy import file_id
from knowledge.model.errors import IndexMissingError, KnowledgeError

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
