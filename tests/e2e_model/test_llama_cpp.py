"""A real language model, the smallest there is: it may choose badly, and must never do harm."""

import asyncio
from pathlib import Path

import openai
import pytest
from pydantic import SecretStr

from adapters.openai.chat import OpenAIChat
from bot.answering.choose.by_model import ModelChooser
from bot.main.app import build
from bot.model import Message, Platform
from bot.model.errors import ModelTrouble
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings
from knowledge.split.token_count import TokenCounter
from tests.unit import given

RULES = {
    "umbrellas.md": "# Umbrella rental\n\nA rented umbrella may be kept for 3 days.\n",
    "우산.md": "# 우산 대여\n\n빌린 우산은 5일 안에 반납해야 합니다.\n",
}
LONGEST_S = 600.0
"""A machine without a graphics card reads a prompt in a minute or two."""
ASKED = [
    ("how long may a customer keep a rented umbrella?", "3 days"),
    ("빌린 우산은 며칠 안에 반납해야 하나요?", "5일"),
]


@pytest.fixture
def settings(pytestconfig: pytest.Config) -> OpenAISettings:
    return OpenAISettings(
        api_key=SecretStr("sk-none"),
        base_url=pytestconfig.getoption("model_server"),
        chat_model="smollm2",
        embedding_model="",
        chat_budget_s=60.0,
        patience_s=60.0,
    )


@pytest.fixture
def chat(settings: OpenAISettings) -> OpenAIChat:
    client = openai.AsyncOpenAI(
        api_key="sk-none", base_url=settings.base_url, timeout=LONGEST_S, max_retries=0
    )
    return OpenAIChat(client, settings.chat_model, TokenCounter().count, style="chat")


async def test_its_reply_has_the_form_that_was_asked_for(chat: OpenAIChat) -> None:
    chooser = ModelChooser(chat, TokenCounter().count)
    units = [
        given.candidate(given.passage(one), one) for one in ("Keep it 3 days.", "We sell tea.")
    ]

    async with asyncio.timeout(LONGEST_S):
        chosen = await chooser.choose(given.question(ASKED[0][0]), units)

    assert set(chosen.places) <= {0, 1}
    assert chosen.denies or chosen.places or chosen.search_again


@pytest.mark.parametrize(("question", "held"), ASKED, ids=["en", "ko"])
async def test_the_documents_answer_whatever_it_says(
    tmp_path: Path, settings: OpenAISettings, question: str, held: str
) -> None:
    for name, text in RULES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    app = build(
        Settings(
            slack=SlackSettings(bot_token=None),
            openai=settings,
            store=StoreSettings(source=tmp_path, data=tmp_path / "data"),
        )
    )
    await app.indexer.rebuild()

    reply = await app.conversation.handle(Message(Platform.CONSOLE, "t", "u", question))
    app.close()

    assert held in reply.text
    assert reply.answer is not None
    assert set(reply.answer.troubles) <= {ModelTrouble.TIMEOUT, ModelTrouble.BAD_OUTPUT}
