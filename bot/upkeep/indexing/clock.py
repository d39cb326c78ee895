"""Indexes the documents automatically: on a schedule, and when a file changes."""

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import timedelta

from bot.ports import Indexer
from knowledge.model.errors import AlreadyIndexingError, KnowledgeError
from knowledge.model.report import Run

logger = logging.getLogger(__name__)

_WAIT_S = 1.0
_BY_ITSELF = Run(unasked=True)


async def by_the_clock(indexer: Indexer, every: timedelta) -> None:
    """Indexes at regular intervals until it is cancelled."""
    while True:
        await asyncio.sleep(every.total_seconds())
        await _indexed(indexer)


async def on_change(indexer: Indexer, changes: AsyncIterator[None]) -> None:
    """Indexes after each change until it is cancelled."""
    async for _ in changes:
        # A file here has changed: that is no reason to ask servers elsewhere.
        await _indexed(indexer, Run(unasked=True, fetch=False))


async def _indexed(indexer: Indexer, run: Run = _BY_ITSELF) -> None:
    while True:
        try:
            report = await indexer.rebuild(run, lambda _: None)
        except AlreadyIndexingError:
            # That run may have read the files before they changed.
            await asyncio.sleep(_WAIT_S)
        except KnowledgeError as error:
            # The message is ours: a path, and what to fix.
            logger.warning("not indexed", extra={"reason": str(error)})
            return
        except Exception:
            # After a bug in one run, the next run must still start.
            logger.exception("a bug stopped a run")
            return
        else:
            if not report.published:
                logger.warning("not published", extra={"withheld": report.withheld})
            return
