"""Sentences on one subject may be worded otherwise; what they dispute is told by its meaning."""

import pytest

from knowledge.compare.disputed import aligned, differ_in_one, difference


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Reserved items are held for three days.", "We hold reserved items for 5 days."),
        ("The stock count takes place on Tuesdays.", "Every Thursday we count the stock."),
        ("Sale items can be exchanged within a week.", "Sale items cannot be exchanged."),
        ("No receipt is needed for an exchange.", "A receipt is required for an exchange."),
        ("예약 상품은 사흘 동안 보관합니다.", "예약 상품은 5일간 보관해 드립니다."),
        ("재고 조사는 매주 화요일에 실시합니다.", "목요일마다 재고를 조사합니다."),
        ("세일 상품도 교환이 가능합니다.", "세일 상품은 교환 불가입니다."),
        ("교환할 때는 영수증이 필요합니다.", "교환할 때는 영수증이 필요 없습니다."),
    ],
)
def test_values_days_and_denials_are_disputed_in_other_words(one: str, other: str) -> None:
    found, turned = difference(one, other), difference(other, one)

    assert found is not None
    assert found.is_disputed
    assert turned is not None
    assert turned.is_disputed


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Reserved items are held for three days.", "We hold reserved items for 3 days."),
        ("Sale items cannot be exchanged.", "It is not possible to exchange sale items."),
        ("The stock count takes place on Tuesdays.", "Every Tuesday we count the stock."),
        ("예약 상품은 사흘 동안 보관합니다.", "예약 상품은 3일간 보관해 드립니다."),
        ("세일 상품은 교환할 수 없습니다.", "세일 상품은 교환 불가입니다."),
        ("교환할 때는 영수증이 필요합니다.", "교환하려면 영수증이 필요합니다."),
    ],
)
def test_the_same_in_other_words_is_not(one: str, other: str) -> None:
    found = difference(one, other)

    assert found is None or not found.is_disputed


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Opened perfume cannot be exchanged.", "Unopened perfume can be exchanged."),
        ("Parking costs ₩2,000 on weekdays.", "Parking costs ₩3,000 at weekends."),
        ("개봉한 향수는 교환할 수 없습니다.", "개봉하지 않은 향수는 교환할 수 있습니다."),
        ("평일 주차료는 2,000원입니다.", "주말 주차료는 3,000원입니다."),
    ],
)
def test_two_cases_are_not_compared(one: str, other: str) -> None:
    assert difference(one, other) is None


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ("Gift cards are valid for five years.", "상품권은 3년 동안 유효합니다.", True),
        ("The stock is counted every Monday.", "재고는 매주 수요일에 셉니다.", True),
        ("Opened perfume can be exchanged.", "개봉한 향수는 교환할 수 없습니다.", True),
        ("Gift cards are valid for five years.", "상품권은 5년 동안 유효합니다.", False),
        ("The stock is counted every Monday.", "재고는 매주 월요일에 셉니다.", False),
        ("Bread is 30% off after 19:00.", "빵은 19:00 이후에 30% 할인합니다.", False),
        ("Opened perfume cannot be exchanged.", "개봉한 향수는 교환할 수 없습니다.", False),
    ],
)
def test_two_languages_are_compared_by_values_days_and_denials(
    one: str, other: str, differ: bool
) -> None:
    assert differ_in_one(one, other) is differ
    assert differ_in_one(other, one) is differ


@pytest.mark.parametrize(
    ("one", "other", "clauses"),
    [
        ("The pots stand at the door.", "Water the pots, and put them at the till.",
         ("The pots stand at the door.", "Water the pots")),
        ("화분은 창가에 둡니다.", "화분은 문 옆에 두고 물은 매일 줍니다.",
         ("화분은 창가에 둡니다.", "화분은 문 옆에 두고")),
    ],
)  # fmt: skip
def test_clauses_are_paired_by_their_words(one: str, other: str, clauses: tuple[str, str]) -> None:
    assert aligned(one, other) == [(one, other), clauses]


def test_a_sentence_with_a_condition_stays_whole() -> None:
    one, other = "If it is opened, it is not refunded.", "It is refunded, and it is exchanged."

    assert aligned(one, other) == [(one, other)]
