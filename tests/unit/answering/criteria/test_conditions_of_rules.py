"""The conditions of a rule as questions."""

import pytest

from bot.answering.criteria.condition.of_rule import conditions, grades
from knowledge.language.terms import language_of


def asked(text: str) -> list[str]:
    return [one.question for one in conditions(text, language_of(text))]


@pytest.mark.parametrize(
    ("rule", "question"),
    [
        (
            "Wrapping costs ₩2,000 and is free of charge for Gold members.",
            "Does the customer have Gold membership?",
        ),
        ("An Amber member can pass on points.", "Does the customer have Amber membership?"),
        ("골드 회원은 선물 포장이 무료입니다.", "골드 회원입니까?"),
        ("미개봉 상품에 한해 교환할 수 있습니다.", "개봉했거나 사용한 상품입니까?"),
    ],
)
def test_a_condition_is_asked_for(rule: str, question: str) -> None:
    assert asked(rule) == [question]


@pytest.mark.parametrize(
    "text",
    [
        "A recalled product is refunded in full without a receipt, opened or not.",
        "Food is refunded in full within 3 days, even if it has been opened.",
        "Cash refunds need the store manager's approval before the drawer is opened.",
        "Foreign visitors can claim it on purchases of ₩15,000 or more per receipt.",
        "Call the store manager when the receipt looks altered.",
        "Tell the customer that it can be refunded if the tags are attached.",
        "If the purchase is refunded below ₩50,000, the voucher is free.",
        "If the wanted size is not in the store, the team can order it.",
        "Silver members earn 2% and Gold members earn 3%.",
        "Registered members get a card.",
        "If member shops agree, the price can be lower.",
        "The money goes onto a new card with the same expiry date, and can be used.",
        "회수 대상 상품은 영수증이 없어도, 개봉했어도 전액 환불합니다.",
        "이미 적립에 쓴 영수증이면 적립할 수 없습니다.",
        "하늘포인트는 1,000포인트 이상 모이면 사용할 수 있습니다.",
        "앱은 소멸 전에 회원에게 할인을 알립니다.",
        "구매한 회원에게는 쿠폰을 드립니다.",
        "30잔 이상이면 5% 할인하며 주문할 때 결제합니다.",
    ],
)
def test_nothing_is_asked_about_a_state_that_does_not_matter_or_a_text_without_a_rule(
    text: str,
) -> None:
    assert asked(text) == []


def test_conditions_with_a_fixed_question_are_asked_in_another_language() -> None:
    found = conditions("미개봉 상품은 환불할 수 있습니다.", "en")

    assert [one.question for one in found] == ["Has it been opened or used?"]


def test_an_overlong_rule_is_not_searched_for_conditions() -> None:
    assert asked("It can be returned if the tags are on" + " and the box is whole" * 1000) == []


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Gold members get it free.", ["Gold"]),
        ("Gold and Silver members get it free.", ["Gold", "Silver"]),
        ("Gold, Silver or Basic members can return it.", ["Gold", "Silver", "Basic"]),
        ("Two members of staff can approve it.", []),
        ("골드 회원은 무료입니다.", ["골드"]),
        ("골드와 실버 회원은 무료입니다.", ["골드", "실버"]),
        ("구매한 상품과 골드 회원의 포인트는 무료로 바꿔 드립니다.", ["골드"]),
        ("다른 회원은 무료입니다.", []),
    ],
)
def test_every_grade_in_a_rule_is_found(text: str, named: list[str]) -> None:
    assert grades(text) == named
