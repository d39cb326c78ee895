"""What everything does that keeps the answers that were given."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from adapters.records import SqlRecords
from bot.model import ClosestRule, Confidence, Reply, Scope, Source, Verdict
from bot.model.errors import RecordsError
from bot.model.kept import Corrected, Feedback, Ratings, StoredAnswer
from bot.ports import Records
from bot.privacy import safe
from knowledge.model.documents import Audience
from tests.engines.databases import ENGINES, database_of
from tests.fakes import FakeRecords

_NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
_SEOUL = timedelta(hours=9)
_ALWAYS = datetime(2000, 1, 1, tzinfo=UTC)
_SOURCE = Source(
    number=1,
    title="환불 규정",
    section="전자제품 › 개봉 상품",
    quote="개봉한 상품은 **14일** 안에\n환불할 수 있습니다.",
    more_quotes=("“불량”이면 30일입니다.", "Keep the receipt."),
    doc_id="refund-policy-ko",
    passage_id="refund-policy-ko@2#3",
    version="2",
    page=3,
    url="https://kb.example/refunds?a=1&b=2",
    effective_from=date(2026, 1, 1),
    score=0.912,
)
_REPLY = Reply(
    "**14일**까지입니다 [1].",
    "ko",
    (_SOURCE, replace(_SOURCE, number=2, page=None, url=None, effective_from=None)),
    follow_up="개봉했나요?",
    suggestions=("교환", "Gift cards: How long?"),
    notice="질문에서 개인정보를 지웠습니다 (전화번호 1건).",
    scope=Scope("cafe", "refund", "ko", date(2026, 11, 21), Audience.MANAGER),
    audience=Audience.MANAGER,
    verdict=Verdict.PASS,
    confidence=Confidence.HIGH,
    kept=True,
    trace_id="a1",
)


@dataclass
class Clock:
    """The time that it is."""

    time: datetime = _NOW

    def __call__(self) -> datetime:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["fake", *ENGINES])
def records(request: pytest.FixtureRequest, clock: Clock, tmp_path: Path) -> Iterator[Records]:
    if request.param == "fake":
        yield FakeRecords(now=clock)
        return
    with database_of(request, tmp_path / "기록 data") as database:
        yield SqlRecords(database, now=clock)


_NEAR = replace(
    _REPLY,
    verdict=Verdict.INSUFFICIENT,
    closest=(
        ClosestRule(
            number=1,
            section="전자제품 › 개봉 상품",
            text="**개봉한 상품은 14일 안에 환불할 수 있습니다.** “불량”이면 30일입니다.",
            quote=_SOURCE.quote,
            doc_id=_SOURCE.doc_id,
            passage_id=_SOURCE.passage_id,
            score=0.912,
        ),
    ),
)
"""The closest rules, as no answer was sure."""


def record(
    answer_id: str = "a1",
    question: str = "개봉한 헤드폰은 환불되나요?",
    *,
    given_at: datetime = _NOW,
    thread: str = "T1:C1:1.0",
    person: str = "slack:T1:U1",
    verdict: Verdict = Verdict.PASS,
) -> StoredAnswer:
    reply = replace(_REPLY, trace_id=answer_id)
    said, place = safe(question), '{"place": "C1"}'
    return StoredAnswer(answer_id, given_at, thread, person, said, verdict, reply, place)


def feedback(answer_id: str = "a1", person: str = "slack:T1:U1", *, good: bool = True) -> Feedback:
    return Feedback(answer_id, person, good, _NOW)


@pytest.mark.parametrize("verdict", Verdict)
async def test_an_answer_comes_back_as_it_was_given(records: Records, verdict: Verdict) -> None:
    given = record(verdict=verdict)

    await records.keep(given)

    assert await records.find("a1") == given


async def test_a_reply_with_nothing_beside_its_text_comes_back(records: Records) -> None:
    given = replace(
        record(), reply=Reply("매장 문서에서 확인할 수 없는 내용입니다.", "ko", kept=True)
    )

    await records.keep(given)

    assert await records.find("a1") == given


async def test_the_closest_rules_come_back_as_they_were_shown(records: Records) -> None:
    given = replace(record(verdict=Verdict.INSUFFICIENT), reply=_NEAR)

    await records.keep(given)

    found = await records.find("a1")
    assert found is not None
    assert (found, found.reply.outcome) == (given, "closest")


async def test_the_time_of_an_answer_is_the_same_moment_in_any_zone(records: Records) -> None:
    given_at = _NOW.astimezone(datetime(2026, 1, 1, tzinfo=UTC).astimezone().tzinfo)

    await records.keep(record(given_at=given_at))

    found = await records.find("a1")
    assert found is not None
    assert found.given_at == _NOW
    assert found.given_at.tzinfo is not None


@pytest.mark.parametrize("text", ["Within **14 days** [1].", "**14일** 안입니다 [1]."])
async def test_another_wording_takes_the_place_of_the_one_that_is_kept(
    records: Records, text: str
) -> None:
    first = record()
    better = replace(first, reply=replace(first.reply, text=text), given_at=_NOW + _SEOUL)
    await records.keep(first)
    await records.keep(record("a2"))

    changed = await records.change(better)

    assert changed
    assert await records.find("a1") == replace(better, given_at=_NOW)
    assert await records.find("a2") == record("a2")
    assert await records.answered(first.thread, _NOW)


async def test_a_wording_of_an_answer_that_is_not_kept_is_not_kept_either(
    records: Records,
) -> None:
    assert not await records.change(record())
    assert await records.find("a1") is None


async def test_what_was_never_kept_is_not_found(records: Records) -> None:
    assert await records.find("a1") is None


async def test_a_message_leads_to_the_answer_that_it_holds(records: Records) -> None:
    await records.keep(record("a1"))
    await records.keep(record("a2"))

    await records.keep_message("teams:T1:C1:1", "a1")
    await records.keep_message("teams:T1:C2:1", "a2")

    assert await records.held_by("teams:T1:C1:1") == "a1"
    assert await records.held_by("teams:T1:C2:1") == "a2"
    assert await records.held_by("teams:T1:C1:2") is None


async def test_the_first_of_some_answers_that_a_message_holds_leads_to_it(
    records: Records,
) -> None:
    await records.keep(record("a1"))
    await records.keep(record("a2"))
    await records.keep_message("teams:T1:C1:1", "a2")

    assert await records.message_of(["a1", "a2"]) == "teams:T1:C1:1"
    assert await records.message_of(["a1"]) is None
    assert await records.message_of([]) is None


async def test_a_message_that_holds_another_answer_now_leads_to_that_one(records: Records) -> None:
    await records.keep(record("a1"))
    await records.keep(record("a2"))

    await records.keep_message("teams:T1:C1:1", "a1")
    await records.keep_message("teams:T1:C1:1", "a2")

    assert await records.held_by("teams:T1:C1:1") == "a2"


async def test_a_message_of_an_answer_that_is_not_kept_leads_nowhere(records: Records) -> None:
    await records.keep_message("teams:T1:C1:1", "a1")

    assert await records.held_by("teams:T1:C1:1") is None


async def test_a_question_that_is_answered_again_after_a_stop_has_its_latest_answer(
    records: Records,
) -> None:
    first = record(question="첫 질문인가요?")
    again = replace(first, reply=replace(first.reply, text="The rule has changed [1]."))

    await records.keep(first)
    await records.keep(again)

    found = await records.find("a1")
    assert found is not None
    assert found.reply.text == "The rule has changed [1]."
    assert len(await records.recent(first.person, 5)) == 1


async def test_an_answer_is_not_replaced_by_another_with_its_id(records: Records) -> None:
    first = record(question="첫 질문인가요?")
    await records.keep(first)

    with pytest.raises(RecordsError, match="a1 is stored already"):
        await records.keep(record(question="둘째 질문인가요?"))

    assert await records.find("a1") == first


async def test_an_answer_that_is_too_old_is_gone_from_everywhere(
    records: Records, clock: Clock
) -> None:
    await records.keep(record(verdict=Verdict.INSUFFICIENT))
    await records.rate(feedback())
    await records.keep_message("teams:T1:C1:1", "a1")

    clock.time = _NOW + timedelta(days=30, seconds=1)

    assert await records.find("a1") is None
    assert await records.held_by("teams:T1:C1:1") is None
    assert not await records.answered("T1:C1:1.0", _ALWAYS)
    assert await records.recent("slack:T1:U1", 5) == []
    assert await records.ratings(_ALWAYS) == Ratings()
    assert not await records.rate(feedback())


async def test_an_answer_is_there_to_the_end_of_its_time(records: Records, clock: Clock) -> None:
    await records.keep(record())

    clock.time = _NOW + timedelta(days=30)

    assert await records.find("a1") is not None


async def test_a_thread_was_answered_since_a_time(records: Records) -> None:
    await records.keep(record())

    assert await records.answered("T1:C1:1.0", _NOW)
    assert await records.answered("T1:C1:1.0", _NOW - timedelta(hours=1))
    assert not await records.answered("T1:C1:1.0", _NOW + timedelta(microseconds=1))
    assert not await records.answered("T1:C1:2.0", _ALWAYS)


async def test_a_person_s_answers_come_with_the_latest_first(records: Records) -> None:
    for number in range(4):
        await records.keep(record(f"a{number}", given_at=_NOW - timedelta(hours=number)))
    await records.keep(record("b1", person="slack:T2:U1"))

    recent = await records.recent("slack:T1:U1", 3)

    assert [one.answer_id for one in recent] == ["a0", "a1", "a2"]


async def test_of_the_same_moment_the_answer_that_was_kept_last_comes_first(
    records: Records,
) -> None:
    for number in range(3):
        await records.keep(record(f"a{number}"))

    recent = await records.recent("slack:T1:U1", 5)

    assert [one.answer_id for one in recent] == ["a2", "a1", "a0"]


async def test_the_last_word_of_each_person_counts(records: Records) -> None:
    await records.keep(record("a1"))
    await records.keep(record("a2"))

    for one in (
        feedback(good=True),
        feedback(good=False),
        feedback(person="slack:T1:U2"),
        feedback("a2"),
    ):
        assert await records.rate(one)

    assert await records.ratings(_NOW) == Ratings(good=2, bad=1)
    assert await records.ratings(_NOW + timedelta(seconds=1)) == Ratings()


async def test_a_reason_and_a_comment_may_follow(records: Records) -> None:
    await records.keep(record())
    await records.rate(feedback(good=False))

    told = replace(feedback(good=False), reason="outdated", comment=safe("작년 규정이에요"))

    assert await records.rate(told)
    assert await records.ratings(_NOW) == Ratings(bad=1)


async def test_what_each_person_thinks_of_an_answer_is_told(records: Records) -> None:
    await records.keep(record("a1"))
    await records.keep(record("a2"))
    bad = Feedback("a1", "slack:T1:U2", False, _NOW, "wrong", safe("30일이에요"))
    for one in (feedback(good=False), bad, feedback("a2"), feedback(person="slack:T1:U3")):
        await records.rate(one)
    await records.rate(feedback(good=True))

    opinions = await records.opinions("a1")

    assert {one.person: one for one in opinions} == {
        "slack:T1:U1": feedback(),
        "slack:T1:U2": bad,
        "slack:T1:U3": feedback(person="slack:T1:U3"),
    }
    assert await records.opinions("nobody's") == []


async def test_what_is_not_kept_cannot_be_rated(records: Records) -> None:
    assert not await records.rate(feedback("unknown"))

    assert await records.ratings(_ALWAYS) == Ratings()


@pytest.mark.parametrize("asked", ["';--", "\x01", "가" * 5000])
async def test_no_text_is_taken_for_anything_else(records: Records, asked: str) -> None:
    given = record(asked, asked, thread=asked, person=asked)

    await records.keep(given)

    assert await records.find(asked) == given
    assert await records.recent(asked, 1) == [given]
    assert await records.answered(asked, _NOW)


async def test_a_character_that_no_database_takes_is_no_trouble(records: Records) -> None:
    await records.keep(record("a1", "환불\x00되나요?"))

    found = await records.find("a1")

    assert found is not None
    assert found.question.replace("\x00", "") == "환불되나요?"


async def test_many_keep_and_find_at_once(records: Records) -> None:
    async def kept_and_found(number: int) -> StoredAnswer | None:
        answer_id = f"a{number}"
        await records.keep(record(answer_id, verdict=Verdict.INSUFFICIENT))
        await records.rate(feedback(answer_id))
        return await records.find(answer_id)

    found = await asyncio.gather(*(kept_and_found(number) for number in range(64)))

    assert found == [record(f"a{n}", verdict=Verdict.INSUFFICIENT) for n in range(64)]
    assert await records.ratings(_NOW) == Ratings(good=64)


def corrected(answer_id: str, doc_id: str = "refund", by: str = "c1") -> Corrected:
    return Corrected(answer_id, doc_id, _NOW, by)


async def test_an_answer_is_corrected_once_about_a_document(records: Records) -> None:
    for one in ("a1", "a2"):
        await records.keep(record(one))

    first = await records.note_corrected([corrected("a1")])
    again = await records.note_corrected([corrected("a2"), corrected("a1", by="c2")])
    other = await records.note_corrected([corrected("a1", "coats")])

    assert (first, again, other) == (True, False, True)
    assert set(await records.corrected()) == {corrected("a1"), corrected("a1", "coats")}


async def test_a_correction_that_nobody_read_is_forgotten(records: Records) -> None:
    await records.keep(record("a1"))
    await records.note_corrected([corrected("a1")])

    await records.forget_corrected([corrected("a1")])

    assert await records.corrected() == []
    assert await records.note_corrected([corrected("a1", by="c2")])


async def test_what_corrected_an_answer_goes_with_it(records: Records, clock: Clock) -> None:
    await records.keep(record("a1"))
    await records.note_corrected([corrected("a1")])

    clock.time = _NOW + timedelta(days=31)

    assert await records.corrected() == []
