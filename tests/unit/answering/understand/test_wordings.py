"""Follow-ups rewritten as whole questions."""

from itertools import product

import pytest

from bot.answering.find.passages import about
from bot.answering.understand.follow_up.wordings import (
    continued,
    may_stand_alone,
    replies,
    tried_with,
)
from bot.model import Turn
from bot.privacy import safe
from bot.texts import ASK_DELIVERED
from tests.unit import given

EN = Turn(
    safe("how long can customers return headphones?"),
    {"long": 0.5, "custom": 1.0, "return": 2.0, "headphon": 6.0},
)
KO = Turn(safe("헤드폰은 며칠 안에 환불할 수 있나요?"), {"헤드": 5.0, "드폰": 5.5, "환불": 2.0})
JACKET = Turn(safe("Can a customer return a jacket?"), {"jacket": 5.0}, safe("Is it faulty?"))
JACKET_KO = Turn(safe("재킷 환불되나요?"), {"재킷": 5.0}, safe("불량 상품입니까?"))
PARCEL = Turn(safe("Can an online order be returned?"), asked_back=safe(ASK_DELIVERED["en"]))
PARCEL_KO = Turn(safe("온라인 주문 반품되나요?"), asked_back=safe(ASK_DELIVERED["ko"]))


@pytest.mark.parametrize(
    ("said", "before"),
    [
        ("it is brand new", EN),
        ("never used", EN),
        ("새거예요", KO),
        ("포장 그대로예요", KO),
        ("미사용이에요", KO),
        ("안뜯었대요", KO),
    ],
)
def test_a_state_alone_is_a_follow_up(said: str, before: Turn) -> None:
    assert continued(said, before)


@pytest.mark.parametrize(
    ("said", "before", "wordings"),
    [
        (
            "and opened ones?",
            EN,
            ("how long can customers return headphones? and opened ones?",),
        ),
        (
            "what about clothes?",
            EN,
            (
                "how long can customers return headphones? what about clothes?",
                "how long can customers return clothes?",
            ),
        ),
        (
            "and if they lost the receipt?",
            EN,
            (
                "how long can customers return headphones? and if they lost the receipt?",
                "how long can customers return headphones if they lost the receipt?",
            ),
        ),
        (
            "when does it start?",
            EN,
            ("how long can customers return headphones? when does it start?",),
        ),
        (
            "and without the box?",
            EN,
            (
                "how long can customers return headphones? and without the box?",
                "how long can customers return headphones without the box?",
            ),
        ),
        (
            "can they be swapped?",
            EN,
            ("how long can customers return headphones? can they be swapped?",),
        ),
        (
            "카드로 샀으면?",
            KO,
            (
                "헤드폰은 며칠 안에 환불할 수 있나요? 카드로 샀으면?",
                "카드로 샀으면 헤드폰은 며칠 안에 환불할 수 있나요?",
            ),
        ),
        (
            "영수증이 없으면요?",
            KO,
            (
                "헤드폰은 며칠 안에 환불할 수 있나요? 영수증이 없으면요?",
                "영수증이 없으면 헤드폰은 며칠 안에 환불할 수 있나요?",
            ),
        ),
        (
            "그럼 라면은?",
            KO,
            (
                "헤드폰은 며칠 안에 환불할 수 있나요? 그럼 라면은?",
                "라면 며칠 안에 환불할 수 있나요?",
            ),
        ),
        (
            "만약에 세일이면요?",
            KO,
            (
                "헤드폰은 며칠 안에 환불할 수 있나요? 만약에 세일이면요?",
                "세일이면 헤드폰은 며칠 안에 환불할 수 있나요?",
            ),
        ),
        ("그럼 뭘로 내요?", KO, ("헤드폰은 며칠 안에 환불할 수 있나요? 그럼 뭘로 내요?",)),
        ("and how?", EN, ("how long can customers return headphones? and how?",)),
        ("개봉한 건요?", KO, ("헤드폰은 며칠 안에 환불할 수 있나요? 개봉한 건요?",)),
        (
            "그럼 식품은?",
            KO,
            (
                "헤드폰은 며칠 안에 환불할 수 있나요? 그럼 식품은?",
                "식품 며칠 안에 환불할 수 있나요?",
            ),
        ),
    ],
)
def test_a_follow_up_is_added_to_the_previous_question(
    said: str, before: Turn, wordings: tuple[str, ...]
) -> None:
    assert continued(said, before) == wordings


@pytest.mark.parametrize(
    ("said", "before", "wording"),
    [
        ("opened", JACKET, "Can a customer return a jacket? opened?"),
        ("no, without a receipt", JACKET, "Can a customer return a jacket? no, without a receipt?"),
        ("in a café", JACKET, "Can a customer return a jacket in the café?"),
        ("네, 개봉했어요", JACKET_KO, "재킷 환불되나요? 네, 개봉했어요?"),
        ("카페요", JACKET_KO, "카페 재킷 환불되나요?"),
    ],
)
def test_a_reply_to_the_bots_question_is_added_to_the_previous_question(
    said: str, before: Turn, wording: str
) -> None:
    assert continued(said, before)[0] == wording


@pytest.mark.parametrize(
    ("said", "before"),
    [
        ("where do I put deliveries?", EN),
        ("Refund policy: what about faulty goods?", PARCEL),
        ("what changed since last month?", EN),
        ("직원 할인 뭐가 바뀌었어요?", KO),
        ("how much is a coffee?", EN),
        ("how much does it cost to mend a kettle?", EN),
        ("how long does it take the tailor to hem jeans?", EN),
        ("who is the manager?", JACKET),
        ("clothes", EN),
        ("영업시간 알려주세요", KO),
        ("직원 할인은 얼마예요?", KO),
        ("포인트는 언제 소멸되나요?", JACKET_KO),
        ("???", EN),
        ("and", EN),
        ("what about clothes?", None),
        ("그럼 식품은?", None),
    ],
)
def test_a_question_that_stands_alone_is_no_follow_up(said: str, before: Turn | None) -> None:
    assert continued(said, before) == ()


LEADS = (
    "as of 10 February 2026, ",
    "today, ",
    "in store, ",
    "on sundays, ",
    "in the café, ",
    "for online orders, ",
    "from 1 December, ",
    "hi, ",
    "ok ",
    "by the way, ",
)
ASKED = (
    "how long can unopened headphones be returned?",
    "who approves a refund of ₩200,000?",
    "can I refund opened food without a receipt?",
    "where are lost wallets and phones kept?",
    "why are opened headphones not refunded?",
)
LEADS_KO = ("2026년 2월 10일 기준으로 ", "오늘 ", "매장에서 ", "카페에서 ", "그런데 ", "혹시 ")
ASKED_KO = (
    "미개봉 헤드폰은 며칠 안에 반품되나요?",
    "20만 원 환불은 누가 승인해요?",
    "개봉한 식품은 환불되나요?",
    "잃어버린 손님 지갑은 어디에 보관해요?",
)
EARLIER = (
    Turn(safe("what changed in the staff discount?")),
    Turn(safe("how much is hemming?")),
    Turn(safe("직원 할인에서 뭐가 바뀌었어요?")),
)


@pytest.mark.parametrize("before", EARLIER)
@pytest.mark.parametrize(
    "said", [f"{a}{b}" for a, b in [*product(LEADS, ASKED), *product(LEADS_KO, ASKED_KO)]]
)
def test_words_that_lead_in_join_no_two_subjects(said: str, before: Turn) -> None:
    assert continued(said, before) == ()


@pytest.mark.parametrize(
    ("said", "before"),
    [
        ("so, can I return it today?", EN),
        ("in store, how long is it?", EN),
        ("today, and opened ones?", EN),
        ("그런데 개봉했으면 안 되나요?", KO),
    ],
)
def test_a_follow_up_may_lead_in_too(said: str, before: Turn) -> None:
    assert continued(said, before)


def test_a_new_subject_replaces_the_previous_one() -> None:
    before = Turn(
        safe("how long can customers return headphones? and opened ones?"),
        {"open": 9.0, "headphon": 6.0, "return": 2.0},
    )

    assert continued("what about clothes?", before)[1] == "how long can customers return clothes?"


@pytest.mark.parametrize(
    ("before", "said", "wording"),
    [
        ("is there parking?", "and in Leeds?", "is there parking in Leeds?"),
        ("is there parking?", "at the York store?", "is there parking at the York store?"),
        ("주차 되나요?", "강남점은요?", "강남점 주차 되나요?"),
        ("주차 되나요?", "그럼 홍대점에서는?", "홍대점 주차 되나요?"),
    ],
)
def test_a_named_shop_is_added_and_the_subject_stays(before: str, said: str, wording: str) -> None:
    turn = Turn(safe(before), {"park": 3.0, "주차": 3.0})

    assert continued(said, turn)[1:] == (wording,)


def test_a_korean_word_that_only_ends_like_a_shop_is_no_shop() -> None:
    assert continued("차이점은요?", Turn(safe("주차 되나요?")))[1:] == ()


def test_a_question_word_is_never_replaced_as_the_subject() -> None:
    before = Turn(safe("헤드폰은 며칠 안에 환불되나요?"), {"며칠": 9.0, "헤드": 5.0, "드폰": 5.5})

    assert continued("그럼 옷은요?", before)[1] == "옷 며칠 안에 환불되나요?"


def test_a_long_thread_is_cut_to_a_limited_length() -> None:
    long = Turn(safe("how long can customers return headphones " * 40))

    joined, on_condition = continued("and if they lost the receipt?", long)

    assert max(len(joined), len(on_condition)) < 650
    assert joined.endswith("? and if they lost the receipt?")


@pytest.mark.parametrize(
    ("said", "before", "wording"),
    [
        ("3 October", JACKET, "Can a customer return a jacket, bought on 3 October?"),
        ("it was bought yesterday", JACKET, "Can a customer return a jacket, bought yesterday?"),
        ("10월 3일이요", JACKET_KO, "10월 3일에 산 상품인데 재킷 환불되나요?"),
        ("어제 샀어요", JACKET_KO, "어제에 산 상품인데 재킷 환불되나요?"),
        ("3 October", PARCEL, "Can an online order be returned, delivered on 3 October?"),
        ("10월 3일이요", PARCEL_KO, "10월 3일에 배송받은 상품인데 온라인 주문 반품되나요?"),
    ],
)
def test_a_day_alone_answers_the_bots_question_for_a_day(
    said: str, before: Turn, wording: str
) -> None:
    assert continued(said, before) == (wording,)


def test_a_day_alone_is_no_follow_up_if_the_bot_did_not_ask() -> None:
    assert continued("3 October", EN) == ()


def test_the_opposite_state_is_not_added_as_a_condition() -> None:
    unopened = Turn(safe("Can unopened food be returned?"))

    assert continued("what if it's opened?", unopened) == (
        "Can unopened food be returned? what if it's opened?",
    )


@pytest.mark.parametrize(
    ("said", "before", "wording"),
    [
        ("what changed?", EN, "how long can customers return headphones? what changed?"),
        ("뭐가 바뀌었어요?", KO, f"{KO.question.rstrip('?')}? 뭐가 바뀌었어요?"),
        (
            "what is new in version 5?",
            EN,
            "how long can customers return headphones? what is new in version 5?",
        ),
        (
            "5버전에서 새로 바뀐 게 뭐예요?",
            KO,
            f"{KO.question.rstrip('?')}? 5버전에서 새로 바뀐 게 뭐예요?",
        ),
    ],
)
def test_a_bare_what_changed_is_about_the_previous_question(
    said: str, before: Turn, wording: str
) -> None:
    assert continued(said, before) == (wording,)


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

    assert continued(said, before) == (wording,)
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

    assert continued(said, before) == (wording,)
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
    assert not continued(said, before)


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
    assert continued(said, Turn(safe(before))) == (wording,)


CANTEEN = Turn(safe("opening hours of the canteen?"), {"canteen": 5.0})
DISCOUNT_KO = Turn(safe("직원 할인율 몇 %"), {"할인": 3.0})


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
    assert continued(said, before) == (wording,)


@pytest.mark.parametrize("said", ["and on sundays?", "내년에는요?"])
def test_evidence_need_not_hold_the_words_of_another_day(said: str) -> None:
    evidence = given.evidence(given.candidate(given.passage(), "Unopened headphones"))

    assert about(said, evidence) is evidence


@pytest.mark.parametrize(
    ("said", "before", "wordings"),
    [
        ("gift cards", EN, ("how long can customers return headphones? gift cards?",)),
        (
            "phone number",
            Turn(safe("who is the buyer?")),
            ("who is the buyer? phone number?", "what is the phone number of the buyer?"),
        ),
        ("신청 기한", DISCOUNT_KO, ("직원 할인율 몇 %? 신청 기한?",)),
    ],
)
def test_a_few_words_that_found_nothing_are_tried_with_the_previous_question(
    said: str, before: Turn, wordings: tuple[str, ...]
) -> None:
    assert continued(said, before) == ()
    assert tried_with(said, before) == wordings


@pytest.mark.parametrize(
    ("said", "before"),
    [("who is the manager?", EN), ("직원 할인은 얼마예요?", KO), ("???", EN), ("gift cards", None)],
)
def test_a_whole_question_is_not_tried_with_the_previous_one(
    said: str, before: Turn | None
) -> None:
    assert tried_with(said, before) == ()


@pytest.mark.parametrize(
    ("said", "may"),
    [
        ("customer gave me this torn note, do we take it?", True),
        ("does the walnut cookie have egg in it", True),
        ("손님이 지갑을 두고 갔는데 그것 며칠 보관해요?", True),
        ("does it need a receipt?", False),
        ("and if they are opened?", False),
        ("and without a receipt?", False),
        ("what about winter clothing?", False),
        ("그럼 영수증 없이 카드로 샀으면?", False),
        ("거기 몇 시에 닫아요?", False),
    ],
)
def test_a_pronoun_after_a_subject_may_mean_this_subject(said: str, may: bool) -> None:
    assert may_stand_alone(said) is may
