"""Fixed answers: shown first to a question and its like, as long as the documents say them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.model import Reply
from bot.model.rules import Author, Fault, Pin, RuleError
from knowledge.model.documents import Audience
from tests.flow.stand_in.changed_rule import PARKING, TILL, Store, page

MANAGER = Author("slack:T1:UM", Audience.MANAGER)
CLERK = Author("slack:T1:U1", Audience.STAFF)


@pytest.fixture
def desk(store: Store) -> Store:
    """Two documents that say nearly the same of the keys; the second one is meant."""
    store.write("lockers.md", page("Lockers", "The locker keys hang in the office.", language="en",
                                   owner="Store Operations"))  # fmt: skip
    return store


async def said(store: Store, question: str) -> Reply:
    await store.ask(question, "T1:C9:9", "U9")
    [last] = await store.app.kept.records.recent("slack:T1:U9", 1)
    return last.reply


async def pinned(
    store: Store, question: str, author: Author = MANAGER, days: int = 30, asked: Sequence[str] = ()
) -> Pin:
    record = await store.app.kept.records.find(await store.ask(question))
    assert record is not None
    ends_on = store.app.given.today() + timedelta(days=days)
    return await store.app.rules.pinning.pin(record, author, ends_on, asked)


async def test_a_pinned_answer_is_shown_first_and_marked(desk: Store) -> None:
    await desk.publish()
    await pinned(desk, "where are the locker keys?")

    reply = await said(desk, "Where are the locker keys")

    assert reply.text.startswith("Set by Store Operations until ")
    assert reply.text.endswith(":\nThe locker keys hang in the office. [1]")
    assert [one.doc_id for one in reply.sources] == ["lockers"]


async def test_a_question_like_it_gets_it_too_and_another_does_not(desk: Store) -> None:
    await desk.publish()
    await pinned(desk, "where are the locker keys?")

    like, other = await said(desk, "where do the locker keys hang?"), await said(desk, TILL)

    assert like.text.startswith("Set by Store Operations")
    assert other.text == "The till holds ₩200,000 in the morning. [1]"


@pytest.mark.parametrize(
    "asked", [["locker keys?", "사물함 열쇠는 어디에 있나요?"], ["사물함 열쇠는 어디에 있나요"]]
)
async def test_it_answers_each_of_its_wordings(desk: Store, asked: list[str]) -> None:
    await desk.publish()
    pin = await pinned(desk, "where are the locker keys?", asked=asked)

    reply = await said(desk, "사물함 열쇠는 어디에 있나요?")

    assert list(pin.questions) == asked
    assert reply.text.startswith("Store Operations에서 ")
    assert "The locker keys hang in the office. [1]" in reply.text


async def test_wordings_are_kept_once_and_without_personal_data(store: Store) -> None:
    pin = await pinned(store, TILL, asked=["How much?", " ", "how  much", "call 010-1234-5678?"])

    assert len(pin.questions) == 2
    assert pin.question == "How much?"
    assert "1234" not in pin.also_asked[0]


async def test_the_latest_counts_and_takes_the_place_of_an_earlier_one(store: Store) -> None:
    until = store.app.given.today() + timedelta(days=30)
    other = Author("slack:T1:UN", Audience.MANAGER)
    await pinned(store, TILL, days=0)
    latest = await pinned(store, TILL, other, asked=[TILL, "what is in the till?"])

    assert await store.app.rules.pinning.all(Audience.ADMIN) == [latest]
    assert (await said(store, TILL)).text.startswith(f"Set by Finance until {until.day} ")


@pytest.fixture
async def prices(store: Store) -> Store:
    """A table of prices."""
    rows = "| Weight | Price |\n|---|---|\n| up to 2 kg | 3,000 won |\n| up to 5 kg | 5,000 won |"
    store.write("parcels.md", page("Parcels", f"Parcels cost:\n\n{rows}", language="en",
                                   owner="Finance"))  # fmt: skip
    await store.publish()
    return store


async def test_before_a_row_of_a_table_is_pinned_it_reads_as_it_will_be_shown(
    prices: Store,
) -> None:
    question = "what does a parcel of 4 kg cost?"
    record = await prices.app.kept.records.find(await prices.ask(question))
    assert record is not None

    drafted = await prices.app.rules.pinning.drafted(record, MANAGER)
    await prices.app.rules.pinning.pin(record, MANAGER, None)

    assert drafted.shown == ("Weight: up to 5 kg; Price: 5,000 won",)
    assert drafted.shown[0] in (await said(prices, question)).text


@pytest.mark.parametrize(
    ("question", "is_pinned"),
    [
        ("what does a parcel of 4 kg cost?", True),
        ("how much does a 4kg parcel cost?", True),
        ("what does a parcel of 1 kg cost?", False),
        ("how much does a 1kg parcel cost?", False),
        ("1kg 소포 요금은 얼마인가요?", False),
    ],
)
async def test_a_question_like_it_with_another_value_does_not_get_it(
    prices: Store, question: str, is_pinned: bool
) -> None:
    await pinned(prices, "what does a parcel of 4 kg cost?")

    reply = await said(prices, question)

    assert ("Set by" in reply.text or "지정한 답변" in reply.text) is is_pinned
    assert ("3,000" in reply.text) is not is_pinned


async def test_a_korean_answer_is_marked_in_korean(store: Store) -> None:
    await pinned(store, PARKING)

    reply = await said(store, PARKING)

    assert reply.text.startswith("총무팀에서 ")
    assert "까지 지정한 답변:" in reply.text


async def test_once_its_document_says_otherwise_it_is_not_shown_and_named(store: Store) -> None:
    pin = await pinned(store, TILL)
    store.till("₩300,000")
    await store.publish()

    reply, [broken] = await said(store, TILL), await store.app.rules.pinning.broken()

    assert reply.text == "The till holds ₩300,000 in the morning. [1]"
    assert (broken.pin, broken.gone) == (pin, ("The till holds ₩200,000 in the morning.",))


async def test_it_ends_on_its_day(store: Store) -> None:
    pin = await pinned(store, TILL, days=0)
    ended = replace(pin, pin_id="p00000000001", ends_on=store.app.given.today() - timedelta(days=1))
    await store.app.rules.pinning.unpin(pin.pin_id, MANAGER)
    await store.app.kept.pins.keep(ended)

    assert (await said(store, TILL)).text == "The till holds ₩200,000 in the morning. [1]"
    assert await store.app.rules.pinning.all(Audience.ADMIN) == []


async def test_who_may_not_read_its_document_does_not_get_it(store: Store) -> None:
    store.till("₩200,000", audience="manager")
    await store.publish()
    record = await store.app.kept.records.find(await store.ask(TILL, audience=Audience.MANAGER))
    assert record is not None
    await store.app.rules.pinning.pin(record, MANAGER, None)

    assert "200,000" not in (await said(store, TILL)).text


async def test_a_clerk_pins_nothing(store: Store) -> None:
    with pytest.raises(RuleError) as refused:
        await pinned(store, TILL, CLERK)

    assert refused.value.fault is Fault.NOT_ALLOWED
    assert (await said(store, TILL)).text == "The till holds ₩200,000 in the morning. [1]"


async def test_an_unpinned_answer_is_no_longer_marked(store: Store) -> None:
    pin = await pinned(store, TILL)
    before = await said(store, TILL)

    await store.app.rules.pinning.unpin(pin.pin_id, MANAGER)

    assert before.text.startswith("Set by Finance until ")
    assert (await said(store, TILL)).text == "The till holds ₩200,000 in the morning. [1]"
