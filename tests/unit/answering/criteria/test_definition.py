"""The statement that says what a subject is comes first, wherever its document says it."""

import pytest

from bot.answering.criteria.topic import defines
from knowledge.language.terms import query_terms
from tests.unit import given
from tests.unit.answering.criteria.test_topic import gains

WHO = given.passage(
    "Every employee gets the staff discount after 30 days.",
    title="Staff Discount",
    section=("Who gets it",),
)
HOW_MUCH = given.passage(
    "Purchases are limited to ₩300,000. The staff discount is 20% off regular prices.",
    title="Staff Discount",
    section=("How much it is",),
    number=2,
)
WHO_KO = given.passage(
    "직원은 입사 30일 뒤부터 할인받습니다.", title="직원 할인", section=("대상",), doc_id="ko"
)
HOW_MUCH_KO = given.passage(
    "직원 할인은 정상가의 20%입니다.",
    title="직원 할인",
    section=("할인율",),
    number=2,
    doc_id="ko",
)


@pytest.mark.parametrize("asked", ["what is the staff discount?", "tell me about staff discount"])
def test_what_a_subject_is_comes_before_the_beginning_of_its_document(asked: str) -> None:
    who, limit, how_much = gains(asked, WHO, HOW_MUCH)

    assert how_much > who > limit


def test_the_same_in_korean() -> None:
    who, how_much = gains("직원 할인이 뭐예요?", WHO_KO, HOW_MUCH_KO)

    assert how_much > who


@pytest.mark.parametrize(
    ("text", "subject", "expected"),
    [
        ("The staff discount is 20% off regular prices.", "staff discount", True),
        ("Velocity is the rate of change of position.", "velocity", True),
        ("The float: ₩200,000 in every till.", "float", True),
        ("직원 할인은 정상가의 20%입니다.", "직원 할인", True),
        ("The staff discount is never combined with coupons.", "staff discount", False),
        ("The staff discount is suspended for 6 months.", "staff discount", False),
        ("The staff discount card is a plastic card.", "staff discount", False),
        ("Buying for resale is misuse.", "staff discount", False),
        ("직원 할인은 마지막 근무일에 끝납니다", "직원 할인", False),
        ("직원 할인 카드는 흰색입니다.", "직원 할인", False),
    ],
)
def test_a_definition_says_what_the_subject_itself_is(
    text: str, subject: str, expected: bool
) -> None:
    assert defines(text, query_terms(subject)) is expected
