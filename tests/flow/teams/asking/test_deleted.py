"""A question that its author deletes before its answer gets none."""

import asyncio

import pytest

from tests.flow.slack.stand_in.bot import FakeConversation
from tests.flow.teams.asking.test_questions import KOREAN, QUESTION, mentioned
from tests.flow.teams.stand_in.bot import each_sdk, running


@each_sdk
@pytest.mark.parametrize("question", [QUESTION, KOREAN])
async def test_what_is_deleted_before_its_answer_gets_none(sdk: str, question: str) -> None:
    conversation = FakeConversation(gate=asyncio.Event())

    async with running(conversation, sdk=sdk) as bot:
        asked = bot.said(**mentioned(question))
        await bot.send(asked)
        response = await bot.send(asked | {"type": "messageDelete", "text": None})
        assert conversation.gate is not None
        conversation.gate.set()
        await bot.settle()

    assert response.status == 200
    assert bot.teams.messages == []
