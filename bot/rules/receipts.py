"""Asks the stores to say that they have read a rule, and keeps who has, and who understood it."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime

from bot.model import Platform
from bot.model.kept import ShiftMessage
from bot.model.rules import Check, Receipt, Rule, State, WrittenRule
from bot.ports import Drafts, ReceiptsKept, RulesKept, ShortLived
from bot.rules.check import check_of
from bot.rules.folder import markdown_of
from bot.stores import Store, Stores
from bot.texts import Section
from bot.upkeep.reports.daily import KeptShifts, Notices
from knowledge.model.documents import Language
from knowledge.split.statements import statements

logger = logging.getLogger(__name__)

_TEXTS = Section("rules")
_REMINDED = (0, 3, 7)
"""On which days after its first one a rule is posted, with how many have read it."""
_CLAIMED_S = 30 * 24 * 3600.0
_LONGEST = 1_500


@dataclass(frozen=True, slots=True)
class _Place:
    """A rule in the channels of a store on a platform."""

    rule_id: str
    platform: Platform
    store: str

    @property
    def name(self) -> str:
        return f"{self.rule_id}.{self.platform}.{self.store}"


class Receipts:
    """Posts rules with a button, and takes what people tap; messages of the day go on as before."""

    def __init__(
        self,
        kept: ReceiptsKept,
        rules: RulesKept,
        shifts: KeptShifts,
        claims: ShortLived,
        stores: Stores,
        drafts: Drafts,
        today: Callable[[], date],
        *,
        named: bool,
    ) -> None:
        """`named`: whether a channel sees who has read a rule."""
        self._kept = kept
        self._rules = rules
        self._shifts = shifts
        self._claims = claims
        self._stores = stores
        self._drafts = drafts
        self._today = today
        self._named = named
        self._chats: dict[Platform, Notices] = {}

    def add(self, platform: Platform, notices: Notices) -> None:
        """Connects a platform, in whose channels stores are asked."""
        self._chats[platform] = notices

    async def ask(self) -> int:
        """Posts what is due in each channel, once; returns how many. Raises RecordsError."""
        due = [one for one in await self._rules.counting() if self._is_due(one)]
        return sum([await self._asked(one) for one in due])

    async def claim(self, message: ShiftMessage) -> bool:
        """Keeps a message of the day before it is posted; False if its channel had one."""
        return await self._shifts.claim(message)

    async def release(self, message_id: str) -> None:
        """Forgets a message of the day that was not posted."""
        await self._shifts.release(message_id)

    async def read(self, message_id: str, person: str, at: datetime) -> ShiftMessage | None:
        """Notes what somebody tapped, and returns the message as it is now; None if unknown."""
        name, _, chosen = message_id.partition("#")
        place = self._place(name)
        if place is None:
            return await self._shifts.read(message_id, person, at)
        written, store = await self._rules.find(place.rule_id), self._stores.get(place.store)
        if written is None or store is None or written.state is not State.IN_FORCE:
            return None
        check = self._check(written)
        understood = int(chosen) == check.right if check and chosen.isdigit() else None
        if check is None or understood is not None:
            who = f"{place.platform}:{person}"
            await self._kept.keep(Receipt(place.rule_id, who, place.store, at, understood))
        message = await self._message(written, store, place.platform, "")
        return _telling(message, check, understood)

    def _place(self, name: str) -> _Place | None:
        rule_id, _, rest = name.partition(".")
        platform, _, store = rest.partition(".")
        if not rule_id.startswith("w") or platform not in (*Platform,):
            return None
        return _Place(rule_id, Platform(platform), store)

    def _is_due(self, written: WrittenRule) -> bool:
        rule = written.rule
        return (
            rule.receipt
            and written.state is State.IN_FORCE
            and written.indexed_at is not None
            and (self._today() - rule.effective_from).days in _REMINDED
        )

    async def _asked(self, written: WrittenRule) -> int:
        posted = 0
        for store in self._stores.all:
            if not _counts_in(written.rule, store):
                continue
            for platform, notices in self._chats.items():
                for channel in store.channels.get(platform, ()):
                    posted += await self._posted(written, store, platform, notices, channel)
        return posted

    async def _posted(
        self, written: WrittenRule, store: Store, platform: Platform, notices: Notices, channel: str
    ) -> bool:
        day = (self._today() - written.rule.effective_from).days
        key = f"receipt {written.rule_id} {platform} {store.store_id} {channel} {day}"
        if not await self._claims.claim(key, _CLAIMED_S):
            return False
        message = await self._message(written, store, platform, channel)
        if await notices.post_shift(channel, message):
            return True
        await self._claims.forget(key)
        about = {"rule": written.rule_id, "store": store.store_id, "platform": platform}
        logger.warning("a rule to be read was not posted", extra=about)
        return False

    async def _message(
        self, written: WrittenRule, store: Store, platform: Platform, channel: str
    ) -> ShiftMessage:
        rule, language = written.rule, store.language or written.rule.language
        check, place = self._check(written), _Place(written.rule_id, platform, store.store_id)
        said = rule.text if len(rule.text) <= _LONGEST else f"{rule.text[: _LONGEST - 1]}…"
        lines = [_TEXTS.PLEASE_READ[language].format(title=rule.title), "", said]
        if check is not None:
            lines += ["", _TEXTS.WHAT_BELONGS[language].format(sentence=check.gap)]
        readers = [
            one.person.partition(":")[2]
            for one in await self._kept.all()
            if one.rule_id == written.rule_id
            and one.store == store.store_id
            and one.person.startswith(f"{platform}:")
        ]
        return ShiftMessage(
            place.name,
            store.store_id,
            self._today().isoformat(),
            platform,
            channel,
            language,
            "\n".join(lines),
            tuple(readers),
            self._named,
            check.options if check else (),
        )

    def _check(self, written: WrittenRule) -> Check | None:
        passages = self._drafts.passages(markdown_of(written.rule))
        said = [each.text for one in passages for each in statements(one)]
        return check_of(said, written.rule_id)


def _counts_in(rule: Rule, store: Store) -> bool:
    pairs = (
        (store.store_id, rule.stores),
        (store.region, rule.regions),
        (store.brand, rule.brands),
        (store.store_type, rule.store_types),
    )
    return all(not limits or one in limits for one, limits in pairs)


def _telling(message: ShiftMessage, check: Check | None, understood: bool | None) -> ShiftMessage:
    """The message with what to tell the one who tapped."""
    if check is None or understood is None:
        return message
    language: Language = message.language
    said = _TEXTS.RIGHT if understood else _TEXTS.NOT_RIGHT
    return replace(message, told=said[language].format(sentence=check.sentence))
