"""What Prometheus reads at /metrics: true figures, for those who may, and nobody's words."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from aiohttp.test_utils import TestClient, TestServer
from prometheus_client.parser import text_string_to_metric_families
from pydantic import SecretStr

from adapters.chat.bot import Bot
from adapters.chat.under_way.work import Work
from adapters.web.watching.watchdog import Watchdog
from bot.answering.answer_cache import MemoryAnswerCache
from bot.conversation.rate_limits import Limits
from bot.main.app import App, build
from bot.main.serve.behind import behind_chats
from bot.main.serve.health import look
from bot.main.serve.web_server import build_server
from bot.model import Message, Platform
from bot.model.errors import InboxError, KeysError
from bot.model.health import Trouble
from bot.model.kept import Key, new_key_id, new_secret
from bot.settings import (
    DatabaseSettings,
    OpenAISettings,
    ServerSettings,
    Settings,
    SlackSettings,
    StoreSettings,
)
from knowledge.model.documents import Audience
from tests.engines.postgresql import PostgresqlServer
from tests.flow.conftest import Handbook

_DEPLOY = Path(__file__).parents[4] / "deploy" / "prometheus"
_QUESTIONS = (
    ("How much is the staff discount?", "answered", "en"),
    ("택배는 며칠 동안 보관하나요?", "answered", "ko"),
    ("Which planet is the largest?", "off_topic", "en"),
    ("hello", "talk", "en"),
)
_SECRET_WORDS = "My name is Margaret Okonkwo-Smith, 010-2345-6789"

Client = TestClient[Any, Any]
Figures = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture
def app(own_handbook: Handbook, tmp_path: Path) -> Iterator[App]:
    with closing(build(_settings(own_handbook, "127.0.0.1"))) as app:
        yield app


def _settings(handbook: Handbook, host: str) -> Settings:
    return Settings(
        slack=SlackSettings(bot_token=None),
        openai=OpenAISettings(api_key=None),
        store=StoreSettings(source=handbook.source, data=handbook.data),
        server=ServerSettings(host=host),
    )


@pytest.fixture
async def client(app: App, own_handbook: Handbook) -> AsyncIterator[Client]:
    server = build_server(_settings(own_handbook, "127.0.0.1"), app)
    async with TestClient(TestServer(server.application)) as client:
        yield client


async def _ask(client: Client, question: str) -> None:
    response = await client.post("/", data={"question": question})
    assert response.status == 200


async def _figures(client: Client) -> Figures:
    response = await client.get("/metrics")
    assert response.status == 200
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(await response.text())
        for sample in family.samples
    }


def _of(figures: Figures, name: str, **labels: str) -> float:
    return sum(
        value
        for (known, about), value in figures.items()
        if known == name and frozenset(labels.items()) <= about
    )


async def test_questions_are_counted_by_outcome_platform_and_language(client: Client) -> None:
    for question, _, _ in _QUESTIONS:
        await _ask(client, question)

    figures = await _figures(client)

    for _, outcome, language in _QUESTIONS:
        about = {"outcome": outcome, "language": language, "platform": "web"}
        assert _of(figures, "storewise_questions_total", **about) == 1
    assert _of(figures, "storewise_questions_total") == len(_QUESTIONS)
    assert _of(figures, "storewise_question_seconds_count") == len(_QUESTIONS)
    assert _of(figures, "storewise_step_seconds_count", step="classify") == len(_QUESTIONS)


async def test_a_repeated_question_is_counted_as_cached(client: Client) -> None:
    for _ in range(2):
        await _ask(client, _QUESTIONS[0][0])

    assert _of(await _figures(client), "storewise_cached_answers_total") == 1


async def test_the_state_of_the_server_is_shown(client: Client, app: App) -> None:
    figures = await _figures(client)

    published = app.generations.published()
    documents, passages = app.generations.size(published.number)
    assert _of(figures, "storewise_index_documents") == documents
    assert _of(figures, "storewise_index_passages") == passages
    assert _of(figures, "storewise_index_number") == published.number
    made_at = _of(figures, "storewise_index_made_timestamp_seconds")
    assert datetime.fromtimestamp(made_at, UTC) == datetime.fromisoformat(published.made_at)
    assert _of(figures, "storewise_inbox_open") == _of(figures, "storewise_jobs_waiting") == 0
    assert _of(figures, "storewise_leads") == _of(figures, "storewise_database_answers") == 1
    assert _of(figures, "storewise_trouble") == 0
    assert _of(figures, "process_resident_memory_bytes") > 0


async def test_a_part_that_does_not_work_is_named_until_it_does(
    client: Client, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(type(app.finding.file), "fault", lambda _: "damaged")
        during = await _figures(client)

    assert _of(during, "storewise_trouble", part="index", reason="damaged") == 1


async def test_a_database_that_does_not_answer_is_shown_and_keeps_no_figure_back(
    client: Client, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(_: object) -> None:
        raise InboxError("start it")

    with monkeypatch.context() as broken:
        broken.setattr(type(app.kept.inbox), "depth", away)
        during = await _figures(client)
    after = await _figures(client)

    assert _of(during, "storewise_database_answers") == 0
    assert _of(during, "storewise_index_documents") > 0
    assert _of(after, "storewise_database_answers") == 1


@pytest.mark.postgres
async def test_one_replica_leads_at_a_time(
    own_handbook: Handbook, tmp_path: Path, postgresql: PostgresqlServer
) -> None:
    with postgresql.database() as url:
        first, second = (
            _replica(own_handbook, tmp_path / name, url) for name in ("first", "second")
        )
        with closing(first), closing(second):
            leadership = first.upkeep.replica.leadership if first.upkeep.replica else None
            assert leadership is not None
            leading = asyncio.create_task(leadership.run())
            while not leadership.leads:  # noqa: ASYNC110 - the server tells nobody
                await asyncio.sleep(0.02)
            shown = [
                (await look(app, Work(), Watchdog().blocks, _no_troubles)).leads
                for app in (first, second)
            ]
            leading.cancel()
            await asyncio.gather(leading, return_exceptions=True)

    assert shown == [True, False]


def _replica(handbook: Handbook, data: Path, url: str) -> App:
    return build(
        Settings(
            slack=SlackSettings(bot_token=None),
            openai=OpenAISettings(api_key=None),
            store=StoreSettings(source=handbook.source, data=data),
            database=DatabaseSettings(url=SecretStr(url)),
        )
    )


async def _no_troubles() -> dict[str, Trouble]:
    return {}


async def test_an_error_is_counted_by_its_kind(
    client: Client, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError(_SECRET_WORDS)

    monkeypatch.setattr(type(app.conversation), "_reply", broken)
    await client.post("/", data={"question": _QUESTIONS[0][0]})

    figures = await _figures(client)

    assert _of(figures, "storewise_errors_total", kind="RuntimeError") == 1
    assert _of(figures, "storewise_questions_total", outcome="failed") == 1


@pytest.mark.spares
async def test_a_step_that_failed_without_costing_the_answer_is_counted(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError(_SECRET_WORDS)

    before = _of(await _figures(client), "storewise_spared_steps_total", step="cache")
    monkeypatch.setattr(MemoryAnswerCache, "keep", broken)
    await _ask(client, _QUESTIONS[0][0])

    figures = await _figures(client)

    assert _of(figures, "storewise_spared_steps_total", step="cache") == before + 1
    assert _of(figures, "storewise_questions_total", outcome="answered") == 1


async def test_a_reply_that_was_given_up_is_counted_and_named_as_a_trouble(
    app: App, own_handbook: Handbook, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = list[Bot]()

    def seen(settings: Settings, app: App, limits: Limits) -> Bot:
        bots.append(behind_chats(settings, app, limits))
        return bots[0]

    monkeypatch.setattr("bot.main.serve.web_server.behind_chats", seen)
    server = build_server(_settings(own_handbook, "127.0.0.1"), app)
    bots[0].given_up.note("slack", "no_text", "Look it up.")
    async with TestClient(TestServer(server.application)) as client:
        figures = await _figures(client)
        ready = await (await client.get("/readyz")).json()

    assert _of(figures, "storewise_replies_given_up_total", platform="slack") == 1
    assert _of(figures, "storewise_trouble", part="replies", reason="no_text") == 1
    assert "Look it up." in str(ready)


async def test_what_a_person_stops_is_counted_as_stopped(client: Client, app: App) -> None:
    message = Message(Platform.SLACK, "C1", "U1", _QUESTIONS[0][0])
    answering = asyncio.create_task(app.conversation.handle(message))
    await asyncio.sleep(0)
    answering.cancel()
    await asyncio.gather(answering, return_exceptions=True)

    stopped = _of(await _figures(client), "storewise_questions_total", outcome="stopped")

    assert stopped == 1


async def test_no_figure_has_anybodys_words(client: Client) -> None:
    await _ask(client, _SECRET_WORDS)
    await _ask(client, f"How much staff discount does {_SECRET_WORDS.split()[3]} get?")

    text = await (await client.get("/metrics")).text()

    words = re.findall(r"[A-Za-z]{4,}", f"{_SECRET_WORDS} discount")
    said = [word for word in words if re.search(rf"\b{word}\b", text, re.IGNORECASE)]
    assert said in ([], ["name"])  # "name" is in a description


async def test_questions_and_people_make_no_new_series(client: Client) -> None:
    counts = []
    for half in range(2):
        for number in range(10):
            question = f"How much is the staff discount? (till {half}{number})"
            form = {"question": question, "conversation_id": f"thread-{half}-{number}"}
            assert (await client.post("/", data=form)).status == 200
        counts.append(len(await _figures(client)))

    assert counts[1] == counts[0]


async def test_beyond_this_machine_a_key_is_needed(own_handbook: Handbook) -> None:
    settings = _settings(own_handbook, "0.0.0.0")  # noqa: S104 - nothing listens there
    with closing(build(settings)) as app:
        server = build_server(settings, app)
        secret, key_id = new_secret(), new_key_id()
        await app.kept.keys.add(Key(key_id, key_id, Audience.STAFF, datetime.now(UTC)), secret)
        async with TestClient(TestServer(server.application)) as client:
            without = await client.get("/metrics")
            wrong = await client.get("/metrics", headers={"Authorization": "Bearer sw_wrong"})
            known = await client.get("/metrics", headers={"Authorization": f"Bearer {secret}"})
        await app.kept.keys.revoke(key_id, datetime.now(UTC))

    assert (without.status, wrong.status, known.status) == (401, 401, 200)


async def test_the_last_key_is_good_while_the_keys_cannot_be_read_and_no_other_is(
    own_handbook: Handbook, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> Key:
        raise KeysError("start it")

    settings = _settings(own_handbook, "0.0.0.0")  # noqa: S104 - nothing listens there
    with closing(build(settings)) as app:
        server = build_server(settings, app)
        secret, key_id = new_secret(), new_key_id()
        await app.kept.keys.add(Key(key_id, key_id, Audience.STAFF, datetime.now(UTC)), secret)
        with_key, other = ({"Authorization": f"Bearer {one}"} for one in (secret, "sw_wrong"))
        async with TestClient(TestServer(server.application)) as client:
            before = await client.get("/metrics", headers=with_key)
            with monkeypatch.context() as broken:
                broken.setattr(type(app.kept.keys), "found", away)
                during = await client.get("/metrics", headers=with_key)
                wrong = await client.get("/metrics", headers=other)
                none = await client.get("/metrics")
            await app.kept.keys.revoke(key_id, datetime.now(UTC))
            revoked = await client.get("/metrics", headers=with_key)

    assert (before.status, during.status) == (200, 200)
    assert (wrong.status, none.status, revoked.status) == (503, 401, 401)


async def test_a_scrape_through_a_proxy_needs_a_key(client: Client) -> None:
    response = await client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.7"})

    assert response.status == 401


async def test_open_metrics_are_served_to_those_who_ask_for_them(client: Client) -> None:
    wanted = {"Accept": "application/openmetrics-text;version=1.0.0"}

    response = await client.get("/metrics", headers=wanted)

    assert response.headers["Content-Type"].startswith("application/openmetrics-text")
    assert (await response.text()).endswith("# EOF\n")


async def test_dashboard_and_alerts_ask_for_figures_that_exist(client: Client) -> None:
    text = await (await client.get("/metrics")).text()
    families = {family.name: family.type for family in text_string_to_metric_families(text)}
    board = json.loads((_DEPLOY / "dashboard.json").read_text(encoding="utf-8"))
    rules = yaml.safe_load((_DEPLOY / "alerts.yaml").read_text(encoding="utf-8"))
    asked = [one["expr"] for panel in board["panels"] for one in panel["targets"]]
    asked += [rule["expr"] for group in rules["groups"] for rule in group["rules"]]

    names = {name for one in asked for name in re.findall(r"\b(?:storewise|process)_\w+", one)}

    ends = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
    known = {f"{name}{end}" for name, kind in families.items() for end in ends.get(kind, ("",))} | {
        "storewise_build_info",
        "process_cpu_seconds_total",
    }
    assert len(names) > 15
    assert names <= known
