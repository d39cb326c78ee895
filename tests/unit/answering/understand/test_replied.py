"""Replies to the bot's question, another day and another kind of store, as whole questions."""

import pytest

from bot.answering.understand.follow_up.replied import replies, spelled_out
from bot.model import Turn
from bot.privacy import safe
from bot.texts import ASK_DELIVERED

EN = Turn(safe("how long can customers return headphones?"))
JACKET = Turn(safe("Can a customer return a jacket?"), {"jacket": 5.0}, safe("Is it faulty?"))
JACKET_KO = Turn(safe("재킷 환불되나요?"), {"재킷": 5.0}, safe("불량 상품입니까?"))
CANTEEN = Turn(safe("opening hours of the canteen?"))
DISCOUNT_KO = Turn(safe("직원 할인율 몇 %"))
PARCEL = Turn(safe("Can an online order be returned?"), asked_back=safe(ASK_DELIVERED["en"]))
PARCEL_KO = Turn(safe("온라인 주문 반품되나요?"), asked_back=safe(ASK_DELIVERED["ko"]))


@pytest.mark.parametrize(
    ("said", "before", "wording"),
    [
        ("3 October", JACKET, "Can a customer return a jacket, bought 3 October?"),
        ("it was bought yesterday", JACKET, "Can a customer return a jacket, bought yesterday?"),
        ("10월 3일이요", JACKET_KO, "10월 3일에 산 상품인데 재킷 환불되나요?"),
        ("어제 샀어요", JACKET_KO, "어제에 산 상품인데 재킷 환불되나요?"),
        ("3 October", PARCEL, "Can an online order be returned, delivered 3 October?"),
        ("10월 3일이요", PARCEL_KO, "10월 3일에 배송받은 상품인데 온라인 주문 반품되나요?"),
    ],
)
def test_a_day_alone_answers_the_bots_question_for_a_day(
    said: str, before: Turn, wording: str
) -> None:
    assert spelled_out(said, before) == wording


def test_a_day_alone_is_no_follow_up_if_the_bot_did_not_ask() -> None:
    assert spelled_out("3 October", EN) is None


@pytest.mark.parametrize(
    ("said", "asked", "wording"),
    [
        ("yes", "Has it been opened or used?", "can I return it, it has been opened?"),
        ("No.", "Has it been opened or used?", "can I return it, it is unopened?"),
        ("yes it is faulty", "Is it faulty?", "can I return it, it is faulty?"),
        ("nope", "Is it under warranty?", "can I return it, it is not under warranty?"),
        (
            "yes",
            "Does the customer have the pink slip?",
            "can I return it, the customer has the pink slip?",
        ),
    ],
)
def test_a_yes_or_no_is_spelled_out_in_the_previous_question(
    said: str, asked: str, wording: str
) -> None:
    before = Turn(safe("can I return it?"), {"return": 2.0}, safe(asked))

    assert spelled_out(said, before) == wording
    assert replies(said, before)


@pytest.mark.parametrize(
    ("said", "asked", "wording"),
    [
        ("네", "개봉했거나 사용한 상품입니까?", "개봉한 상품인데 환불되나요?"),
        ("아니요", "개봉했거나 사용한 상품입니까?", "미개봉 상품인데 환불되나요?"),
        ("네 불량이에요", "불량 상품입니까?", "불량인데 환불되나요?"),
        (
            "아니요 없어요",
            "영수증이나 다른 구매 증빙이 있습니까?",
            "영수증이 없는데 환불되나요?",
        ),
        ("네", "골드 회원입니까?", "골드 회원인데 환불되나요?"),
        ("아뇨", "활성화 전표가 있습니까?", "활성화 전표가 없는데 환불되나요?"),
    ],
)
def test_a_korean_yes_or_no_is_spelled_out_in_the_previous_question(
    said: str, asked: str, wording: str
) -> None:
    before = Turn(safe("환불되나요?"), {"환불": 2.0}, safe(asked))

    assert spelled_out(said, before) == wording
    assert replies(said, before)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("yes", None),
        ("no receipt", "Has it been opened or used?"),
        ("thanks", "Is it faulty?"),
        ("no, it was bought online", "Is it faulty?"),
    ],
)
def test_a_reply_that_does_not_fit_the_bots_question_is_no_yes_or_no(
    said: str, asked: str | None
) -> None:
    before = Turn(safe("can I return it?"), {"return": 2.0}, safe(asked) if asked else None)

    assert not replies(said, before)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("yes", "What type of store is it: café, clothing?"),
        ("네", "구매한 날짜를 알려 주세요."),
    ],
)
def test_a_yes_to_a_question_for_more_is_a_reply_that_gives_no_wording(
    said: str, asked: str
) -> None:
    before = Turn(safe("can I return it?"), {"return": 2.0}, safe(asked))

    assert replies(said, before)
    assert spelled_out(said, before) is None


@pytest.mark.parametrize(
    ("said", "before", "wording"),
    [
        ("in the cafe?", "opening hours", "opening hours in the cafe?"),
        ("and the convenience store?", "opening hours", "opening hours in the convenience store?"),
        ("카페요", "영업시간 알려줘", "카페 영업시간 알려줘?"),
        ("그럼 편의점은요?", "영업시간 알려줘", "편의점 영업시간 알려줘?"),
    ],
)
def test_a_kind_of_store_alone_repeats_the_previous_question_for_it(
    said: str, before: str, wording: str
) -> None:
    assert spelled_out(said, Turn(safe(before))) == wording


@pytest.mark.parametrize(
    ("said", "before", "wording"),
    [
        ("and on sundays?", CANTEEN, "opening hours of the canteen on sundays?"),
        ("and next year?", CANTEEN, "opening hours of the canteen as of next year?"),
        ("내년에는요?", DISCOUNT_KO, "내년 직원 할인율 몇 %?"),
        ("그럼 일요일은?", DISCOUNT_KO, "일요일 직원 할인율 몇 %?"),
    ],
)
def test_another_day_alone_repeats_the_previous_question_for_it(
    said: str, before: Turn, wording: str
) -> None:
    assert spelled_out(said, before) == wording
