"""Generations: built unseen, published in one step, kept to roll back to, swept when left over."""

from datetime import date

import pytest

from knowledge.model.documents import Filters, Header, Passage
from knowledge.model.errors import IndexMissingError, NothingToRollBackError
from tests.unit.knowledge.shelf import Shelf
from tests.unit.knowledge.texts import passage

_TODAY = Filters(as_of=date(2026, 11, 21))
_REFUND_7 = passage("헤드폰 환불은 7일 이내입니다.")
_REFUND_14 = passage("헤드폰 환불은 14일 이내입니다.")
_REFUND_30 = passage("헤드폰 환불은 30일 이내입니다.")


async def _answers(shelf: Shelf) -> list[str]:
    """What a question about refunds finds now."""
    found = await shelf.search().find("헤드폰 환불", _TODAY)
    return [hit.passage.text for hit in found.hits]


def _numbers(shelf: Shelf) -> list[int]:
    """The generations that are in the file, published or not."""
    rows = shelf.database.rows("SELECT generation FROM generations ORDER BY generation")
    return [row["generation"] for row in rows]


async def test_a_generation_is_invisible_until_it_is_published(shelf: Shelf) -> None:
    shelf.publish([_REFUND_7])
    built = shelf.add([_REFUND_14])
    before = await _answers(shelf)

    shelf.generations.publish(built)

    assert before == [_REFUND_7.text]
    assert await _answers(shelf) == [_REFUND_14.text]


async def test_a_first_generation_that_is_not_published_answers_nothing(shelf: Shelf) -> None:
    shelf.add([_REFUND_7])

    with pytest.raises(IndexMissingError):
        await _answers(shelf)

    assert (shelf.generations.kept(), shelf.generations.previous()) == ((), None)


async def test_one_that_is_built_can_be_searched_by_who_has_it(shelf: Shelf) -> None:
    shelf.publish([_REFUND_7])
    first = shelf.published()
    number = shelf.add([_REFUND_14])
    shelf.generations.publish(number)
    second = shelf.published()

    search = shelf.search()
    found = [await search.at(one).find("헤드폰 환불", _TODAY) for one in (first, second)]

    assert [one.hits[0].passage.text for one in found] == [_REFUND_7.text, _REFUND_14.text]


def test_what_a_crash_has_left_is_swept(shelf: Shelf) -> None:
    published = shelf.publish([_REFUND_7])
    left = shelf.add([_REFUND_14])
    after = shelf.generations.next_number()

    shelf.generations.forget_others()

    tables = [row["name"] for row in shelf.database.rows("SELECT name FROM sqlite_master")]
    assert (left, after) == (2, 3)
    assert _numbers(shelf) == [published]
    assert shelf.generations.size(left) == (0, 0)
    assert not any(name.endswith(f"_{left}") for name in tables)


def test_the_generation_before_is_kept_and_no_older_one(shelf: Shelf) -> None:
    for one in (_REFUND_7, _REFUND_14, _REFUND_30):
        shelf.publish([one])

    previous = shelf.generations.previous()

    assert previous is not None
    assert (previous.number, shelf.published().number) == (2, 3)
    assert shelf.generations.kept() == (2, 3)
    assert _numbers(shelf) == [2, 3]


# --- rolling back -------------------------------------------------------------------------------


async def test_a_roll_back_answers_from_the_generation_before(shelf: Shelf) -> None:
    shelf.publish([_REFUND_7])
    shelf.publish([_REFUND_14])

    back = shelf.generations.roll_back()

    assert back.number == shelf.published().number == 1
    assert await _answers(shelf) == [_REFUND_7.text]


async def test_a_second_roll_back_goes_forward_again(shelf: Shelf) -> None:
    shelf.publish([_REFUND_7])
    shelf.publish([_REFUND_14])
    shelf.generations.roll_back()

    forward = shelf.generations.roll_back()

    assert forward.number == 2
    assert await _answers(shelf) == [_REFUND_14.text]


def test_what_was_withdrawn_is_kept_until_another_is_published(shelf: Shelf) -> None:
    shelf.publish([_REFUND_7])
    shelf.publish([_REFUND_14])
    shelf.generations.roll_back()
    shelf.generations.forget_others()
    after_rolling_back = _numbers(shelf)

    shelf.publish([_REFUND_30])

    assert after_rolling_back == [1, 2]
    assert (_numbers(shelf), shelf.published().number) == ([1, 3], 3)


def test_there_is_nothing_before_the_first(shelf: Shelf) -> None:
    shelf.publish([_REFUND_7])

    with pytest.raises(NothingToRollBackError):
        shelf.generations.roll_back()

    assert shelf.published().number == 1


def test_where_nothing_is_published_nothing_can_be_rolled_back(shelf: Shelf) -> None:
    with pytest.raises(IndexMissingError):
        shelf.generations.roll_back()


# --- what is withheld ---------------------------------------------------------------------------


def _contents(shelf: Shelf) -> str:
    return shelf.published().contents


def test_what_was_rolled_back_is_withheld(shelf: Shelf) -> None:
    shelf.publish([_REFUND_7])
    good = _contents(shelf)
    shelf.publish([_REFUND_14])
    bad = _contents(shelf)

    shelf.generations.roll_back()

    assert shelf.generations.withheld(bad, "any standard") == "rolled back"
    assert shelf.generations.withheld(good, "any standard") is None


def test_going_forward_again_withholds_nothing(shelf: Shelf) -> None:
    contents = []
    for one in (_REFUND_7, _REFUND_14):
        shelf.publish([one])
        contents.append(_contents(shelf))

    shelf.generations.roll_back()
    shelf.generations.roll_back()

    assert [shelf.generations.withheld(one) for one in contents] == [None, None]


def test_what_was_rolled_back_stays_withheld_when_others_are_published(shelf: Shelf) -> None:
    shelf.publish([_REFUND_7])
    shelf.publish([_REFUND_14])
    bad = _contents(shelf)
    shelf.generations.roll_back()

    shelf.publish([_REFUND_30])

    assert shelf.generations.withheld(bad) == "rolled back"


def test_what_was_judged_worse_is_withheld_by_that_standard_only(shelf: Shelf) -> None:
    shelf.generations.withhold("문서들", "worse", "24 questions")

    assert shelf.generations.withheld("문서들", "24 questions") == "worse"
    assert shelf.generations.withheld("문서들", "25 questions") is None
    assert shelf.generations.withheld("다른 문서들", "24 questions") is None


def test_what_was_judged_worse_than_one_may_be_judged_beside_another(shelf: Shelf) -> None:
    shelf.publish([_REFUND_7])
    shelf.generations.withhold("문서들", "worse", "24 questions")

    shelf.publish([_REFUND_14])

    assert shelf.generations.withheld("문서들", "24 questions") is None


# --- what is known of one -----------------------------------------------------------------------


def test_it_tells_what_it_was_made_from(shelf: Shelf) -> None:
    shelf.publish([_REFUND_7], "fake/6")

    published = shelf.published()

    assert (published.number, published.embedder, published.rules) == (1, "fake/6", "1")
    assert (published.source, published.contents) == ("/srv/handbook", "contents 1")
    assert published.made_at == "2026-11-21T09:00:00+00:00"


def test_it_counts_documents_passages_and_languages(shelf: Shelf) -> None:
    korean = [Header(f"ko-{n}", "규정", f"ko-{n}.md", language="ko") for n in range(2)]
    english = Header("en", "Rules", "en.md")
    number = shelf.publish(
        [
            *(Passage(f"{one.key}#{n}", one, (), "글", 0, 1) for one in korean for n in range(3)),
            Passage("en#1", english, (), "text", 0, 4),
        ]
    )

    assert shelf.generations.size(number) == (3, 7)
    assert shelf.generations.languages(number) == {"ko": 2, "en": 1}
    assert shelf.generations.size(99) == (0, 0)


def test_what_its_run_had_to_say_is_kept_with_it(shelf: Shelf) -> None:
    number = shelf.add([_REFUND_7])
    report = {"skipped": [{"source": "나쁨.md", "reason": "나쁨.md: 비어 있음"}], "lost": []}

    shelf.generations.note(number, report)

    assert shelf.generations.noted(number) == report
    assert shelf.generations.noted(99) == {}


def test_thousands_of_passages_are_all_written(shelf: Shelf) -> None:
    """They are written in several transactions."""
    number = shelf.publish([passage(f"{n}번 문단") for n in range(1201)])

    assert shelf.generations.size(number) == (1, 1201)
    assert len(shelf.generations.fingerprints(number)) == 1201
