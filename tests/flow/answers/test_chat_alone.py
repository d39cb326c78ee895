"""A server that only chats: it chooses with this machine's vectors, or with none."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.main.app import App, build
from bot.main.serve.startup import banner
from bot.model import Message, Platform, Reply
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings
from tests.flow.stand_in.openai_api import OpenAIApi, chooses, openai_api

FILES = {
    "umbrellas.md": "# Umbrella rental\n\nA rented umbrella may be kept for 3 days.\n",
    "우산.md": "# 우산 대여\n\n빌린 우산은 5일 안에 반납해야 합니다.\n",
}
TOLD = [
    (
        "how long may a customer keep a rented umbrella?",
        "A rented umbrella may be kept for 3 days.",
    ),
    (
        "빌린 우산은 며칠 안에 반납해야 하나요?",
        "빌린 우산은 5일 안에 반납해야 합니다.",
    ),
]


@pytest.fixture(scope="module")
def api() -> Iterator[OpenAIApi]:
    with openai_api() as api:
        yield api


def settings(folder: Path, api: OpenAIApi, embedding_model: str) -> Settings:
    (folder / "documents").mkdir()
    for name, text in FILES.items():
        (folder / "documents" / name).write_text(text, encoding="utf-8")
    api.embedded.clear()
    api.no_vectors = 404
    return Settings(
        slack=SlackSettings(bot_token=None),
        openai=OpenAISettings(
            api_key=SecretStr("sk-1"),
            base_url=api.url,
            chat_budget_s=60,
            embedding_model=embedding_model,
        ),
        store=StoreSettings(source=folder / "documents", data=folder / "data"),
    )


async def asked(app: App, text: str) -> Reply:
    return await app.conversation.handle(Message(Platform.CONSOLE, "c", "u", text))


@pytest.mark.parametrize(("question", "quote"), TOLD, ids=["en", "ko"])
async def test_it_chooses_with_this_machine_s_vectors(
    tmp_path: Path, api: OpenAIApi, question: str, quote: str
) -> None:
    api.play = chooses(quote)
    with closing(build(settings(tmp_path, api, embedding_model=""))) as app:
        report = await app.indexer.rebuild()
        reply = await asked(app, question)

    assert not report.words_only
    assert quote in reply.text
    assert api.embedded == []


@pytest.mark.parametrize(("question", "quote"), TOLD, ids=["en", "ko"])
async def test_without_the_setting_it_starts_finds_by_words_and_says_what_to_set(
    tmp_path: Path,
    api: OpenAIApi,
    question: str,
    quote: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    api.play = chooses(quote)
    chosen = settings(tmp_path, api, embedding_model="some-model")
    with closing(build(chosen)) as app:
        report = await app.indexer.rebuild()
        reply = await asked(app, question)
        shown = "\n".join(banner(chosen, app))

    assert report.words_only
    assert quote in reply.text
    assert "OPENAI_EMBEDDING_MODEL to a model that it has, or to nothing" in shown
    [line] = [one.__dict__ for one in caplog.records if "without an embedder" in one.message]
    assert "set OPENAI_EMBEDDING_MODEL" in line["reason"]
