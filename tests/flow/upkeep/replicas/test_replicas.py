"""Two replicas of the bot, each with its own data directory, answer from one published index."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from aiohttp.test_utils import TestServer
from pydantic import SecretStr

from bot.main.app import App, build
from bot.main.serve.health import index_check, vectors_check
from bot.main.serve.web_server import build_server
from bot.model import Question, SafeText
from bot.settings import Settings
from bot.settings.models import DatabaseSettings
from bot.upkeep.indexing.index_guard import IndexGuard
from bot.upkeep.whereabouts import carried_gate, fitted_gate
from knowledge.index.artefacts import Companion
from knowledge.index.storage.reader_counts import ReaderCounts
from knowledge.index.vector_store import ChromaStore
from knowledge.model.documents import Filters, Language
from tests.engines.postgresql import PostgresqlServer
from tests.engines.replicas import FakePublished, FakeShelf, Replica, replica
from tests.flow.stand_in import editions
from tests.sample_bot import sample_bot, sample_settings

_ASKED: list[tuple[str, Language, str]] = [
    ("How long can unopened headphones be returned?", "en", "14 days"),
    ("미개봉 헤드폰은 며칠 안에 환불되나요?", "ko", "14일"),
]


@pytest.fixture(scope="module")
def leader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    with sample_bot(sample_settings(tmp_path_factory.mktemp("seoul"))) as app:
        yield app


@pytest.fixture
def other(tmp_path: Path) -> Iterator[App]:
    with closing(build(sample_settings(tmp_path / "busan"))) as app:
        yield app


def _replica(app: App, data: Path, published: FakePublished, shelf: FakeShelf) -> Replica:
    assert isinstance(app.finding.store, ChromaStore)
    gate = Companion(
        "gate.json",
        lambda: fitted_gate(app.finding.source(), data),
        lambda at: carried_gate(at, data),
    )
    return replica(
        data, app.finding.file, ReaderCounts(), published, shelf, app.finding.store, [gate]
    )


async def _answers(app: App) -> list[str]:
    questions = [
        Question(SafeText(asked), language, Filters(as_of=date(2026, 11, 21)))
        for asked, language, _ in _ASKED
    ]
    return [(await app.ways.past_cache.answer(one)).text for one in questions]


async def test_the_sample_that_one_indexed_answers_on_the_other(
    leader: App, other: App, tmp_path: Path
) -> None:
    published, shelf = FakePublished(), FakeShelf(tmp_path / "shelf")
    seoul, busan = leader.finding.file.path.parent, other.finding.file.path.parent
    leads = _replica(leader, seoul, published, shelf)
    follows = _replica(other, busan, published, shelf)
    before = await index_check(other)()

    await leads.sharing.catch_up()
    await follows.follower.follow()

    answers = await _answers(other)
    assert before is not None
    assert answers == await _answers(leader)
    assert all(told in answer for answer, (*_, told) in zip(answers, _ASKED, strict=True))
    assert [await index_check(other)(), await vectors_check(other)()] == [None, None]
    assert other.indexer.status().review == leader.indexer.status().review


async def test_weights_fitted_on_one_replica_come_to_the_other_with_the_index(
    leader: App, other: App, tmp_path: Path
) -> None:
    published, shelf = FakePublished(), FakeShelf(tmp_path / "shelf")
    seoul, busan = leader.finding.file.path.parent, other.finding.file.path.parent
    fitted = fitted_gate(leader.finding.source(), seoul)
    fitted.write_text(json.dumps({"fitted_to": "검증 질문"}), encoding="utf-8")

    try:
        await _replica(leader, seoul, published, shelf).sharing.catch_up()
    finally:
        fitted.unlink()
    await _replica(other, busan, published, shelf).follower.follow()

    found = fitted_gate(other.finding.source(), busan)
    assert json.loads(found.read_text(encoding="utf-8")) == {"fitted_to": "검증 질문"}


async def test_a_replica_that_lost_its_index_fetches_it_without_documents(
    leader: App, other: App, tmp_path: Path
) -> None:
    published, shelf = FakePublished(), FakeShelf(tmp_path / "shelf")
    seoul, busan = leader.finding.file.path.parent, other.finding.file.path.parent
    await _replica(leader, seoul, published, shelf).sharing.catch_up()
    follows = _replica(other, busan, published, shelf)
    await follows.follower.follow()
    (busan / "knowledge.db").unlink()
    guard = IndexGuard(
        other.finding.file.fault,
        other.finding.file.renew,
        other.indexer,
        other.finding.source,
        busan,
        look_s=0.01,
        fetch=follows.follower.follow,
    )

    watching = asyncio.create_task(guard.watch())
    async with asyncio.timeout(60):
        await _until(
            lambda: (
                not other.finding.file.fault() and follows.importer.carried.pointer() is not None
            )
        )
    watching.cancel()

    assert other.finding.file.fault() is None
    assert await _answers(other) == await _answers(leader)


async def _until(done: Callable[[], bool]) -> None:
    while not done():  # noqa: ASYNC110 - as a question looks
        await asyncio.sleep(0.01)


@pytest.mark.postgres
async def test_a_replica_that_was_away_answers_from_the_published_index_at_once(
    postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    source = tmp_path / "documents"
    with (
        postgresql.database() as url,
        closing(build(_shared(url, source, tmp_path / "seoul"))) as leads,
    ):
        editions.write(source, 1001)
        await leads.indexer.rebuild()
        with closing(build(_shared(url, source, tmp_path / "busan"))) as away:
            assert away.upkeep.replica is not None
            await away.upkeep.replica.follower.follow()
        editions.write(source, 1002)
        await leads.indexer.rebuild()

        settings = _shared(url, source, tmp_path / "busan")
        with closing(build(settings)) as back:
            async with TestServer(build_server(settings, back).application):
                found = [await editions.answered(back, asked) for asked in editions.QUESTIONS]

    assert found == [{1002}, {1002}]


def _shared(url: str, source: Path, data: Path) -> Settings:
    database = DatabaseSettings(url=SecretStr(url))
    return editions.settings(source, data).model_copy(update={"database": database})
