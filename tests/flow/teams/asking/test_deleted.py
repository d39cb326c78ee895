"""A question that its author deletes before its answer gets none."""

import asyncio
from typing import Any

import pytest

from adapters.chat.bot import GivenUp
from tests.flow.slack.stand_in.bot import FakeConversation
from tests.flow.teams.asking.test_questions import KOREAN, QUESTION, mentioned
from tests.flow.teams.stand_in.api import Refusal, TeamsApi
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


@each_sdk
@pytest.mark.parametrize("where", [mentioned(QUESTION), {"text": KOREAN}])
async def test_an_answer_that_is_on_its_way_then_is_taken_back(
    sdk: str, where: dict[str, Any]
) -> None:
    teams = TeamsApi()
    teams.gate = asyncio.Event()

    async with running(teams=teams, sdk=sdk) as bot:
        asked = bot.said(**where)
        await bot.send(asked)
        await teams.until(lambda: any(one.body["type"] == "message" for one in teams.tried))
        await bot.send(asked | {"type": "messageDelete", "text": None})
        teams.gate.set()
        await teams.until(lambda: bool(teams.removed))
        await bot.settle()

    [answer] = teams.messages
    assert teams.removed == [f"1:{teams.sent.index(answer) + 1}"]


async def test_an_answer_that_cannot_be_posted_then_is_not_given_up_but_unwanted() -> None:
    teams, given_up = TeamsApi(), GivenUp()
    teams.gate = asyncio.Event()
    teams.refuse(*[Refusal(403, "WordOfNextYear")] * 4)

    async with running(teams=teams, given_up=given_up) as bot:
        asked = bot.said(**mentioned(QUESTION))
        await bot.send(asked)
        await teams.until(lambda: bool(teams.tried))
        await bot.send(asked | {"type": "messageDelete", "text": None})
        teams.gate.set()
        await bot.settle()

    assert teams.messages == []
    assert not given_up.counts
