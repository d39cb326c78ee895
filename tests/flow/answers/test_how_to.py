"""How-to and troubleshooting questions on the sample: the steps, whole, in order, as a list."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.slack.render.reply import to_blocks
from adapters.teams.render.markdown import to_markdown
from bot.main.app import App, build
from bot.model import Message, Platform, Reply, Verdict
from bot.settings import SAMPLE
from tests.flow.stand_in.editions import settings


@pytest.fixture
async def app(own_sample: Path) -> AsyncIterator[App]:
    app = build(settings(SAMPLE, own_sample))
    yield app
    app.close()


async def replied(app: App, question: str) -> Reply:
    return await app.conversation.handle(Message(Platform.CONSOLE, "", "test", question))


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [
        ("how do I open the store?", "1. Switch off the alarm", "5. Walk the customer area"),
        ("how do I refund at the till?", "1. Ask where", "5. Give the customer"),
        ("how do I close the store?", "1. Announce closing time", "5. Switch off everything"),
        ("the freezer is too warm, what should I do?", "1. Close the door", "4. Write the cause"),
        ("카드 단말기가 안 되면 어떻게 해요?", "1. 카드 단말기가 멈추면", "3. 15분 안에"),
        ("the card terminal does not work", "1. 카드 단말기가 멈추면", "3. 15분 안에"),
        ("계산대에서 환불은 어떻게 처리하나요?", "1. 어디에서 샀는지", "5. 환불 전표를"),
        ("불만 고객은 어떻게 응대해요?", "1. 고객을", "4. 해결하지 못하면"),
    ],
)
async def test_every_step_is_shown_in_order(app: App, asked: str, first: str, last: str) -> None:
    reply = await replied(app, asked)

    steps = [line for line in reply.text.splitlines() if line[:2].rstrip(".").isdigit()]
    assert reply.verdict is Verdict.PASS
    assert [int(line[0]) for line in steps] == list(range(1, len(steps) + 1))
    assert steps[0].startswith(first)
    assert steps[-1].startswith(last)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("how do I clean the espresso machine?", "Clean the espresso machine with detergent"),
        ("what do I do if a note looks fake?", "the shift leader calls the police on 112."),
        ("위조지폐로 보이면 어떻게 하나요?", "조장은 지폐를 접지 않고 봉투에 넣은 뒤"),
    ],
)
async def test_a_remedy_in_sentences_is_whole_and_no_list(app: App, asked: str, said: str) -> None:
    reply = await replied(app, asked)

    assert said in reply.text
    assert not any(line.startswith("1.") for line in reply.text.splitlines())


async def test_slack_and_teams_show_the_steps_as_a_list(app: App) -> None:
    reply = await replied(app, "how do I open the store?")

    [slack] = [one["text"] for one in to_blocks(reply) if one["type"] == "markdown"]
    assert "\n\n1. Switch off" in slack
    assert "[1]  \n2. Count" in slack
    teams = to_markdown(reply.text)
    assert "\n\n1. Switch off" in teams
    assert "[1]\n2. Count" in teams
