"""When a new index answers, when the earlier one stays, and what a run says about it."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from knowledge.index import Judge
from knowledge.index.vector_store.protocol import Reached, untold
from knowledge.model.errors import EmbedderMissingError, KnowledgeError, NothingToRollBackError
from knowledge.model.places import Places
from knowledge.model.report import Changes, Judgement, Loss, Progress, Run
from knowledge.models.embedder import Vector
from knowledge.search.hybrid import HybridSearch
from knowledge.search.snapshot import Halves
from knowledge.split.token_count import TokenCounter
from tests.fakes import FakeEmbedder, FakeJudge
from tests.unit.knowledge.indexed import Indexed
from tests.unit.knowledge.memory_store import MemoryStore
from tests.unit.knowledge.shelf import Shelf

_SEVEN = {"refund.md": "---\ntitle: 환불 규정\n---\n환불은 7일입니다.\n"}
_FOURTEEN = {"refund.md": "---\ntitle: 환불 규정\n---\n환불은 14일입니다.\n"}
_HOURS = {"hours.md": "---\ntitle: Hours\n---\nOpen from 10.\n"}
_BAD = {"ko/나쁨.md": "---\nlanguage: kr\n---\n"}
_UNASKED = Run(unasked=True)
_WORSE = Judgement(asked=12, lost=(Loss("ko-1", "환불은 며칠이에요?", "answered"),), worse=True)
_LITTLE_WORSE = Judgement(asked=60, lost=_WORSE.lost)
_BROKEN = Judgement(worse=True, problem="_golden.jsonl:3: a line needs id, question, answerable")


class _Made:
    """Makes an indexer over a folder of the test."""

    def __init__(self, folder: Path, shelf: Shelf, tokens: TokenCounter) -> None:
        self._folder, self._shelf, self._tokens = folder, shelf, tokens

    def __call__(self, judge: Judge | None = None) -> Indexed:
        return Indexed(self._folder, self._shelf, self._tokens, FakeEmbedder(), judge=judge)


@pytest.fixture
def made(tmp_path: Path, shelf: Shelf, tokens: TokenCounter) -> _Made:
    return _Made(tmp_path, shelf, tokens)


async def _withheld(made: _Made, judgement: Judgement) -> tuple[Indexed, FakeJudge]:
    """An index of seven days is published, one of fourteen was refused."""
    judge = FakeJudge(judgement)
    run = made(judge)
    run.write(_SEVEN)
    await run.indexer.rebuild()
    run.write(_FOURTEEN)
    await run.indexer.rebuild()
    return run, judge


# --- the judge ----------------------------------------------------------------------------------


async def test_a_first_index_has_nothing_to_be_compared_with(made: _Made) -> None:
    judge = FakeJudge(_WORSE)
    run = made(judge)
    run.write(_SEVEN)

    report = await run.indexer.rebuild()

    assert (report.published, report.asked, judge.compared) == (True, 0, [])


async def test_what_is_no_worse_is_published_with_what_was_asked(made: _Made) -> None:
    run, judge = await _withheld(made, _LITTLE_WORSE)

    run.write(_HOURS)
    report = await run.indexer.rebuild()

    assert (report.published, report.withheld, report.asked) == (True, None, 60)
    assert report.lost == _LITTLE_WORSE.lost
    assert judge.compared == [(2, 1), (3, 2)]
    assert set(run.passages()) == {"환불은 14일입니다.", "Open from 10."}


async def test_what_is_worse_is_not_published_and_the_questions_are_named(made: _Made) -> None:
    run = made(FakeJudge(_WORSE))
    run.write(_SEVEN)
    await run.indexer.rebuild()
    run.write(_FOURTEEN)

    report = await run.indexer.rebuild()

    assert (report.published, report.withheld, report.asked) == (False, "worse", 12)
    assert report.lost == _WORSE.lost
    assert set(run.passages()) == {"환불은 7일입니다."}
    assert run.shelf.generations.kept() == (1,)
    assert await run.store.size(2) == 0


async def test_an_administrator_may_publish_it_all_the_same(made: _Made) -> None:
    run, _ = await _withheld(made, _WORSE)

    report = await run.indexer.rebuild(Run(accept_worse=True))

    assert (report.published, report.lost) == (True, _WORSE.lost)
    assert set(run.passages()) == {"환불은 14일입니다."}


async def test_what_cannot_be_judged_is_not_published(made: _Made) -> None:
    run = made(FakeJudge(_BROKEN))
    run.write(_SEVEN)
    await run.indexer.rebuild()
    run.write(_FOURTEEN)

    report = await run.indexer.rebuild()

    assert (report.published, report.withheld) == (False, "golden")
    assert report.problem == _BROKEN.problem
    assert set(run.passages()) == {"환불은 7일입니다."}


async def test_while_it_is_judged_the_published_one_answers(made: _Made) -> None:
    seen: list[set[str]] = []
    run = made(FakeJudge())
    run.write(_SEVEN)
    await run.indexer.rebuild()
    run.write(_FOURTEEN)

    def look(far: Progress) -> None:
        if far.counted == "questions":
            seen.append(set(run.passages()))

    await run.indexer.rebuild(show=look)

    assert seen == [{"환불은 7일입니다."}]
    assert set(run.passages()) == {"환불은 14일입니다."}


async def test_a_judge_that_fails_leaves_the_published_one_and_the_next_run_sweeps(
    made: _Made,
) -> None:
    judge = FakeJudge(error=KnowledgeError("the index is damaged"))
    run = made(judge)
    run.write(_SEVEN)
    await run.indexer.rebuild()
    run.write(_FOURTEEN)
    with pytest.raises(KnowledgeError):
        await run.indexer.rebuild()
    left = (run.numbers(), run.shelf.published().number)
    (run.source / "refund.md").unlink()
    run.write(_SEVEN)

    report = await run.indexer.rebuild()

    assert left == ([1, 2], 1)
    assert (report.published, run.numbers(), await run.store.size(2)) == (True, [1], 0)


# --- runs that nobody asked for -----------------------------------------------------------------


async def test_what_was_refused_is_not_built_again_by_itself(made: _Made) -> None:
    run, judge = await _withheld(made, _WORSE)

    report = await run.indexer.rebuild(_UNASKED)

    assert (report.published, report.withheld, report.embedded) == (False, "worse", 0)
    assert len(judge.compared) == 1


async def test_other_documents_are_judged_again(made: _Made) -> None:
    run, judge = await _withheld(made, _WORSE)
    judge.judgement = Judgement(asked=12)
    run.write(_HOURS)

    report = await run.indexer.rebuild(_UNASKED)

    assert report.published
    assert set(run.passages()) == {"환불은 14일입니다.", "Open from 10."}


async def test_corrected_golden_questions_judge_again(made: _Made) -> None:
    run, judge = await _withheld(made, _BROKEN)
    judge.judgement, judge.questions = Judgement(asked=12), "13 questions"

    report = await run.indexer.rebuild(_UNASKED)

    assert report.published
    assert set(run.passages()) == {"환불은 14일입니다."}


async def test_who_asks_has_it_judged_again(made: _Made) -> None:
    run, judge = await _withheld(made, _WORSE)
    judge.judgement = Judgement(asked=12)

    report = await run.indexer.rebuild()

    assert report.published


async def test_what_was_rolled_back_comes_back_only_when_it_is_asked_for(made: _Made) -> None:
    run = made()
    run.write(_SEVEN)
    await run.indexer.rebuild()
    run.write(_FOURTEEN)
    await run.indexer.rebuild()
    await run.indexer.roll_back()

    by_itself = await run.indexer.rebuild(_UNASKED)
    then = set(run.passages())
    asked = await run.indexer.rebuild()

    assert (by_itself.published, by_itself.withheld) == (False, "rolled back")
    assert then == {"환불은 7일입니다."}
    assert asked.published
    assert set(run.passages()) == {"환불은 14일입니다."}


async def test_after_a_roll_back_new_documents_come_by_themselves(made: _Made) -> None:
    run = made()
    run.write(_SEVEN)
    await run.indexer.rebuild()
    run.write(_FOURTEEN)
    await run.indexer.rebuild()
    await run.indexer.roll_back()
    run.write(_HOURS)

    report = await run.indexer.rebuild(_UNASKED)

    assert report.published
    assert report.changes == Changes(added=("hours@1",), changed=("refund@1",))


async def test_a_roll_back_goes_back_and_forward(made: _Made) -> None:
    run = made()
    run.write(_SEVEN)
    await run.indexer.rebuild()
    with pytest.raises(NothingToRollBackError):
        await run.indexer.roll_back()
    run.write(_FOURTEEN)
    await run.indexer.rebuild()

    back = await run.indexer.roll_back()
    after_one = set(run.passages())
    forward = await run.indexer.roll_back()

    assert (back.number, after_one) == (1, {"환불은 7일입니다."})
    assert (forward.number, set(run.passages())) == (2, {"환불은 14일입니다."})


# --- strict -------------------------------------------------------------------------------------


async def test_a_strict_run_publishes_nothing_when_a_file_was_skipped(made: _Made) -> None:
    run = made()
    run.write(_SEVEN)
    await run.indexer.rebuild()
    run.write({**_FOURTEEN, **_BAD})

    report = await run.indexer.rebuild(Run(strict=True))

    assert (report.published, report.withheld, len(report.skipped)) == (False, "strict", 1)
    assert set(run.passages()) == {"환불은 7일입니다."}


async def test_a_strict_run_fails_for_a_skipped_file_even_when_the_others_are_published(
    made: _Made,
) -> None:
    run = made()
    run.write({**_SEVEN, **_BAD})
    await run.indexer.rebuild()

    report = await run.indexer.rebuild(Run(strict=True))

    assert (report.published, report.withheld) == (False, "strict")
    assert set(run.passages()) == {"환불은 7일입니다."}


async def test_a_strict_run_publishes_nothing_when_a_field_is_not_known(made: _Made) -> None:
    run = made()
    run.write({"a.md": "---\ntitle: 환불\nefective_from: 2026-03-01\n---\n14일.\n"})

    report = await run.indexer.rebuild(Run(strict=True))

    assert (report.published, report.withheld, report.skipped) == (False, "strict", ())
    assert [one.unknown for one in report.coverage.partly] == [
        ("the field `efective_from` is not known; did you mean `effective_from`?",)
    ]


async def test_a_strict_run_publishes_when_every_file_was_read(made: _Made) -> None:
    run = made()
    run.write(_SEVEN)

    assert (await run.indexer.rebuild(Run(strict=True))).published


async def test_a_first_index_that_strict_refused_is_made_by_the_next_run_all_the_same(
    made: _Made,
) -> None:
    """Otherwise a server that starts after it would have nothing to answer from."""
    run = made()
    run.write({**_SEVEN, **_BAD})
    refused = await run.indexer.rebuild(Run(strict=True))

    report = await run.indexer.rebuild(_UNASKED)

    assert (refused.published, report.published) == (False, True)


# --- full ---------------------------------------------------------------------------------------


async def test_a_full_run_embeds_everything_anew(made: _Made) -> None:
    run = made()
    run.write({**_SEVEN, **_HOURS})
    await run.indexer.rebuild()

    report = await run.indexer.rebuild(Run(full=True))

    assert (report.embedded, report.published) == (2, True)
    assert run.shelf.published().number == 2
    assert not report.changes


async def test_another_folder_can_be_indexed_once(made: _Made, tmp_path: Path) -> None:
    run = made()
    run.write(_SEVEN)
    other = tmp_path / "other" / "one.md"
    other.parent.mkdir()
    other.write_text("---\ntitle: 하나\n---\n자전거는 마당에 세웁니다.\n", encoding="utf-8")

    await run.indexer.rebuild(Run(source=Places.of(other)))

    assert set(run.passages()) == {"자전거는 마당에 세웁니다."}
    assert run.shelf.published().source == str(other.resolve())
    assert run.indexer.is_stale()


# --- what a run says ----------------------------------------------------------------------------


async def test_it_says_which_documents_were_added_changed_and_removed(made: _Made) -> None:
    run = made()
    run.write({**_SEVEN, "old.md": "---\ntitle: Old\n---\n지난 규정입니다.\n"})
    first = await run.indexer.rebuild()
    run.write({**_FOURTEEN, **_HOURS})
    (run.source / "old.md").unlink()
    ahead = await run.indexer.changes()

    report = await run.indexer.rebuild()

    assert first.changes == Changes()
    assert report.changes == Changes(("hours@1",), ("refund@1",), ("old@1",))
    assert ahead == report.changes
    assert await run.indexer.changes() == Changes()


async def test_other_metadata_is_a_change_too(made: _Made) -> None:
    run = made()
    run.write(_HOURS)
    await run.indexer.rebuild()
    run.write({"hours.md": _HOURS["hours.md"].replace("---\nOpen", "owner: 매장운영팀\n---\nOpen")})

    assert (await run.indexer.changes()).changed == ("hours@1",)


async def test_the_status_says_what_answers_and_what_could(made: _Made) -> None:
    run = made()
    run.write({**_SEVEN, **_BAD})
    await run.indexer.rebuild()
    run.write(_HOURS)
    await run.indexer.rebuild()

    status = run.indexer.status()

    assert (status.published.number, status.documents, status.passages) == (2, 2, 2)
    assert status.languages == {"ko": 1, "en": 1}
    assert status.previous is not None
    assert status.previous.number == 1
    assert status.skipped == ("ko/나쁨.md:2: `kr` is none of en, ko, ja",)
    assert status.progress is None


async def test_the_status_names_the_files_that_were_skipped_last(made: _Made) -> None:
    run = made()
    run.write(_SEVEN)
    await run.indexer.rebuild()
    run.write(_BAD)
    await run.indexer.rebuild()
    with_a_bad_file = run.indexer.status()
    (run.source / "ko/나쁨.md").unlink()

    await run.indexer.rebuild()

    assert len(with_a_bad_file.skipped) == 1
    assert run.indexer.status().skipped == ()
    assert run.shelf.published().number == 1


async def test_the_status_says_how_far_a_run_is(made: _Made) -> None:
    run = made()
    run.write(_SEVEN)
    await run.indexer.rebuild()
    run.write(_FOURTEEN)
    seen: list[Progress | None] = []

    await run.indexer.rebuild(show=lambda _: seen.append(run.indexer.status().progress))

    assert [(far.counted, far.done, far.total) for far in seen if far] == [
        ("documents", 1, 1),
        ("passages", 1, 1),
        ("vectors", 1, 1),
    ]


async def test_every_step_says_how_many_seconds_are_left(made: _Made) -> None:
    run = made()
    run.write({f"note{n}.md": f"---\ntitle: {n}\n---\n메모 {n}번입니다.\n" for n in range(130)})
    told: list[Progress] = []

    await run.indexer.rebuild(show=told.append)

    assert {far.counted for far in told} == {"documents", "passages", "vectors"}
    assert all(far.seconds_left is not None and far.seconds_left >= 0 for far in told)
    assert [far.seconds_left for far in told if far.done == far.total] == [0.0] * 3


async def test_the_report_is_kept_with_the_generation(made: _Made) -> None:
    run, _ = await _withheld(made, _LITTLE_WORSE)

    noted = run.shelf.generations.noted(2)

    assert (noted["documents"], noted["embedded"], noted["asked"]) == (1, 1, 60)
    assert noted["lost"] == [
        {"question_id": "ko-1", "question": "환불은 며칠이에요?", "what": "answered"}
    ]


# --- readers ------------------------------------------------------------------------------------


async def test_an_index_that_is_being_read_stays_until_its_reader_is_done(made: _Made) -> None:
    run = made()
    run.write(_SEVEN)
    await run.indexer.rebuild()
    halves = Halves(run.shelf.library, run.store, FakeEmbedder())
    search = HybridSearch(halves, run.shelf.generations, run.readers)
    found: list[str] = []

    async with search.pinned() as snapshot:
        run.write(_FOURTEEN)
        await run.indexer.rebuild()
        run.write(_HOURS)
        third = asyncio.create_task(run.indexer.rebuild())
        while run.shelf.published().number < 3:  # noqa: ASYNC110 - the run itself is waiting
            await asyncio.sleep(0.001)
        answer = await snapshot.find("환불", run.today())
        found += [hit.passage.text for hit in answer.hits]
        meanwhile = run.numbers()
    await third

    assert found == ["환불은 7일입니다."]
    assert meanwhile == [1, 2, 3]
    assert run.numbers() == [2, 3]
    assert await run.store.size(1) == 0


async def test_trouble_while_tidying_up_does_not_spoil_a_run(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    class _Stubborn(MemoryStore):
        async def keep_only(self, generations: object) -> None:
            raise KnowledgeError("the vectors cannot be opened")

    run = Indexed(tmp_path, shelf, tokens, FakeEmbedder(), _Stubborn())
    run.write(_SEVEN)

    report = await run.indexer.rebuild()

    assert report.published
    assert set(run.passages()) == {"환불은 7일입니다."}


# --- vectors ------------------------------------------------------------------------------------


class _Forgetful(MemoryStore):
    """Keeps fewer vectors than it was given."""

    async def add(
        self,
        generation: int,
        ids: Sequence[str],
        vectors: Sequence[Vector],
        reached: Reached = untold,
    ) -> None:
        await super().add(generation, ids[1:], vectors[1:], reached)


class _Deaf(MemoryStore):
    """Finds nothing that it was given."""

    async def nearest(self, generation: int, vector: Vector, limit: int) -> list[tuple[str, float]]:
        return []


@pytest.mark.parametrize("files", [_SEVEN, {**_SEVEN, **_HOURS}], ids=["one", "two"])
@pytest.mark.parametrize("store", [_Forgetful(), _Deaf()], ids=["forgetful", "deaf"])
async def test_vectors_that_cannot_be_found_again_are_not_published(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter, store: MemoryStore, files: dict[str, str]
) -> None:
    good = Indexed(tmp_path, shelf, tokens)
    good.write({"old.md": "---\ntitle: Old\n---\n지난 규정입니다.\n"})
    await good.indexer.rebuild()
    run = Indexed(tmp_path, shelf, tokens, FakeEmbedder(), store)
    run.write(files)

    with pytest.raises(KnowledgeError, match="run `storewise reindex` again"):
        await run.indexer.rebuild()

    assert set(run.passages()) == {"지난 규정입니다."}


async def test_passages_that_say_the_same_are_found_for_one_another(made: _Made) -> None:
    run = made()
    run.write(
        {f"{n}.md": f"---\ntitle: 규정\ndoc_id: d{n}\n---\n같은 말입니다.\n" for n in range(8)}
    )

    assert (await run.indexer.rebuild()).published


async def test_a_published_index_whose_vectors_are_gone_is_made_again(made: _Made) -> None:
    run = made()
    run.write(_SEVEN)
    await run.indexer.rebuild()
    await run.store.keep_only(())

    report = await run.indexer.rebuild()

    assert (report.embedded, report.published) == (1, True)
    assert await run.store.size(run.shelf.published().number) == 1


async def test_an_embedder_that_stays_away_makes_no_new_index_of_the_same_documents(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    """Each would push out the one before it, and a roll-back would go nowhere."""
    gone = FakeEmbedder(error=EmbedderMissingError("gone"))
    run = Indexed(tmp_path, shelf, tokens, gone)
    run.write(_SEVEN)
    await run.indexer.rebuild()
    run.write(_FOURTEEN)
    await run.indexer.rebuild()

    report = await run.indexer.rebuild(_UNASKED)

    assert (report.published, report.words_only, report.passages) == (True, True, 1)
    assert shelf.generations.kept() == (1, 2)
