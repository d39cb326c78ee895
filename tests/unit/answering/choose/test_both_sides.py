"""A comparison is answered with both sides, in both languages."""

import pytest

from bot.answering.choose.both_sides import sides_of
from bot.answering.choose.extractive import Extractive
from knowledge.language.terms import query_terms
from tests.unit import given


@pytest.mark.parametrize(
    ("asked", "one", "other"),
    [
        ("How do velocity and acceleration differ?", "velocity", "acceleration"),
        ("how is the silver card different from the gold card?", "silver card", "gold card"),
        ("what is the difference between a loan and a sale?", "loan", "sale"),
        ("velocity vs speed", "velocity", "speed"),
        ("속도와 가속도의 차이가 뭐예요?", "속도", "가속도"),
        ("골드랑 실버랑 뭐가 달라요", "골드", "실버"),
        ("카드형 상품권과 앱형 상품권은 뭐가 달라요?", "카드형 상품권", "앱형 상품권"),
    ],
)
def test_a_question_may_compare_two_things(asked: str, one: str, other: str) -> None:
    assert sides_of(asked) == tuple(frozenset(query_terms(side)) for side in (one, other))


@pytest.mark.parametrize(
    "asked",
    ["how do I refund a card and cash?", "what is velocity?", "속도가 뭐예요?", "차이가 나면요?"],
)
def test_another_question_compares_nothing(asked: str) -> None:
    assert sides_of(asked) == ()


VELOCITY = "Velocity is the rate of a change of place."
ACCELERATION = "Acceleration is the rate of a change of velocity."
BRAKES = "A car that brakes changes its velocity."


@pytest.mark.parametrize(("behind", "shown"), [(-3.0, 2), (-9.0, 1)])
async def test_both_sides_are_said_even_if_one_is_further_behind(behind: float, shown: int) -> None:
    question = given.question("How do velocity and acceleration differ?")
    units = (
        given.candidate(given.passage(VELOCITY), VELOCITY, score=0.0),
        given.candidate(given.passage(BRAKES, number=2), BRAKES, score=behind + 0.5),
        given.candidate(given.passage(ACCELERATION, number=3), ACCELERATION, score=behind),
    )

    chosen = await Extractive().choose(question, units)

    said = [units[place].statement.text for place in chosen.places]
    assert said == [VELOCITY, ACCELERATION][:shown]
