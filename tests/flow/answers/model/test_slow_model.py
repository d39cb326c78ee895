"""A slow language model: waited for where there is no answer without it, followed where one is."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from aiohttp.test_utils import TestClient, TestServer
from pydantic import SecretStr

from bot.main.app import App, build, open_kept
from bot.main.serve.web_server import build_server
from bot.model import Message, Platform, Reply, Verdict, Wait
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings, TeamsSettings
from tests.flow.stand_in.openai_api import (
    DENIED,
    READ,
    WRITTEN,
    Asked,
    Given,
    OpenAIApi,
    choice_of,
    chooses,
    openai_api,
    thinking,
)

FILES = {
    "umbrellas.md": "# Umbrella rental\n\nA rented umbrella may be kept for 3 days.\n\n"
    "A rented umbrella of a member may be kept for 9 days.\n",
    "우산.md": "# 우산 대여\n\n빌린 우산은 5일 안에 반납해야 합니다.\n\n"
    "회원 우산의 대여 기간은 9일입니다.\n",
    "cakes.md": "# Cakes\n\nA cake is ordered two days ahead at the counter.\n",
}
SHORT_S, LONG_S = 0.05, 60.0
"""The model's time: less than it takes, and more than any machine takes."""
THINKS_S = 0.5
ENGLISH = "A rented umbrella may be kept for 3 days."
KOREAN = "빌린 우산은 5일 안에 반납해야 합니다."
DOUBTED = pytest.mark.parametrize(
    ("question", "told"),
    [("brolly back by when?", ENGLISH), ("우산 며칠 쓸 수 있어요?", KOREAN)],
    ids=["en", "ko"],
)
SURE = pytest.mark.parametrize(
    ("question", "own"),
    [
        ("how long may a customer keep a rented umbrella?", ENGLISH),
        ("빌린 우산은 며칠 안에 반납해야 하나요?", KOREAN),
    ],
    ids=["en", "ko"],
)


@pytest.fixture(scope="module")
def api() -> Iterator[OpenAIApi]:
    with openai_api() as api:
        yield api


@pytest.fixture
def settings(tmp_path: Path, api: OpenAIApi) -> Settings:
    return settings_with(tmp_path, api)


def settings_with(tmp_path: Path, api: OpenAIApi) -> Settings:
    """Documents about umbrellas, and a model that has hardly any time."""
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


async def asked(app: App, text: str, wait: Wait = Wait.PATIENT, thread: str = "") -> Reply:
    await app.indexer.rebuild()
    message = Message(Platform.SLACK, thread, "u", text, wait=wait)
    return await app.conversation.handle(message)


@DOUBTED
async def test_a_doubted_question_is_answered_by_a_model_that_takes_its_time(
    app: App, api: OpenAIApi, question: str, told: str
) -> None:
    api.play = thinking(THINKS_S, chooses(told))

    reply = await asked(app, question)

    assert reply.verdict is Verdict.PASS
    assert told in reply.text


@DOUBTED
async def test_in_a_dialog_a_doubted_question_gets_no_more_than_the_usual_time(
    app: App, api: OpenAIApi, question: str, told: str
) -> None:
    api.play = thinking(THINKS_S, chooses(told))

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


CHOICES = [
    (
        "how long may a customer keep a rented umbrella?",
        ENGLISH,
        "A rented umbrella of a member may be kept for 9 days.",
    ),
    (
        "빌린 우산은 며칠 안에 반납해야 하나요?",
        KOREAN,
        "회원 우산의 대여 기간은 9일입니다.",
    ),
]
CHOSEN = pytest.mark.parametrize(("question", "own", "better"), CHOICES, ids=["en", "ko"])


@dataclass
class Screen:
    """A chat that shows later choices, unless it cannot."""

    can_change: bool = True
    shown: list[Reply] = field(default_factory=list)

    async def put(self, reply: Reply) -> bool:
        self.shown.append(reply)
        return self.can_change


async def followed(reply: Reply, screen: Screen) -> None:
    assert reply.later is not None
    await reply.later(reply, screen.put)


@CHOSEN
async def test_a_choice_that_comes_later_is_shown_stored_and_in_the_audit_log(
    app: App, settings: Settings, api: OpenAIApi, question: str, own: str, better: str
) -> None:
    api.play = thinking(THINKS_S, chooses(better))

    reply = await asked(app, question, Wait.EDITABLE, thread="t")
    first = await app.kept.records.find(reply.trace_id)
    screen = Screen()
    await followed(reply, screen)
    then = await app.kept.records.find(reply.trace_id)

    [shown] = screen.shown
    assert own in reply.text
    assert better in shown.text
    assert own not in shown.text
    assert [better in one.quote for one in shown.sources] == [True]
    assert (shown.verdict, shown.suggestions) == (reply.verdict, reply.suggestions)
    assert (shown.trace_id, shown.kept, shown.later) == (reply.trace_id, True, None)
    assert first is not None
    assert then is not None
    assert then == replace(first, reply=then.reply)
    assert [own in first.reply.text, better in then.reply.text] == [True, True]
    with open_kept(settings) as kept:
        log = await kept.audit.read(datetime(2020, 1, 1, tzinfo=UTC))
    audited = [one for one in log.entries if one.what == reply.trace_id]
    assert [one.about["model"] for one in audited] == ["extractive", "gpt-5.4-mini"]
    assert len(api.asked) == 1


@CHOSEN
async def test_a_choice_that_could_not_be_shown_is_not_stored(
    app: App, api: OpenAIApi, question: str, own: str, better: str
) -> None:
    api.play = thinking(THINKS_S, chooses(better))

    reply = await asked(app, question, Wait.EDITABLE, thread="t")
    await followed(reply, Screen(can_change=False))
    stored = await app.kept.records.find(reply.trace_id)

    assert stored is not None
    assert better not in stored.reply.text


@pytest.mark.parametrize("what", ["unknown", "denial", "broken", "the same"])
@CHOSEN
async def test_nothing_but_another_choice_takes_an_answer_s_place(
    app: App, api: OpenAIApi, question: str, own: str, better: str, what: str
) -> None:
    plays = {
        "unknown": lambda _: Given(choice_of(99)),
        "denial": lambda _: DENIED,
        "broken": lambda _: Given(status=503),
        "the same": chooses(own),
    }
    api.play = thinking(THINKS_S, plays[what])

    reply = await asked(app, question, Wait.EDITABLE)
    screen = Screen()
    await followed(reply, screen)

    assert own in reply.text
    assert screen.shown == []


@CHOSEN
async def test_an_answer_of_another_index_takes_no_place(
    app: App, settings: Settings, api: OpenAIApi, question: str, own: str, better: str
) -> None:
    api.play = thinking(THINKS_S, chooses(better))

    reply = await asked(app, question, Wait.EDITABLE)
    assert settings.store.source is not None
    (settings.store.source.paths[0] / "more.md").write_text("# Gloves\n\nGloves are sold in pairs.")
    await app.indexer.rebuild()
    screen = Screen()
    await followed(reply, screen)

    assert screen.shown == []


@CHOSEN
@pytest.mark.parametrize("wait", [Wait.PATIENT, Wait.SHORT])
async def test_a_reply_that_cannot_be_replaced_has_no_later_choice(
    app: App, api: OpenAIApi, question: str, own: str, better: str, wait: Wait
) -> None:
    api.play = thinking(THINKS_S, chooses(better))

    reply = await asked(app, question, wait)

    assert own in reply.text
    assert reply.later is None


async def test_of_several_questions_the_late_part_is_replaced_and_the_rest_stays(
    app: App, api: OpenAIApi
) -> None:
    said, umbrella = CHOICES[0][2], ENGLISH
    cake = "A cake is ordered two days ahead at the counter."

    def play(one: Asked) -> Given:
        is_late = "umbrella" in one.message.rpartition("<question")[2]
        told = said if is_late else cake
        return thinking(THINKS_S if is_late else 0.0, chooses(told))(one)

    api.play = play
    text = "How long may a customer keep a rented umbrella? When is a cake ordered?"

    reply = await asked(app, text, Wait.EDITABLE)
    screen = Screen()
    await followed(reply, screen)

    [shown] = screen.shown
    assert [umbrella in reply.text, cake in reply.text] == [True, True]
    assert [said in shown.text, cake in shown.text] == [True, True]
    assert umbrella not in shown.text


async def test_a_later_choice_s_tokens_are_in_the_log(
    app: App, api: OpenAIApi, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    question, _, better = CHOICES[0]
    api.play = thinking(THINKS_S, chooses(better))

    reply = await asked(app, question, Wait.EDITABLE)
    await followed(reply, Screen())

    first, later = [one.__dict__ for one in caplog.records if one.message == "request done"]
    assert "output_tokens" not in first
    assert (later["input_tokens"], later["output_tokens"]) == (READ, WRITTEN)
    assert (later["trace_id"], later["reworded"], later["replaced"]) == (reply.trace_id, True, True)


async def test_ready_says_that_the_model_is_not_used_and_why_until_it_is(
    app: App, settings: Settings, api: OpenAIApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, told = "brolly back by when?", ENGLISH
    monkeypatch.setattr("bot.main.serve.web_server._KEPT_S", 0.0)
    await app.indexer.rebuild()
    server = build_server(settings, app)

    async with TestClient(TestServer(server.application)) as client:

        async def ready() -> object:
            response = await client.get("/readyz")
            return response.status, await response.json()

        before = await ready()
        api.play = lambda _: Given(status=404)
        await asked(app, question)
        without = await ready()
        api.play = chooses(told)
        await asked(app, question)

        assert before == (200, {"status": "ready"})
        cure = "Check OPENAI_CHAT_MODEL and OPENAI_BASE_URL."
        reasons = {"language_model": {"reason": "config", "cure": cure}}
        assert without == (200, {"status": "limited", "reasons": reasons})
        assert await ready() == before
