"""Who may write an answer's documents pins it in Teams, from its message's menu."""

import asyncio
from datetime import timedelta

import pytest

from bot.conversation.rate_limits import Limits
from bot.model.rules import Pin
from knowledge.model.documents import Audience
from tests.flow.stand_in.changed_rule import TILL, Store
from tests.flow.teams.rules.conftest import (
    CLERK,
    MANAGER,
    OWNER,
    Desk,
    actions,
    by,
    desk,
    fields,
    text_of,
)
from tests.flow.teams.stand_in.bot import ADMIN
from tests.flow.teams.stand_in.form import card_faults, cards_in
from tests.flow.teams.stand_in.identity import TENANT, Body

MENU: Body = {"commandId": "pin_answer"}
SAYS = "The till holds ₩200,000 in the morning."
KOREAN = "아침에 계산대에는 얼마가 있나요?"


async def answered(bot: Desk, person: str, locale: str = "en-US") -> str:
    """The id of the message with the answer to somebody's question about the till."""
    await bot.asked(TILL, **by(person, locale))
    await bot.bot.inbox.emptied()
    records = bot.store.app.kept.records
    [record] = await records.recent(f"teams:{TENANT}:29:{person[:4]}", 1)
    # It is noted once the message is posted.
    while (held := await records.message_of([record.answer_id])) is None:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    return held.partition(f"a:{person[:4]}:")[2]


async def chosen(bot: Desk, message_id: str, person: str, locale: str = "en-US") -> Body:
    """The card that the menu of a message opens."""
    value = MENU | {"messagePayload": {"id": message_id, "body": {"content": "…"}}}
    return await invoked(bot, "fetchTask", value, person, locale)


async def formed(bot: Desk, person: str, locale: str = "en-US") -> Body:
    return await chosen(bot, await answered(bot, person, locale), person, locale)


async def sent(bot: Desk, form: Body, person: str, locale: str = "en-US", **changes: str) -> Body:
    """The card that follows the form."""
    value = MENU | {"data": actions(form)["pin_answer"] | fields(form) | changes}
    return await invoked(bot, "submitAction", value, person, locale)


async def invoked(bot: Desk, name: str, value: Body, person: str, locale: str) -> Body:
    answer = await bot.bot.invoke(f"composeExtension/{name}", value, **by(person, locale))
    [card] = cards_in(answer)
    assert card_faults(card) == []
    return card


async def pins(store: Store) -> list[Pin]:
    return await store.app.rules.pinning.all(Audience.ADMIN)


@pytest.mark.parametrize("person", [MANAGER, ADMIN, OWNER])
@pytest.mark.parametrize(
    ("locale", "shows", "said"),
    [
        ("en-US", "I show this first", "gets this answer first, until 31 January 2100."),
        ("ko-KR", "먼저 보여 줍니다:", "2100년 1월 31일까지 이 답변을 먼저"),
    ],
)
async def test_an_answer_is_pinned_to_several_wordings_until_a_day(
    store: Store, person: str, locale: str, shows: str, said: str
) -> None:
    asked = f"{TILL}\n\n{KOREAN}\n"

    async with desk(store) as bot:
        form = await formed(bot, person, locale)
        became = await sent(bot, form, person, locale, questions=asked, ends_on="2100-01-31")

    assert all(one in text_of(form) for one in (shows, SAYS, TILL))
    assert said in text_of(became)
    [pin] = await pins(store)
    assert pin.questions == (TILL, KOREAN)
    record = await store.app.kept.records.find(await store.ask(KOREAN))
    assert record is not None
    assert record.reply.text.startswith("Finance에서 2100년 1월 31일까지 지정한 답변:")


async def test_without_wordings_and_a_day_it_is_its_own_question_until_its_documents_change(
    store: Store,
) -> None:
    async with desk(store) as bot:
        became = await sent(bot, await formed(bot, MANAGER), MANAGER, questions="")

    assert "until its documents say otherwise" in text_of(became)
    [pin] = await pins(store)
    assert (pin.questions, pin.ends_on) == ((TILL,), None)


@pytest.mark.parametrize(
    ("locale", "said"), [("en-US", "You may not pin"), ("ko-KR", "해제할 권한이 없습니다")]
)
async def test_a_clerk_is_refused(store: Store, locale: str, said: str) -> None:
    async with desk(store) as bot:
        refused = await formed(bot, CLERK, locale)

    assert said in text_of(refused)
    assert actions(refused) == {}
    assert await pins(store) == []


@pytest.mark.parametrize(
    ("locale", "said"), [("en-US", "can't be in the past"), ("ko-KR", "오늘보다 빠를 수 없습니다")]
)
async def test_a_last_day_that_is_over_is_named_in_the_form_as_it_was_sent(
    store: Store, locale: str, said: str
) -> None:
    day = (store.app.given.today() - timedelta(days=1)).isoformat()

    async with desk(store) as bot:
        form = await formed(bot, MANAGER, locale)
        again = await sent(bot, form, MANAGER, locale, questions=KOREAN, ends_on=day)

    assert said in text_of(again)
    assert fields(again) == {"questions": KOREAN, "ends_on": day}
    assert await pins(store) == []


@pytest.mark.parametrize(
    ("locale", "said"),
    [("en-US", "no longer have this"), ("ko-KR", "더 이상 볼 수 없는")],
)
async def test_a_message_that_is_no_answer_is_not_pinned(
    store: Store, locale: str, said: str
) -> None:
    async with desk(store) as bot:
        refused = await chosen(bot, "1:99", MANAGER, locale)

    assert said in text_of(refused)
    assert actions(refused) == {}


async def test_who_taps_too_often_gets_no_form(store: Store) -> None:
    async with desk(store, limits=Limits(per_person=2)) as bot:
        message_id = await answered(bot, MANAGER)
        await chosen(bot, message_id, MANAGER)
        away = await chosen(bot, message_id, MANAGER)

    assert "a lot of messages" in text_of(away)
