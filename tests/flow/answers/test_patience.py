"""Where there is no answer without a language model, it gets more time; else nobody waits for it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from aiohttp.test_utils import TestClient, TestServer
from pydantic import SecretStr

from bot.app import App, build
from bot.console.serve.web_server import build_server
from bot.model import Message, Platform, Reply, Verdict, Wait
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings, TeamsSettings
from tests.flow.stand_in.openai_api import Given, OpenAIApi, openai_api, thinking, writes

FILES = {
    "umbrellas.md": "# Umbrella rental\n\nA rented umbrella may be kept for 3 days.\n",
    "우산.md": "# 우산 대여\n\n빌린 우산은 5일 안에 반납해야 합니다.\n",
    "cakes.md": "# Cakes\n\nA cake is ordered two days ahead at the counter.\n",
}
SHORT_S, LONG_S = 0.05, 60.0
"""The model's time: less than it takes, and more than any machine takes."""
THINKS_S = 0.5
ENGLISH = ("A rented umbrella may be kept for 3 days.", "A rented umbrella may be kept for 3 days.")
KOREAN = ("빌린 우산은 5일 안에 반납해야 합니다.", "빌린 우산은 5일 안에 반납해야 합니다.")
DOUBTED = pytest.mark.parametrize(
    ("question", "told"),
    [("brolly back by when?", ENGLISH), ("우산 며칠 쓸 수 있어요?", KOREAN)],
    ids=["en", "ko"],
)
SURE = pytest.mark.parametrize(
    ("question", "own"),
    [
        ("how long may a customer keep a rented umbrella?", ENGLISH[1]),
        ("빌린 우산은 며칠 안에 반납해야 하나요?", KOREAN[1]),
    ],
    ids=["en", "ko"],
)


@pytest.fixture(scope="module")
def api() -> Iterator[OpenAIApi]:
    with openai_api() as api:
        yield api


@pytest.fixture
def settings(tmp_path: Path, api: OpenAIApi) -> Settings:
    (tmp_path / "documents").mkdir()
    for name, text in FILES.items():
        (tmp_path / "documents" / name).write_text(text, encoding="utf-8")
    api.asked.clear()
    return Settings(
        slack=SlackSettings(bot_token=None),
        teams=TeamsSettings(app_id=None),
        openai=OpenAISettings(
            api_key=SecretStr("sk-1"),
            base_url=api.url,
            chat_budget_s=SHORT_S,
            patience_s=LONG_S,
            embedding_model="",
        ),
        store=StoreSettings(source=tmp_path / "documents", data=tmp_path / "data"),
    )


@pytest.fixture
def app(settings: Settings) -> Iterator[App]:
    with closing(build(settings)) as app:
        yield app


async def asked(app: App, text: str, wait: Wait = Wait.PATIENT) -> Reply:
    await app.indexer.rebuild()
    return await app.conversation.handle(Message(Platform.CONSOLE, "", "u", text, wait=wait))


@DOUBTED
async def test_a_doubted_question_is_answered_by_a_model_that_takes_its_time(
    app: App, api: OpenAIApi, question: str, told: tuple[str, str]
) -> None:
    api.play = thinking(THINKS_S, writes(told))

    reply = await asked(app, question)

    assert reply.verdict is Verdict.PASS
    assert told[0] in reply.text


@DOUBTED
async def test_in_a_dialog_a_doubted_question_gets_no_more_than_the_usual_time(
    app: App, api: OpenAIApi, question: str, told: tuple[str, str]
) -> None:
    api.play = thinking(THINKS_S, writes(told))

    reply = await asked(app, question, Wait.SHORT)

    assert reply.verdict is Verdict.INSUFFICIENT


@SURE
async def test_where_an_answer_is_there_the_documents_speak(
    app: App, api: OpenAIApi, question: str, own: str
) -> None:
    api.play = lambda _: Given(stalls="before")

    reply = await asked(app, question)

    assert reply.verdict is Verdict.PASS
    assert own in reply.text


async def test_ready_says_that_the_model_is_not_used_and_why_until_it_is(
    app: App, settings: Settings, api: OpenAIApi
) -> None:
    question, told = "brolly back by when?", ENGLISH
    server = build_server(settings, app)

    async with TestClient(TestServer(server.application)) as client:

        async def ready() -> object:
            response = await client.get("/readyz")
            return response.status, await response.json()

        before = await ready()
        api.play = lambda _: Given(status=404)
        await asked(app, question)
        without = await ready()
        api.play = writes(told)
        await asked(app, question)

        assert before == (200, {"status": "ready"})
        assert without == (200, {"status": "limited", "reasons": {"language_model": "config"}})
        assert await ready() == before
