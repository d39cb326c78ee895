"""A rule, asked for as a person would."""

import pytest

from bot.answering.reply.next_questions.spoken import spoken


def small(subject: str) -> str:
    return subject[0].lower() + subject[1:]


@pytest.mark.parametrize(
    ("rule", "question"),
    [
        ("Trouser hemming costs ₩5,000.", "How much does trouser hemming cost?"),
        (
            "Trouser hemming is free of charge for Gold members, up to 2 pairs a month.",
            "Is trouser hemming free of charge for Gold members?",
        ),
        (
            "Opened food and drink cannot be refunded unless there is a quality problem.",
            "Can opened food and drink be refunded?",
        ),
        (
            "Unopened headphones can be returned within 14 days of purchase.",
            "Within how many days can unopened headphones be returned?",
        ),
        ("A parcel is kept at the desk for 7 days.", "How long is a parcel kept at the desk?"),
        ("Fitting rooms are checked every 30 minutes.", "How often are fitting rooms checked?"),
        (
            "An employee can register up to 2 family members in the portal.",
            "How many family members can an employee register?",
        ),
        (
            "Bags can be left at the desk for up to 2 hours.",
            "Can bags be left at the desk?",
        ),
        (
            "상품권은 구매일로부터 7일 이내에 환불할 수 있습니다.",
            "상품권은 구매일로부터 며칠 이내에 환불할 수 있나요?",
        ),
        (
            "개봉한 헤드폰은 불량이 아니면 환불할 수 없습니다.",
            "개봉한 헤드폰은 환불할 수 있나요?",
        ),
        ("유니폼은 12개월마다 무료로 교체합니다.", "유니폼은 몇 개월마다 무료로 교체하나요?"),
        ("과자는 소비기한 7일 전에 뺍니다.", "과자는 소비기한 며칠 전에 빼나요?"),
        ("선물 포장은 한 상자에 2,000원을 받습니다.", "선물 포장은 한 상자에 얼마를 받나요?"),
        ("보상 한도는 한 상자에 50만 원입니다.", "보상 한도는 한 상자에 얼마인가요?"),
    ],
)
def test_a_rule_becomes_the_question_that_it_answers(rule: str, question: str) -> None:
    assert spoken(rule, small) == question


@pytest.mark.parametrize(
    "rule",
    [
        "If a mistake happens, the manager can help.",
        "Customers who have no receipt can wait.",
        "The following goods cannot be refunded.",
        "Points are earned on staff purchases.",
        "Store type: Café; Days: every day",
        "다음 상품은 환불할 수 없습니다.",
        "사진을 찍고 냉장 보관합니다.",
        "이 문서는 모든 직원이 볼 수 있습니다.",
        "상품권은 7일, 쿠폰은 3일 동안 쓸 수 있습니다.",
    ],
)
def test_a_rule_that_nobody_would_ask_for_so_gives_no_question(rule: str) -> None:
    assert spoken(rule, small) is None
