"""The conditions of a rule, in its own words, as questions."""

import pytest

from bot.answering.criteria.condition.of_rule import conditions, grades
from knowledge.language.terms import language_of


def asked(text: str) -> list[str]:
    return [one.question for one in conditions(text, language_of(text))]


@pytest.mark.parametrize(
    ("rule", "question"),
    [
        (
            "Clothing can be exchanged if the tags are attached and the item is unworn.",
            "Are the tags attached, and is the item unworn?",
        ),
        ("Earphones cannot be refunded unless they are faulty.", "Is it faulty?"),
        (
            "Hemmed clothing cannot be refunded unless the alteration was done wrongly.",
            "Was the alteration done wrongly?",
        ),
        (
            "Food cannot be refunded unless there is a quality problem.",
            "Is there a quality problem?",
        ),
        ("It can be returned if the seal has been kept on.", "Has the seal been kept on?"),
        (
            "A gift card can be refunded within 7 days with the activation slip.",
            "Does the customer have the activation slip?",
        ),
        (
            "Goods ordered elsewhere can be returned. The order number is needed; no fee.",
            "Does the customer have the order number?",
        ),
        (
            "Wrapping costs ₩2,000 and is free of charge for Gold members.",
            "Is the customer a Gold member?",
        ),
        ("An Amber member can pass on points.", "Is the customer an Amber member?"),
        ("헤드폰은 불량이 아니면 환불할 수 없습니다.", "불량입니까?"),
        ("단순 변심이면 배송비는 환불하지 않습니다.", "단순 변심입니까?"),
        ("식품은 품질 문제가 없으면 환불할 수 없습니다.", "품질 문제가 있습니까?"),
        ("주문번호가 있으면 매장에서 반품할 수 있습니다.", "주문번호가 있습니까?"),
        ("활성화 전표를 가져오면 전액 환불합니다.", "활성화 전표가 있습니까?"),
        ("의류는 수선이 잘못된 경우가 아니면 환불할 수 없습니다.", "수선이 잘못됐습니까?"),
        ("골드 회원은 선물 포장이 무료입니다.", "골드 회원입니까?"),
        ("미개봉 상품에 한해 교환할 수 있습니다.", "개봉했거나 사용한 상품입니까?"),
    ],
)
def test_a_condition_is_asked_in_its_own_words(rule: str, question: str) -> None:
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


@pytest.mark.parametrize(
    ("rule", "question"),
    [
        ("미개봉 상품은 환불할 수 있습니다.", "Has it been opened or used?"),
        ("헤드폰은 불량이 아니면 환불할 수 없습니다.", None),
    ],
)
def test_only_conditions_with_a_fixed_question_are_asked_in_another_language(
    rule: str, question: str | None
) -> None:
    assert [one.question for one in conditions(rule, "en")] == ([question] if question else [])


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
