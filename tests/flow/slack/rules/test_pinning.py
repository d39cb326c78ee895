"""Who may write an answer's documents pins it in Slack, from the modal with its sources."""

from datetime import timedelta

import pytest

from bot.conversation.rate_limits import Limits
from bot.model.rules import Pin
from knowledge.model.documents import Audience
from tests.flow.slack.rules.asking import (
    View,
    about_the_till,
    clicked,
    commanded,
    slack_of,
    speaking,
    typed,
    updated,
    words,
)
from tests.flow.slack.stand_in.api import Post
from tests.flow.slack.stand_in.bot import Running
from tests.flow.stand_in.changed_rule import TILL, Store

SAYS = "The till holds ₩200,000 in the morning."


async def sources(bot: Running, store: Store, user: str = "UMANAGER") -> View:
    """The sources of an answer about the till, as somebody opens them."""
    return await opened(bot, await about_the_till(bot, store), user)


async def opened(bot: Running, post: Post, user: str) -> View:
    bot.slack.arguments.pop("views.update", None)
    await bot.click(post, "sources", user)
    return await updated(bot)


async def pinned(bot: Running, form: View, user: str = "UMANAGER", **fields: View) -> str:
    """Sends the form; returns what its modal then says."""
    bot.slack.arguments.pop("views.update", None)
    await bot.submit(form, user, **fields)
    return words(await updated(bot))


async def pins(store: Store) -> list[Pin]:
    return await store.app.rules.pinning.all(Audience.ADMIN)


@pytest.mark.parametrize("user", ["UMANAGER", "UADMIN", "U9"])
@pytest.mark.parametrize(
    ("locale", "title", "shows", "said"),
    [
        ("en-US", "Pin this answer", "I show this first", "gets this answer first, until 31 Jan"),
        ("ko-KR", "이 답변 고정", "먼저 보여 줍니다:", "2100년 1월 31일까지 이 답변을 먼저"),
    ],
)
async def test_an_answer_is_pinned_to_several_wordings_until_a_day(
    store: Store, user: str, locale: str, title: str, shows: str, said: str
) -> None:
    asked = typed(f"{TILL}\n\n아침에 계산대에는 얼마가 있나요?\n")

    async with slack_of(store, speaking(locale)) as bot:
        form = await clicked(bot, await sources(bot, store, user), "pin", user)
        last = {"selected_date": "2100-01-31"}
        became = await pinned(bot, form, user, questions=asked, ends_on=last)
        listed = await commanded(bot, "rules", user)

    assert form["title"]["text"] == title
    assert all(one in words(form) for one in (shows, SAYS, TILL))
    assert said in became
    assert f"*{TILL} · 아침에 계산대에는 얼마가 있나요?*" in words(listed)
    [pin] = await pins(store)
    assert pin.questions == (TILL, "아침에 계산대에는 얼마가 있나요?")
    assert pin.person == f"slack:T1:{user}"
    record = await store.app.kept.records.find(await store.ask("아침에 계산대에는 얼마가 있나요?"))
    assert record is not None
    assert record.reply.text.startswith("Finance에서 2100년 1월 31일까지 지정한 답변:")


async def test_without_wordings_and_a_day_it_is_its_own_question_until_its_documents_change(
    store: Store,
) -> None:
    async with slack_of(store) as bot:
        form = await clicked(bot, await sources(bot, store), "pin", "UMANAGER")
        became = await pinned(bot, form, questions=typed(""))

    assert "until its documents say otherwise" in became
    [pin] = await pins(store)
    assert (pin.questions, pin.ends_on) == ((TILL,), None)


@pytest.mark.parametrize(
    ("locale", "said"),
    [("en-US", "You may not pin"), ("ko-KR", "고정하거나 해제할 권한이 없습니다")],
)
async def test_a_clerk_sees_no_button_and_is_refused(store: Store, locale: str, said: str) -> None:
    async with slack_of(store, speaking(locale)) as bot:
        post = await about_the_till(bot, store)
        own, of_manager = await opened(bot, post, "U1"), await opened(bot, post, "UMANAGER")
        form = await clicked(bot, of_manager, "pin", "UMANAGER")
        refused = words(await clicked(bot, of_manager, "pin", "U1"))
        became = await pinned(bot, form, "U1")

    assert '"pin"' not in words(own)
    assert said in refused
    assert said in became
    assert await pins(store) == []


@pytest.mark.parametrize(
    ("locale", "said"), [("en-US", "can't be in the past"), ("ko-KR", "오늘보다 빠를 수 없습니다")]
)
async def test_a_last_day_that_is_over_stands_at_its_field(
    store: Store, locale: str, said: str
) -> None:
    day = {"selected_date": (store.app.given.today() - timedelta(days=1)).isoformat()}

    async with slack_of(store, speaking(locale)) as bot:
        form = await clicked(bot, await sources(bot, store), "pin", "UMANAGER")
        response = await bot.submit(form, "UMANAGER", ends_on=day)
        answer = await response.json()

    assert said in answer["errors"]["ends_on"]
    assert await pins(store) == []


async def test_an_answer_whose_document_has_changed_gets_no_form(store: Store) -> None:
    async with slack_of(store) as bot:
        before = await sources(bot, store)
        store.till("₩300,000")
        await store.publish()
        refused = await clicked(bot, before, "pin", "UMANAGER")

    assert "have changed since" in words(refused)


async def test_who_taps_too_often_gets_no_form(store: Store) -> None:
    async with slack_of(store, limits=Limits(per_person=1)) as bot:
        view = await sources(bot, store)
        await clicked(bot, view, "pin", "UMANAGER")
        away = await clicked(bot, view, "pin", "UMANAGER")

    assert "a lot of messages" in words(away)
