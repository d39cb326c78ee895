"""Replaces an answer by a language model's choice that comes after it was posted."""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from bot.answering.choose.late import LATER_S
from bot.answering.pipeline import Answering
from bot.conversation.outgoing import outgoing
from bot.conversation.owners import owners_of
from bot.model import Answer, Message, Question, Reply, Turn
from bot.model.errors import BotError, RecordsError
from bot.model.said import Replace
from bot.ports import Records
from bot.shown.reply import to_reply
from bot.stores import Stores
from bot.telemetry import Trace, add, request
from bot.upkeep.history.provenance import record_of
from bot.upkeep.history.trail import Trail
from knowledge.model.errors import KnowledgeError
from knowledge.model.spared import Spared

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it came in, with what it may follow up on."""

    message: Message
    question: Question
    before: Turn | None


class Rewording:
    """Replaces answers, and their stored copies, by what a model chose later."""

    def __init__(
        self,
        answering: Answering,
        records: Records | None,
        trail: Trail,
        stores: Stores | None = None,
    ) -> None:
        self._answering = answering
        self._records = records
        self._trail = trail
        self._stores = Stores() if stores is None else stores

    async def follow(self, asked: Asked, first: Trace, shown: Reply, put: Replace) -> None:
        """Waits for a better choice than a shown reply, and has it put in its place.

        `first` is the trace of that reply: a late draft's tokens are added to it.
        """
        message, answer = asked.message, shown.answer
        if answer is None:
            return
        with request(shown.trace_id, platform=message.platform, later=True) as trace:
            better = await self._better(asked, answer)
            spent = {name: one - shown.spent.get(name, 0) for name, one in first.amounts.items()}
            add(**{name: more for name, more in spent.items() if more})
            trace.outcome["reworded"] = better is not None
            if better is None:
                return
            reply = replace(
                to_reply(better, shown.notice, message.scope.language),
                language=shown.language,
                scope=shown.scope,
                kept=shown.kept,
                trace_id=shown.trace_id,
                steps=trace.steps,
                spent=dict(trace.amounts),
            )
            owners = owners_of(reply, self._stores, message.platform)
            reply = outgoing(replace(reply, owners=owners))
            trace.outcome["replaced"] = replaced = await put(reply)
            if replaced:
                await self._kept(message, reply)
                await self._trail.answered(message, reply, {}, trace)

    async def _better(self, asked: Asked, answer: Answer) -> Answer | None:
        foreseen = (TimeoutError, BotError, KnowledgeError)  # the answer that is shown stays
        with suppress(*foreseen), Spared("rewording", *foreseen):
            async with asyncio.timeout(LATER_S):
                return await self._answering.reworded(answer, asked.question, asked.before)
        return None

    async def _kept(self, message: Message, reply: Reply) -> None:
        record = record_of(message, reply, datetime.now(UTC))
        if self._records is None or record is None or not reply.kept:
            return
        try:
            await self._records.change(record)
        except RecordsError as error:
            about = {"trace_id": reply.trace_id, "cause": type(error.__cause__).__name__}
            logger.warning("a replaced answer was not stored", extra=about)
