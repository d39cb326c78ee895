"""Administrators read once of a trouble, however many replicas notice it."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from adapters.database import Database
from adapters.records.counts import SqlShortLived
from adapters.web.watching.notices import MOST_AN_HOUR, HealthNotices, Words, tell_new
from adapters.web.watching.replicas import AmongReplicas
from bot.model.health import Trouble
from tests.engines.postgresql import PostgresqlServer

pytestmark = pytest.mark.postgres

Troubles = Mapping[str, Trouble]

MODEL = {"language_model": Trouble("auth", "Check OPENAI_API_KEY.")}
SLOW = {"language_model": Trouble("timeout", "Choose a faster model.")}
DISK = {"disk": Trouble("almost_full", "Make room.")}


class Clock:
    """A clock that a test sets."""

    now_s = 0.0

    def seconds(self) -> float:
        return self.now_s

    def day_time(self) -> datetime:
        return datetime(2026, 11, 28, tzinfo=UTC) + timedelta(seconds=self.now_s)


class Replica:
    """What one replica notices and tells."""

    def __init__(self, name: str, database: Database, clock: Clock, said: list[str]) -> None:
        self._clock = clock
        self._notices = HealthNotices(clock.seconds)
        shared = SqlShortLived(database, clock.day_time)
        self._among = AmongReplicas(shared, name, clock.seconds)
        self._said = said
        self.reaches = True
        self.dies = False

    async def looks(self, troubles: Troubles) -> None:
        async def tell(words: Words) -> bool:
            if self.dies:
                raise KeyboardInterrupt
            if self.reaches:
                self._said.append(words("en"))
                assert "storewise 담당자" in words("ko") or "다시 작동" in words("ko")
            return self.reaches

        await tell_new(troubles, self._notices, [tell], self._among)


class Office:
    """Two replicas that look every minute, and what administrators read."""

    def __init__(self, databases: tuple[Database, Database]) -> None:
        self.clock = Clock()
        self.said: list[str] = []
        names = ("storewise-0", "storewise-1")
        self._made = [
            partial(Replica, name, one, self.clock, self.said)
            for one, name in zip(databases, names, strict=True)
        ]
        self.one, self.other = (make() for make in self._made)

    def restarts(self) -> None:
        self.one = self._made[0]()

    async def look(self, one: Troubles, other: Troubles, minutes: int = 1) -> list[str]:
        """What administrators read meanwhile."""
        before = len(self.said)
        for _ in range(minutes):
            await self.one.looks(one)
            await self.other.looks(other)
            self.clock.now_s += 60.0
        return self.said[before:]


@pytest.fixture
def office(databases: tuple[Database, Database]) -> Office:
    return Office(databases)


async def test_what_all_notice_is_told_once_and_that_it_works_again_once(office: Office) -> None:
    broken = await office.look(MODEL, MODEL, minutes=20)
    works = await office.look({}, {}, minutes=20)
    later = await office.look(MODEL, MODEL, minutes=3)

    assert ["Check OPENAI_API_KEY." in one for one in broken] == [True]
    assert "Noticed by storewise-0." in broken[0]
    assert ["Working again" in one for one in works] == [True]
    assert len(later) == 1


async def test_what_one_alone_has_is_told_and_names_the_replica(office: Office) -> None:
    first = await office.look({}, DISK, minutes=3)
    second = await office.look(DISK, DISK, minutes=3)

    assert ["Noticed by storewise-1." in one for one in first] == [True]
    assert ["Noticed by storewise-0." in one for one in second] == [True]


async def test_it_works_again_only_when_no_replica_notices_it_any_more(office: Office) -> None:
    await office.look(MODEL, MODEL)

    half = await office.look({}, MODEL, minutes=20)
    whole = await office.look({}, {}, minutes=10)

    assert half == []
    assert ["Working again" in one for one in whole] == [True]


async def test_another_reason_is_told(office: Office) -> None:
    said = await office.look(MODEL, SLOW, minutes=5)

    assert ["OPENAI_API_KEY" in one for one in said] == [True, False]


async def test_a_replica_that_dies_while_it_tells_leaves_it_to_another(office: Office) -> None:
    office.one.dies = True
    with pytest.raises(KeyboardInterrupt):
        await office.one.looks(MODEL)
    office.restarts()

    at_once = await office.look({}, MODEL)
    later = await office.look({}, MODEL, minutes=3)

    assert (len(at_once), len(later)) == (0, 1)


async def test_after_the_teller_is_gone_another_says_that_it_works_again(office: Office) -> None:
    await office.look(MODEL, MODEL, minutes=2)
    office.restarts()
    again = await office.look(MODEL, MODEL, minutes=2)
    office.restarts()

    works = await office.look({}, {}, minutes=10)

    assert again == []
    assert ["Working again" in one for one in works] == [True]


async def test_a_replica_that_reaches_nobody_leaves_it_to_another(office: Office) -> None:
    office.one.reaches = False

    said = await office.look(MODEL, MODEL, minutes=2)

    assert ["Noticed by storewise-1." in one for one in said] == [True]


async def test_all_replicas_together_send_few_messages_an_hour(office: Office) -> None:
    troubles = [{f"part{number}": Trouble("down", "Look.")} for number in range(8)]

    for number, one in enumerate(troubles):
        await office.look(one if number % 2 else {}, {} if number % 2 else one)

    assert len(office.said) == MOST_AN_HOUR


async def test_while_the_database_is_away_each_tells_what_lasts(
    postgresql: PostgresqlServer,
    databases: tuple[Database, Database],
    office: Office,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("adapters.web.watching.replicas._PATIENCE_S", 0.05)
    postgresql.stop()
    try:
        at_first = await office.look(MODEL, MODEL, minutes=4)
        later = await office.look(MODEL, MODEL, minutes=4)
    finally:
        postgresql.start()

    assert (len(at_first), len(later)) == (0, 2)
