"""A question is asked again as the documents spell its words."""

import pytest

from bot.answering.understand.questions.spelling import spelled
from bot.privacy import safe
from knowledge.model.documents import Found
from tests.unit import given

DISCOUNT = given.hit(given.passage("직원 할인은 정상가의 20%입니다.", title="직원 할인"))
MISSPELT = Found(alternatives={"recipt": (("receipt",), ("proof", "of", "purchase"))})


@pytest.mark.parametrize(
    ("asked", "found", "usual"),
    [
        ("lost my recipt, refund?", MISSPELT, "lost my receipt, refund?"),
        ("Recipts?", MISSPELT, "receipts?"),
        ("직원할인 되나요", Found((DISCOUNT,)), "직원 할인 되나요"),
        ("직원할인이 몇프로예요", Found((DISCOUNT,)), "직원 할인이 몇 프로예요"),
    ],
)
def test_words_are_spelled_as_in_the_documents(asked: str, found: Found, usual: str) -> None:
    assert spelled(safe(asked), found) == usual


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("lost my recipe, refund?", MISSPELT),
        ("[REDACTED_PHONE] lost a receipt", MISSPELT),
        ("직원 할인 되나요", Found((DISCOUNT,))),
        ("가족 카드 되나요", Found((DISCOUNT,))),
        ("", Found()),
    ],
)
def test_other_words_stay_as_they_are(asked: str, found: Found) -> None:
    assert spelled(safe(asked), found) == asked


def test_a_synonym_is_no_other_spelling() -> None:
    found = Found(alternatives={"refund": (("return",),)})

    assert spelled(safe("refund of a mug?"), found) == "refund of a mug?"
