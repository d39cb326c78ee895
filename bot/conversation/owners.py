"""Tells the owners of documents what these contradict or lack."""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from datetime import date
from enum import StrEnum
from weakref import WeakValueDictionary

from bot import texts
from bot.model import Answer, Platform, Reply, Source, Verdict
from bot.model.access import may_read
from bot.model.errors import RecordsError
from bot.model.kept import EntryKind, Outcome, StoredAnswer, same_question
from bot.ports import ToldOwners
from bot.stores import Owner, Stores
from bot.texts import Section
from bot.upkeep.history.trail import Trail
from knowledge.model.documents import Audience, Header, Language, as_place

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


# Finds the owners whom a reply concerns: those of documents that contradict or lack something.


def owners_of(reply: Reply, stores: Stores, platform: Platform) -> tuple[str, ...]:
    """Returns the owners who can be told of a reply on a platform, by their names in the file.

    A conflict concerns the owners of all its documents. A refusal concerns the owner of the
    closest document, or that of the asker's store.
    """
    if reply.answer is None:
        return ()
    if reply.disputed:
        cited = (one.passage.header.owner for one in reply.answer.citations)
        return tuple(dict.fromkeys(_reached(cited, stores, platform)))
    if reply.outcome not in ("refusal", "closest") or reply.verdict is Verdict.OFF_TOPIC:
        return ()
    nearest = _nearest(reply.answer)
    store = stores.get(reply.scope.store if reply.scope else None)
    names = (nearest.owner if nearest else None, store.owner if store else None)
    return tuple(_reached(iter(names), stores, platform))[:1]


def _nearest(answer: Answer) -> Header | None:
    """The document that is closest to a question without an answer."""
    passages = [one.passage for one in answer.citations]
    passages += [one.passage for one in answer.found.hits[:1]]
    return passages[0].header if passages else None


def _reached(names: Iterator[str | None], stores: Stores, platform: Platform) -> Iterator[str]:
    """The names of those who have an address on the platform."""
    for name in names:
        owner = stores.owner(name)
        if owner is not None and owner.people.get(platform):
            yield owner.name


# Words the message to an owner, and what the person who sends it reads.


_TEXTS = Section("owners")

_MOST_SOURCES = 4
"""Sentences in a message: a conflict has two, closest rules are up to three."""
_QUOTE = 300

TELL = _TEXTS.TELL
"""The button, and the title of what it opens."""
WITHOUT_NAME = _TEXTS.WITHOUT_NAME
WITH_NAME = _TEXTS.WITH_NAME
NAMELESS = _TEXTS.NAMELESS
NAMED = _TEXTS.NAMED


def message_of(record: StoredAnswer, language: Language, reader: Audience) -> str | None:
    """Returns the message to an owner whose role is `reader`'s.

    Whoever may not read all documents behind an answer gets no sentence of them, and no conflict.
    """
    reply = record.reply
    quotes = may_read(reader, reply.audience)
    if reply.disputed and not quotes:
        return None
    lines = [(_TEXTS.CONTRADICT if reply.disputed else _TEXTS.LACK)[language]]
    lines.append(_TEXTS.ASKED[language].format(question=record.question))
    if quotes and reply.sources:
        if not reply.disputed:
            lines.append(_TEXTS.CLOSEST[language])
        lines += [_said(one, language) for one in reply.sources[:_MOST_SOURCES]]
    return "\n".join([*lines, _TEXTS.PLEASE[language]])


def confirming(reply: Reply) -> str:
    """Returns what a person reads before the question is sent; the question stands below it."""
    said = _TEXTS.GOES_WITH if reply.disputed else _TEXTS.GOES
    return said[reply.language].format(owners=_joined(reply.owners, reply.language))


def outcome_of(told: Told, reply: Reply, stores: Stores) -> str:
    """Returns what became of it; where nobody was reached, whom to ask instead."""
    language = reply.language
    store = stores.get(reply.scope.store if reply.scope else None)
    other = store.owner if store and store.owner else texts.STORE_MANAGER[language]
    lines = []
    for fate, said in (
        (Fate.SENT, _TEXTS.SENT),
        (Fate.KNOWN, _TEXTS.KNOWN),
        (Fate.MISSED, _TEXTS.MISSED),
    ):
        owners = [name for name, became in told.items() if became is fate]
        if owners:
            lines.append(said[language].format(owners=_joined(owners, language), other=other))
    return "\n".join(lines)


def _said(source: Source, language: Language) -> str:
    version = f"v{source.version.removeprefix('v')}" if source.version else ""
    place = ", ".join(filter(None, (as_place(source.title, source.section), version)))
    return _TEXTS.SAYS[language].format(place=place, quote=_in_a_line(source.quote))


def _in_a_line(quote: str) -> str:
    line = " ".join(quote.split())
    return line if len(line) <= _QUOTE else f"{line[: _QUOTE - 1].rstrip()}…"


def _joined(owners: Sequence[str], language: Language) -> str:
    return _TEXTS.AND[language].join(owners)
