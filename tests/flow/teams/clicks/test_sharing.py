"""A private answer in Teams is shown to everybody: in its chat, or in the person's own message."""

import json
from typing import Any

import pytest

from tests.flow.teams.asking.test_questions import CHANNEL, GROUP, KOREAN, QUESTION
from tests.flow.teams.clicks.test_private import FOR_ONE, KIM
from tests.flow.teams.stand_in.api import NOT_HERE, Refusal, Sent, TeamsApi
from tests.flow.teams.stand_in.bot import Running, running

VAN = {"id": "7", "body": {"contentType": "text", "content": "The van comes at 06:30."}}
MINA: dict[str, Any] = {"from": {"id": "29:mina", "name": "<b>Mina</b> Kim"}}


def titles(sent: Sent) -> list[str]:
    return [one["title"] for one in sent.cards[0]["actions"]]


async def asked(bot: Running, question: str = QUESTION, **changes: Any) -> Sent:
    place: dict[str, Any] = {"conversation": CHANNEL}
    said: dict[str, Any] = {"text": f"/ask {question}"}
    said |= place | FOR_ONE | changes
    await bot.send(bot.said(**said))
    return await bot.teams.message()


async def shared(bot: Running, **changes: Any) -> None:
    """Tap the button under the first answer."""
    value = {"verb": "share", "about": bot.conversation.asked[0].trace_id, "number": 0}
    tap: dict[str, Any] = {"text": "", "value": value, "replyToId": "1:1", "id": "tap"}
    await bot.send(bot.said(**(tap | {"conversation": CHANNEL} | MINA | changes)))


@pytest.mark.parametrize(
    ("question", "buttons"),
    [
        (QUESTION, ["Share with everyone here", "View sources", "Gift receipts", "Faulty goods"]),
        (KOREAN, ["모두에게 공유", "출처 보기"]),
    ],
)
async def test_a_private_answer_is_one_card_with_its_buttons(
    question: str, buttons: list[str]
) -> None:
    async with running() as bot:
        sent = await asked(bot, question)
        await bot.settle()

    assert sent.targeted
    assert titles(sent) == buttons
    assert len(bot.teams.messages) == 1
    assert sent.entities[0]["additionalType"] == ["AIGeneratedContent"]


@pytest.mark.parametrize("conversation", [CHANNEL, GROUP])
async def test_what_is_shared_is_an_answer_like_any_other(conversation: dict[str, Any]) -> None:
    async with running() as bot:
        await asked(bot, conversation=conversation)
        await shared(bot, conversation=conversation)
        public, private = await bot.teams.message(1), await bot.teams.message(2)
        said = {"actionName": "feedback", "actionValue": {"reaction": "like", "feedback": "{}"}}
        await bot.invoke(
            "message/submitAction", said, replyToId="1:2", conversation=conversation, **KIM
        )
        await bot.settle()

    assert not public.targeted
    assert public.conversation_id == conversation["id"]
    assert public.entities[0]["citation"]
    assert public.body["channelData"] == {"feedbackLoop": {"type": "default"}}
    # Others cannot see the click, so it is no reply to it.
    assert "replyToId" not in public.body
    assert "<b>" not in public.text
    assert f"‹b›Mina‹/b› Kim asked: “{QUESTION}”" in public.text
    assert (private.method, private.activity_id, private.targeted) == ("PUT", "1:1", True)
    assert "Shared with everyone here." in json.dumps(private.cards)
    assert len(bot.conversation.records.rated) == 1


async def test_nobody_else_shares_it() -> None:
    async with running() as bot:
        await asked(bot)
        await shared(bot, **KIM)
        told = await bot.teams.message(1)
        await bot.settle()

    assert told.targeted
    assert "no longer works" in told.text
    assert len(bot.teams.messages) == 2


async def test_where_the_bot_may_not_write_it_says_so_and_another_click_works() -> None:
    async with running() as bot:
        await asked(bot)
        bot.teams.refuse(NOT_HERE)
        await shared(bot)
        told = await bot.teams.message(1)
        await shared(bot, id="tap2")
        public = await bot.teams.message(2)

    assert told.targeted
    assert "try again" in told.text
    assert "14 days" in public.text


@pytest.mark.parametrize(
    ("question", "said"),
    [(QUESTION, "everyone here sees it"), (KOREAN, "모두에게 보입니다")],
)
async def test_where_teams_shows_nothing_to_one_person_an_answer_says_that_all_see_it(
    question: str, said: str
) -> None:
    teams = TeamsApi()
    teams.refused_targeted = Refusal(400, "BadArgument")

    async with running(teams=teams) as bot:
        sent = await asked(bot, question)
        await bot.settle()

    assert said in sent.text
    assert sent.cards == []
    assert sent.entities[0]["citation"]
    assert len(bot.teams.messages) == 1


@pytest.mark.parametrize("question", ["when?", "언제 와요?"])
async def test_the_answer_of_a_dialog_goes_into_its_persons_message(question: str) -> None:
    async with running() as bot:
        value = {"messagePayload": VAN, "data": {"question": question}}
        dialog = await bot.invoke("composeExtension/submitAction", value)
        card = dialog["task"]["value"]["card"]["content"]
        [action] = card["actions"]
        value = {"messagePayload": VAN, "data": action["data"]}
        message = await bot.invoke("composeExtension/submitAction", value)
        others = await bot.invoke("composeExtension/submitAction", value, **KIM)

    [inserted] = message["composeExtension"]["attachments"]
    shown = json.dumps(inserted["content"], ensure_ascii=False)
    assert action["title"] == "Put into my message"
    assert "The message says: The van comes at 06:30." in shown
    assert question in shown
    assert "actions" not in inserted["content"]
    assert "van" not in json.dumps(others)
    # Its question is asked once: what goes into the message is what was read.
    assert len(bot.conversation.asked) == 1
