"""Looks at the running server for its figures."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.main.app import App
from bot.model.errors import InboxError
from bot.model.health import IndexSize, State, Trouble
from bot.model.kept.inbox import Depth
from bot.ports import Inbox
from knowledge.model.errors import KnowledgeError

if TYPE_CHECKING:
    from adapters.chat.under_way.work import Work
    from adapters.web.watching.watchdog import Blocks

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
