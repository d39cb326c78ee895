"""Reading the documents anew without being asked: by the clock, and when a file changes."""

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import timedelta

from bot.ports import Indexer
from knowledge.model.errors import AlreadyIndexingError, KnowledgeError
from knowledge.model.report import Run

logger = logging.getLogger(__name__)

_WAIT_S = 1.0


async def by_the_clock(indexer: Indexer, every: timedelta) -> None:
    """Index again and again; ends when it is cancelled."""
    while True:
        await asyncio.sleep(every.total_seconds())
        await _indexed(indexer)


async def on_change(indexer: Indexer, changes: AsyncIterator[None]) -> None:
    """Index after each change; ends when it is cancelled."""
    async for _ in changes:
        await _indexed(indexer)


async def _indexed(indexer: Indexer) -> None:
    while True:
        try:
            report = await indexer.rebuild(Run(unasked=True), lambda _: None)
        except AlreadyIndexingError:
            # That run may have read the files before they changed.
            await asyncio.sleep(_WAIT_S)
        except KnowledgeError as error:
            # Its words are ours: a path, and what to mend.
            logger.warning("not indexed", extra={"reason": str(error)})
            return
        except Exception:
            # One run that meets a bug must not be the last one.
            logger.exception("a bug stopped a run")
            return
        else:
            if not report.published:
                logger.warning("not published", extra={"withheld": report.withheld})
            return
