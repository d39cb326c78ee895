"""What owners look after in Slack: what is due for review, and what they pinned."""

import pytest

from knowledge.model.documents import Audience
from tests.flow.slack.rules.asking import clicked, commanded, slack_of, speaking, words
from tests.flow.stand_in.changed_rule import PARKING, TILL, Store


@pytest.mark.parametrize("user", ["UMANAGER", "UADMIN", "U9"])
@pytest.mark.parametrize(
    ("locale", "heading", "label", "day", "said"),
    [
        ("en-US", "Due for review", "Still true", "31 January 2026", "is still true. Its next"),
        ("ko-KR", "재검토할 문서", "아직 맞음", "2026년 1월 31일", "아직 맞습니다. 다음"),
    ],
)
async def test_the_list_has_what_is_due_and_takes_the_word_that_it_is_still_true(
    store: Store, user: str, locale: str, heading: str, label: str, day: str, said: str
) -> None:
    await store.overdue()

    async with slack_of(store, speaking(locale)) as bot:
        shown = await commanded(bot, "rules", user)
        after = await clicked(bot, shown, "still_true", user)

    assert all(one in words(shown) for one in ("Cash", "Finance", heading, label, day))
    assert said in words(after)
    assert day not in words(after)
    assert "still_true" not in words(after)
    assert await store.app.rules.reviewing.due() == []


@pytest.mark.parametrize(
    ("locale", "heading", "label", "until", "said"),
    [
        ("en-US", "Pinned answers", "Unpin", "until 31 January 2100", "no longer has a pinned"),
        ("ko-KR", "고정 답변", "고정 해제", "2100년 1월 31일까지", "고정 답변을 해제했습니다"),
    ],
)
async def test_the_list_has_pinned_answers_and_unpins_them(
    store: Store, locale: str, heading: str, label: str, until: str, said: str
) -> None:
    await store.pinned()

    async with slack_of(store, speaking(locale)) as bot:
        shown = await commanded(bot, "rules")
        after = await clicked(bot, shown, "unpin", "UMANAGER")

    assert all(one in words(shown) for one in (TILL, heading, label, until))
    assert said in words(after)
    assert await store.app.rules.pinning.all(Audience.ADMIN) == []


async def test_an_owner_sees_only_what_is_theirs(store: Store) -> None:
    await store.overdue()
    await store.pinned()
    store.parking("30,000")
    await store.publish()
    await store.pinned(PARKING)

    async with slack_of(store) as bot:
        shown = await commanded(bot, "rules", "U9")

    assert TILL in words(shown)
    assert PARKING not in words(shown)


async def test_a_clerk_sees_neither_and_is_refused(store: Store) -> None:
    await store.overdue()
    await store.pinned()

    async with slack_of(store) as bot:
        shown = await commanded(bot, "rules", "UMANAGER")
        own = await commanded(bot, "rules", "U1")
        refused = [await clicked(bot, shown, one, "U1") for one in ("still_true", "unpin")]

    assert "Cash" not in words(own)
    assert all("You may not" in words(one) for one in refused)
    assert len(await store.app.rules.reviewing.due()) == 1
    assert len(await store.app.rules.pinning.all(Audience.ADMIN)) == 1
