"""Each store is answered from what counts there: by its channel, by name, or after being asked."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import texts
from bot.main.app import App
from bot.model import Message, Platform, Reply, Scope
from tests.flow.stores.chain import chain


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    with chain(tmp_path) as made:
        await made.indexer.rebuild()
        yield made


async def _asked(app: App, text: str, here: str | None = None, thread: str = "") -> Reply:
    message = Message(Platform.SLACK, thread, "U1", text, scope=Scope(store=here))
    return await app.conversation.handle(message)


@pytest.mark.parametrize(
    ("text", "here", "told", "shown"),
    [
        ("주차 몇 시간 무료예요?", "gangnam", "2시간", "강남점"),
        ("주차 몇 시간 무료예요?", "haeundae", "1시간", "해운대점"),
        ("미개봉 상품은 며칠 안에 환불돼요?", "gangnam", "7일", "강남점"),
        ("미개봉 상품은 며칠 안에 환불돼요?", "jeju", "14일", "제주공항점"),
        ("How much is a lost locker key?", "gangnam", "9 dollars", "Gangnam"),
        ("How much is a lost locker key?", "haeundae", "5 dollars", "Haeundae"),
        ("강남점 주차는 몇 시간 무료예요?", "haeundae", "2시간", "강남점"),
        ("How much is a lost locker key at Gangnam?", None, "9 dollars", "Gangnam"),
        ("How much is a lost locker key in the jeju airport store?", None, "5 dollars", "Jeju"),
    ],
)
async def test_the_rule_of_the_store_and_its_name(
    app: App, text: str, here: str | None, told: str, shown: str
) -> None:
    reply = await _asked(app, text, here)

    assert reply.outcome == "answer"
    assert told in reply.text
    assert len({source.doc_id for source in reply.sources}) == 1
    assert reply.scope is not None
    assert (reply.scope.store_name or "").startswith(shown)


async def test_a_rule_of_other_stores_is_never_told(app: App) -> None:
    reply = await _asked(app, "주차 몇 시간 무료예요?", "jeju")

    assert reply.outcome != "answer"
    assert not reply.sources


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("주차 몇 시간 무료예요?", "문의: 김민수 점장"),
        ("Where do customers park their cars?", "Please ask 김민수 점장."),
    ],
)
async def test_where_nothing_is_found_the_owner_of_the_store_is_named(
    app: App, text: str, said: str
) -> None:
    reply = await _asked(app, text, "jeju")

    assert reply.text.endswith(said)
    # Nobody is sent to two people.
    assert not any(one in reply.text for one in texts.ASK_STORE_MANAGER.values())


async def test_it_asks_which_store_where_only_stores_have_rules(app: App) -> None:
    reply = await _asked(app, "주차 몇 시간 무료예요?", thread="T1")
    again = await _asked(app, "해운대점이요", thread="T1")
    other = await _asked(app, "강남점은요?", thread="T1")

    assert reply.text == "매장마다 규정이 다릅니다."
    assert reply.follow_up == "어느 매장입니까? (예: 강남점, 해운대점)"
    assert not reply.sources
    assert "1시간" in again.text
    assert "2시간" in other.text


@pytest.mark.parametrize(
    ("text", "told", "asked"),
    [
        (
            "미개봉 상품은 며칠 안에 환불돼요?",
            "14일",
            "별도 규정이 있는 매장도 있습니다. 어느 매장입니까?",
        ),
        (
            "How much is a lost locker key?",
            "5 dollars",
            "Some stores have their own rule. Which store is it?",
        ),
    ],
)
async def test_the_general_rule_says_where_stores_have_their_own(
    app: App, text: str, told: str, asked: str
) -> None:
    reply = await _asked(app, text)

    assert told in reply.text
    assert reply.follow_up == asked
    assert reply.scope is not None
    assert reply.scope.store is None


async def test_a_general_rule_that_no_store_changes_asks_nothing(app: App) -> None:
    reply = await _asked(app, "Within how many days can I print a copy of a receipt?")

    assert "90 days" in reply.text
    assert "store" not in (reply.follow_up or "")


async def test_the_store_of_a_thread_holds_for_what_follows(app: App) -> None:
    await _asked(app, "강남점 주차 몇 시간 무료예요?", thread="T2")
    reply = await _asked(app, "미개봉 상품은 며칠 안에 환불돼요?", thread="T2")

    assert "7일" in reply.text
    assert reply.scope is not None
    assert reply.scope.store == "gangnam"


async def test_another_thread_is_not_in_that_store(app: App) -> None:
    await _asked(app, "강남점 주차 몇 시간 무료예요?", thread="T3")
    reply = await _asked(app, "미개봉 상품은 며칠 안에 환불돼요?", thread="T4")

    assert "14일" in reply.text


async def test_two_stores_ask_the_same_without_sharing_an_answer(app: App) -> None:
    text = "손님 주차 몇 시간 무료인가요?"

    told = [(await _asked(app, text, here)).text for here in ("gangnam", "haeundae", "gangnam")]

    assert ["2시간" in one for one in told] == [True, False, True]
