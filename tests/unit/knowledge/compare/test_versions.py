"""What changed between two versions, in both languages."""

from datetime import date

import pytest

from knowledge.compare.differences import Change, How, diff
from knowledge.compare.version_lines import lines
from knowledge.model.documents import CatalogueRecord, Document, Header
from tests.unit.knowledge.texts import handbook


def version(text: str, number: str = "1", first: date | None = None) -> Document:
    header = Header("refund", "Refunds", "refund.md", version=number, effective_from=first)
    return Document(header, text)


def changes(old: str, new: str) -> tuple[Change, ...]:
    return diff(version(old), version(new, "2")).changes


def told(change: Change) -> list[str]:
    """The values that changed, as a reader is told."""
    return [
        f"{before.text if before else '∅'} -> {after.text if after else '∅'}"
        for before, after in change.values
    ]


@pytest.mark.parametrize(
    ("old", "new", "values"),
    [
        ("Goods can be returned within 7 days.", "Goods can be returned within 14 days.",
         ["7 days -> 14 days"]),
        ("적립금은 최대 30,000원까지 드립니다.", "적립금은 최대 2만 원까지 드립니다.",
         ["30,000원 -> 2만 원"]),
        ("| 등급 | 적립 |\n|---|---|\n| 골드 | 2% |", "| 등급 | 적립 |\n|---|---|\n| 골드 | 3% |",
         ["2% -> 3%"]),
        ("- 미개봉 상품: 7일", "- 미개봉 상품: 14일", ["7일 -> 14일"]),
        ("평일은 08:00부터 21:00까지 엽니다.", "평일은 07:30부터 22:00까지 엽니다.",
         ["08:00부터 21:00 -> 07:30부터 22:00"]),
        ("Hold goods for 2 hours, up to 3 items.", "Hold goods for 48 hours, up to 5 items.",
         ["2 hours -> 48 hours", "3 items -> 5 items"]),
        ("Bring the receipt when you come.", "Bring the receipt when you come within 14 days.",
         ["∅ -> 14 days"]),
        ("구매일로부터 14일 이내에 환불합니다.", "구매일로부터 14일 미만이면 환불합니다.",
         ["14일 -> 14일"]),
    ],
)  # fmt: skip
def test_a_changed_value_is_told_before_and_after(old: str, new: str, values: list[str]) -> None:
    [change] = changes(f"## 기간\n\n{old}", f"## 기간\n\n{new}")

    assert change.how is How.CHANGED
    assert change.section == ("기간",)
    assert told(change) == values


def test_another_way_to_write_the_same_value_is_no_change_of_value() -> None:
    [change] = changes("보증금은 30,000원입니다.", "보증금은 3만 원입니다.")

    assert change.values == ()


def test_other_words_that_changed_are_told_too() -> None:
    [change] = changes(
        "The shift leader checks the float of ₩200,000 twice.",
        "The store manager checks the float of ₩100,000 twice.",
    )

    assert told(change) == ["₩200,000 -> ₩100,000"]
    assert change.words == (("shift leader", "store manager"),)


def test_sentences_that_came_and_went_stand_in_their_section() -> None:
    old = "# A\n\nFirst one stays here. Second one goes away.\n\n## B\n\nOnly this."
    new = "# A\n\nFirst one stays here.\n\n## B\n\nOnly this. A new one is there now."

    assert changes(old, new) == (
        Change(How.REMOVED, ("A",), old="Second one goes away."),
        Change(How.ADDED, ("A", "B"), new="A new one is there now."),
    )


@pytest.mark.parametrize(
    ("was", "is_"), [("Refund window", "How long refunds take"), ("환불 기간", "환불 가능 기간")]
)
def test_a_renamed_heading_removes_nothing_below_it(was: str, is_: str) -> None:
    text = "# {}\n\nGoods come back within 14 days.\n\n## 현금\n\n현금은 바로 돌려드립니다.\n"

    difference = diff(version(text.format(was)), version(text.format(is_), "2"))

    assert difference.headings == (((was,), (is_,)),)
    assert difference.changes == ()


def test_a_renamed_section_whose_text_changed_a_little_is_still_the_same() -> None:
    old = "# 환불\n\n영수증이 있으면 7일 이내에 환불합니다. 카드 환불은 같은 카드로 합니다."
    new = "# 환불 안내\n\n영수증이 있으면 14일 이내에 환불합니다. 카드 환불은 같은 카드로 합니다."

    difference = diff(version(old), version(new, "2"))

    assert difference.headings == ((("환불",), ("환불 안내",)),)
    assert [told(change) for change in difference.changes] == [["7일 -> 14일"]]


def test_a_sentence_in_another_place_has_moved() -> None:
    old = "# Cash\n\nThe receipt is always needed.\n\n# Cards\n\nUse the same card."
    new = "# Cash\n\nAsk first.\n\n# Cards\n\nUse the same card. The receipt is always needed."

    moved = [change for change in changes(old, new) if change.how is How.MOVED]

    assert [(change.new, change.came_from, change.section) for change in moved] == [
        ("The receipt is always needed.", ("Cash",), ("Cards",))
    ]


def test_a_section_that_came_or_went_is_told_sentence_by_sentence() -> None:
    old = "# A\n\nStays as it is.\n\n# B\n\nThis goes. And this."
    new = "# A\n\nStays as it is.\n\n# C\n\nQuite another matter here."

    assert [(change.how, change.section) for change in changes(old, new)] == [
        (How.REMOVED, ("B",)),
        (How.REMOVED, ("B",)),
        (How.ADDED, ("C",)),
    ]


def test_a_table_row_is_told_with_its_columns() -> None:
    table = "| Paid with | Refunded to |\n|---|---|\n| Cash | The till |\n"

    [change] = changes(table, f"{table}| Card | The same card |\n")

    assert change == Change(How.ADDED, (), new="Paid with: Card; Refunded to: The same card")


def test_records_are_compared_by_their_names() -> None:
    def policies(days: str) -> Document:
        texts = ["환불: 미개봉 상품\n7일 이내", f"교환: 택이 달린 옷\n{days} 이내"]
        header = Header("policies", "정책", "policies.csv")
        records = (
            CatalogueRecord(0, len(texts[0]), "환불"),
            CatalogueRecord(len(texts[0]) + 2, 100, "교환"),
        )
        return Document(header, "\n\n".join(texts), records=records)

    [change] = diff(policies("7일"), policies("30일")).changes

    assert (change.section, told(change)) == (("교환",), ["7일 -> 30일"])


def test_the_same_text_has_no_difference() -> None:
    text = "# 환불\n\n14일 이내에 합니다.\n\n- 속옷\n- 수영복"

    difference = diff(version(text), version(text, "2"))

    assert (difference.changes, difference.headings) == ((), ())


@pytest.mark.parametrize(
    ("doc_id", "expected"),
    [
        ("refund-policy-en", {"7 days -> 14 days", "14 days -> 30 days", "₩20,000 -> ₩30,000"}),
        ("refund-policy-ko", {"7일 -> 14일", "14일 -> 30일", "2만 원 -> 3만 원"}),
        ("staff-discount-en", {"15% -> 20%", "₩200,000 -> ₩300,000", "90 days -> 30 days"}),
        ("price-match-en", {"3 km -> 5 km", "₩10,000 -> ₩20,000", "3 days -> 7 days"}),
        ("points-policy-ko", {"1.5% -> 2%", "5,000포인트 -> 1,000포인트", "14일 -> 30일"}),
        ("cafe-hours-ko", {"08:00부터 21:00 -> 07:30부터 22:00", "20:00 -> 21:00"}),
    ],
)
def test_what_the_samples_notes_say_changed_is_what_is_found(
    doc_id: str, expected: set[str]
) -> None:
    found = [one for one in handbook().documents if one.header.doc_id == doc_id]
    old, new = sorted(found, key=lambda one: one.header.effective_from or date.min)

    difference = diff(old, new)

    assert expected <= {line for change in difference.changes for line in told(change)}
    assert {change.how for change in difference.changes} == {How.CHANGED}


def test_a_terminal_shows_it_line_by_line() -> None:
    old = "# 환불\n\n7일 이내에 환불합니다. 영수증이 필요합니다.\n\n# Cash\n\nAsk the manager."
    new = "# 환불 안내\n\n14일 이내에 환불합니다.\n\n# Cash\n\nAsk the manager. Then pay."

    shown = lines(diff(version(old, "1", date(2025, 1, 1)), version(new, "2", date(2026, 3, 1))))

    assert shown == [
        "refund  1 (2025-01-01) -> 2 (2026-03-01)",
        "",
        "환불 -> 환불 안내",
        "",
        "환불 안내",
        "  ~ 14일 이내에 환불합니다.",
        "      7일 -> 14일",
        "  - 영수증이 필요합니다.",
        "",
        "Cash",
        "  + Then pay.",
    ]


def test_a_change_of_the_bound_alone_is_seen() -> None:
    old, new = "한 건에 5,000원 이하의 쿠폰을 드립니다.", "한 건에 5,000원 미만의 쿠폰을 드립니다."

    assert "      <= 5,000원 -> < 5,000원" in lines(diff(version(old), version(new)))
