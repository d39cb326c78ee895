"""A store's message of the day in Slack and Teams, and who has read it."""

import json

from adapters.database import Database
from adapters.records.shifts import SqlShifts
from bot.model import Platform
from bot.model.kept import ShiftMessage
from tests.flow.slack.stand_in.api import Refusal, SlackApi
from tests.flow.slack.stand_in.bot import running as in_slack
from tests.flow.teams.asking.test_questions import CHANNEL
from tests.flow.teams.stand_in.bot import running as in_teams

TEXT = "**강남점 · 2026년 11월 27일**\n\n**오늘부터 시행**\n- 환불 규정: <!channel> 14일 [눌러](http://x)"
THREAD = CHANNEL["id"]
ROOT = "19:chan@thread.tacv2"


def _message(platform: Platform, channel: str) -> ShiftMessage:
    return ShiftMessage("s1", "gangnam", "2026-11-27", platform, channel, "ko", TEXT)


async def test_slack_shows_it_with_a_button_and_names_its_readers(database: Database) -> None:
    kept, message = SqlShifts(database, 30), _message(Platform.SLACK, "C1")
    async with in_slack(shifts=kept) as bot:
        await kept.claim(message)
        assert await bot.notices.post_shift("C1", message)
        post = await bot.slack.post()
        await bot.click(post, "read", "U7")
        await bot.slack.until(lambda: "chat.update" in bot.slack.arguments)
        await bot.click(post, "read", "U8")
        await bot.settle()

    assert post.body["channel"] == "C1"
    assert "환불 규정" in post.shown
    assert "확인했습니다" in post.shown
    assert "<!channel>" not in json.dumps(post.blocks)
    updated = bot.slack.arguments["chat.update"]
    assert "확인 2명: <@U7> <@U8>" in json.dumps(updated, ensure_ascii=False)


async def test_slack_that_refuses_it_is_said(database: Database) -> None:
    slack = SlackApi()
    slack.refuse("chat.postMessage", Refusal("not_in_channel"))
    async with in_slack(slack) as bot:
        posted = await bot.notices.post_shift("C1", _message(Platform.SLACK, "C1"))

    assert not posted


async def test_a_click_on_one_that_is_not_kept_any_more_changes_nothing() -> None:
    async with in_slack() as bot:
        await bot.notices.post_shift("C1", _message(Platform.SLACK, "C1"))
        await bot.click(await bot.slack.post(), "read", "U7")
        await bot.settle()

    assert "chat.update" not in bot.slack.calls


async def test_teams_shows_it_in_the_channel_and_counts_its_readers(database: Database) -> None:
    kept, message = SqlShifts(database, 30), _message(Platform.TEAMS, ROOT)
    async with in_teams(shifts=kept) as bot:
        await kept.claim(message)
        # Teams tells a bot its address with the first message from anywhere.
        assert not await bot.notices.post_shift(ROOT, message)
        await bot.send(bot.said())
        await bot.teams.message()
        await bot.inbox.emptied()
        count = len(bot.teams.messages)
        assert await bot.notices.post_shift(ROOT, message)
        sent = await bot.teams.message(count)
        click = {"verb": "read", "about": "s1"}
        where = CHANNEL | {"id": THREAD}
        await bot.send(bot.said("", id="c1", value=click, conversation=where, replyToId="77"))
        await bot.teams.until(lambda: any(one.method == "PUT" for one in bot.teams.sent))

    assert (sent.conversation_id, sent.targeted) == (ROOT, False)
    [card] = [one["content"] for one in sent.body["attachments"]]
    assert "환불 규정" in str(card)
    assert card["actions"][0]["title"] == "확인했습니다"
    [changed] = [one for one in bot.teams.sent if one.method == "PUT"]
    assert changed.activity_id == "77"
    assert not changed.targeted
    assert "확인 1명" in str(changed.body)


async def test_the_week_reaches_a_channel_of_each_platform() -> None:
    async with in_slack() as bot:
        assert await bot.notices.tell_channel("C9", lambda language: f"week {language}", "ko")
        assert (await bot.slack.post()).body["channel"] == "C9"
    async with in_teams() as teams:
        await teams.send(teams.said())
        await teams.teams.message()
        await teams.inbox.emptied()
        count = len(teams.teams.messages)
        assert await teams.notices.tell_channel(ROOT, lambda language: f"week {language}", "ko")
        sent = await teams.teams.message(count)

    assert (sent.conversation_id, sent.text) == (ROOT, "week ko")
