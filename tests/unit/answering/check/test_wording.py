"""A sentence in other words has no word that would make it another rule."""

import pytest

from bot.answering.check import check
from knowledge.language.terms import language_of
from tests.unit import given
from tests.unit.answering.check.held import ASKED, issue

HELD = "An unopened parcel is held at the desk for 7 days; the shift lead signs form L-2."
HELD_KO = "개봉하지 않은 소포는 안내대에 7일간 두고, 조장이 서식 L-2에 서명한다."


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("For 7 days an unopened parcel is held at the desk.", HELD),
        ("Form L-2 is signed by the shift lead.", HELD),
        ("You keep an unopened parcel held at the desk for 7 days.", HELD),
        ("개봉하지 않은 소포는 안내대에 7일간 둡니다.", HELD_KO),
        ("조장이 서식 L-2에 서명해야 합니다.", HELD_KO),
        ("네, 교육은 혼자 일하기 전에 마쳐야 합니다.", "교육은 혼자 일하기 전에 마친다."),
        ("신발을 벗고 잽니다.", "아이는 신발을 벗고 잰다."),
    ],
)
def test_the_same_words_in_another_form_or_order_are_kept(text: str, quote: str) -> None:
    assert issue(text, quote) == ""


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Form L-2 is signed by the cashier on shift.", HELD),
        ("Form L-2 is signed by the shift lead, who tells the customer by phone.", HELD),
        ("조장과 점장이 서식 L-2에 서명합니다.", HELD_KO),
        ("개봉하지 않은 소포는 안내대 밑에 7일간 둡니다.", HELD_KO),
        ("개봉하지 않은 소포는 안내대에 7일간 두고 사진을 찍습니다.", HELD_KO),
    ],
)
def test_a_word_that_stands_nowhere_is_not_said(text: str, quote: str) -> None:
    assert issue(text, quote) in ("word_not_quoted", "subject_not_quoted", "words_not_quoted")


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Milk can be returned without the receipt.", "Milk can be returned with the receipt."),
        ("Milk is returned even with the receipt.", "Milk is returned with the receipt."),
        ("Only milk is returned.", "Milk is returned."),
        ("All milk is returned.", "Milk is returned."),
        ("Scan the bag after you close it.", "Scan the bag before you close it."),
        ("Staff may scan the bag.", "Staff must scan the bag."),
        ("Opened toys can be returned.", "Opened toys cannot be returned unless they are faulty."),
        ("우유는 영수증 없이 환불합니다.", "우유는 영수증으로 환불합니다."),
        ("우유는 영수증이 있더라도 환불합니다.", "우유는 영수증이 있으면 환불합니다."),
        ("우유만 환불합니다.", "우유는 환불합니다."),
        ("모든 우유를 환불합니다.", "우유를 환불합니다."),
        ("가방은 닫은 뒤에 스캔합니다.", "가방은 닫기 전에 스캔합니다."),
        ("가방을 스캔해도 됩니다.", "가방을 스캔해야 합니다."),
        ("근무 시작 후 2시간 안에 전화합니다.", "근무 시작 2시간 전까지 전화합니다."),
        ("주운 물건은 대장에 적지 않습니다.", "주운 물건은 대장에 적습니다."),
    ],
)
def test_a_word_that_turns_the_quote_round_is_not_said(text: str, quote: str) -> None:
    assert issue(text, quote) in ("qualifier_differs", "polarity_differs")


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("No, milk is returned with the receipt.", "Milk is returned with the receipt."),
        ("Toys can be returned only if faulty.", "Toys cannot be returned unless faulty."),
        (
            "Milk is returned within 3 days after purchase.",
            "Milk: return within 3 days of purchase.",
        ),
        ("Beer is at most two cups.", "Beer: no more than two cups."),
        ("아니요, 우유는 영수증이 있으면 환불합니다.", "우유는 영수증이 있으면 환불합니다."),
        ("급한 발주는 150,000원까지만 합니다.", "급한 발주는 150,000원까지 합니다."),
        ("장난감은 불량일 때만 환불합니다.", "장난감은 불량이 아니면 환불하지 않습니다."),
    ],
)
def test_what_means_the_same_with_another_such_word_is_kept(text: str, quote: str) -> None:
    assert issue(text, quote) == ""


TICKETS = "Return tickets are valid for 60 days, popcorn vouchers for 30 days."
BREAKS = "4시간 근무에는 30분, 8시간 근무에는 60분의 휴게가 있습니다."
TAGS = "노란색 가격표는 1+1, 초록색 가격표는 2+1을 뜻합니다."
FLOATS = "시재금은 카페 150,000원, 편의점 200,000원, 의류 매장 100,000원입니다."


@pytest.mark.parametrize(
    ("text", "quote", "code"),
    [
        ("Popcorn vouchers are valid for 30 days.", TICKETS, ""),
        ("Popcorn vouchers are valid for 60 days.", TICKETS, "value_of_another"),
        ("Return tickets are valid for 30 days.", TICKETS, "value_of_another"),
        (
            "At weekends toilets are checked every 45 minutes.",
            "Toilets are checked every 45 minutes, at weekends every 25 minutes.",
            "value_of_another",
        ),
        (
            "At weekends toilets are checked every 25 minutes.",
            "Toilets are checked every 45 minutes, at weekends every 25 minutes.",
            "",
        ),
        ("카페의 시재금은 150,000원입니다.", FLOATS, ""),
        ("의류 매장의 시재금은 150,000원입니다.", FLOATS, "value_of_another"),
        ("편의점 시재금은 200,000원입니다.", FLOATS, ""),
        ("4시간 근무에는 60분의 휴게가 있습니다.", BREAKS, "value_of_another"),
        ("8시간 근무에는 60분의 휴게가 있습니다.", BREAKS, ""),
        ("초록색 가격표는 1+1입니다.", TAGS, "value_of_another"),
        ("초록색 가격표는 2+1입니다.", TAGS, ""),
    ],
)
def test_a_value_is_told_of_what_its_quote_tells_it_of(text: str, quote: str, code: str) -> None:
    assert issue(text, quote) == code


TABLE = """| 구분 | 할인율 | 월 구매 한도 |
|---|---|---|
| 정규직 | 30% | 500,000원 |
| 파트타이머 | 20% | 250,000원 |"""
AGES = """| Goods | Minimum age |
|---|---|
| Butane gas | 19 |"""


@pytest.mark.parametrize(
    ("text", "table", "row"),
    [
        ("파트타이머의 월 구매 한도는 250,000원입니다.", TABLE, "| 파트타이머 | 20% | 250,000원 |"),
        ("The minimum age for butane gas is 19.", AGES, "| Butane gas | 19 |"),
    ],
)
def test_a_row_is_told_in_the_words_of_its_columns(text: str, table: str, row: str) -> None:
    passage = given.passage(table)
    draft = given.draft(given.sentence(text, (passage, row)))

    asked = given.question(ASKED[language_of(text)])

    assert check(draft, asked, given.holding(passage)).kept == draft.sentences
