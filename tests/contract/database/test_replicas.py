"""Several replicas, one database: one answers each question, threads go in order, one leads."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adapters.database import Database
from adapters.database.locks import Leadership, alone
from adapters.records.inbox import SqlInbox
from bot.model import Platform
from bot.model.kept import Accepted
from knowledge.model.errors import AlreadyIndexingError
from tests.engines.postgresql import PostgresqlServer

LEASE = timedelta(seconds=0.6)
SOON_S = 10.0


@pytest.fixture
def url(postgresql: PostgresqlServer) -> Iterator[str]:
    with postgresql.tables() as made:
        yield made


@pytest.fixture
def databases(url: str, tmp_path: Path) -> Iterator[list[Database]]:
    """The same database as two replicas see it."""
    opened = [Database(tmp_path / name, url) for name in ("seoul", "busan")]
    yield opened
    for one in opened:
        one.close()


@pytest.fixture
def inboxes(databases: list[Database]) -> list[SqlInbox]:
    return [SqlInbox(one, lease=LEASE) for one in databases]


def question(number: int, thread: str = "") -> Accepted:
    return Accepted(
        f"r{number}", f"k{number}", Platform.SLACK, "{}", datetime.now(UTC), thread=thread
    )


async def test_a_delivery_that_comes_to_two_replicas_at_once_is_taken_by_one(
    inboxes: list[SqlInbox],
) -> None:
    both = [question(1), replace(question(1), answer_id="r1b")]

    taken = await asyncio.gather(
        *(inbox.accept(one) for inbox, one in zip(inboxes * 5, both * 5, strict=True))
    )

    assert taken.count(True) == 1


async def test_what_a_living_replica_works_on_is_its_own(databases: list[Database]) -> None:
    seoul, busan = (SqlInbox(one) for one in databases)
    await seoul.accept(question(1))

    assert await busan.claim(Platform.SLACK) == []


async def test_what_a_dead_replica_worked_on_goes_to_one_other(
    inboxes: list[SqlInbox], databases: list[Database]
) -> None:
    seoul, busan = inboxes
    await seoul.accept(question(1))
    await asyncio.sleep(2 * LEASE.total_seconds())
    third = SqlInbox(databases[0], lease=LEASE)

    claimed = await asyncio.gather(busan.claim(Platform.SLACK), third.claim(Platform.SLACK))

    assert sorted(map(len, claimed)) == [0, 1]


async def test_a_replica_that_was_only_paused_does_not_post_what_another_has_taken(
    inboxes: list[SqlInbox],
) -> None:
    seoul, busan = inboxes
    await seoul.accept(question(1))
    await asyncio.sleep(2 * LEASE.total_seconds())
    await busan.claim(Platform.SLACK)

    assert await seoul.posting("r1") is False
    assert await busan.posting("r1") is True


async def test_what_a_replica_leaves_wakes_another(inboxes: list[SqlInbox]) -> None:
    seoul, busan = inboxes
    await seoul.accept(question(1))
    waiting = asyncio.create_task(busan.left(SOON_S))
    await asyncio.sleep(1)

    await seoul.leave()

    async with asyncio.timeout(SOON_S / 2):
        await waiting
    assert [one.answer_id for one in await busan.claim(Platform.SLACK)] == ["r1"]


async def test_a_thread_goes_in_order_whoever_has_its_questions(inboxes: list[SqlInbox]) -> None:
    seoul, busan = inboxes
    await seoul.accept(question(1, "환불"))
    await busan.accept(question(2, "환불"))
    await busan.accept(question(3, "other"))
    turn = asyncio.create_task(busan.turn("r2"))

    await asyncio.wait_for(busan.turn("r3"), SOON_S)
    early = turn.done()
    await seoul.settle("r1")

    await asyncio.wait_for(turn, SOON_S)
    assert not early


async def test_a_question_that_was_put_off_holds_up_none_of_its_thread(
    inboxes: list[SqlInbox],
) -> None:
    seoul, busan = inboxes
    await seoul.accept(question(1, "환불"))
    await busan.accept(question(2, "환불"))

    await seoul.postpone("r1", datetime.now(UTC) + timedelta(minutes=1))

    await asyncio.wait_for(busan.turn("r2"), SOON_S)


async def test_a_stop_reaches_the_replica_that_works(inboxes: list[SqlInbox]) -> None:
    seoul, busan = inboxes
    told: asyncio.Queue[str] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def noted(thread: str) -> None:
        loop.call_soon_threadsafe(told.put_nowait, thread)

    seoul.stopped(noted)
    await seoul.accept(question(1, "환불"))
    await asyncio.sleep(1)

    stopped = await busan.stop(Platform.SLACK, "환불")

    async with asyncio.timeout(SOON_S):
        while await told.get() != "환불":
            pass
    assert stopped == 1
    assert await seoul.posting("r1") is False


async def test_an_accepted_question_survives_a_restart_of_the_server(
    inboxes: list[SqlInbox], postgresql: PostgresqlServer
) -> None:
    seoul, busan = inboxes
    await seoul.accept(question(1))

    restarting = asyncio.create_task(asyncio.to_thread(postgresql.restart))
    taken = [await busan.accept(question(number)) for number in range(2, 20)]
    await restarting
    again = await busan.accept(question(5))

    assert all(taken)
    assert not again
    assert (await busan.depth()).count == 19


async def test_one_replica_leads_and_another_takes_over(databases: list[Database]) -> None:
    first, second = (Leadership(one.lock("leads"), look_s=0.1) for one in databases)
    leading = asyncio.create_task(first.run())
    await asyncio.wait_for(first.wait(), SOON_S)
    following = asyncio.create_task(second.run())
    await asyncio.sleep(0.5)
    before = second.leads

    leading.cancel()
    await asyncio.gather(leading, return_exceptions=True)

    await asyncio.wait_for(second.wait(), SOON_S)
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    assert not before


async def test_who_loses_the_server_leads_no_more_until_it_is_back(
    databases: list[Database], postgresql: PostgresqlServer
) -> None:
    leadership = Leadership(databases[0].lock("leads"), look_s=0.1)
    done: list[str] = []

    async def work() -> None:
        done.append("begun")
        try:
            await asyncio.sleep(60)
        finally:
            done.append("ended")

    tasks = [
        asyncio.create_task(leadership.run()),
        asyncio.create_task(leadership.while_leading(work)),
    ]
    await asyncio.wait_for(leadership.wait(), SOON_S)
    await asyncio.sleep(0.1)

    await asyncio.to_thread(postgresql.restart)
    async with asyncio.timeout(SOON_S):
        while done.count("begun") < 2:  # noqa: ASYNC110 - as it comes
            await asyncio.sleep(0.05)

    for one in tasks:
        one.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert done[:3] == ["begun", "ended", "begun"]


async def test_two_replicas_do_not_index_at_once(databases: list[Database]) -> None:
    seoul, busan = databases
    async with alone(lambda: seoul.lock("indexes"), AlreadyIndexingError):
        with pytest.raises(AlreadyIndexingError):
            async with alone(lambda: busan.lock("indexes"), AlreadyIndexingError):
                pass

    async with alone(lambda: busan.lock("indexes"), AlreadyIndexingError):
        pass


def test_one_alone_needs_no_lock(tmp_path: Path) -> None:
    with closing(Database(tmp_path)) as database:
        assert database.lock("leads") is None
        assert Leadership(database.lock("leads")).leads
