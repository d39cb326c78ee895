"""A second person approves rules in Slack: who is asked, what they tap, and who comes too late."""

import asyncio

import pytest

from bot.model.rules import State
from tests.flow.slack.rules.asking import (
    TEXT,
    form,
    saved,
    sent,
    slack_of,
    speaking,
    told,
    typed,
    words,
)
from tests.flow.slack.stand_in.api import Post
from tests.flow.slack.stand_in.bot import Running
from tests.flow.stand_in.changed_rule import Store


@pytest.fixture
def approval() -> bool:
    return True


async def written(bot: Running, user: str = "UMANAGER") -> str:
    """Saves a rule that waits; returns what its author reads."""
    view = await form(bot, await told(bot), user)
    shown = await sent(bot, view, user, text=typed())
    return await saved(bot, shown["view"], user)


async def asked_to_decide(bot: Running, count: int) -> dict[str, Post]:
    """The messages to whoever may decide, by their channels."""
    posts = [await bot.slack.post() for _ in range(count)]
    return {str(one.body["channel"]): one for one in posts}


async def tapped(bot: Running, post: Post, button: str, user: str) -> str:
    await bot.click(post, button, user)
    return (await bot.slack.post()).text


async def state_of(store: Store) -> list[State]:
    return [one.state for one in await store.app.kept.rules.counting()]


@pytest.mark.parametrize(
    ("locale", "waits", "approve", "refuse"),
    [
        ("en-US", "waits for a second", "Approve", "Refuse"),
        ("ko-KR", "승인을 기다리", "승인", "반려"),
    ],
)
async def test_administrators_and_the_owner_are_asked_and_one_tap_puts_it_into_force(
    store: Store, locale: str, waits: str, approve: str, refuse: str
) -> None:
    async with slack_of(store, speaking(locale)) as bot:
        said = await written(bot)
        before = await state_of(store)
        posts = await asked_to_decide(bot, 2)
        became = await tapped(bot, posts["U7"], "approve", "U7")

    assert waits in said
    assert before == []
    assert posts.keys() == {"U7", "UADMIN"}
    assert all(TEXT in one.shown for one in posts.values())
    assert f"{approve}\n{refuse}" in posts["UADMIN"].shown
    assert await state_of(store) == [State.IN_FORCE]
    assert "who fixes the gate?" in became


async def test_its_author_is_not_asked_and_may_not_approve_it(store: Store) -> None:
    async with slack_of(store) as bot:
        await written(bot, "U7")
        posts = await asked_to_decide(bot, 1)
        said = await tapped(bot, posts["UADMIN"], "approve", "U7")

    assert posts.keys() == {"UADMIN"}
    assert "Somebody else has to approve" in said
    assert await state_of(store) == []


async def test_who_decides_second_reads_what_became_of_it(store: Store) -> None:
    async with slack_of(store) as bot:
        await written(bot)
        posts = await asked_to_decide(bot, 2)
        first = await tapped(bot, posts["UADMIN"], "refuse", "UADMIN")
        again = await tapped(bot, posts["UADMIN"], "refuse", "UADMIN")
        second = await tapped(bot, posts["U7"], "approve", "U7")

    assert first == again == second
    assert "was refused" in first
    assert await state_of(store) == []


async def test_a_clerk_may_not_decide(store: Store) -> None:
    async with slack_of(store) as bot:
        await written(bot)
        posts = await asked_to_decide(bot, 2)
        said = await tapped(bot, posts["UADMIN"], "approve", "U2")

    assert "may not write" in said
    assert await state_of(store) == []


async def test_saved_twice_it_is_shown_once(store: Store) -> None:
    async with slack_of(store) as bot:
        view = await form(bot, await told(bot))
        shown = await sent(bot, view, text=typed())
        await asyncio.gather(*(saved(bot, shown["view"]) for _ in range(2)))
        await asked_to_decide(bot, 1)
        await bot.settle()
        rest = bot.slack.posted.qsize()

    assert "submit" in words(shown["view"])
    assert rest == 0
