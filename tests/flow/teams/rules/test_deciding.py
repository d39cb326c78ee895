"""Rules in Teams: a second person's word, the commands, and the list."""

import pytest

from bot.model.rules import State
from bot.settings import RulesSettings
from tests.flow.stand_in.changed_rule import Store
from tests.flow.teams.rules.conftest import (
    CAGE,
    CLERK,
    MANAGER,
    OWNER,
    PARROT,
    Desk,
    actions,
    answers,
    by,
    desk,
    fields,
    kept,
    previewed,
    saved,
    text_of,
)
from tests.flow.teams.stand_in.api import Sent
from tests.flow.teams.stand_in.bot import ADMIN
from tests.flow.teams.stand_in.identity import Body

GROUP = {"id": "19:group@thread.v2", "conversationType": "groupChat"}
second_person = pytest.mark.parametrize("rights", [RulesSettings(approval=True)])


async def tapped(bot: Desk, data: Body, person: str) -> Sent:
    """What a button of a message in the chat says."""
    before = len(bot.bot.teams.messages)
    await bot.bot.send(bot.bot.said("", id=f"8{before}", value=data, **by(person)))
    return await bot.bot.teams.message(before)


async def waits(bot: Desk) -> Sent:
    """The message to an administrator who wrote once about a rule that waits."""
    await bot.asked("thanks", **by(ADMIN, "ko-KR"))
    done = await saved(bot)
    assert "waits for a second person" in text_of(done)
    await bot.bot.teams.until(lambda: bool(_asking(bot)))
    [told] = _asking(bot)
    return told


def _asking(bot: Desk) -> list[Sent]:
    return [one for one in bot.bot.teams.messages if "approve_rule" in actions(one.cards)]


@second_person
async def test_a_rule_waits_for_an_administrator_who_reads_it_in_their_language(
    store: Store,
) -> None:
    async with desk(store) as bot:
        told = await waits(bot)
        before = await kept(store)
        said = await tapped(bot, actions(told.cards)["approve_rule"], ADMIN)
        again = await tapped(bot, actions(told.cards)["refuse_rule"], ADMIN)
        await store.app.rules.publishing.look()
        answer = await bot.asked(PARROT, **by(CLERK))

    assert told.conversation_id == f"a:{ADMIN[:4]}"
    assert "승인을 기다리는 규정입니다" in text_of(told.body)
    assert CAGE in text_of(told.body)
    assert before == []
    assert "is saved" in text_of(said.body)
    assert "is saved" in text_of(again.body)
    assert CAGE in answer.text


@second_person
async def test_a_refused_rule_changes_nothing(store: Store) -> None:
    async with desk(store) as bot:
        told = await waits(bot)
        said = await tapped(bot, actions(told.cards)["refuse_rule"], ADMIN)

    assert "was refused" in text_of(said.body)
    assert await kept(store) == []


@second_person
@pytest.mark.parametrize(
    ("person", "said"),
    [(MANAGER, "Somebody else has to approve"), (CLERK, "You may not write this rule.")],
)
async def test_neither_its_author_nor_a_clerk_decides(store: Store, person: str, said: str) -> None:
    async with desk(store) as bot:
        told = await waits(bot)
        reply = await tapped(bot, actions(told.cards)["approve_rule"], person)

    assert said in text_of(reply.body)
    assert await kept(store) == []


@second_person
async def test_an_administrator_is_not_asked_about_their_own_rule_but_its_owner_is(
    store: Store,
) -> None:
    async with desk(store) as bot:
        await bot.asked("thanks", **by(ADMIN))
        form = await answers(bot, "Who may count the till in the morning?", **by(ADMIN))
        preview = await previewed(bot, form, who=by(ADMIN), text="Two people count it.")
        await bot.sent(actions(preview)["save_rule"], **by(ADMIN))
        await bot.bot.teams.until(lambda: bool(_asking(bot)))
        await bot.bot.settle()

    assert [one.conversation_id for one in _asking(bot)] == [f"a:{OWNER}"]


@pytest.mark.parametrize(
    ("text", "locale", "title"),
    [
        ("rule", "en-US", "Can we lend umbrellas?"),
        ("규정 쓰기", "ko-KR", "우산을 빌려줘도 되나요?"),
        ("ルール", "ja-JP", "傘を貸してもいいですか"),
    ],
)
async def test_a_command_opens_an_empty_form(
    store: Store, text: str, locale: str, title: str
) -> None:
    who = by(MANAGER, locale)
    async with desk(store) as bot:
        offered = await bot.asked(text, **who)
        form = await bot.opened(actions(offered.cards)["write_rule"], **who)
        preview = await previewed(bot, form, who=who, title=title, text=CAGE)
        await bot.sent(actions(preview)["save_rule"], **who)

    assert (fields(form)["title"], fields(form)["text"]) == ("", "")
    assert [one.rule.title for one in await kept(store)] == [title]


async def test_the_list_has_the_newest_first_and_withdraws_after_asking_once(
    store: Store,
) -> None:
    async with desk(store) as bot:
        await saved(bot, title="Parrots")
        await saved(bot, title="Dogs", text="Dogs stay outside.")
        shown = await bot.asked("rules", **by(MANAGER))
        sure = await bot.opened(actions(shown.cards)["end_rule"], **by(MANAGER))
        before = [one.state for one in await kept(store)]
        done = await bot.sent(actions(sure)["withdraw_rule"], **by(MANAGER))
        after = await bot.asked("규정 목록", **by(MANAGER, "ko-KR"))

    listed = text_of(shown.body)
    assert listed.index("Dogs") < listed.index("Parrots")
    assert "From today on, I no longer answer from this rule." in text_of(sure)
    assert before == [State.IN_FORCE] * 2
    assert "is withdrawn." in text_of(done)
    assert "폐지됨" in text_of(after.body)
    assert len([one for one in await kept(store) if one.state is State.WITHDRAWN]) == 1


@second_person
async def test_the_list_shows_what_waits_to_who_may_decide(store: Store) -> None:
    async with desk(store) as bot:
        await waits(bot)
        own = await bot.asked("rules", **by(MANAGER))
        shown = await bot.asked("rules", **by(ADMIN))

    assert "approve_rule" not in actions(own.cards)
    assert {"approve_rule", "refuse_rule"} == set(actions(shown.cards))


@pytest.mark.parametrize(
    ("text", "locale", "said"),
    [
        ("rules", "en-US", "Owners, managers and administrators see"),
        ("규정 목록", "ko-KR", "담당 부서, 매니저, 관리자가 볼 수 있습니다"),
        ("rule", "en-US", "You may not write this rule."),
    ],
)
async def test_a_clerk_reads_one_line(store: Store, text: str, locale: str, said: str) -> None:
    async with desk(store) as bot:
        reply = await bot.asked(text, **by(CLERK, locale))

    assert said in text_of(reply.body)
    assert actions(reply.cards) == {}


@pytest.mark.parametrize(
    ("person", "text", "locale", "is_told"),
    [
        (MANAGER, "help", "en-US", True),
        (OWNER, "도움말", "ko-KR", True),
        (CLERK, "help", "en-US", False),
        (CLERK, "도움말", "ko-KR", False),
    ],
)
async def test_the_help_names_the_commands_to_who_may_write(
    store: Store, person: str, text: str, locale: str, is_told: bool
) -> None:
    async with desk(store) as bot:
        reply = await bot.asked(text, **by(person, locale))

    commands = ("“rule”", "“규정 쓰기”")
    assert any(one in text_of(reply.body) for one in commands) == is_told


async def test_an_owner_opens_an_empty_form(store: Store) -> None:
    async with desk(store) as bot:
        reply = await bot.asked("rule", **by(OWNER))

    assert "write_rule" in actions(reply.cards)


async def test_in_a_group_the_commands_say_where_to_write_them(store: Store) -> None:
    who = by(MANAGER) | {"conversation": GROUP}
    async with desk(store) as bot:
        at = {"type": "mention", "mentioned": bot.bot.said()["recipient"], "text": ""}
        reply = await bot.asked("rules", **who, entities=[at])

    assert "in a chat with me" in text_of(reply.body)


async def test_a_rule_that_is_gone_cannot_be_withdrawn(store: Store) -> None:
    async with desk(store) as bot:
        await saved(bot)
        asked = await bot.opened({"verb": "end_rule", "about": "nothing"}, **by(MANAGER))
        done = await bot.sent({"verb": "withdraw_rule", "about": "cash"}, **by(MANAGER))

    assert "no longer waiting" in text_of(asked)
    assert "cash is a file." in text_of(done)
