"""/storewise rule and rules: a rule that nobody asked for, and the list of those written here."""

import pytest

from bot.conversation.rate_limits import Limits
from bot.model.rules import State
from tests.flow.slack.rules.asking import (
    TEXT,
    clicked,
    commanded,
    saved,
    sent,
    slack_of,
    speaking,
    typed,
    words,
)
from tests.flow.slack.stand_in.bot import Running
from tests.flow.stand_in.changed_rule import Store


async def written(bot: Running, user: str = "UMANAGER") -> str:
    view = await commanded(bot, "rule", user)
    shown = await sent(bot, view, user, title=typed("Gate"), text=typed())
    return await saved(bot, shown["view"], user)


@pytest.mark.parametrize(
    ("locale", "title", "listed", "state", "button"),
    [
        ("en-US", "Write a rule", "Rules written here", "saved · from", "Withdraw"),
        ("ko-KR", "규정 쓰기", "작성한 규정", "저장됨 · 20", "폐지"),
    ],
)
async def test_a_rule_that_nobody_asked_for_is_written_listed_and_withdrawn(
    store: Store, locale: str, title: str, listed: str, state: str, button: str
) -> None:
    async with slack_of(store, speaking(locale)) as bot:
        form = await commanded(bot, "rule")
        await written(bot)
        shown = await commanded(bot, "rules")
        after = await clicked(bot, shown, "withdraw", "UMANAGER")

    [block] = shown["blocks"]
    assert (form["title"]["text"], shown["title"]["text"]) == (title, listed)
    assert "*Gate*" in block["text"]["text"]
    assert state in block["text"]["text"]
    assert block["accessory"]["text"]["text"] == button
    assert block["accessory"]["confirm"]["confirm"]["text"] == button
    assert "accessory" not in words(after)
    [rule] = await store.app.kept.rules.counting()
    assert rule.state is State.WITHDRAWN


async def test_a_clerk_reads_one_polite_line_in_place_of_the_list_and_of_the_form(
    store: Store,
) -> None:
    async with slack_of(store) as bot:
        listed, form = await commanded(bot, "rules", "U1"), await commanded(bot, "rule", "U1")

    assert "Just ask me" in words(listed)
    assert "may not write" in words(form)


async def test_without_rules_the_list_says_so(store: Store) -> None:
    async with slack_of(store) as bot:
        listed = await commanded(bot, "rules", "UADMIN")

    assert "Nobody has written" in words(listed)


async def test_another_text_is_another_command(store: Store) -> None:
    async with slack_of(store) as bot:
        await bot.command("UADMIN", "/storewise", "report gaps")
        post = await bot.slack.post()

    assert post.text == "Missing rules: none."


@pytest.mark.parametrize(
    ("command", "said"),
    [("rules", "a lot of messages"), ("rule", "a lot of messages"), ("규정 목록", "메시지를 많이")],
)
async def test_who_asks_for_it_too_often_reads_when_to_try_again(
    store: Store, command: str, said: str
) -> None:
    async with slack_of(store, limits=Limits(per_person=1)) as bot:
        first = await commanded(bot, command)
        second = await commanded(bot, command)

    assert said not in words(first)
    assert said in words(second)


class TestWithASecondPerson:
    """With RULES_APPROVAL."""

    @pytest.fixture
    def approval(self) -> bool:
        return True

    async def test_what_waits_is_approved_in_the_list(self, store: Store) -> None:
        async with slack_of(store) as bot:
            await written(bot)
            own = await commanded(bot, "rules")
            shown = await commanded(bot, "rules", "UOTHER")
            after = await clicked(bot, shown, "approve", "UOTHER")

        assert "Nobody has written" in words(own)
        assert "waits for approval" in words(shown)
        assert "is saved" in words(after)
        assert '"withdraw"' in words(after)
        [rule] = await store.app.kept.rules.counting()
        assert (rule.state, rule.rule.text) == (State.IN_FORCE, TEXT)

    async def test_who_taps_too_often_approves_nothing(self, store: Store) -> None:
        async with slack_of(store, limits=Limits(per_person=2)) as bot:
            await written(bot)
            shown = await commanded(bot, "rules", "UOTHER")
            await commanded(bot, "rules", "UOTHER")
            after = await clicked(bot, shown, "approve", "UOTHER")

        assert "a lot of messages" in words(after)
        assert await store.app.kept.rules.counting() == []
