"""Which version of a document is in force on a date."""

from datetime import date

import pytest

from knowledge.model.documents import Header
from knowledge.model.versions import ALWAYS, FOR_EVER, Standing, natural, standings, validity
from tests.unit.knowledge.texts import handbook


def _version(
    version: str,
    first: date | None = None,
    last: date | None = None,
    supersedes: str | None = None,
    doc_id: str = "refund-ko",
) -> Header:
    return Header(
        doc_id,
        "환불 규정",
        "a.md",
        version,
        effective_from=first,
        effective_until=last,
        supersedes=supersedes,
    )


@pytest.mark.parametrize(
    "versions",
    [
        ["2", "10"],
        ["1.9", "1.10", "2"],
        ["1", "1.1"],
        ["2-draft", "10-draft"],
        ["v1", "v2", "v10"],
        ["2025", "2026"],
        ["1가", "1나"],
        ["1", "1²", "2"],
    ],
)
def test_versions_are_ordered_as_people_do(versions: list[str]) -> None:
    backwards = versions[::-1]

    assert sorted(backwards, key=natural) == versions


def test_a_version_without_dates_is_always_in_force() -> None:
    assert validity([_version("1")]) == {"refund-ko@1": (ALWAYS, FOR_EVER)}


def test_a_version_is_in_force_on_its_first_and_last_day() -> None:
    first, last = date(2026, 3, 1), date(2026, 12, 31)

    assert validity([_version("1", first, last)]) == {"refund-ko@1": (first, last)}


def test_a_version_ends_the_day_before_the_next_one_begins() -> None:
    days = validity([_version("1"), _version("2", date(2026, 3, 1))])

    assert days == {
        "refund-ko@1": (ALWAYS, date(2026, 2, 28)),
        "refund-ko@2": (date(2026, 3, 1), FOR_EVER),
    }


def test_version_1_10_ends_1_9_and_not_the_other_way() -> None:
    days = validity([_version("1.10", date(2026, 7, 1)), _version("1.9", date(2025, 1, 1))])

    assert days["refund-ko@1.9"] == (date(2025, 1, 1), date(2026, 6, 30))
    assert days["refund-ko@1.10"] == (date(2026, 7, 1), FOR_EVER)


def test_each_of_three_versions_ends_with_the_next() -> None:
    days = validity(
        [
            _version("3", date(2027, 1, 1)),
            _version("1", date(2025, 1, 1)),
            _version("2", date(2026, 1, 1)),
        ]
    )

    assert [days[f"refund-ko@{version}"][1] for version in "123"] == [
        date(2025, 12, 31),
        date(2026, 12, 31),
        FOR_EVER,
    ]


def test_a_successor_from_the_first_day_of_all_leaves_that_day() -> None:
    days = validity([_version("1"), _version("2", ALWAYS)])

    assert days == {"refund-ko@1": (ALWAYS, ALWAYS), "refund-ko@2": (ALWAYS, FOR_EVER)}


def test_a_version_keeps_its_own_end_if_it_is_earlier() -> None:
    days = validity([_version("1", last=date(2025, 6, 30)), _version("2", date(2026, 3, 1))])

    assert days["refund-ko@1"] == (ALWAYS, date(2025, 6, 30))


def test_a_document_can_supersede_another_ones_version() -> None:
    days = validity(
        [
            _version("1"),
            _version("1", date(2026, 3, 1), supersedes="refund-ko@1", doc_id="환불-규정"),
        ]
    )

    assert days["refund-ko@1"] == (ALWAYS, date(2026, 2, 28))


def test_a_successor_without_a_first_day_replaces_a_version_at_once() -> None:
    days = validity([_version("1", date(2025, 1, 1)), _version("2", supersedes="refund-ko@1")])

    first, last = days["refund-ko@1"]
    assert last < first
    assert days["refund-ko@2"] == (ALWAYS, FOR_EVER)


def test_a_version_that_supersedes_itself_goes_on() -> None:
    days = validity([_version("1", date(2026, 3, 1), supersedes="refund-ko@1")])

    assert days["refund-ko@1"] == (date(2026, 3, 1), FOR_EVER)


def test_other_documents_do_not_end_a_version() -> None:
    days = validity([_version("1"), _version("2", date(2026, 3, 1), doc_id="refund-en")])

    assert days["refund-ko@1"] == (ALWAYS, FOR_EVER)


def test_a_version_replaced_on_its_first_day_was_never_in_force() -> None:
    day = date(2026, 3, 1)

    first, last = validity([_version("1", day), _version("2", day)])["refund-ko@1"]

    assert last < first


def test_the_standing_of_a_version_depends_on_the_day() -> None:
    versions = [
        _version("1", date(2025, 1, 1)),
        _version("2", date(2026, 3, 1), date(2026, 12, 31)),
        _version("3", date(2027, 6, 1)),
    ]

    stands = {
        day.isoformat(): [standing.value for standing in standings(versions, day).values()]
        for day in (date(2024, 12, 31), date(2026, 3, 1), date(2027, 1, 1), date(2027, 6, 1))
    }

    assert stands == {
        "2024-12-31": ["not yet in force", "not yet in force", "not yet in force"],
        "2026-03-01": ["superseded", "in force", "not yet in force"],
        "2027-01-01": ["superseded", "expired", "not yet in force"],
        "2027-06-01": ["superseded", "superseded", "in force"],
    }


def test_a_version_replaced_by_another_document_is_superseded() -> None:
    replaced = _version("1", date(2025, 1, 1))
    by = _version("1", date(2026, 3, 1), supersedes="refund-ko@1", doc_id="환불-규정")

    assert standings([replaced, by], date(2026, 3, 1)) == {
        "refund-ko@1": Standing.SUPERSEDED,
        "환불-규정@1": Standing.IN_FORCE,
    }


def test_a_version_that_never_comes_into_force_is_superseded() -> None:
    stands = standings([_version("1", date(2025, 1, 1)), _version("2")], date(2024, 1, 1))

    assert stands["refund-ko@1"] is Standing.SUPERSEDED


@pytest.mark.parametrize(
    ("key", "standing"),
    [
        ("refund-policy-en@1", Standing.SUPERSEDED),
        ("refund-policy-ko@2", Standing.IN_FORCE),
        ("points-policy-ko@1.9", Standing.SUPERSEDED),
        ("cup-deposit-ko@1", Standing.NOT_YET),
        ("promo-iced-2025-en@1", Standing.EXPIRED),
    ],
)
def test_versions_of_the_sample_have_the_standing_that_they_state(
    key: str, standing: Standing
) -> None:
    headers = [document.header for document in handbook().documents]

    assert standings(headers, date(2026, 11, 21))[key] is standing
