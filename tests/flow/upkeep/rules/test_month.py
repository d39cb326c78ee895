"""A month of four stores: what was counted by hand stands beside the figures of the product."""

import asyncio
import datetime as real
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.main.app import build
from bot.model import Platform
from bot.model.rules import Author, Rule, WrittenRule
from bot.rules.check import check_of
from bot.settings import OpenAISettings, RulesSettings, Settings, StoreSettings
from bot.upkeep.reports.week import Digest, Week
from knowledge.model.documents import Audience
from tests.fakes import FakeNotices
from tests.flow.stand_in.changed_rule import MONTH, TILL, Store, page

STORES = """
stores:
  gangnam: {name: {en: Gangnam, ko: 강남점}, region: seoul, channels: {slack: CG}}
  hongdae: {name: {en: Hongdae, ko: 홍대점}, region: seoul, channels: {slack: CH}}
  haeundae: {name: {en: Haeundae, ko: 해운대점}, region: busan, channels: {slack: CU}}
  seomyeon: {name: {en: Seomyeon, ko: 서면점}, region: busan, channels: {slack: CS}}
owners:
  Finance: {slack: U7}
  총무팀: {slack: U8}
"""
FINANCE = Author("slack:T1:U7", Audience.STAFF, frozenset({"finance"}))
GENERAL = Author("slack:T1:U8", Audience.MANAGER, frozenset({"총무팀"}))
SECOND = Author("slack:T1:UB", Audience.MANAGER)

PARROT = "Can customers bring a parrot into the store?"
CAGE = "Customers may bring a parrot into the store in a cage of up to 60 cm."
UMBRELLA = "매장에서 손님에게 우산을 빌려주나요?"
LENT = "손님에게 우산을 하루 동안 빌려줍니다."
CLOCK = "Where do we order new batteries for the wall clock?"
PHONE = "May shoppers charge their mobile phones at the counter?"
CHARGED = "Shoppers may charge their mobile phones at the counter."
BIRTHDAY = "생일에 유급 휴가를 쓸 수 있나요?"
HALF_A_YEAR = timedelta(days=180)
LEAVE = "직원은 생일에 유급 휴가를 하루 쓸 수 있습니다."


class Calendar:
    """Moves the clock of the whole product by days."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self.day = 0

    def to(self, day: int) -> None:
        ahead, self.day = timedelta(days=day), day

        class Moved(real.datetime, metaclass=_Kind):
            @classmethod
            def now(cls, tz: real.tzinfo | None = None) -> Any:
                return real.datetime.now(tz) + ahead

        for name, module in list(sys.modules.items()):
            if name.startswith(("bot.", "adapters.")) and _reads_the_clock(module):
                self._monkeypatch.setattr(module, "datetime", Moved)


class _Kind(type):
    def __instancecheck__(cls, one: object) -> bool:
        return isinstance(one, real.datetime)


def _reads_the_clock(module: Any) -> bool:
    kind = getattr(module, "datetime", None)
    return isinstance(kind, type) and issubclass(kind, real.datetime)


@dataclass(frozen=True)
class Chain:
    """The stores, with what is posted in their channels."""

    store: Store
    calendar: Calendar
    notices: FakeNotices
    threads: Iterator[int] = field(default_factory=lambda: count(1))

    async def day(self, number: int) -> real.date:
        self.calendar.to(number)
        await self.store.app.rules.publishing.look()
        return self.store.app.given.today()

    async def ask(self, question: str, person: str, store: str) -> None:
        thread = f"T1:C1:{next(self.threads)}"
        await self.store.ask(question, thread, person, store=store)

    async def put(self, rule: Rule, *, is_approved: bool = True) -> WrittenRule:
        writing = self.store.app.rules.writing
        drafted = await writing.draft(rule, GENERAL)
        written = await writing.confirm(drafted.written.rule_id, GENERAL)
        decide = writing.approve if is_approved else writing.refuse
        written = await decide(written.rule_id, SECOND)
        await self.store.app.rules.publishing.look()
        return written

    async def pin(self, question: str, author: Author) -> None:
        record = await self.store.app.kept.records.find(await self.store.ask(question))
        assert record is not None
        await self.store.app.rules.pinning.pin(record, author, None)

    async def tap(self, channel: str, person: str, choice: int) -> None:
        posted = next(one for one in self.notices.shifts if one.channel == channel)
        now = real.datetime.now(real.UTC)
        await self.store.app.rules.receipts.read(f"{posted.message_id}#{choice}", person, now)

    async def week(self) -> Week:
        app = self.store.app
        broken = app.rules.pinning.broken_questions
        return await Digest(app.reports, app.search, app.given.today, broken).week()

    @property
    def told(self) -> list[tuple[str, str]]:
        """Each question with its asker, once for each message."""
        posted = [answer for answer, _ in self.store.slack.posted]
        return [(one.question, one.person.rpartition(":")[2]) for one in posted]


@pytest.fixture
def chain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Chain]:
    (tmp_path / "documents").mkdir()
    (tmp_path / "stores.yaml").write_text(STORES, encoding="utf-8")
    places = StoreSettings(
        source=tmp_path / "documents", data=tmp_path / "data", stores=tmp_path / "stores.yaml"
    )
    rules = RulesSettings(approval=True)
    settings = Settings(openai=OpenAISettings(api_key=None), store=places, rules=rules)
    with closing(build(settings)) as app:
        store, notices = Store(tmp_path / "documents", app), FakeNotices()
        today = app.given.today()
        store.till("₩200,000", review_by=(today + timedelta(days=10)).isoformat())
        near = {"language": "ko", "owner": "총무팀"}
        near["review_by"] = (today + timedelta(days=35)).isoformat()
        text = "직원 주차 요금은 한 달에 30,000원입니다."
        store.write("parking.md", page("직원 주차", text, **near))
        store.write("keys.md", page("Keys", "The keys hang behind the desk.", language="en"))
        app.posts.add("slack", store.slack)
        app.rules.receipts.add(Platform.SLACK, notices)
        asyncio.run(store.publish())
        yield Chain(store, Calendar(monkeypatch), notices)


async def test_the_figures_of_a_month_are_those_counted_by_hand(chain: Chain) -> None:
    rules, reports = chain.store.app.rules, chain.store.app.reports

    await chain.day(0)
    await nine_ask_in_vain(chain)
    await chain.pin(TILL, FINANCE)
    first = await chain.week()

    today = await chain.day(2)
    parrot, umbrella = await owners_answer(chain, today)
    till = Rule("", "Opening", "The till holds ₩250,000 in the morning.", today)
    contradicted = (await rules.writing.draft(till, GENERAL)).preview.contradicts
    told_at_once = sorted(chain.told)

    await two_read(chain, parrot.rule_id)
    await chain.day(5)
    waiting = {one.question for one in await reports.gaps(MONTH)}

    # A store asks once more in vain, since the rule is for another one; a new person is answered.
    await chain.day(8)
    await chain.ask(PHONE, "U4", "seomyeon")
    await chain.ask(PARROT, "U5", "seomyeon")
    second = await chain.week()

    # A day of review passes and is moved, and then the document changes.
    await chain.day(11)
    overdue = [one.doc_id for one in await rules.reviewing.due(FINANCE)]
    await rules.reviewing.still_true("cash", FINANCE)
    await chain.day(12)
    chain.store.till("₩300,000", review_by=overdue_day(today))
    await chain.store.publish()

    await chain.day(14)
    told_later = sorted(chain.told)
    await chain.day(20)
    await rules.writing.withdraw(umbrella.rule.doc_id, SECOND)
    await chain.day(21)
    await chain.ask(UMBRELLA, "U1", "gangnam")
    await chain.day(26)
    await chain.ask(CLOCK, "U3", "haeundae")
    await chain.day(29)
    last = await chain.week()

    assert (first.questions, first.waiting, first.answered, first.again) == (10, 5, 0, 0)
    assert [people for _, people in first.gaps] == [3, 2, 2, 1, 1]
    assert [said.doc_id for _, said in contradicted] == ["cash"]
    # Not the second store's question about phones, nor the one whose rule began later.
    asked_once = [(PARROT, "U1"), (PARROT, "U2"), (PARROT, "U3"), (PHONE, "U2"),
                  (UMBRELLA, "U1"), (UMBRELLA, "U4")]  # fmt: skip
    assert told_at_once == asked_once
    assert told_later == sorted([*asked_once, (BIRTHDAY, "U4")]) == sorted(chain.told)
    # Four questions have a rule, of which three are told; phones wait in one store, and clocks.
    assert waiting == {PHONE, CLOCK}
    assert (second.questions, second.answered, second.waiting, second.again) == (2, 3, 2, 1)
    assert [one.title for one in second.begins] == [BIRTHDAY]
    assert overdue == ["cash"]
    # A withdrawn rule's question waits again, beside phones in one store and clocks.
    assert (last.waiting, last.again, last.questions) == (3, 1, 1)
    assert await reports.settled(real.datetime.now(real.UTC)) == 4
    assert {one.question for one in await reports.gaps(MONTH)} == {PHONE, CLOCK, UMBRELLA}
    assert ([one.doc_id for one in last.due], last.broken) == (["parking"], [TILL])
    # Asked in four channels on the first day, and again on the third and seventh.
    assert [one.channel for one in chain.notices.shifts[:4]] == ["CG", "CH", "CU", "CS"]
    assert len(chain.notices.shifts) == 8
    assert await read(chain) == [
        ("gangnam", 1, 1, 1.0),
        ("haeundae", 0, 1, None),
        ("hongdae", 1, 1, 0.0),
        ("seomyeon", 0, 2, None),
    ]


async def nine_ask_in_vain(chain: Chain) -> None:
    """Five different questions, in four stores."""
    for question, *places in (
        (PARROT, ("U1", "gangnam"), ("U2", "hongdae"), ("U3", "haeundae")),
        (UMBRELLA, ("U1", "gangnam"), ("U4", "seomyeon")),
        (PHONE, ("U2", "hongdae"), ("U4", "seomyeon")),
        (CLOCK, ("U3", "haeundae")),
        (BIRTHDAY, ("U4", "seomyeon")),
    ):
        for person, store in places:
            await chain.ask(question, person, store)


async def owners_answer(chain: Chain, today: real.date) -> tuple[WrittenRule, WrittenRule]:
    """One for a store, one from the 14th day on; the second person refuses one."""
    english = Rule("", PARROT, CAGE, today, question=PARROT, review_by=today + HALF_A_YEAR)
    korean = replace(english, title=UMBRELLA, text=LENT, question=UMBRELLA, language="ko")
    parrot = await chain.put(replace(english, receipt=True))
    umbrella = await chain.put(korean)
    phone = replace(english, title=PHONE, text=CHARGED, question=PHONE, stores=("hongdae",))
    await chain.put(phone)
    later = replace(korean, title=BIRTHDAY, text=LEAVE, question=BIRTHDAY)
    await chain.put(replace(later, effective_from=today + timedelta(days=12)))
    clock = replace(english, title=CLOCK, text="Nobody orders batteries.", question=CLOCK)
    await chain.put(clock, is_approved=False)
    return parrot, umbrella


async def two_read(chain: Chain, rule_id: str) -> None:
    """One person of Gangnam taps the right value, one of Hongdae a wrong one."""
    check = check_of([CAGE], rule_id)
    assert check is not None
    await chain.tap("CG", "U1", check.right)
    await chain.tap("CH", "U2", (check.right + 1) % len(check.options))


async def read(chain: Chain) -> list[tuple[Any, ...]]:
    report = await chain.store.report("receipts")
    names = ("store", "read", "people", "understood")
    return [tuple(one[name] for name in names) for one in report["receipts"]]


def overdue_day(today: real.date) -> str:
    """The day of review that the file had from the start."""
    return (today + timedelta(days=8)).isoformat()
