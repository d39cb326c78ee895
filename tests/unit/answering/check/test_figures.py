"""Every value of a sentence is one that its quotes or the question give."""

import pytest

from bot.answering.check import check
from tests.unit import given
from tests.unit.answering.check.held import issue


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (
            "Headphones can be returned within 14 months.",
            "Headphones can be returned within 14 days.",
        ),
        (
            "Headphones can be returned within 14 business days.",
            "Headphones can be returned within 14 days.",
        ),
        ("Members get $14 off.", "Members get 14% off."),
        ("The shop opens at 10 pm.", "The shop opens at 10 am."),
        ("The rule applies from 2 March.", "The rule applies from 1 March 2026."),
        ("The rule applies from 1 March 2026.", "The rule applies from 1 March."),
        ("Up to 6 people may try one on.", "Up to 6 items may be tried on: one try each."),
        ("Fill in form F-13 for returns.", "Fill in form F-12 for returns."),
        ("환불은 14개월 이내에 가능합니다.", "환불은 14일 이내에 가능합니다."),
        ("환불은 영업일 기준 14일 이내에 가능합니다.", "환불은 14일 이내에 가능합니다."),
        ("할인은 10원입니다.", "할인은 10%입니다."),
        ("할인은 3만 원입니다.", "할인은 3천 원입니다."),
        ("매장은 오후 9시에 엽니다.", "매장은 오전 9시에 엽니다."),
        ("6명까지 입어 볼 수 있습니다.", "6벌까지 입어 볼 수 있습니다."),
        ("반품은 F-13 양식을 씁니다.", "반품은 F-12 양식을 씁니다."),
    ],
)
def test_the_same_number_of_something_else_is_dropped(text: str, quote: str) -> None:
    assert issue(text, quote) == "value_not_quoted"


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Delivery takes two weeks.", "Delivery takes 14 days."),
        ("Headphones are returned in 14 days at most.", "Headphones are returned within 14 days."),
        ("The shop opens at 10:00.", "The shop opens at 10 am."),
        ("The rule applies from 1 March.", "The rule applies from 1 March 2026."),
        ("The rule applies from March 2026.", "The rule applies from 1 March 2026."),
        ("Up to 6 garments may be tried on.", "Up to 6 items may be tried on."),
        ("할인은 30,000원입니다.", "할인은 3만 원입니다."),
        ("매장은 오후 10시에 닫습니다.", "매장은 22:00에 닫습니다."),
        ("배송은 2주 걸립니다.", "배송은 14일 걸립니다."),
        ("규칙은 3월 1일부터 적용됩니다.", "규칙은 2026년 3월 1일부터 적용됩니다."),
        ("6벌까지 입어 볼 수 있습니다.", "6개까지 입어 볼 수 있습니다."),
    ],
)
def test_the_same_value_in_other_words_is_kept(text: str, quote: str) -> None:
    assert issue(text, quote) == ""


@pytest.mark.parametrize(
    ("text", "quote", "asked"),
    [
        ("14 days", "환불은 14일 이내에 가능합니다.", "How long can it be returned?"),
        ("30,000 won", "쿠폰은 3만 원 이상에 씁니다.", "How much?"),
        ("14일 이내", "Returns are accepted within 14 days.", "며칠인가요?"),
        ("3만 원", "The fee is 30,000 won each.", "얼마인가요?"),
    ],
)
def test_a_value_may_be_said_in_the_other_language(text: str, quote: str, asked: str) -> None:
    assert issue(text, quote, asked) == ""


@pytest.mark.parametrize(
    ("text", "quote", "asked"),
    [
        ("14 weeks", "환불은 14일 이내에 가능합니다.", "How long can it be returned?"),
        ("40,000 won", "쿠폰은 3만 원 이상에 씁니다.", "How much?"),
        ("14주 이내", "Returns are accepted within 14 days.", "며칠인가요?"),
        ("4만 원", "The fee is 30,000 won each.", "얼마인가요?"),
    ],
)
def test_another_value_in_the_other_language_is_dropped(text: str, quote: str, asked: str) -> None:
    assert issue(text, quote, asked) == "value_not_quoted"


@pytest.mark.parametrize(
    ("text", "quote", "code"),
    [
        ("Returned in at least 14 days.", "Returned within 14 days.", "value_not_quoted"),
        ("Returned in 14 days.", "Returned within 14 days.", ""),
        ("환불은 최소 14일 걸립니다.", "환불은 최대 14일 걸립니다.", "value_not_quoted"),
        ("환불은 14일 걸립니다.", "환불은 최대 14일 걸립니다.", ""),
    ],
)
def test_a_bound_may_be_left_out_but_not_turned_round(text: str, quote: str, code: str) -> None:
    assert issue(text, quote) == code


@pytest.mark.parametrize(
    ("text", "quote", "code"),
    [
        ("Delivery takes 14 days.", "Delivery takes 7-14 days.", "value_not_quoted"),
        ("Delivery takes up to 14 days.", "Delivery takes 7-14 days.", "value_not_quoted"),
        ("Delivery takes 7-14 days.", "Delivery takes 14 days.", "value_not_quoted"),
        ("Delivery takes 7 to 14 days.", "Delivery takes 7-14 days.", ""),
        ("Delivery takes at least 7 days and at most 14 days.", "Delivery takes 7-14 days.", ""),
        ("배송은 14일 걸립니다.", "배송은 7~14일 걸립니다.", "value_not_quoted"),
        ("배송은 7일에서 14일 걸립니다.", "배송은 7~14일 걸립니다.", ""),
    ],
)
def test_a_range_is_said_with_both_its_ends(text: str, quote: str, code: str) -> None:
    assert issue(text, quote) == code


@pytest.mark.parametrize(
    ("text", "quote", "asked"),
    [
        (
            "Headphones are returned within 14 days, not 3 weeks.",
            "Headphones are returned within 14 days, not later.",
            "Can I return headphones after 3 weeks?",
        ),
        (
            "헤드폰은 3주가 아니라 14일 이내에 환불합니다.",
            "헤드폰은 14일 이내에 환불하고, 그 뒤에는 환불하지 않습니다.",
            "헤드폰은 3주가 지나도 환불되나요?",
        ),
    ],
)
def test_a_value_of_the_question_may_be_repeated(text: str, quote: str, asked: str) -> None:
    assert issue(text, quote, asked) == ""
    assert issue(text, quote) == "value_not_quoted"


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Rule 7 is for iPhone 16 cases.", "Rule 7 is for iPhone 15 cases."),
        ("7번 규칙은 아이폰 16 케이스입니다.", "7번 규칙은 아이폰 15 케이스입니다."),
    ],
)
def test_a_number_that_stands_for_itself_is_compared_as_a_number(text: str, quote: str) -> None:
    assert issue(text, quote) == "value_not_quoted"


@pytest.mark.parametrize(
    ("table", "text"),
    [
        ("| Item | Days |\n|---|---|\n| Headphones | 14 |", "Item: Headphones; Days: 14"),
        ("| 상품 | 기간 |\n|---|---|\n| 헤드폰 | 7~14일 |", "상품: 헤드폰; 기간: 7~14일"),
    ],
)
def test_a_row_said_with_its_column_names_keeps_its_values(table: str, text: str) -> None:
    passage = given.passage(table)
    names, _, row = table.split("\n")
    draft = given.draft(given.sentence(text, (passage, row), (passage, names)))

    checked = check(draft, given.question(text), given.holding(passage))

    assert checked.kept == draft.sentences
