"""States with an opposite, in any form of asking: used and unused, 개봉 and 미개봉."""

from itertools import product

import pytest

from knowledge.language.polarity.states import disputed, other_pole, same_pole

STATES = (
    ("used", "unused"),
    ("opened", "unopened"),
    ("worn", "unworn"),
    ("sealed", "unsealed"),
    ("paid", "unpaid"),
    ("registered", "unregistered"),
    ("alcoholic", "non-alcoholic"),
    ("complete", "incomplete"),
)
ASKED = (
    "are {} goods refundable?",
    "can {} goods be refunded?",
    "the goods are {}, refund?",
    "refund for {} goods",
)
STATES_KO = (
    ("개봉한", "미개봉"),
    ("사용한", "사용하지 않은"),
    ("착용한", "미착용"),
    ("결제한", "결제 안 한"),
    ("등록된", "등록되지 않은"),
    ("훼손된", "훼손되지 않은"),
)
ASKED_KO = (
    "{} 상품도 환불되나요?",
    "{} 상품 환불",
)


def _poles(pairs: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    return [*pairs, *((other, one) for one, other in pairs)]


@pytest.mark.parametrize(("form", "pair"), list(product(ASKED, _poles(STATES))))
def test_no_form_of_asking_turns_a_state(form: str, pair: tuple[str, str]) -> None:
    own, other = pair
    asked = form.format(own)

    assert other_pole(asked, f"{other} goods can be refunded within 7 days.")
    assert not other_pole(asked, f"{own} goods can be refunded within 7 days.")


@pytest.mark.parametrize(("form", "pair"), list(product(ASKED_KO, _poles(STATES_KO))))
def test_no_form_of_asking_turns_a_korean_state(form: str, pair: tuple[str, str]) -> None:
    own, other = pair
    asked = form.format(own)

    assert other_pole(asked, f"{other} 상품은 7일 이내에 환불할 수 있습니다.")
    assert not other_pole(asked, f"{own} 상품은 7일 이내에 환불할 수 있습니다.")


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ("do members pay for parking", "Non-members pay ₩5,000 for parking."),
        ("do non-members pay for parking", "Members park free."),
        ("can shoes be exchanged if worn?", "Shoes that have not been worn can be exchanged."),
        ("can food be returned?", "Non-food items can be returned within 30 days."),
        ("비회원도 포인트 쌓이나요", "회원은 구매 금액의 1%를 적립합니다."),
        ("회원 주차 요금", "비회원은 시간당 2,000원입니다."),
    ],
)
def test_a_rule_for_others_is_for_the_other_pole(asked: str, rule: str) -> None:
    assert other_pole(asked, rule)


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ("are breaks paid?", "Breaks are unpaid."),
        ("is a final-sale item refundable?", "Final-sale items are non-refundable."),
        ("is the fee refunded?", "The fee is not refunded for a change of mind."),
        ("are used goods refundable?", "Gift cards cannot be used for tobacco."),
        ("can unused gift cards be refunded?", "Gift cards can be used in all cafés."),
        ("can opened goods be returned?", "Faulty goods can be returned, opened or not."),
        ("can opened goods be returned?", "Goods go back unless they have been opened."),
        ("are worn shoes exchangeable?", "Only unworn shoes can be exchanged."),
        ("착용한 옷 교환되나요?", "착용하지 않은 옷만 교환합니다."),
        ("쿠폰 교환 되나요", "교환하지 않은 쿠폰은 소멸됩니다."),
        ("직원 할인 규정", "한 달 한도는 할인 전 금액으로 30만 원입니다."),
        ("개봉한 식품 환불돼요?", "회수 대상 상품은 개봉했어도 환불합니다."),
    ],
)
def test_what_a_rule_says_of_its_goods_is_no_state(asked: str, rule: str) -> None:
    assert not other_pole(asked, rule)


@pytest.mark.parametrize(
    ("asked", "rules"),
    [
        (
            "are used gift cards refundable?",
            (
                "An unused gift card is refunded in full.",
                "The balance of a partly used gift card is paid out.",
                "Gift cards are sold at the till.",
            ),
        ),
        (
            "사용한 상품권도 환불되나요?",
            (
                "사용하지 않은 상품권은 전액 환불합니다.",
                "액면가의 60% 이상을 사용하면 남은 잔액을 환불합니다.",
                "상품권은 계산대에서 팝니다.",
            ),
        ),
        (
            "can worn shoes be returned?",
            (
                "Unworn shoes can be returned.",
                "Faulty shoes can be returned, worn or not.",
                "Shoes are sold upstairs.",
            ),
        ),
    ],
)
def test_a_rule_for_partly_used_goods_or_either_pole_fits(
    asked: str, rules: tuple[str, str, str]
) -> None:
    states = disputed(asked, rules)

    assert [same_pole(asked, one, states) for one in rules] == [False, True, False]


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ("can opened or unopened food be returned?", "Opened food cannot be returned."),
        ("can opened or unopened food be returned?", "Unopened food can be returned."),
        ("개봉한 상품과 미개봉 상품은 환불되나요?", "미개봉 상품은 환불할 수 있습니다."),
    ],
)
def test_a_question_for_both_poles_names_none(asked: str, rule: str) -> None:
    assert not other_pole(asked, rule)
