"""What every passage store does."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from knowledge.index.vector_store import ChromaStore, PassageStore
from knowledge.index.vector_store.server import ChromaServerStore
from knowledge.model.errors import IndexMissingError
from knowledge.models.embedder import Vector
from tests.unit.knowledge.memory_store import MemoryStore


@pytest.fixture(params=["memory", "embedded", "embedded graph", "server", "server graph"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[PassageStore]:
    opened = _opened(request, tmp_path)
    yield opened
    opened.close()
    again = _opened(request, tmp_path)
    await again.keep_only([])
    again.close()


def _opened(request: pytest.FixtureRequest, folder: Path) -> PassageStore:
    if request.param == "memory":
        return MemoryStore()
    if request.param == "embedded":
        return ChromaStore(folder / "벡터 chroma")
    if request.param == "embedded graph":
        return ChromaStore(folder / "벡터 chroma", exact_up_to=0)
    url, owner = request.getfixturevalue("chroma_url"), folder / "chroma.owner"
    if request.param == "server":
        return ChromaServerStore(url, owner)
    return ChromaServerStore(url, owner, exact_up_to=0)


def _unit(*numbers: float) -> Vector:
    vector = np.asarray(numbers, dtype=np.float32)
    return vector / np.float32(np.linalg.norm(vector))


_IDS = ["refund-en@1#a", "환불-규정@1.10#b", "hours@2#c-2"]
_VECTORS = [_unit(1, 0, 0), _unit(3, 4, 0), _unit(0, 0, -1)]


async def test_the_nearest_come_first_with_their_cosine(store: PassageStore) -> None:
    await store.add(1, _IDS, _VECTORS)

    near = await store.nearest(1, _unit(1, 0, 0), 3)

    assert [passage_id for passage_id, _ in near] == _IDS
    assert [cosine for _, cosine in near] == pytest.approx([1.0, 0.6, 0.0], abs=1e-5)


async def test_an_opposite_meaning_has_a_cosine_below_zero(store: PassageStore) -> None:
    await store.add(1, _IDS[:1], [_unit(-1, 0, 0)])

    [(_, cosine)] = await store.nearest(1, _unit(1, 0, 0), 3)

    assert cosine == pytest.approx(-1.0, abs=1e-5)


async def test_no_more_come_than_were_asked_for(store: PassageStore) -> None:
    await store.add(1, _IDS, _VECTORS)

    assert [found for found, _ in await store.nearest(1, _unit(0, 1, 0), 1)] == _IDS[1:2]
    assert len(await store.nearest(1, _unit(0, 1, 0), 300)) == 3


async def test_vectors_come_back_as_they_were(store: PassageStore) -> None:
    await store.add(1, _IDS, _VECTORS)

    found = await store.vectors(1, [_IDS[2], _IDS[0], "unknown"])

    assert set(found) == {_IDS[0], _IDS[2]}
    assert found[_IDS[0]].dtype == np.float32
    np.testing.assert_allclose(found[_IDS[2]], _VECTORS[2], atol=1e-6)


async def test_vectors_of_nothing_are_none(store: PassageStore) -> None:
    await store.add(1, _IDS, _VECTORS)

    assert await store.vectors(1, []) == {}


async def test_a_generation_that_is_missing_is_said_so(store: PassageStore) -> None:
    with pytest.raises(IndexMissingError, match="storewise reindex"):
        await store.nearest(7, _unit(1, 0, 0), 3)
    with pytest.raises(IndexMissingError, match="storewise reindex"):
        await store.vectors(7, _IDS)


async def test_generations_do_not_mix(store: PassageStore) -> None:
    await store.add(1, _IDS[:1], _VECTORS[:1])
    await store.add(2, _IDS[1:], _VECTORS[1:])

    near = await store.nearest(1, _unit(1, 0, 0), 10)

    assert [passage_id for passage_id, _ in near] == _IDS[:1]


async def test_a_generation_made_again_holds_the_new_passages_only(store: PassageStore) -> None:
    await store.add(1, _IDS, _VECTORS)
    await store.nearest(1, _unit(0, 1, 0), 10)

    await store.add(1, _IDS[:1], [_unit(0, 1, 0)])

    [(passage_id, cosine)] = await store.nearest(1, _unit(0, 1, 0), 10)
    assert passage_id == _IDS[0]
    assert cosine == pytest.approx(1.0, abs=1e-5)


async def test_only_the_generations_that_are_named_are_kept(store: PassageStore) -> None:
    for generation in (1, 2, 3, 4):
        await store.add(generation, _IDS, _VECTORS)

    await store.keep_only([2, 3])

    for generation in (2, 3):
        assert len(await store.nearest(generation, _unit(1, 0, 0), 10)) == 3
    for generation in (1, 4):
        with pytest.raises(IndexMissingError):
            await store.nearest(generation, _unit(1, 0, 0), 10)


async def test_keeping_a_generation_that_never_was_does_not_make_it(store: PassageStore) -> None:
    await store.add(1, _IDS, _VECTORS)

    await store.keep_only([5])

    for generation in (1, 5):
        with pytest.raises(IndexMissingError):
            await store.nearest(generation, _unit(1, 0, 0), 1)


async def test_a_generation_may_be_empty(store: PassageStore) -> None:
    await store.add(1, [], [])

    assert await store.nearest(1, _unit(1, 0, 0), 10) == []


async def test_a_store_that_holds_nothing_says_so(store: PassageStore) -> None:
    size = await store.size(1)

    assert size == 0
    with pytest.raises(IndexMissingError):
        await store.nearest(1, _unit(1, 0, 0), 3)


async def test_three_thousand_passages_are_all_kept(store: PassageStore) -> None:
    ids, vectors = _many(3000)

    await store.add(1, ids, vectors)

    assert await store.size(1) == 3000
    assert set(await store.vectors(1, ids)) == set(ids)
    assert len(await store.nearest(1, vectors[0], 1000)) == 1000
    for place in (0, 299, 300, 999, 1000, 2999):
        assert (await store.nearest(1, vectors[place], 1))[0][1] == pytest.approx(1.0, abs=1e-4)


async def test_many_may_ask_at_once(store: PassageStore) -> None:
    ids, vectors = _many(200)
    await store.add(1, ids, vectors)

    answers = await asyncio.gather(*(store.nearest(1, vector, 1) for vector in vectors))

    assert [near[0][0] for near in answers] == ids


async def test_a_generation_that_was_left_half_made_is_made_whole(store: PassageStore) -> None:
    ids, vectors = _many(40)
    await store.add(1, ids[:30], vectors[:30])

    await store.add(1, ids, vectors)

    assert await store.size(1) == 40
    assert set(await store.vectors(1, ids)) == set(ids)


async def test_a_generation_that_is_dropped_may_be_made_again(store: PassageStore) -> None:
    await store.add(1, _IDS, _VECTORS)
    await store.keep_only([])

    await store.add(1, _IDS[:2], _VECTORS[:2])

    assert await store.size(1) == 2


async def test_closing_twice_does_no_harm(store: PassageStore) -> None:
    await store.add(1, _IDS, _VECTORS)

    store.close()
    store.close()


def _many(count: int) -> tuple[list[str], list[Vector]]:
    numbers = np.random.default_rng(7).normal(size=(count, 16))
    return [f"handbook@1#{n}" for n in range(count)], [_unit(*row) for row in numbers.tolist()]


async def test_it_is_told_how_many_are_stored(store: PassageStore) -> None:
    told: list[int] = []

    await store.add(1, _IDS, _VECTORS, told.append)

    assert told[-1] == len(_IDS)
