"""A front page: what is known and what was asked; nothing that cannot be read spoils it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.answering.choose.extractive import Extractive
from bot.answering.pipeline import Answering
from bot.conversation.examples import Examples
from bot.conversation.overview import Known, Overviews, Upkeep
from bot.model import Reply, SafeText, Verdict
from bot.model.errors import RecordsError
from bot.model.kept import Feedback, Ratings, StoredAnswer
from knowledge.model.documents import Generation
from knowledge.model.errors import KnowledgeError
from knowledge.model.report import Progress, Review, Status
from tests.fakes import FakeIndexer, FakeRecords, FakeSearch
from tests.unit import given

NOW = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)
ME = "slack:T1:U1"
STATUS = Status(
    published=Generation(7, None, "1", "/documents", made_at="2026-11-20T20:15:00+00:00"),
    documents=48,
    passages=315,
    languages={"ko": 25, "en": 23},
    previous=None,
    skipped=("broken.pdf: damaged", "secret.docx: locked"),
    progress=None,
    review=Review(more_clashes=3),
)


def overviews(
    indexer: FakeIndexer | None = None,
    records: FakeRecords | None = None,
    examples: Examples | None = None,
    kept_days: int = 30,
) -> Overviews:
    return Overviews(
        indexer or FakeIndexer(state=STATUS),
        examples or _examples(),
        records or kept(),
        ZoneInfo("Asia/Seoul"),
        kept_days,
        now=lambda: NOW,
    )


def kept(*records: StoredAnswer, error: RecordsError | None = None) -> FakeRecords:
    return FakeRecords(now=lambda: NOW, kept=list(records), error=error)


def record(
    question: str,
    *,
    hours_ago: float = 0,
    person: str = ME,
    verdict: Verdict = Verdict.PASS,
) -> StoredAnswer:
    given_at = NOW - timedelta(hours=hours_ago)
    name = f"{question} {hours_ago}"
    return StoredAnswer(name, given_at, "T1:C1:1", person, SafeText(question), verdict, Reply("…"))


def _examples() -> Examples:
    index = FakeSearch()
    answering = Answering(index, Extractive(), {"en": "documents", "ko": "문서"})
    return Examples(index, lambda _: answering, lambda: given.TODAY)


def _broken_examples() -> Examples:
    def answering(_: Generation) -> Answering:
        raise KnowledgeError("down")

    return Examples(FakeSearch(), answering, lambda: given.TODAY)


class _BrokenIndexer(FakeIndexer):
    """Its database cannot be read."""

    def status(self) -> Status:
        raise KnowledgeError("/srv/data/knowledge.db is damaged")


async def test_it_says_what_is_known_and_when_it_was_indexed_where_the_store_is() -> None:
    known = (await overviews().of(ME, "ko")).known

    assert known == Known(
        documents=48,
        languages={"ko": 25, "en": 23},
        indexed_at=datetime(2026, 11, 21, 5, 15, tzinfo=ZoneInfo("Asia/Seoul")),
    )
    assert known.indexed_at is not None
    assert str(known.indexed_at.tzinfo) == "Asia/Seoul"


async def test_an_index_without_a_time_is_known_all_the_same() -> None:
    state = replace(STATUS, published=replace(STATUS.published, made_at=""))

    page = await overviews(FakeIndexer(state=state)).of(ME, "en")

    assert page.known is not None
    assert (page.known.documents, page.known.indexed_at) == (48, None)


async def test_before_the_first_index_it_says_so_and_gives_no_examples() -> None:
    page = await overviews(FakeIndexer()).of(ME, "en", admin=True)

    assert (page.known, page.nothing_indexed, page.examples) == (None, True, ())
    assert page.upkeep == Upkeep(running=False, ratings=Ratings())


async def test_a_person_sees_their_own_questions_once_each_the_latest_first() -> None:
    records = kept(
        record("환불은 며칠인가요?", hours_ago=30),
        record("환불은 며칠인가요", hours_ago=2),
        record("Lost property?", hours_ago=1),
        record("Somebody else's?", person="slack:T1:U2"),
    )

    recent = (await overviews(records=records).of(ME, "ko")).recent

    assert recent is not None
    assert [one.question for one in recent] == ["Lost property?", "환불은 며칠인가요"]
    assert recent[0].at.isoformat() == "2026-11-22T07:30:00+09:00"


async def test_of_many_questions_the_last_five_are_shown() -> None:
    records = kept(*(record(f"Question {n}?", hours_ago=n) for n in range(9)))

    recent = (await overviews(records=records).of(ME, "en")).recent

    assert recent is not None
    assert [one.question for one in recent] == [f"Question {n}?" for n in range(5)]


async def test_who_is_no_administrator_learns_nothing_of_others() -> None:
    records = kept(record("Bikes?", person="slack:T1:U2", verdict=Verdict.INSUFFICIENT))

    page = await overviews(records=records).of(ME, "en")

    assert page.upkeep is None
    assert "Bikes" not in repr(page)


async def test_administrators_see_the_index_what_is_missing_and_what_people_think() -> None:
    records = kept(
        record("Bikes?", person="slack:T1:U2", verdict=Verdict.INSUFFICIENT),
        record("bikes", person="slack:T1:U3", hours_ago=5, verdict=Verdict.OFF_TOPIC),
        record("자전거?", hours_ago=24 * 31, verdict=Verdict.INSUFFICIENT),
    )
    for person, good in (("slack:T1:U2", True), ("slack:T1:U3", False), ("slack:T1:U4", False)):
        await records.rate(Feedback(records.kept[0].answer_id, person, good, NOW))

    upkeep = (await overviews(records=records).of(ME, "en", admin=True)).upkeep

    assert upkeep == Upkeep(
        running=False,
        number=7,
        passages=315,
        skipped=2,
        clashes=3,
        ratings=Ratings(good=1, bad=2),
    )


async def test_a_run_that_is_under_way_is_shown_with_how_far_it_is() -> None:
    progress = Progress("passages", 100, 315, 12.0)
    indexer = FakeIndexer(state=replace(STATUS, progress=progress), running=True)

    upkeep = (await overviews(indexer).of(ME, "en", admin=True)).upkeep

    assert upkeep is not None
    assert (upkeep.running, upkeep.progress) == (True, progress)


async def test_records_that_cannot_be_read_take_nothing_else_away(
    caplog: pytest.LogCaptureFixture,
) -> None:
    records = kept(error=RecordsError("/srv/data/records.db is damaged"))

    page = await overviews(records=records).of(ME, "en", admin=True)

    assert page.known is not None
    assert page.recent is None
    assert page.upkeep is not None
    assert (page.upkeep.ratings, page.upkeep.number) == (None, 7)
    assert {one.__dict__["error"] for one in caplog.records} == {"RecordsError"}
    assert "srv" not in caplog.text


async def test_an_index_that_cannot_be_read_takes_nothing_else_away() -> None:
    page = await overviews(_BrokenIndexer(), kept(record("Bikes?"))).of(ME, "en", admin=True)

    assert (page.known, page.nothing_indexed) == (None, False)
    assert page.recent
    assert page.upkeep == Upkeep(running=False, ratings=Ratings())


async def test_examples_that_cannot_be_read_take_nothing_else_away() -> None:
    page = await overviews(examples=_broken_examples()).of(ME, "en")

    assert (page.examples, page.known is not None, page.recent) == (None, True, ())


@pytest.mark.parametrize("days", [0, 7])
async def test_it_says_how_long_answers_are_kept(days: int) -> None:
    page = await overviews(kept_days=days).of(ME, "en")

    assert page.kept_days == days
