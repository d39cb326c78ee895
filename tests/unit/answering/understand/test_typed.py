"""Questions typed all in capitals, or with the bot's name before them."""

from dataclasses import replace

import pytest

from bot.answering.understand import as_typed, in_one_form, turn_in_one_form
from bot.model import Answer, Turn, Verdict
from bot.privacy import safe
from tests.unit import given


@pytest.mark.parametrize(
    ("typed", "form"),
    [
        ("WHAT TIME DOES THE CAFE CLOSE", "What time does the cafe close"),
        ("REFUNDS?", "Refunds?"),
        ("PLU?", "PLU?"),
        ("What is a PLU?", "What is a PLU?"),
        ("what is SPF 50", "what is SPF 50"),
        ("HM-RF-02?", "HM-RF-02?"),
        ("POS가 안 켜져요", "POS가 안 켜져요"),
        ("환불 며칠?", "환불 며칠?"),
        ("@storewise when is payday?", "when is payday?"),
        ("Hey storewise, WHEN is payday?", "WHEN is payday?"),
        ("", ""),
    ],
)
def test_a_question_is_put_in_its_usual_form(typed: str, form: str) -> None:
    assert in_one_form(given.question(typed)).text == form


def test_the_previous_question_is_put_in_small_letters_too() -> None:
    before = turn_in_one_form(Turn(safe("HOW LONG IS A GIFT CARD VALID?")))

    assert before == Turn(safe("How long is a gift card valid?"))
    assert turn_in_one_form(None) is None


def test_people_see_their_question_as_they_typed_it() -> None:
    typed = given.question("WHEN IS PAYDAY?")
    answer = Answer(in_one_form(typed), Verdict.INSUFFICIENT, safe("…"))
    follow_up = replace(in_one_form(typed), text=safe("x"), said=in_one_form(typed).text)

    assert as_typed(answer, typed.text).question.text == "WHEN IS PAYDAY?"
    assert as_typed(replace(answer, question=follow_up), typed.text).question.said == typed.text
    assert as_typed(replace(answer, question=given.question("x")), typed.text).question.text == "x"
