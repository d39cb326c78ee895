"""What a language model is sent: statements for one question, and nobody's personal data."""

import json
import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from bot.__main__ import main
from bot.main.app import App, build
from bot.model import Message, Platform, Reply
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings
from tests.flow.stand_in.handbook import DISCOUNT, PARCELS
from tests.flow.stand_in.openai_api import READ, WRITTEN, Given, OpenAIApi, chooses, openai_api

FILES = {
    "umbrellas.md": (
        "# Umbrella rental\n\nA rented umbrella may be kept for 3 days. Questions go to Jiyoung at "
        "jiyoung.kim@canary.example or 010-9876-5432. The service line is 1588-0000.\n"
    ),
    "우산.md": (
        "# 우산 대여\n\n빌린 우산은 5일 안에 반납해야 합니다. 문의는 김지영 "
        "jiyoung.kim@canary.example, 010-9876-5432로 합니다. 대표 번호는 1588-0000입니다.\n"
    ),
    "secret.md": (
        "---\naudience: manager\n---\n# Umbrella margins\n\nA rented umbrella earns 41 percent.\n"
    ),
    "old.md": (
        "---\neffective_until: 2020-12-31\n---\n# Umbrella rental before\n\n"
        "A rented umbrella may be kept for 77 days.\n"
    ),
    "cakes.md": "# Cakes\n\nA cake is ordered two days ahead at the counter.\n",
}
ENGLISH = (
    "how long may a customer keep a rented umbrella?",
    "A rented umbrella may be kept for 3 days.",
)
KOREAN = ("빌린 우산은 며칠 안에 반납해야 하나요?", "빌린 우산은 5일 안에 반납해야 합니다.")
CANARIES = (
    "jiyoung.kim@canary.example",
    "010-9876-5432",
    "9876",
    "min@canary.example",
    "5555-1212",
)


@pytest.fixture(scope="module")
def api() -> Iterator[OpenAIApi]:
    with openai_api() as api:
        yield api


@pytest.fixture
def app(tmp_path: Path, api: OpenAIApi) -> Iterator[App]:
    (tmp_path / "documents").mkdir()
    for name, text in FILES.items():
        (tmp_path / "documents" / name).write_text(text, encoding="utf-8")
    api.asked.clear()
    settings = Settings(
        slack=SlackSettings(bot_token=None),
        openai=OpenAISettings(
            api_key=SecretStr("sk-1"),
            base_url=api.url,
            chat_budget_s=60,
            price_input=0.5,
            price_output=2,
        ),
        store=StoreSettings(source=tmp_path / "documents", data=tmp_path / "data"),
    )
    with closing(build(settings)) as app:
        yield app


async def asked(app: App, text: str) -> Reply:
    await app.indexer.rebuild()
    return await app.conversation.handle(Message(Platform.CONSOLE, "c", "u", text))


@pytest.mark.parametrize(("question", "quote"), [ENGLISH, KOREAN], ids=["en", "ko"])
async def test_no_personal_data_of_a_question_or_a_document_is_sent(
    app: App, api: OpenAIApi, question: str, quote: str
) -> None:
    api.play = chooses(quote)

    await asked(app, f"min@canary.example 010-5555-1212 {question}")

    sent = json.dumps([one.body for one in api.asked], ensure_ascii=False)
    assert quote in sent
    assert "1588-0000" in sent
    assert not [canary for canary in CANARIES if canary in sent]
    assert not [canary for canary in CANARIES if canary in "".join(api.embedded)]


@pytest.mark.parametrize(("question", "quote"), [ENGLISH, KOREAN], ids=["en", "ko"])
async def test_only_statements_that_the_person_may_read_and_that_are_in_force_are_sent(
    app: App, api: OpenAIApi, question: str, quote: str
) -> None:
    api.play = chooses(quote)

    reply = await asked(app, question)

    assert reply.answer is not None
    found = [hit.passage.text for hit in reply.answer.found.hits]
    [sent] = api.asked
    assert quote in sent.units.values()
    assert all(any(unit in text for text in found) for unit in sent.units.values())
    assert "41 percent" not in sent.message
    assert "77 days" not in sent.message


@pytest.mark.parametrize(("question", "quote"), [ENGLISH, KOREAN], ids=["en", "ko"])
@pytest.mark.parametrize("status", [200, 401])
async def test_no_words_of_a_question_or_a_document_are_logged(
    app: App,
    api: OpenAIApi,
    question: str,
    quote: str,
    status: int,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    well = chooses(quote)
    api.play = lambda one: well(one) if status == 200 else Given(status=status)

    reply = await asked(app, question)

    logged = caplog.text + str([record.__dict__ for record in caplog.records])
    assert quote in reply.text
    assert question not in logged
    assert quote not in logged
    assert "sk-1" not in logged


async def test_the_log_line_says_who_chose_and_what_it_took(
    app: App, api: OpenAIApi, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    api.play = chooses("A cake is ordered two days ahead")

    await asked(app, "when is a cake ordered?")

    told = done(caplog)
    assert told["model"] == "gpt-5.4-mini"
    assert (told["input_tokens"], told["output_tokens"]) == (READ, WRITTEN)
    assert told["cost"] == pytest.approx((READ * 0.5 + WRITTEN * 2) / 1e6)
    assert told["model_calls"] == 1
    assert {"generate", "model", "check"} <= set(told["steps"])


async def test_the_log_line_says_what_became_of_a_model_that_failed(
    app: App, api: OpenAIApi, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    api.play = lambda _: Given(status=429)

    await asked(app, ENGLISH[0])

    told = done(caplog)
    assert (told["model"], told["model_trouble"]) == ("extractive", "rate")
    assert told["verdict"] == "pass"


def done(caplog: pytest.LogCaptureFixture) -> dict[str, Any]:
    [line] = [one.__dict__ for one in caplog.records if one.message == "request done"]
    return line


@pytest.mark.usefixtures("source", "process_as_it_was")
@pytest.mark.parametrize(
    ("question", "quote"),
    [
        (DISCOUNT, "Purchases with the staff discount are limited to ₩300,000 a month"),
        (PARCELS, "18:00 이후에 접수한 택배는 다음 영업일에 발송됩니다."),
    ],
    ids=["en", "ko"],
)
def test_on_the_command_line_the_chosen_statement_is_shown_with_who_chose_it(
    api: OpenAIApi,
    question: str,
    quote: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
    monkeypatch.setenv("OPENAI_BASE_URL", api.url)
    monkeypatch.setenv("OPENAI_CHAT_BUDGET_S", "60")
    api.play = chooses(quote)

    code = main(["ask", question])
    shown = capsys.readouterr().out
    main(["ask", "--json", question])
    printed = json.loads(capsys.readouterr().out)

    assert code == 0
    assert shown.startswith(quote)
    assert printed["model"] == "gpt-5.4-mini"
    assert printed["spent"] == {"input_tokens": READ, "output_tokens": WRITTEN}
    assert printed["citations"][0]["quote"].startswith(quote)
