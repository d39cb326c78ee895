"""The versions of a document, whatever day they are of, and what is new."""

from dataclasses import replace
from datetime import date

import pytest

from knowledge.model.documents import Audience, Filters, Header, Passage
from knowledge.search.comparison import History
from knowledge.search.library import Library
from tests.unit.knowledge.shelf import Shelf

TODAY = date(2026, 11, 21)
STAFF = Filters(TODAY)


def version(
    doc_id: str,
    number: str,
    text: str,
    since: date | None = None,
    *,
    supersedes: str | None = None,
    audience: Audience = Audience.STAFF,
    store_types: tuple[str, ...] = (),
) -> Passage:
    header = Header(
        doc_id,
        "환불 규정",
        f"{doc_id}.md",
        version=number,
        effective_from=since,
        supersedes=supersedes,
        audience=audience,
        store_types=store_types,
    )
    return Passage(f"{header.key}#1", header, (), text, 0, len(text))


OLD = version("refund", "1.9", "환불은 7일 이내입니다.", date(2025, 1, 1))
NOW = version("refund", "1.10", "환불은 14일 이내입니다.", date(2026, 10, 1))
NEXT = version("refund", "2", "환불은 30일 이내입니다.", date(2027, 1, 1))


def history(shelf: Shelf, *passages: Passage) -> History:
    generation = shelf.publish(list(passages))
    return History(Library(shelf.database), shelf.generations, generation)


async def test_all_versions_are_known_oldest_first(shelf: Shelf) -> None:
    known = await history(shelf, NOW, NEXT, OLD).versions(NOW.header, STAFF)

    assert [one.version for one in known] == ["1.9", "1.10", "2"]


async def test_a_document_whose_name_only_begins_alike_is_another_one(shelf: Shelf) -> None:
    others = [version(name, "1", "x") for name in ("refund-en", "refunds", "refun")]

    known = await history(shelf, NOW, *others).versions(NOW.header, STAFF)

    assert known == [NOW.header]


async def test_what_it_replaced_by_another_name_comes_before_it(shelf: Shelf) -> None:
    earlier = version("return-rules", "4", "환불은 3일 이내입니다.")
    now = version("refund", "1", "환불은 7일 이내입니다.", supersedes="return-rules@4")

    known = await history(shelf, now, earlier).versions(now.header, STAFF)

    assert [one.key for one in known] == ["return-rules@4", "refund@1"]


@pytest.mark.parametrize(
    ("since", "versions"),
    [
        (date(2024, 1, 1), ["2", "1.10", "1.9"]),
        (date(2026, 10, 1), ["2", "1.10"]),
        (date(2026, 10, 2), ["2"]),
        (date(2027, 1, 2), []),
    ],
)
async def test_what_starts_on_a_day_or_later_is_known_the_latest_first(
    shelf: Shelf, since: date, versions: list[str]
) -> None:
    always = version("hours", "1", "10시에 엽니다.")

    started = await history(shelf, OLD, NOW, NEXT, always).starting(since, STAFF)

    assert [one.version for one in started] == versions


@pytest.mark.parametrize(
    ("hidden", "filters"),
    [
        (version("refund", "3", "x", date(2026, 11, 1), audience=Audience.MANAGER), STAFF),
        (
            version("refund", "3", "x", date(2026, 11, 1), store_types=("cafe",)),
            replace(STAFF, store_type="apparel"),
        ),
    ],
)
async def test_what_a_person_may_not_see_is_in_neither(
    shelf: Shelf, hidden: Passage, filters: Filters
) -> None:
    found = history(shelf, NOW, hidden)

    assert await found.versions(NOW.header, filters) == [NOW.header]
    assert await found.starting(date(2026, 10, 1), filters) == [NOW.header]


async def test_passages_and_what_changed_are_those_of_the_version(shelf: Shelf) -> None:
    found = history(shelf, OLD, NOW)

    difference = await found.difference(OLD.header, NOW.header)

    assert await found.passages(OLD.header) == [OLD]
    assert [(one.old, one.new) for one in difference.changes] == [(OLD.text, NOW.text)]
