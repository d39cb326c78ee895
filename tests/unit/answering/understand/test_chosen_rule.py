"""Replies to the closest rules: which of them is meant, or that none is."""

import pytest

from bot.answering.understand.follow_up.chosen_rule import chosen_rules, only_a_place
from bot.model import ClosestPlace, Turn
from bot.privacy import safe
from tests.unit import given


def _turn(*places: tuple[str, str]) -> Turn:
    shown = (
        ClosestPlace(given.passage("…", doc_id=title, title=title).header, (heading,))
        for title, heading in places
    )
    return Turn(safe("Asked?"), closest=tuple(shown))


ENGLISH = _turn(
    ("Handling Complaints", "Abusive behaviour"),
    ("Handling Complaints", "Listening first"),
    ("Gift Cards", "Goodwill vouchers"),
)
KOREAN = _turn(
    ("고객 불만 응대", "보상 한도"),
    ("택배 접수", "접수할 수 없는 물건"),
    ("고객 불만 응대", "처음 들을 때"),
)


def _numbers(said: str, turn: Turn) -> list[int] | None:
    rules = chosen_rules(said, turn)
    return None if rules is None else [turn.closest.index(one) + 1 for one in rules]


@pytest.mark.parametrize(
    ("said", "numbers"),
    [
        ("the second one", [2]),
        ("2", [2]),
        ("#2", [2]),
        ("[2]", [2]),
        ("number 3 please", [3]),
        ("show me the third one in full", [3]),
        ("and the last one?", [3]),
        ("what does the first one say?", [1]),
        ("Goodwill vouchers", [3]),
        ("the voucher one", [3]),
        ("4", [1, 2, 3]),
        ("yes", [1, 2, 3]),
        ("no", []),
        ("none of them", []),
        ("and without a receipt?", None),
        ("2 days", None),
        ("and for 2 customers?", None),
        ("is the second one for cafes?", None),
        ("second hand goods", None),
        ("what is the first step?", None),
        ("the last day?", None),
        ("how long?", None),
        ("thanks", None),
    ],
)
def test_a_rule_is_chosen_in_english(said: str, numbers: list[int] | None) -> None:
    assert _numbers(said, ENGLISH) == numbers


@pytest.mark.parametrize(
    ("said", "numbers"),
    [
        ("두 번째", [2]),
        ("두번째 거 자세히 알려줘", [2]),
        ("그 두 번째 것 좀 설명해 주세요", [2]),
        ("2번이요", [2]),
        ("3번 전체 보여줘", [3]),
        ("첫 번째 규정이요", [1]),
        ("마지막 거", [3]),
        ("보상 한도 규정이요", [1]),
        ("5번", [1, 2, 3]),
        ("네", [1, 2, 3]),
        ("아니요", []),
        ("다 아니에요", []),
        ("영수증이 없으면요?", None),
        ("두 번째 상품은요?", None),
        ("2번 결제됐어요", None),
        ("2일", None),
        ("2개요", None),
        ("첫 구매는요?", None),
        ("마지막 날은요?", None),
        ("고마워요", None),
    ],
)
def test_a_rule_is_chosen_in_korean(said: str, numbers: list[int] | None) -> None:
    assert _numbers(said, KOREAN) == numbers


@pytest.mark.parametrize("said", ["2", "yes", "두 번째", "네"])
def test_nothing_is_chosen_where_no_rules_were_shown(said: str) -> None:
    assert chosen_rules(said, None) is None
    assert chosen_rules(said, _turn()) is None


@pytest.mark.parametrize(
    ("said", "is_place"),
    [
        ("2", True),
        ("the second one", True),
        ("두 번째요", True),
        ("3번", True),
        ("네", False),
        ("yes", False),
        ("2 minutes", False),
        ("2분", False),
        ("see you at 2", False),
        ("두 시에 봐요", False),
    ],
)
def test_a_place_alone_is_told_from_talk_among_people(said: str, is_place: bool) -> None:
    assert only_a_place(said) is is_place
