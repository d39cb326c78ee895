"""What every passage store does."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from knowledge.embedding import Vector
from knowledge.errors import IndexMissingError, KnowledgeError
from knowledge.store import ChromaStore, MemoryStore, PassageStore

Open = Callable[[Path], PassageStore]


@pytest.fixture(params=[lambda _: MemoryStore(), ChromaStore], ids=["memory", "chroma"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> PassageStore:
    opened: Open = request.param
    return opened(tmp_path / "벡터 chroma")


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


async def test_more_passages_than_fit_into_a_batch_are_all_kept(store: PassageStore) -> None:
    numbers = np.random.default_rng(7).normal(size=(2300, 4))
    ids = [f"handbook@1#{number}" for number in range(2300)]
    vectors = [_unit(*row) for row in numbers.tolist()]

    await store.add(1, ids, vectors)

    assert set(await store.vectors(1, ids)) == set(ids)
    for place in (0, 999, 1000, 2299):
        assert (await store.nearest(1, vectors[place], 1))[0][1] == pytest.approx(1.0, abs=1e-4)


async def test_a_store_that_holds_nothing_says_so(store: PassageStore) -> None:
    size = await store.size(1)

    assert size == 0
    with pytest.raises(IndexMissingError):
        await store.nearest(1, _unit(1, 0, 0), 3)


async def test_what_chroma_keeps_is_there_after_a_restart(tmp_path: Path) -> None:
    await ChromaStore(tmp_path).add(1, _IDS, _VECTORS)

    near = await ChromaStore(tmp_path).nearest(1, _unit(1, 0, 0), 1)

    assert near[0][0] == _IDS[0]


async def test_a_damaged_chroma_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "chroma.sqlite3").write_bytes("환불".encode() * 1000)

    with pytest.raises(KnowledgeError, match="run `storewise reindex`"):
        await ChromaStore(tmp_path).size(1)
