"""Rules that ask to be read: posted once in each store, counted, understood, reported."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.model import Platform
from bot.model.kept import ShiftMessage
from bot.model.rules import Author, Rule, WrittenRule
from bot.rules.check import check_of
from bot.settings import RulesSettings
from knowledge.model.documents import Audience
from tests.fakes import FakeNotices
from tests.flow.stand_in.changed_rule import TILL, Store

MANAGER = Author("slack:T1:UM", Audience.MANAGER)
NOW = datetime.now(UTC)


@pytest.fixture
def slack(store: Store) -> FakeNotices:
    made = FakeNotices()
    store.app.rules.receipts.add(Platform.SLACK, made)
    return made


async def put(store: Store, text: str, **facts: object) -> WrittenRule:
    rule = Rule("", "Parrots", text, store.app.given.today(), receipt=True)
    rule = replace(rule, **facts)  # type: ignore[arg-type]
    drafted = await store.app.rules.writing.draft(rule, MANAGER)
    written = await store.app.rules.writing.confirm(drafted.written.rule_id, MANAGER)
    await store.app.rules.publishing.look()
    return written


async def tapped(store: Store, posted: ShiftMessage, person: str, choice: str = "") -> ShiftMessage:
    shown = await store.app.rules.receipts.read(f"{posted.message_id}{choice}", person, NOW)
    assert shown is not None
    return shown


async def test_a_rule_is_posted_once_in_each_channel_of_its_stores(
    store: Store, slack: FakeNotices
) -> None:
    await put(store, "Parrots may come in if they are in a cage.", stores=("gangnam",))
    await store.app.rules.publishing.look()

    [posted] = slack.shifts
    assert (posted.channel, posted.store, posted.choices) == ("C1", "gangnam", ())
    assert posted.text.startswith("**Parrots**: please read this and say so below.\n")


async def test_a_rule_without_a_receipt_is_not_posted(store: Store, slack: FakeNotices) -> None:
    await put(store, "Parrots may come in if they are in a cage.", receipt=False)

    assert slack.shifts == []


async def test_who_tapped_is_counted_once_and_not_named(store: Store, slack: FakeNotices) -> None:
    await put(store, "Parrots may come in if they are in a cage.")
    posted = slack.shifts[0]

    await tapped(store, posted, "U1")
    await tapped(store, posted, "U1")
    shown = await tapped(store, posted, "U2")

    assert (shown.readers, shown.named, shown.told) == (("U1", "U2"), False, "")


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("Parrots may stay for 30 minutes.", "Right: “Parrots may stay for 30 minutes.”",
         "Not quite. The rule says: “Parrots may stay for 30 minutes.”"),
        ("앵무새는 30분까지 머물 수 있습니다.", "맞습니다: “앵무새는 30분까지 머물 수 있습니다.”",
         "규정 내용과 다릅니다: “앵무새는 30분까지 머물 수 있습니다.”"),
    ],
)  # fmt: skip
async def test_a_value_of_the_rule_is_asked_and_only_the_one_who_taps_is_told(
    store: Store, slack: FakeNotices, text: str, right: str, wrong: str
) -> None:
    written = await put(store, text, language="ko" if "앵" in text else "en")
    posted = slack.shifts[0]
    check = check_of([text], written.rule_id)
    assert check is not None

    false = await tapped(store, posted, "U1", f"#{(check.right + 1) % 3}")
    true = await tapped(store, posted, "U1", f"#{check.right}")

    assert "___" in posted.text
    assert len(set(posted.choices)) == 3
    assert (false.told, true.told) == (wrong, right)
    [kept] = await store.app.kept.receipts.all()
    assert kept.understood


async def test_a_message_of_the_day_is_still_read_as_before(store: Store) -> None:
    today, receipts = store.app.given.today().isoformat(), store.app.rules.receipts
    day = ShiftMessage("s00000000001", "gangnam", today, Platform.SLACK, "C1", "en", "Today")
    await receipts.claim(day)

    shown = await receipts.read(day.message_id, "U1", NOW)

    assert shown == replace(day, readers=("U1",))


async def test_the_report_says_who_of_how_many_by_store_and_role(
    store: Store, slack: FakeNotices
) -> None:
    await store.ask(TILL, "T1:C1:1", "U1", store="gangnam")
    await store.ask(TILL, "T1:C1:2", "U2", store="gangnam", audience=Audience.MANAGER)
    await store.ask(TILL, "T1:C1:3", "U3", store="gangnam")
    await put(store, "Parrots may come in if they are in a cage.")
    await tapped(store, slack.shifts[0], "U1")

    report = await store.report("receipts")

    assert report["receipts"] == [
        {"rule": "Parrots", "store": "gangnam", "role": "manager", "read": 0, "people": 1,
         "understood": None},
        {"rule": "Parrots", "store": "gangnam", "role": "staff", "read": 1, "people": 2,
         "understood": None},
    ]  # fmt: skip
    assert "readers" not in report


class TestNamed:
    @pytest.fixture
    def rights(self) -> RulesSettings:
        return RulesSettings(names=True)

    async def test_readers_are_named_where_the_setting_allows(
        self, store: Store, slack: FakeNotices
    ) -> None:
        await put(store, "Parrots may come in if they are in a cage.")
        shown = await tapped(store, slack.shifts[0], "U1")

        report = await store.report("receipts")

        assert shown.named
        assert [one["person"] for one in report["readers"]] == ["slack:U1"]


async def test_a_channel_is_reminded_on_the_third_day(store: Store, slack: FakeNotices) -> None:
    day = store.app.given.today() - timedelta(days=3)

    await put(store, "Parrots may come in if they are in a cage.", effective_from=day)
    await store.app.rules.publishing.look()

    assert len(slack.shifts) == 1


def test_a_sentence_with_two_values_is_not_asked() -> None:
    assert check_of(["Open from 9:00 to 18:00, 7 days a week."], "w00000000001") is None
