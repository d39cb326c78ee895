"""What the days of a question call for, beside its answer."""

from dataclasses import replace
from datetime import date

import pytest

from bot.answering.versions import counted
from bot.model import Answer, Verdict
from bot.privacy import safe
from tests.unit.bot import given

BOUGHT = date(2026, 11, 20)
NO_RECEIPT = "Unopened goods without a receipt can be exchanged for store credit."
REPRINT = "A lost receipt can be reprinted within 90 days of purchase."
NO_RECEIPT_KO = "영수증이 없는 미개봉 상품은 적립금으로 교환할 수 있습니다."
REPRINT_KO = "잃어버린 영수증은 구매일로부터 90일 이내에 다시 출력할 수 있습니다."


def answer_of(asked: str, *rules: str, since: date | None = None) -> Answer:
    """The answer to a question about what was bought, in the words of some rules."""
    question = replace(given.question(asked), bought=BOUGHT)
    passage = given.passage(" ".join(rules), effective_from=since)
    sentences = tuple(given.verbatim(rule, passage) for rule in rules)
    answer = Answer(question, Verdict.PASS, safe("Said."), sentences=sentences)
    return counted(answer, question)


@pytest.mark.parametrize(
    ("asked", "beside", "answers"),
    [
        ("bought yesterday, unopened, no receipt", NO_RECEIPT, REPRINT),
        ("어제 산 미개봉 상품, 영수증 없음", NO_RECEIPT_KO, REPRINT_KO),
    ],
)
def test_only_a_limit_for_returns_is_counted_beside_what_answers(
    asked: str, beside: str, answers: str
) -> None:
    assert answer_of(asked, beside, answers).text == "Said."
    assert "2027" in answer_of(asked, answers).text


@pytest.mark.parametrize(
    ("asked", "rule", "newer"),
    [
        (
            "can it be returned?",
            "Goods can be returned within 14 days of purchase.",
            "This has been in force since 21 November 2026; "
            "for what was bought by 20 November 2026, an earlier rule may hold.",
        ),
        (
            "반품되나요?",
            "구매일로부터 14일 이내에 반품할 수 있습니다.",
            "이 규정은 2026년 11월 21일부터 시행되었습니다. "
            "2026년 11월 20일까지 산 상품에는 이전 규정이 적용될 수 있습니다.",
        ),
    ],
)
def test_a_limit_that_was_not_in_force_yet_on_the_day_of_the_purchase_is_not_counted(
    asked: str, rule: str, newer: str
) -> None:
    assert answer_of(asked, rule, since=date(2026, 11, 21)).text == f"Said.\n{newer}"
    assert "14" in answer_of(asked, rule, since=BOUGHT).text
