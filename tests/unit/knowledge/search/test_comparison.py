"""Which two versions of a document are compared, out of those that are indexed."""

from datetime import date
from pathlib import Path

import pytest

from knowledge.compare.differences import Difference
from knowledge.compare.version_lines import lines
from knowledge.model.documents import Header, Passage
from knowledge.model.errors import (
    IndexMissingError,
    OneVersionError,
    UnknownDocumentError,
    UnknownVersionError,
)
from knowledge.search.comparison import Comparison
from knowledge.split.token_count import TokenCounter
from tests.unit.knowledge.indexed import Indexed
from tests.unit.knowledge.shelf import Shelf
from tests.unit.knowledge.texts import SAMPLE


def version(doc_id: str, number: str, text: str, supersedes: str | None = None) -> Passage:
    header = Header(doc_id, "환불 규정", f"{doc_id}.md", version=number, supersedes=supersedes)
    return Passage(f"{header.key}#1", header, (), text, 0, len(text))


def shelved(shelf: Shelf) -> Comparison:
    shelf.publish(
        [
            version("refund", "1.10", "환불은 30일 이내입니다."),
            version("refund", "1.2", "환불은 7일 이내입니다."),
            version("refund", "1.9", "환불은 14일 이내입니다."),
            version("Returns-en", "1", "Return goods within 7 days.", supersedes="return-rules@4"),
            version("return-rules", "4", "Return goods within 3 days."),
            version("hours", "1", "Open from 10."),
        ]
    )
    return Comparison(shelf.generations)


def told(found: Difference) -> tuple[str, str, list[str]]:
    values = [
        f"{before and before.text} -> {after and after.text}"
        for change in found.changes
        for before, after in change.values
    ]
    return found.old.key, found.new.key, values


@pytest.mark.parametrize(
    ("asked", "keys", "value"),
    [
        (("refund",), ("refund@1.9", "refund@1.10"), "14일 -> 30일"),
        (("refund", "1.2"), ("refund@1.2", "refund@1.10"), "7일 -> 30일"),
        (("refund", "v1.2", "refund@1.9"), ("refund@1.2", "refund@1.9"), "7일 -> 14일"),
        (("refund", "1.10", "1.2"), ("refund@1.10", "refund@1.2"), "30일 -> 7일"),
        (("refund@1.9",), ("refund@1.2", "refund@1.9"), "7일 -> 14일"),
        (("refund@1.2",), ("refund@1.2", "refund@1.9"), "7일 -> 14일"),
        (("Returns-en",), ("return-rules@4", "Returns-en@1"), "3 days -> 7 days"),
    ],
)
async def test_the_newest_two_are_compared_or_those_that_are_named(
    shelf: Shelf, asked: tuple[str, ...], keys: tuple[str, str], value: str
) -> None:
    assert told(await shelved(shelf).difference(*asked)) == (*keys, [value])


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("refnud", ["refund"]),
        ("refund-policy", ["refund"]),
        ("RETURNS", ["Returns-en"]),
        ("환불", []),
    ],
)
async def test_a_document_that_is_not_there_is_answered_with_those_nearest_to_it(
    shelf: Shelf, asked: str, near: list[str]
) -> None:
    with pytest.raises(UnknownDocumentError) as error:
        await shelved(shelf).difference(asked)

    assert (error.value.name, error.value.near[:1]) == (asked, near)


@pytest.mark.parametrize("asked", [("refund", "1.2", "3"), ("refund@3",)])
async def test_a_version_that_is_not_there_is_answered_with_those_that_are(
    shelf: Shelf, asked: tuple[str, ...]
) -> None:
    with pytest.raises(UnknownVersionError) as error:
        await shelved(shelf).difference(*asked)

    assert error.value.known == ["refund@1.2", "refund@1.9", "refund@1.10"]


async def test_of_one_version_there_is_nothing_to_compare(shelf: Shelf) -> None:
    with pytest.raises(OneVersionError) as error:
        await shelved(shelf).difference("hours")

    assert error.value.key == "hours@1"


async def test_without_an_index_that_is_said(shelf: Shelf) -> None:
    with pytest.raises(IndexMissingError):
        await Comparison(shelf.generations).difference("refund")


async def test_the_sample_s_new_rules_are_told_by_section_and_value(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    run = Indexed(tmp_path, shelf, tokens)
    run.source = SAMPLE
    await run.indexer.rebuild()

    comparison = Comparison(shelf.generations)
    english = lines(await comparison.difference("refund-policy-en"))
    korean = lines(await comparison.difference("points-policy-ko"))

    assert english[0] == "refund-policy-en  1 (2025-01-01) -> 2 (2026-03-01)"
    assert "      7 days -> 14 days" in english[english.index("Standard refund window") :]
    assert korean[0] == "points-policy-ko  1.9 (2025-01-01) -> 1.10 (2026-07-01)"
    assert "      14일 -> 30일" in korean[korean.index("포인트 사후 적립") :]


async def test_rows_of_a_table_are_compared_one_by_one_from_what_is_stored(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    run = Indexed(tmp_path, shelf, tokens, clean=lambda text: text.replace("홍길동", "[NAME]"))
    for number, days in ((1, 7), (2, 14)):
        name = f"policies.v{number}.csv"
        run.write(
            {
                name: f"policy,rule\n환불,환불은 {days}일 이내에 홍길동에게 합니다\n"
                "교환,한 번만 됩니다\n",
                f"{name}.meta.yaml": f"doc_id: policies\ntitle: 규정\nversion: {number}\n"
                f"effective_from: {date(2026, number, 1)}\n",
            }
        )
    await run.indexer.rebuild()

    found = await Comparison(shelf.generations).difference("policies")

    [change] = found.changes
    assert change.section == ("환불",)
    assert told(found)[2] == ["7일 -> 14일"]
    assert "[NAME]" in change.new
    assert "홍길동" not in change.new
