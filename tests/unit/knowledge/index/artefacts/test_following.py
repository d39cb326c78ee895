"""An index that one replica publishes answers on the others, in one step."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.index.artefacts import Companion
from knowledge.index.artefacts.packing import FORMAT, pack, unpack
from knowledge.index.storage import schema
from knowledge.model.errors import (
    ArtefactError,
    IndexMissingError,
    KnowledgeError,
    NothingToRollBackError,
    OutrunError,
)
from knowledge.model.report import Run
from tests.engines.replicas import FakePublished, FakeShelf
from tests.unit.knowledge.index.artefacts.branch import TODAY, Branch
from tests.unit.knowledge.index.artefacts.conftest import Open

_REFUND = "---\ntitle: 환불 규정\n---\n# 기간\n\n헤드폰 환불은 {}일 이내입니다.\n"
_HOURS = "---\ntitle: Hours\n---\nWe open at {} and serve coffee.\n"
_ASKED = ("헤드폰 환불", "When do you open?")


def _files(days: int) -> dict[str, str]:
    return {"refund.md": _REFUND.format(days), "hours.md": _HOURS.format(days)}


def _said(days: int) -> list[str]:
    return [f"헤드폰 환불은 {days}일 이내입니다.", f"We open at {days} and serve coffee."]


async def _replaced(opened: Open) -> tuple[Branch, Branch]:
    """Returns a leader, and a replica that has not followed its second index yet."""
    leader, other = opened("seoul"), opened("busan")
    leader.write(_files(14))
    await leader.indexer.rebuild()
    await other.follower.follow()
    leader.write(_files(30))
    await leader.indexer.rebuild()
    return leader, other


async def test_a_published_index_answers_on_another_replica_in_both_languages(
    opened: Open,
) -> None:
    leader, other = opened("seoul"), opened("busan")
    leader.write(_files(14))
    await leader.indexer.rebuild()

    await other.follower.follow()

    assert [(await other.answers(asked))[0] for asked in _ASKED] == _said(14)
    assert [(await leader.answers(asked))[0] for asked in _ASKED] == _said(14)
    assert other.generations.published() == leader.generations.published()
    assert other.generations.noted(1) == leader.generations.noted(1)
    assert other.follower.trouble is None


async def test_an_imported_index_is_row_by_row_the_one_of_the_leader(opened: Open) -> None:
    leader, other = opened("seoul"), opened("busan")
    leader.write(_files(14))
    await leader.indexer.rebuild()

    await other.follower.follow()

    tables = ("passages", "documents", "sounds", "vocabulary_1", "fts_1_docsize", "fts_1_data")
    for table in tables:
        mine, others = (
            [tuple(row) for row in one.database.rows(f"SELECT * FROM {table}")]  # noqa: S608
            for one in (leader, other)
        )
        assert mine == others
        assert mine
    with other.database.writing() as db:
        db.execute("INSERT INTO fts_1 (fts_1) VALUES ('integrity-check')")
    ids = list(leader.generations.fingerprints(1).values())
    vectors = [await one.store.vectors(1, ids) for one in (leader, other)]
    assert all((vectors[0][one] == vectors[1][one]).all() for one in ids)


async def test_questions_in_flight_end_on_the_index_that_they_began_with(opened: Open) -> None:
    leader, other = opened("seoul"), opened("busan")
    leader.write(_files(1))
    await leader.indexer.rebuild()
    await other.follower.follow()

    async with other.search.pinned() as snapshot:
        for days in (2, 3, 4):
            leader.write(_files(days))
            await leader.indexer.rebuild()
            await other.follower.follow()
        found = await snapshot.find(_ASKED[0], TODAY)
        during = other.numbers()
    await other.follower.follow()

    assert found.hits[0].passage.text == _said(1)[0]
    assert (await other.answers(_ASKED[0]))[0] == _said(4)[0]
    assert (during, other.numbers()) == ([1, 3, 4], [3, 4])
    assert sorted(path.name for path in other.store.folder.iterdir()) == ["kb_3", "kb_4"]


async def test_a_roll_back_moves_all_replicas_and_back_again(
    opened: Open, on_shelf: FakeShelf
) -> None:
    leader, other = opened("seoul"), opened("busan")
    for days in (14, 30):
        leader.write(_files(days))
        await leader.indexer.rebuild()
        await other.follower.follow()
    fetched = len(on_shelf.fetched)

    back = await leader.indexer.roll_back()
    await other.follower.follow()

    assert back.number == 1
    assert (other.pointer(), leader.pointer()) == ((1, 2), (1, 2))
    assert [(await one.answers(_ASKED[1]))[0] for one in (leader, other)] == [_said(14)[1]] * 2
    assert len(on_shelf.fetched) == fetched
    again = await other.indexer.roll_back()
    await leader.follower.follow()
    assert (again.number, leader.pointer()) == (2, (2, 1))


async def test_contents_that_were_rolled_back_stay_withheld_under_another_leader(
    opened: Open,
) -> None:
    leader, other = opened("seoul"), opened("busan")
    for days in (14, 30):
        leader.write(_files(days))
        await leader.indexer.rebuild()
    await leader.indexer.roll_back()

    report = await other.indexer.rebuild(Run(unasked=True))

    assert (report.published, report.withheld) == (False, "rolled back")
    assert other.pointer() is not None
    assert (await other.answers(_ASKED[0]))[0] == _said(14)[0]
    asked = await other.indexer.rebuild()
    await leader.follower.follow()
    assert asked.published
    assert (await leader.answers(_ASKED[0]))[0] == _said(30)[0]


async def test_leaders_in_turn_never_give_two_indexes_one_number(opened: Open) -> None:
    leaders = [opened("seoul"), opened("busan")]

    for days in range(1, 5):
        leader = leaders[days % 2]
        leader.write(_files(days))
        await leader.indexer.rebuild()

    await leaders[1].follower.follow()
    assert [one.pointer() for one in leaders] == [(4, 3), (4, 3)]
    rows = leaders[1].database.rows("SELECT generation, row FROM passages ORDER BY row")
    assert {row["row"] // schema.ROWS for row in rows} == {3, 4}


async def test_the_leader_that_was_outrun_publishes_nothing(
    opened: Open, published: FakePublished
) -> None:
    leader, other = opened("seoul"), opened("busan")
    leader.write(_files(14))
    await leader.indexer.rebuild()
    await other.sharing.catch_up()
    leader.write(_files(30))
    await leader.indexer.rebuild()

    with pytest.raises(OutrunError):
        await other.sharing.share(other.generations.published())

    assert published.moves[-1].artefact.number == 2
    await other.follower.follow()
    assert (await other.answers(_ASKED[0]))[0] == _said(30)[0]


async def test_an_index_that_cannot_be_stored_is_published_nowhere(
    opened: Open, on_shelf: FakeShelf, published: FakePublished
) -> None:
    leader = opened("seoul")
    leader.write(_files(14))
    await leader.indexer.rebuild()
    leader.write(_files(30))
    on_shelf.failure = KnowledgeError("the bucket denies access; check its rights")

    with pytest.raises(ArtefactError, match="so none has it: the bucket denies access"):
        await leader.indexer.rebuild()

    assert len(published.moves) == 1
    assert (await leader.answers(_ASKED[0]))[0] == _said(14)[0]
    on_shelf.failure = None
    assert (await leader.indexer.rebuild()).published
    assert (await leader.answers(_ASKED[0]))[0] == _said(30)[0]


async def test_a_replica_that_cannot_fetch_goes_on_and_says_so(
    opened: Open, on_shelf: FakeShelf
) -> None:
    _, other = await _replaced(opened)
    on_shelf.failure = KnowledgeError("the bucket cannot be reached")

    with pytest.raises(KnowledgeError):
        await other.follower.follow()

    trouble = other.follower.trouble
    assert trouble == (
        "index 2 cannot be fetched: the bucket cannot be reached; answering from index 1"
    )
    assert (await other.answers(_ASKED[0]))[0] == _said(14)[0]
    on_shelf.failure = None
    await other.follower.follow()
    assert other.follower.trouble is None
    assert (await other.answers(_ASKED[0]))[0] == _said(30)[0]


async def test_a_replica_without_an_index_says_that_there_is_none(
    opened: Open, published: FakePublished
) -> None:
    other = opened("busan")
    published.failure = KnowledgeError("the database does not answer; check DATABASE_URL")

    with pytest.raises(KnowledgeError):
        await other.follower.follow()

    assert other.follower.trouble == (
        "the published index cannot be looked up: the database does not answer; check "
        "DATABASE_URL; there is no index yet"
    )


async def test_a_follower_that_runs_switches_by_itself_and_tries_again(
    opened: Open, on_shelf: FakeShelf
) -> None:
    leader, other = opened("seoul"), opened("busan")
    leader.write(_files(14))
    await leader.indexer.rebuild()
    [(name, whole)] = _contents(on_shelf.folder)
    (on_shelf.folder / name).write_bytes(whole[:-1])
    running = asyncio.create_task(other.follower.run())

    try:
        async with asyncio.timeout(30):
            await _until(lambda: other.follower.trouble is not None)
            (on_shelf.folder / name).write_bytes(whole)
            await _until(lambda: other.pointer() == (1, None))
            leader.write(_files(30))
            await leader.indexer.rebuild()
            await _until(lambda: other.pointer() == (2, 1))
    finally:
        running.cancel()

    assert (await other.answers(_ASKED[0]))[0] == _said(30)[0]


async def test_a_replica_that_starts_answers_from_the_published_index_at_once(
    opened: Open,
) -> None:
    _, other = await _replaced(opened)

    async with other.follower.following():
        answered = [(await other.answers(asked))[0] for asked in _ASKED]

    assert answered == _said(30)


async def test_a_replica_that_cannot_fetch_starts_on_the_index_that_it_has(
    opened: Open, on_shelf: FakeShelf
) -> None:
    _, other = await _replaced(opened)
    on_shelf.failure = KnowledgeError("the bucket cannot be reached")

    async with asyncio.timeout(30), other.follower.following():
        answered = [(await other.answers(asked))[0] for asked in _ASKED]
        trouble = other.follower.trouble

    assert answered == _said(14)
    assert trouble is not None


async def test_a_replica_does_not_wait_for_ever_for_the_published_index(
    opened: Open, on_shelf: FakeShelf
) -> None:
    _, other = await _replaced(opened)
    on_shelf.hangs = True

    async with asyncio.timeout(30), other.follower.following(first_look_s=0.05):
        answered = [(await other.answers(asked))[0] for asked in _ASKED]

    assert answered == _said(14)


async def test_a_damaged_file_is_not_imported_and_is_fetched_again(
    opened: Open, on_shelf: FakeShelf
) -> None:
    leader, other = opened("seoul"), opened("busan")
    leader.write(_files(14))
    await leader.indexer.rebuild()
    [(name, whole)] = _contents(on_shelf.folder)
    damaged = bytearray(whole)
    damaged[len(damaged) // 2] ^= 1
    (on_shelf.folder / name).write_bytes(damaged)

    with pytest.raises(ArtefactError, match="its file is damaged"):
        await other.follower.follow()

    with pytest.raises(IndexMissingError):
        other.generations.published()
    (on_shelf.folder / name).write_bytes(whole)
    await other.follower.follow()
    assert (await other.answers(_ASKED[0]))[0] == _said(14)[0]


async def test_a_file_of_a_newer_release_says_to_upgrade(
    opened: Open, on_shelf: FakeShelf, published: FakePublished, tmp_path: Path
) -> None:
    leader, other = opened("seoul"), opened("busan")
    leader.write(_files(14))
    await leader.indexer.rebuild()
    await other.follower.follow()
    [move] = published.moves
    folder, made = tmp_path / "newer", tmp_path / "newer.tar"
    folder.mkdir()
    path = on_shelf.folder / move.artefact.name
    manifest = unpack(path, move.artefact, folder, lambda _: None)
    newer = replace(manifest, format=FORMAT + 1, storewise="9.9", number=2)
    artefact = pack(newer, folder, made)
    await on_shelf.put(artefact.name, made)
    published.moves.append(replace(move, artefact=artefact, previous=move.artefact))

    with pytest.raises(ArtefactError, match=r"newer storewise \(9\.9\); upgrade this replica"):
        await other.follower.follow()

    assert (await other.answers(_ASKED[0]))[0] == _said(14)[0]


@pytest.mark.parametrize("stage", ["unpack", "place", "copy_in"])
async def test_an_import_that_stops_half_way_leaves_the_old_index_and_works_next_time(
    opened: Open, stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    leader, other = opened("seoul"), opened("busan")
    for days in (14, 30):
        leader.write(_files(days))
        await leader.indexer.rebuild()
        if days == 14:
            await other.follower.follow()
    with monkeypatch.context() as patched:
        patched.setattr(f"knowledge.index.artefacts.transfer.{stage}", _stopped)
        with pytest.raises(RuntimeError):
            await other.follower.follow()

    before = (await other.answers(_ASKED[0]))[0]
    other.close()
    again = opened("busan")
    await again.follower.follow()

    assert before == _said(14)[0]
    assert (await again.answers(_ASKED[0]))[0] == _said(30)[0]
    assert not (again.data / "incoming").exists()


async def test_an_index_from_before_there_were_replicas_is_published_first(
    opened: Open, published: FakePublished
) -> None:
    leader, other = opened("seoul"), opened("busan")
    leader.write(_files(14))
    await leader.indexer.rebuild()
    published.moves.clear()
    published.last = 0

    report = await leader.indexer.rebuild()
    await other.follower.follow()

    assert report.published
    assert [move.artefact.number for move in published.moves] == [1]
    assert (await other.answers(_ASKED[0]))[0] == _said(14)[0]
    leader.write(_files(30))
    await leader.indexer.rebuild()
    assert published.moves[-1].artefact.number == 2


async def test_a_replica_with_an_own_index_of_the_same_number_says_what_to_do(
    opened: Open, published: FakePublished
) -> None:
    leader, other = opened("seoul"), opened("busan")
    for one, days in ((leader, 14), (other, 30)):
        one.write(_files(days))
        await one.indexer.rebuild()
        published.moves.clear()
        published.last = 0
    leader.write(_files(14))
    await leader.indexer.rebuild()

    with pytest.raises(ArtefactError, match=r"an index 1 of its own; stop it, delete knowledge"):
        await other.follower.follow()

    assert (await other.answers(_ASKED[0]))[0] == _said(30)[0]


async def test_an_index_that_is_lost_is_made_again_with_full(
    opened: Open, on_shelf: FakeShelf
) -> None:
    leader, other = opened("seoul"), opened("busan")
    leader.write(_files(14))
    await leader.indexer.rebuild()
    for name in await on_shelf.names():
        await on_shelf.drop(name)

    with pytest.raises(KnowledgeError, match="reindex --full"):
        await other.indexer.rebuild()

    report = await other.indexer.rebuild(Run(full=True))
    await leader.follower.follow()
    assert report.published
    assert leader.generations.published().number == 2


async def test_vectors_that_a_replica_lost_are_fetched_again(opened: Open) -> None:
    leader, other = opened("seoul"), opened("busan")
    leader.write(_files(14))
    await leader.indexer.rebuild()
    await other.follower.follow()
    await other.store.drop(1)

    await other.follower.follow()

    assert await other.store.size(1) == await leader.store.size(1) > 0


async def test_the_shelf_holds_the_published_index_and_the_one_before(
    opened: Open, on_shelf: FakeShelf, published: FakePublished
) -> None:
    leader = opened("seoul")

    for days in (1, 2, 3):
        leader.write(_files(days))
        await leader.indexer.rebuild()

    kept = [one.name for one in published.moves[-1].kept]
    assert sorted(await on_shelf.names()) == sorted(kept)
    assert not list((leader.data / "outgoing").iterdir())


async def test_files_beside_the_index_go_with_it(opened: Open, tmp_path: Path) -> None:
    weights = tmp_path / "seoul" / "_gate.json"
    placed = tmp_path / "busan" / "gate.json"
    companion = Companion("gate.json", lambda: weights, lambda _: placed)
    leader, other = opened("seoul", [companion]), opened("busan", [companion])
    weights.write_text(json.dumps({"무게": 1}), encoding="utf-8")
    leader.write(_files(14))
    await leader.indexer.rebuild()
    await other.follower.follow()
    first = placed.read_text(encoding="utf-8")
    weights.unlink()
    leader.write(_files(30))
    await leader.indexer.rebuild()

    await other.follower.follow()

    assert json.loads(first) == {"무게": 1}
    assert not placed.exists()


async def test_nothing_is_rolled_back_before_a_second_index(opened: Open) -> None:
    leader = opened("seoul")
    with pytest.raises(NothingToRollBackError):
        await leader.indexer.roll_back()
    leader.write(_files(14))
    await leader.indexer.rebuild()

    with pytest.raises(NothingToRollBackError):
        await leader.indexer.roll_back()


def _stopped(*_: object) -> None:
    raise RuntimeError("멈춤")


def _contents(folder: Path) -> list[tuple[str, bytes]]:
    return [(path.name, path.read_bytes()) for path in sorted(folder.iterdir())]


async def _until(done: Callable[[], bool]) -> None:
    while not done():  # noqa: ASYNC110 - no event says that it has switched
        await asyncio.sleep(0.01)
