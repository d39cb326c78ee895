"""When Teams refuses a reply, or a bug draws none, the answer still comes."""

from typing import Any

import pytest

from adapters.chat.bot import GivenUp
from tests.flow.teams.asking.test_questions import KOREAN, QUESTION, mentioned
from tests.flow.teams.stand_in.api import NOT_HERE, Refusal, TeamsApi
from tests.flow.teams.stand_in.bot import running

UNFORESEEN = [
    Refusal(400, "BadArgument"),
    Refusal(403, "WordOfNextYear"),
    Refusal(404),
    Refusal(413, "MessageSizeTooBig"),
    Refusal(422, "Unprocessable"),
]


@pytest.mark.parametrize("refusal", UNFORESEEN)
async def test_what_teams_refuses_for_whatever_reason_is_sent_as_words_alone(
    refusal: Refusal,
) -> None:
    teams = TeamsApi()
    teams.refuse(refusal)

    async with running(teams=teams) as bot:
        await bot.send(bot.said(**mentioned(QUESTION)))
        sent = await bot.teams.message()

    assert "14 days" in sent.text
    assert not sent.cards
    assert not sent.entities


@pytest.mark.parametrize("refusals", [[one, one] for one in UNFORESEEN] + [[NOT_HERE]])
async def test_what_teams_refuses_in_every_form_comes_in_the_person_s_own_chat(
    refusals: list[Refusal],
) -> None:
    teams = TeamsApi()
    teams.refuse(*refusals)

    async with running(teams=teams) as bot:
        await bot.send(bot.said(**mentioned(KOREAN)))
        sent = await bot.teams.message()

    [opened] = teams.opened
    assert sent.conversation_id == f"a:{opened['members'][0]['id']}"
    assert "14일" in str(sent.body)
    assert "여기에서 답합니다" in str(sent.body)


async def test_what_teams_takes_nowhere_is_given_up_and_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    teams, given_up = TeamsApi(), GivenUp()
    teams.refuse(*[Refusal(403, "WordOfNextYear")] * 4)

    async with running(teams=teams, given_up=given_up) as bot:
        await bot.send(bot.said(**mentioned(QUESTION)))
        await bot.settle()

    [line] = [one for one in bot.conversation.audit.kept if one.kind == "delivery"]
    assert (line.outcome, line.about) == ("failed", {"reason": "WordOfNextYear"})
    assert "a reply was given up" in caplog.text
    assert given_up.counts == {"teams": 1}
    assert (trouble := await given_up.trouble()) is not None
    assert trouble.reason == "WordOfNextYear"


async def test_who_has_blocked_the_bot_is_left_alone() -> None:
    teams, given_up = TeamsApi(), GivenUp()
    teams.refuse(Refusal(403, "MessageWritesBlocked"))

    async with running(teams=teams, given_up=given_up) as bot:
        await bot.send(bot.said(**mentioned(QUESTION)))
        await bot.settle()

    assert len(teams.tried) == 1
    assert teams.opened == []
    assert await given_up.trouble() is None


@pytest.mark.parametrize("where", [mentioned(QUESTION), {"text": QUESTION}])
@pytest.mark.parametrize("drawing", ["answer_entity", "_below"])
async def test_a_bug_in_drawing_a_reply_costs_no_answer(
    where: dict[str, Any], drawing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError

    monkeypatch.setattr(f"adapters.teams.render.reply.{drawing}", broken)

    async with running() as bot:
        await bot.send(bot.said(**where))
        sent = await bot.teams.message()

    assert "14 days" in sent.text
