"""Front matter: its fields, and mistakes with their lines."""

from datetime import date
from pathlib import Path

import pytest

from knowledge.model.documents import Audience, Header
from tests.unit.knowledge.texts import read, read_one, reasons

_FULL = """\
---
doc_id: refund-policy-ko
title: 환불 규정
version: "2"
category: refund
store_type: [Cafe, convenience]
store: [Gangnam, haeundae]
region: 서울
brand: Daily
language: ko
effective_from: 2026-03-01
effective_until: 2026-12-31
supersedes: refund-policy-ko@1
audience: manager
owner: 매장운영팀
review_by: 2027-03-01
url: https://handbook.example/ko/refund
published_date: 2026-02-16
tags: [환불, 반품]
---
미개봉 상품은 14일 이내에 환불합니다.
"""


def _with(line: str) -> str:
    return f"---\ntitle: Refunds\n{line}\n---\nGoods can be returned.\n"


def _header(folder: Path, line: str) -> Header:
    return read_one(folder, "a.md", _with(line)).header


def test_every_field_of_the_front_matter_is_kept(tmp_path: Path) -> None:
    full = read_one(tmp_path, "ko/refund.md", _FULL)

    assert full.text == "미개봉 상품은 14일 이내에 환불합니다.\n"
    assert full.header == Header(
        doc_id="refund-policy-ko",
        title="환불 규정",
        source="ko/refund.md",
        version="2",
        language="ko",
        category="refund",
        store_types=("cafe", "convenience"),
        stores=("gangnam", "haeundae"),
        regions=("서울",),
        brands=("daily",),
        audience=Audience.MANAGER,
        effective_from=date(2026, 3, 1),
        effective_until=date(2026, 12, 31),
        supersedes="refund-policy-ko@1",
        owner="매장운영팀",
        review_by=date(2027, 3, 1),
        url="https://handbook.example/ko/refund",
        published_date=date(2026, 2, 16),
        tags=("환불", "반품"),
    )


def test_a_title_alone_is_enough(tmp_path: Path) -> None:
    one = read_one(tmp_path, "en/refunds.md", "---\ntitle: Refunds\n---\nWithin 14 days.\n")

    assert one.header == Header(doc_id="en/refunds", title="Refunds", source="en/refunds.md")


def _unknown(folder: Path, line: str) -> tuple[str, ...]:
    reading = read(folder, {"en/a.md": _with(line)})
    assert (len(reading.documents), reading.skipped) == (1, ())
    [partly] = reading.partly
    assert partly.source == "en/a.md"
    return partly.lost


@pytest.mark.parametrize(
    ("written", "nearest"),
    [("efective_from", "effective_from"), ("titel", "title"), ("valid_form", "valid_from")],
)
def test_an_unknown_field_names_the_nearest_known_one(
    tmp_path: Path, written: str, nearest: str
) -> None:
    assert _unknown(tmp_path, f"{written}: 2026-03-01") == (
        f"the field `{written}` is not known; did you mean `{nearest}`?",
    )


@pytest.mark.parametrize("line", ["지역: 서울", "layout:\n- [a, b]", "sidebar: {a: 1}"])
def test_an_unknown_field_unlike_any_other_comes_without_a_guess(tmp_path: Path, line: str) -> None:
    name = line.partition(":")[0]

    assert _unknown(tmp_path, line) == (f"the field `{name}` is not known",)


def test_unknown_fields_alone_take_no_title_from_a_document(tmp_path: Path) -> None:
    reading = read(tmp_path, {"a.md": "---\nlayout: page\n---\n# 환불\n\n14일.\n"})

    [document] = reading.documents
    assert (document.header.title, document.text) == ("환불", "# 환불\n\n14일.\n")


def test_a_slip_in_the_name_of_the_audience_opens_no_document(tmp_path: Path) -> None:
    assert reasons(tmp_path, {"a.md": _with("audiance: manager")}) == [
        "a.md:3: unknown field `audiance`; did you mean `audience`?"
    ]


@pytest.mark.parametrize("line", ["draft: true", "published: False"])
def test_a_draft_of_another_program_is_not_read(tmp_path: Path, line: str) -> None:
    name = line.partition(":")[0]

    assert reasons(tmp_path, {"a.md": _with(line)}) == [
        f"a.md:3: it is a draft: take `{name}` out to have it read"
    ]


def test_fields_may_have_korean_names(tmp_path: Path) -> None:
    written = "---\n제목: 환불 규정\n버전: 3\n시행일자: 2026-03-01\n담당부서: 고객팀\n---\n14일.\n"

    header = read_one(tmp_path, "a.md", written).header

    assert (header.title, header.version, header.owner) == ("환불 규정", "3", "고객팀")
    assert header.effective_from == date(2026, 3, 1)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("effective_from: 1 March 2026", "`1 March 2026` is no date; write 2026-03-01"),
        ("review_by: 2026-02-30", "`2026-02-30` is no date; write 2026-03-01"),
        ("published_date: 2026년 3월 1일", "`2026년 3월 1일` is no date; write 2026-03-01"),
        ("owner: {team: Care}", "a single value is expected here"),
        ("owner: [Care, Stores]", "a single value is expected here"),
        ("doc_id:", "this field must not be empty"),
        ("version: ''", "this field must not be empty"),
        ("title: Again", "`title` is given twice"),
        ("language: kr", "`kr` is none of en, ko, ja"),
        ("audience: boss", "`boss` is none of staff, manager, admin"),
        ("url: handbook.example/refund", "a url begins with https://"),
        ("url: javascript:alert(1)", "a url begins with https://"),
        (
            "url: https://store.example@evil.example/",
            "a url names no user before its host: take out what stands before the @",
        ),
    ],
)
def test_a_mistake_names_its_line_and_the_fix(tmp_path: Path, line: str, reason: str) -> None:
    assert reasons(tmp_path, {"a.md": _with(line)}) == [f"a.md:3: {reason}"]


@pytest.mark.parametrize("line", ["title:", "title: ''", "title: ~"])
def test_an_empty_title_is_a_mistake(tmp_path: Path, line: str) -> None:
    [reason] = reasons(tmp_path, {"a.md": f"---\n{line}\n---\ntext\n"})

    assert reason == "a.md:2: this field must not be empty"


def test_front_matter_without_a_title_is_a_mistake(tmp_path: Path) -> None:
    [reason] = reasons(tmp_path, {"a.md": "---\ncategory: refund\n---\n# Refunds\n\ntext\n"})

    assert reason == "a.md:1: `title` is missing"


def test_a_document_cannot_end_before_it_begins(tmp_path: Path) -> None:
    lines = "effective_from: 2026-03-01\neffective_until: 2026-02-28"

    [reason] = reasons(tmp_path, {"a.md": _with(lines)})

    assert reason == "a.md:4: effective_until 2026-02-28 is before effective_from 2026-03-01"


def test_a_document_may_be_in_force_for_one_day(tmp_path: Path) -> None:
    header = _header(tmp_path, "effective_from: 2026-03-01\neffective_until: 2026-03-01")

    assert header.effective_from == header.effective_until == date(2026, 3, 1)


def test_a_field_and_its_other_name_are_the_same_field(tmp_path: Path) -> None:
    [reason] = reasons(
        tmp_path, {"a.md": _with("effective_from: 2026-03-01\nvalid_from: 2026-03-01")}
    )

    assert reason == "a.md:4: `valid_from` is given twice"


def test_valid_from_and_valid_to_are_other_names(tmp_path: Path) -> None:
    header = _header(tmp_path, "valid_from: 2026-03-01\nvalid_to: 2026-12-31")

    assert header.effective_from == date(2026, 3, 1)
    assert header.effective_until == date(2026, 12, 31)


def test_front_matter_that_is_never_closed_is_a_mistake(tmp_path: Path) -> None:
    [reason] = reasons(tmp_path, {"a.md": "---\ntitle: Refunds\n\ntext\n"})

    assert reason == "a.md:1: the front matter has no closing `---` line"


@pytest.mark.parametrize("line", ["tags: [환불, 반품", 'owner: "Care', "\tcategory: refund"])
def test_front_matter_that_is_no_yaml_names_the_line(tmp_path: Path, line: str) -> None:
    [reason] = reasons(tmp_path, {"a.md": _with(line)})

    assert reason.startswith("a.md:")
    assert reason.endswith(": the front matter is not valid YAML")


def test_a_yaml_tag_runs_nothing(tmp_path: Path) -> None:
    header = _header(tmp_path, "owner: !!python/object/apply:os.getcwd Care")

    assert header.owner == "Care"


@pytest.mark.parametrize("written", ["- title", "just words"])
def test_front_matter_must_be_fields(tmp_path: Path, written: str) -> None:
    [reason] = reasons(tmp_path, {"a.md": f"---\n{written}\n---\ntext\n"})

    assert reason == "a.md:2: the front matter must be `key: value` lines"


@pytest.mark.parametrize("written", ["1.10", '"1.10"', "'1.10'"])
def test_version_1_10_is_not_1_1(tmp_path: Path, written: str) -> None:
    assert _header(tmp_path, f"version: {written}").version == "1.10"


@pytest.mark.parametrize(
    ("written", "stores"),
    [
        ("cafe", ("cafe",)),
        ("[Cafe, APPAREL]", ("cafe", "apparel")),
        ("all", ()),
        ("[cafe, All]", ()),
        ("[]", ()),
        ("", ()),
        ("카페", ("카페",)),
    ],
)
def test_stores_are_one_or_many_or_all(
    tmp_path: Path, written: str, stores: tuple[str, ...]
) -> None:
    assert _header(tmp_path, f"store_type: {written}").store_types == stores


@pytest.mark.parametrize("line", ["effective_from:", "owner: ~", "url: ''", "tags: []"])
def test_an_optional_field_may_stay_empty(tmp_path: Path, line: str) -> None:
    header = _header(tmp_path, line)

    assert header.effective_from is None
    assert not header.owner
    assert not header.url
    assert header.tags == ()


def test_front_matter_works_in_a_plain_text_too(tmp_path: Path) -> None:
    one = read_one(tmp_path, "a.txt", "---\ntitle: 영업시간\n---\n10시에 엽니다.\n")

    assert one.header.title == "영업시간"
    assert one.text == "10시에 엽니다.\n"


def test_a_line_of_dashes_further_down_is_text(tmp_path: Path) -> None:
    one = read_one(tmp_path, "a.md", "First part.\n\n---\n\ntitle: no field\n")

    assert one.header.title == "a"
    assert "title: no field" in one.text
