"""Who corrects a question reads one answer, the right one, where the first one stood."""

from typing import Any

import pytest

from adapters.teams.sdk_choice import Name
from tests.flow.slack.stand_in.bot import FakeConversation
from tests.flow.teams.stand_in.bot import Running, each_sdk, running
from tests.flow.teams.stand_in.identity import TENANT

QUESTION = "how long for headphones?"


def edited(bot: Running, now: str, *, at: str = "2026-11-27T12:00:01Z", **more: Any) -> Any:
    data = {"tenant": {"id": TENANT}, "eventType": more.pop("event", "editMessage")}
    return bot.said(now, type="messageUpdate", timestamp=at, channelData=data, **more)


@each_sdk
@pytest.mark.parametrize(
    ("now", "shown"), [("헤드폰 환불 기간은?", "14일"), ("flying cars?", "not in the store")]
)
async def test_an_edited_question_is_answered_anew_in_place_of_the_old_reply(
    sdk: Name, now: str, shown: str
) -> None:
    async with running(sdk=sdk) as bot:
        await bot.send(bot.said(QUESTION))
        first = await bot.teams.message()
        await bot.inbox.emptied()
        await bot.send(edited(bot, now))
        second = await bot.teams.message(1)
        await bot.settle()

    assert (first.method, second.method) == ("POST", "PUT")
    assert shown in second.text
    assert len(bot.teams.messages) == 2


@each_sdk
@pytest.mark.parametrize("more", [{"id": "other"}, {"event": "undeleteMessage"}])
async def test_what_is_no_edit_of_a_question_is_left_alone(sdk: Name, more: dict[str, Any]) -> None:
    conversation = FakeConversation()

    async with running(conversation, sdk=sdk) as bot:
        await bot.send(bot.said(QUESTION))
        await bot.teams.message()
        await bot.send(edited(bot, "헤드폰 환불 기간은?", **more))
        await bot.settle()

    assert [one.text for one in conversation.asked] == [QUESTION]
