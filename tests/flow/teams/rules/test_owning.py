"""What owners look after in Teams: what is due for review, and what they pinned."""

import pytest

from bot.conversation.rate_limits import Limits
from knowledge.model.documents import Audience
from tests.flow.stand_in.changed_rule import PARKING, TILL, Store
from tests.flow.teams.rules.conftest import (
    CLERK,
    MANAGER,
    OWNER,
    Desk,
    actions,
    by,
    desk,
    text_of,
)
from tests.flow.teams.stand_in.api import Sent
from tests.flow.teams.stand_in.bot import ADMIN
from tests.flow.teams.stand_in.identity import Body


async def tapped(bot: Desk, data: Body, person: str, locale: str = "en-US") -> Sent:
    """What a button of a message in the chat says."""
    return await bot.asked("", value=data, **by(person, locale))


@pytest.mark.parametrize(
    ("person", "command", "locale", "label", "day", "said"),
    [
        (MANAGER, "rules", "en-US", "Still true", "31 January 2026", "is still true. Its next"),
        (OWNER, "규정 목록", "ko-KR", "아직 맞음", "2026년 1월 31일", "아직 맞습니다. 다음"),
        (ADMIN, "ルール一覧", "ja-JP", "変更なし", "2026年1月31日", "次の見直しは"),
    ],
)
async def test_the_list_has_what_is_due_and_takes_the_word_that_it_is_still_true(
    store: Store, person: str, command: str, locale: str, label: str, day: str, said: str
) -> None:
    await store.overdue()
    async with desk(store) as bot:
        shown = await bot.asked(command, **by(person, locale))
        done = await tapped(bot, actions(shown.cards)["still_true"], person, locale)
        await store.app.rules.publishing.look()
        after = await bot.asked(command, **by(person, locale))

    assert all(one in text_of(shown.body) for one in ("Cash", "Finance", label, day))
    assert said in text_of(done.body)
    assert day not in text_of(done.body)
    assert actions(after.cards) == {}
    assert await store.app.rules.reviewing.due() == []


@pytest.mark.parametrize(
    ("command", "locale", "label", "until", "said"),
    [
        ("rules", "en-US", "Unpin", "until 31 January 2100", "no longer has a pinned answer."),
        ("규정 목록", "ko-KR", "고정 해제", "2100년 1월 31일까지", "고정 답변을 해제했습니다."),
        ("ルール一覧", "ja-JP", "固定を解除", "2100年1月31日まで", "固定回答を解除しました。"),
    ],
)
async def test_the_list_has_pinned_answers_and_unpins_them(
    store: Store, command: str, locale: str, label: str, until: str, said: str
) -> None:
    await store.pinned()
    async with desk(store) as bot:
        shown = await bot.asked(command, **by(MANAGER, locale))
        unpins = actions(shown.cards)["unpin"]
        done = await tapped(bot, unpins, MANAGER, locale)
        again = await bot.sent(unpins, **by(MANAGER))

    assert all(one in text_of(shown.body) for one in (TILL, label, until))
    assert said in text_of(done.body)
    assert "no longer pinned" in text_of(again)
    assert await store.app.rules.pinning.all(Audience.ADMIN) == []


async def test_an_owner_sees_only_what_is_theirs(store: Store) -> None:
    await store.overdue()
    own = await store.pinned()
    await store.pinned(PARKING)
    async with desk(store) as bot:
        shown = await bot.asked("rules", **by(OWNER))

    assert actions(shown.cards)["unpin"]["about"] == own
    assert PARKING not in text_of(shown.body)


@pytest.mark.parametrize(
    ("locale", "said"), [("en-US", "a lot of messages"), ("ko-KR", "메시지를 많이")]
)
@pytest.mark.parametrize("verb", ["write_rule", "still_true", "unpin", "approve_rule"])
async def test_who_taps_too_often_reads_when_to_try_again(
    store: Store, verb: str, locale: str, said: str
) -> None:
    await store.overdue()
    who, tap = by(MANAGER, locale), {"verb": verb, "about": "cash"}
    async with desk(store, limits=Limits(per_person=1)) as bot:
        await bot.asked(TILL, **who)
        turned_away = await bot.opened(tap, **who)

    assert said in text_of(turned_away)
    assert len(await store.app.rules.reviewing.due()) == 1


@pytest.mark.parametrize(
    ("locale", "said"), [("en-US", "You may not"), ("ko-KR", "권한이 없습니다")]
)
async def test_a_clerk_sees_neither_and_is_refused(store: Store, locale: str, said: str) -> None:
    await store.overdue()
    pin_id = await store.pinned()
    who = by(CLERK, locale)
    async with desk(store) as bot:
        shown = await bot.asked("rules", **who)
        refused = [
            await bot.sent({"verb": verb, "about": about}, **who)
            for verb, about in (("still_true", "cash"), ("unpin", pin_id))
        ]

    assert actions(shown.cards) == {}
    assert all(said in text_of(one) for one in refused)
    assert len(await store.app.rules.reviewing.due()) == 1
    assert len(await store.app.rules.pinning.all(Audience.ADMIN)) == 1
