"""Every name of a sentence is one that its quotes, their headings or the question hold."""

import pytest

from tests.unit.answering.check.held import issue


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (
            "Refunds are made by Samsung within 14 days.",
            "Refunds are made by the shop within 14 days.",
        ),
        ("The Silver members get free delivery.", "The Gold members get free delivery."),
        (
            "Galaxy Pods can be returned within 14 days.",
            "Galaxy Buds can be returned within 14 days.",
        ),
        (
            "Silver members get free parking now.",
            "For Gold members: Gold members get free parking now.",
        ),
        (
            "Show your VIP card at the till when you collect.",
            "Show your card at the till when you collect.",
        ),
        (
            "We repair and sell the iPad at every till here.",
            "We repair and sell the tablet at every till here.",
        ),
        ("환불은 Samsung 매장에서 가능합니다.", "환불은 매장에서 가능합니다."),
        ("환불은 LG 매장에서 가능합니다.", "환불은 KT 매장에서 가능합니다."),
        ("Silver 회원은 무료 배송을 받습니다.", "골드 회원은 무료 배송을 받습니다."),
    ],
)
def test_a_name_that_nothing_holds_is_dropped(text: str, quote: str) -> None:
    assert issue(text, quote) == "name_not_quoted"


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Returns are made within 14 days.", "Goods: returns within 14 days, made new."),
        ("Goods go back. Customers pay.", "Goods go back and customers pay."),
        (
            "The goods can be returned: The Shop pays.",
            "The goods can be returned, and the shop pays.",
        ),
        ("Galaxy Buds can be returned in 14 days.", "Galaxy Buds can be returned within 14 days."),
        (
            "Show your ID at the till when you collect.",
            "Show your identification at the till when you collect.",
        ),
        ("I can NOT refund this; the till says no.", "I cannot refund this; the till says no."),
        ("The rule starts in March for everybody.", "The rule starts in March 2026 for everybody."),
        (
            "Customers collect the TrailMaster at the till desk.",
            "Customers collect the Trail Master at the till desk.",
        ),
        ("환불은 KT 매장에서 됩니다.", "환불은 KT 매장에서 가능합니다."),
        ("Gold 회원은 무료 배송을 받습니다.", "골드 회원은 무료 배송을 받습니다."),
        ("택배는 5kg 이하만 됩니다.", "택배는 5 kg 이하만 됩니다."),
    ],
)
def test_a_capital_alone_makes_no_name(text: str, quote: str) -> None:
    assert issue(text, quote) == ""


@pytest.mark.parametrize(
    ("text", "quote", "asked", "title"),
    [
        (
            "The Silver members park free at weekends.",
            "The members park free at weekends.",
            "Do Silver members park?",
            "",
        ),
        (
            "The Silver members park free at weekends.",
            "The members park free at weekends.",
            None,
            "Silver card",
        ),
        ("KT 매장에서 환불됩니다.", "매장에서 환불됩니다.", "KT 매장에서 되나요?", ""),
        ("KT 매장에서 환불됩니다.", "매장에서 환불됩니다.", None, "KT 안내"),
    ],
)
def test_a_name_of_the_question_or_of_the_title_is_kept(
    text: str, quote: str, asked: str | None, title: str
) -> None:
    assert issue(text, quote, asked, title=title) == ""
    assert issue(text, quote) == "name_not_quoted"


@pytest.mark.parametrize(
    ("text", "quote", "code"),
    [
        ("The till closes on Tuesday.", "The till closes on Monday.", "name_not_quoted"),
        ("The till closes on Mondays.", "The till closes on Mon.", ""),
        ("Mondays the till closes.", "The till closes on Monday.", ""),
        ("계산대는 화요일에 쉽니다.", "계산대는 월요일에 쉽니다.", "name_not_quoted"),
        ("계산대는 월요일에 쉽니다.", "계산대는 매주 (월) 쉽니다.", ""),
    ],
)
def test_a_day_of_the_week_is_a_name_however_it_is_written(
    text: str, quote: str, code: str
) -> None:
    assert issue(text, quote) == code


@pytest.mark.parametrize(
    ("text", "quote", "code"),
    [
        ('Say "returns no" to them.', 'Say "no returns" to them.', "name_not_quoted"),
        ('Say "no returns" to them.', "Say “No returns” to them.", ""),
        (
            '고객에게 "환불 가능"이라고 말합니다.',
            '고객에게 "환불 불가"라고 말합니다. 가능!',
            "name_not_quoted",
        ),
        ('고객에게 "환불 불가"라고 말합니다.', "고객에게 ‘환불 불가’라고 말합니다.", ""),
    ],
)
def test_words_in_quotation_marks_are_verbatim(text: str, quote: str, code: str) -> None:
    assert issue(text, quote) == code
