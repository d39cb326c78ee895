"""What every pointer to the published index does."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.records.published import SqlPublished
from knowledge.index.artefacts import Artefact, Published, PublishedIndex, Withheld
from knowledge.model.errors import OutrunError
from knowledge.model.stored import as_json, of_json
from tests.engines.databases import ENGINES, database_of
from tests.engines.replicas import FakePublished

_LONG_S = 30.0
_FIRST = PublishedIndex(
    Artefact(1, "a" * 64, 5_000_000),
    previous=None,
    made_at="2026-11-28T10:00:00.000+00:00",
    withheld=(Withheld("b" * 64, "rolled back, 되돌림"),),
)
_SECOND = replace(_FIRST, artefact=Artefact(2, "c" * 64, 2**40), previous=_FIRST.artefact)
_BACK = replace(_FIRST, artefact=_FIRST.artefact, previous=_SECOND.artefact, withheld=())

Replicas = Callable[[], Published]
"""Opens the pointer as another replica does."""


@pytest.fixture(params=["fake", *ENGINES])
def replicas(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Replicas]:
    if request.param == "fake":
        shared = FakePublished()
        yield lambda: shared
        return
    with database_of(request, tmp_path) as database:
        yield lambda: SqlPublished(database)


async def test_nothing_is_published_at_first(replicas: Replicas) -> None:
    assert await replicas().current() is None


async def test_every_replica_sees_what_one_publishes(replicas: Replicas) -> None:
    leader, other = replicas(), replicas()

    await leader.publish(_FIRST, None)
    first = await other.current()
    await leader.publish(_SECOND, _FIRST)

    assert (first, await other.current()) == (_FIRST, _SECOND)


async def test_the_index_before_is_published_again_by_a_roll_back(replicas: Replicas) -> None:
    leader, other = replicas(), replicas()
    await leader.publish(_FIRST, None)
    await leader.publish(_SECOND, _FIRST)

    await other.publish(_BACK, _SECOND)

    assert await leader.current() == _BACK


@pytest.mark.parametrize("after", [None, _FIRST])
async def test_a_leader_that_was_paused_does_not_publish_over_a_newer_one(
    replicas: Replicas, after: PublishedIndex | None
) -> None:
    paused, leader = replicas(), replicas()
    await leader.publish(_FIRST, None)
    await leader.publish(_SECOND, _FIRST)

    with pytest.raises(OutrunError):
        await paused.publish(replace(_FIRST, artefact=Artefact(3, "d" * 64, 1)), after)

    assert await leader.current() == _SECOND


async def test_of_two_that_publish_at_once_one_wins(replicas: Replicas) -> None:
    first, second = replicas(), replicas()
    await first.publish(_FIRST, None)
    others = [replace(_SECOND, artefact=Artefact(number, "e" * 64, 1)) for number in (2, 3)]

    outcomes = await asyncio.gather(
        first.publish(others[0], _FIRST), second.publish(others[1], _FIRST), return_exceptions=True
    )

    assert [isinstance(one, OutrunError) for one in outcomes].count(True) == 1
    assert await first.current() == others[outcomes.index(None)]


async def test_no_number_is_given_twice(replicas: Replicas) -> None:
    opened = [replicas() for _ in range(4)]

    given = await asyncio.gather(*(one.next_number(0) for one in opened * 5))
    above = await opened[0].next_number(1000)
    after = await opened[1].next_number(7)

    assert sorted(given) == sorted(set(given))
    assert min(given) > 0
    assert (above > 1000, after > above) == (True, True)


async def test_a_replica_that_waits_is_woken_by_a_change(replicas: Replicas) -> None:
    leader, other = replicas(), replicas()
    waiting = asyncio.create_task(other.wait_for_change(None, _LONG_S))
    await asyncio.sleep(0)
    before = waiting.done()

    await leader.publish(_FIRST, None)

    async with asyncio.timeout(_LONG_S / 2):
        await waiting
    assert not before


async def test_a_change_before_the_wait_is_not_missed(replicas: Replicas) -> None:
    leader, other = replicas(), replicas()
    known = await other.current()
    await leader.publish(_FIRST, None)

    async with asyncio.timeout(_LONG_S / 2):
        await other.wait_for_change(known, _LONG_S)


async def test_the_wait_ends_without_a_change_too(replicas: Replicas) -> None:
    other = replicas()

    await other.wait_for_change(None, 0.01)

    assert await other.current() is None


@pytest.mark.parametrize("index", [_FIRST, _SECOND, _BACK])
def test_an_index_is_the_same_after_it_was_written_as_text(index: PublishedIndex) -> None:
    assert of_json(PublishedIndex, as_json(index)) == index
