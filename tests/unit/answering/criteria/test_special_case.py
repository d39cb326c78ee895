"""A rule for a special case that nobody mentions comes behind a general one near it."""

import pytest

from bot.answering.criteria.criterion import Asked
from bot.answering.criteria.special_case import special_case
from bot.model.found import Seen
from knowledge.split.statements import statements
from tests.unit import given

REFUNDED = (
    "When goods paid with a gift card are refunded, the money goes onto a new gift card with the "
    "same expiry date."
)
VALID = "A gift card is valid for 5 years."
BROKEN = "쿠폰이 훼손된 경우에는 같은 기한의 쿠폰을 다시 드립니다."
VALID_KO = "쿠폰 기한은 30일입니다."


def _scores(asked: str, texts: tuple[str, str], scores: tuple[float, float]) -> list[float]:
    passages = [given.passage(text, doc_id=text) for text in texts]
    seen = [
        Seen(given.hit(one), statements(one)[0], 0, 0.5, 0.5, 0.5, 0.5, 0.0) for one in passages
    ]
    case = Asked(given.question(asked), seen, given.found(asked, *passages))
    turns = special_case(case)(scores)
    return [one + turn for one, turn in zip(scores, turns, strict=True)]


@pytest.mark.parametrize(
    ("asked", "texts"),
    [
        ("do gift cards expire?", (REFUNDED, VALID)),
        ("쿠폰 기한이 있나요?", (BROKEN, VALID_KO)),
    ],
)
def test_a_general_rule_comes_first_if_it_is_nearly_as_good(
    asked: str, texts: tuple[str, str]
) -> None:
    special, general = _scores(asked, texts, (0.5, 0.0))

    assert special < general
    assert _scores(asked, texts, (2.5, 0.0)) == [2.5, 0.0]
    assert _scores(asked, texts, (-2.0, 0.0)) == [-2.0, 0.0]


@pytest.mark.parametrize(
    ("asked", "texts"),
    [
        ("she paid with a gift card, when does the new one expire?", (REFUNDED, VALID)),
        ("쿠폰이 훼손됐는데 기한은요?", (BROKEN, VALID_KO)),
    ],
)
def test_who_mentions_the_case_gets_its_rule(asked: str, texts: tuple[str, str]) -> None:
    assert _scores(asked, texts, (0.5, 0.0)) == [0.5, 0.0]
