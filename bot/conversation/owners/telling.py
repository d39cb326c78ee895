"""Tells owners of a question that their documents contradict or lack, each once a day."""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import date
from enum import StrEnum
from weakref import WeakValueDictionary

from bot.model import Platform
from bot.model.errors import RecordsError
from bot.model.kept.audit import EntryKind, Outcome
from bot.model.kept.records import StoredAnswer, same_question
from bot.ports import ToldOwners
from bot.stores import Owner, Stores
from bot.upkeep.history.trail import Trail

logger = logging.getLogger(__name__)

Send = Callable[[Owner], Awaitable[bool]]
"""Writes to an owner; False if nobody there was reached."""


class Fate(StrEnum):
    """What became of telling an owner."""

    SENT = "sent"
    KNOWN = "known"
    """They were told of the same question and documents earlier that day."""
    MISSED = "missed"
    """Nobody was reached."""


Told = Mapping[str, Fate]
"""What became of telling each owner, by name."""


def once_each(platform: Platform, write: Callable[[str], Awaitable[bool]]) -> Send:
    """Writes to each address of owners in a chat; whoever looks after two documents reads once."""
    reached: dict[str, bool] = {}

    async def send(owner: Owner) -> bool:
        addresses = owner.people.get(platform, ())
        for one in addresses:
            if one not in reached:
                reached[one] = await write(one)
        return any(reached[one] for one in addresses)

    return send


class Telling:
    """Tells each owner once a day of one question on the same documents, whoever asks for it."""

    def __init__(
        self,
        stores: Stores | None = None,
        told: ToldOwners | None = None,
        today: Callable[[], date] = date.today,
        trail: Trail | None = None,
    ) -> None:
        """Without `stores` there are no owners; without `told`, nothing is noted."""
        self.stores = Stores() if stores is None else stores
        self._told = told
        self._today = today
        self._trail = trail or Trail()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def known(self, record: StoredAnswer) -> Told | None:
        """Returns that every owner of an answer was told of it today; None if one was not."""
        owners = record.reply.owners
        if not owners or not all([await self._is_noted(_key(record, one)) for one in owners]):
            return None
        return dict.fromkeys(owners, Fate.KNOWN)

    async def tell(self, record: StoredAnswer, person: str, send: Send, *, named: bool) -> Told:
        """Tells the owners of an answer because a person wants it; the audit log notes that.

        `named` says whether the owners read who it is.
        """
        told = {one: await self._tell(record, one, send) for one in record.reply.owners}
        fates = list(told.values())
        is_lost = Fate.MISSED in fates and Fate.SENT not in fates
        about = {
            "answer": record.answer_id,
            "documents": sorted({one.doc_id for one in record.reply.sources}),
            "sent": fates.count(Fate.SENT),
            "named": named,
        }
        outcome = Outcome.FAILED if is_lost else Outcome.DONE
        await self._trail.note(EntryKind.COMMAND, person, "tell_owner", outcome, about)
        return told

    async def _tell(self, record: StoredAnswer, name: str, send: Send) -> Fate:
        owner, key = self.stores.owner(name), _key(record, name)
        if owner is None:
            return Fate.MISSED  # the file has changed since
        # Whoever taps meanwhile waits: nobody hears that the owner knows before they do.
        async with self._turns.setdefault(key, asyncio.Lock()):
            if not await self._note(key):
                return Fate.KNOWN
            reached = False
            try:
                reached = await send(owner)
            finally:
                if not reached:
                    await self._forget(key)
        return Fate.SENT if reached else Fate.MISSED

    async def _is_noted(self, key: str) -> bool:
        if self._told is None:
            return False
        try:
            return await self._told.noted(key, self._today())
        except RecordsError:
            logger.exception("cannot tell whether an owner knows")
            return False

    async def _note(self, key: str) -> bool:
        """Notes that an owner is told; False if they were. Rather told twice than never."""
        if self._told is None:
            return True
        try:
            return await self._told.note(key, self._today())
        except RecordsError:
            logger.exception("an owner may be told twice")
            return True

    async def _forget(self, key: str) -> None:
        if self._told is None:
            return
        try:
            await self._told.forget(key)
        except RecordsError:
            logger.exception("an owner who was not reached is noted as told")


def _key(record: StoredAnswer, owner: str) -> str:
    """The same for one question on the same documents; nobody's words can be read from it."""
    documents = sorted({f"{one.doc_id}@{one.version}" for one in record.reply.sources})
    company = record.person.rpartition(":")[0]
    parts = (company, owner.casefold(), same_question(record.question), *documents)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
