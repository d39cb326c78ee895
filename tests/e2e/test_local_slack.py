"""The whole bot with its sample handbook, against somebody else's idea of Slack."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import aiohttp
import pytest
import pytest_asyncio
from aiohttp.test_utils import TestServer

from bot.app import App, build, build_server
from bot.settings import OpenAISettings, Settings, StoreSettings
from tests.e2e.emulator import Emulator
from tests.flow.slack_bot import settings as slack_settings

ENGLISH = "how long can customers return unopened headphones?"
KOREAN = "이어폰은 며칠 안에 환불할 수 있나요?"


@pytest.fixture(scope="session")
def settings(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    slack = slack_settings(f"{pytestconfig.getoption('local_slack')}/")
    return Settings(
        slack=slack.model_copy(update={"admin_user_ids": frozenset({"UADMIN"})}),
        openai=OpenAISettings(api_key=None),
        store=StoreSettings(data=tmp_path_factory.mktemp("data")),
    )


@pytest.fixture(scope="session")
def app(settings: Settings) -> Iterator[App]:
    app = build(settings)
    asyncio.run(app.indexer.rebuild())
    yield app
    app.close()


@pytest_asyncio.fixture
async def emulator(
    pytestconfig: pytest.Config, settings: Settings, app: App
) -> AsyncIterator[Emulator]:
    url, port = pytestconfig.getoption("local_slack"), pytestconfig.getoption("bot_port")
    async with aiohttp.ClientSession() as session:
        emulator = Emulator(session, url)
        await emulator.start()
        async with TestServer(build_server(settings, app).application, port=port):
            yield emulator


@pytest.mark.parametrize(
    ("question", "answer", "title"),
    [(ENGLISH, "14 days", "Refund Policy"), (KOREAN, "14일", "환불 정책")],
)
async def test_a_mention_is_answered_once_in_its_thread(
    emulator: Emulator, question: str, answer: str, title: str
) -> None:
    asked = await emulator.write("U1", f"<@UBOT> {question}")

    [reply] = await emulator.replies("C1")

    assert reply["thread_ts"] == asked["ts"]
    assert answer in reply["text"]
    assert title in str(reply["blocks"])


@pytest.mark.parametrize(("question", "answer"), [(ENGLISH, "14 days"), (KOREAN, "14일")])
async def test_a_direct_message_is_answered(emulator: Emulator, question: str, answer: str) -> None:
    asked = await emulator.write("U1", question, channel="UBOT")

    [reply] = await emulator.replies(asked["channel"])

    assert reply["thread_ts"] == asked["ts"]
    assert answer in reply["text"]


async def test_what_people_say_to_each_other_is_not_answered(emulator: Emulator) -> None:
    await emulator.write("U1", ENGLISH)
    asked = await emulator.write("U1", f"<@UBOT> {ENGLISH}")

    [reply] = await emulator.replies("C1")

    assert reply["thread_ts"] == asked["ts"]


async def test_an_administrator_makes_the_index_anew(emulator: Emulator) -> None:
    await emulator.command("UADMIN", "/reindex")

    note, reply = await emulator.replies("C1", at_least=2)

    assert "Indexing" in note["text"]
    assert "documents" in reply["text"]
    assert (note["ephemeral_to"], reply["ephemeral_to"]) == ("UADMIN", "UADMIN")


async def test_nobody_else_does(emulator: Emulator) -> None:
    await emulator.command("U1", "/reindex")

    [reply] = await emulator.replies("C1")

    assert "administrators" in reply["text"]
    assert reply["ephemeral_to"] == "U1"
