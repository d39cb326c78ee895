"""One question back, only where its answer would change what was said."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from bot.answering.reply.question_back.rule import follow_up
from bot.model import Evidence, Question
from bot.model.understood import Understood
from knowledge.model.documents import Found, Passage
from knowledge.split.statements import statements
from tests.unit import given

OPENED = given.passage("Unopened headphones go back within 14 days.")
OPENED_KO = given.passage("개봉하지 않은 헤드폰은 14일 이내에 환불됩니다.")
RECEIPT = given.passage("The price is paid back with a receipt.")
RECEIPT_KO = given.passage("영수증이 있으면 결제 금액을 돌려드립니다.")
ONLINE = given.passage("Online orders are refunded by the app.")
ONLINE_KO = given.passage("온라인 주문은 앱에서 환불합니다.")
GRADE = given.passage("Gold members get 3% in points.")
GRADE_KO = given.passage("골드 회원은 3%를 적립합니다.")
PLAIN = given.passage("The shop opens at nine.")


def asked_back(question: Question, cited: Passage, *near: Passage) -> str | None:
    """What is asked back where the first sentence of a passage answers."""
    found = [
        replace(given.candidate(cited, statement.text), statement=statement)
        for statement in statements(cited)
    ]
    hits = tuple(given.hit(one) for one in (cited, *near))
    shown = given.verbatim(found[0].statement.text, cited)
    return follow_up(question, [shown], Evidence(Found(hits), tuple(found)))


@pytest.mark.parametrize(
    ("asked", "passage", "expected"),
    [
        ("return headphones?", OPENED, "Has it been opened or used?"),
        ("헤드폰 환불돼요?", OPENED_KO, "개봉했거나 사용한 상품입니까?"),
        (
            "can the price be paid back?",
            RECEIPT,
            "Does the customer have a receipt or other proof of purchase?",
        ),
        ("돌려드려도 되나요?", RECEIPT_KO, "영수증이나 다른 구매 증빙이 있습니까?"),
        ("how is it refunded?", ONLINE, "Was it bought in a store or online?"),
        ("어떻게 환불해요?", ONLINE_KO, "매장에서 구매했습니까, 온라인에서 구매했습니까?"),
        ("how many points?", GRADE, "Does the customer have Gold membership?"),
        ("적립은 몇 퍼센트예요?", GRADE_KO, "골드 회원입니까?"),
    ],
)
def test_a_condition_that_the_question_left_open_is_asked(
    asked: str, passage: Passage, expected: str
) -> None:
    assert asked_back(given.question(asked), passage) == expected


@pytest.mark.parametrize(
    ("asked", "passage"),
    [
        ("return opened headphones?", OPENED),
        ("Unopened headphones back?", OPENED),
        ("개봉한 헤드폰 환불돼요?", OPENED_KO),
        ("no receipt, what now?", RECEIPT),
        ("영수증 없으면 어떡하죠?", RECEIPT_KO),
        ("how is an online order refunded?", ONLINE),
        ("온라인 주문은 어떻게 환불해요?", ONLINE_KO),
        ("points for a gold member?", GRADE),
        ("실버 회원 적립은요?", GRADE_KO),
        ("when does it open?", PLAIN),
    ],
)
def test_what_the_question_said_or_nothing_depends_on_is_not_asked(
    asked: str, passage: Passage
) -> None:
    assert asked_back(given.question(asked), passage) is None


TROUSERS = given.passage(
    "Trouser hemming costs ₩5,000. Trouser hemming is free of charge for Gold members."
)
OAT_KO = given.passage("귀리유로 바꾸면 500원을 더 받습니다. 골드 회원은 귀리유 변경이 무료입니다.")
EARNED = given.passage(
    "Gold members earn 3% in points. Silver members earn 2% in points. Points are for fun."
)
EARNED_KO = given.passage("골드 회원은 3%를 적립합니다. 실버 회원은 2%를 적립합니다.")
ALL_EARNED = given.passage(
    "Silver members earn 2% and Gold members earn 3%. Gold members earn 5% in May."
)


@pytest.mark.parametrize(
    ("asked", "passage", "expected"),
    [
        ("what does trouser hemming cost?", TROUSERS, "Does the customer have Gold membership?"),
        ("귀리유로 바꾸면 얼마예요?", OAT_KO, "골드 회원입니까?"),
        ("how many points?", EARNED, "What is the customer's membership grade: Gold or Silver?"),
        ("적립은 몇 퍼센트예요?", EARNED_KO, "회원 등급을 알려 주세요: 골드, 실버"),
        ("how many points?", ALL_EARNED, None),
        ("can hemmed trousers be returned?", TROUSERS, None),
    ],
)
def test_a_rule_beside_the_cited_one_that_says_something_else_is_asked_about(
    asked: str, passage: Passage, expected: str | None
) -> None:
    assert asked_back(given.question(asked), passage) == expected


RETURNED = given.passage(
    "Unopened goods bought in a store can be returned within 14 days of purchase with the receipt."
)
RETURNED_KO = given.passage(
    "매장에서 산 미개봉 상품은 영수증이 있으면 구매일로부터 14일 이내에 환불할 수 있습니다."
)
BOUGHT = given.TODAY - timedelta(days=3)
LONG_AGO = given.TODAY - timedelta(days=30)


@pytest.mark.parametrize(
    ("asked", "bought", "expected"),
    [
        ("can it still be returned?", None, "When was it bought?"),
        ("아직 환불되나요?", None, "구매한 날짜를 알려 주세요."),
        ("can unopened goods be returned?", None, "When was it bought?"),
        ("미개봉 상품 환불되나요?", None, "구매한 날짜를 알려 주세요."),
        ("bought that day, can it be returned?", BOUGHT, "Has it been opened or used?"),
        ("그날 샀는데 환불되나요?", BOUGHT, "개봉했거나 사용한 상품입니까?"),
        (
            "bought unopened, can it be returned?",
            BOUGHT,
            "Does the customer have a receipt or other proof of purchase?",
        ),
        ("미개봉인데 환불되나요?", BOUGHT, "영수증이나 다른 구매 증빙이 있습니까?"),
        (
            "unopened and with the receipt, can it be returned?",
            BOUGHT,
            "Was it bought in a store or online?",
        ),
        (
            "미개봉이고 영수증도 있어요. 환불되나요?",
            BOUGHT,
            "매장에서 구매했습니까, 온라인에서 구매했습니까?",
        ),
        ("bought unopened, can it be returned?", LONG_AGO, None),
        ("미개봉인데 환불되나요?", LONG_AGO, None),
        ("how long can unopened goods be returned?", None, None),
        ("미개봉 상품은 며칠 안에 환불되나요?", None, None),
    ],
)
def test_what_an_eligible_case_still_lacks_is_asked_in_turn(
    asked: str, bought: date | None, expected: str | None
) -> None:
    question = replace(given.question(asked), about=Understood(bought=bought))
    passage = RETURNED_KO if question.language == "ko" else RETURNED

    assert asked_back(question, passage) == expected


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("bought last month, unopened, with the receipt", "When was it bought?"),
        ("지난달에 산 미개봉 상품, 영수증 있음", "구매한 날짜를 알려 주세요."),
    ],
)
def test_a_purchase_at_a_time_that_is_no_day_is_asked_for(asked: str, expected: str) -> None:
    question = replace(given.question(asked), about=Understood(inexact=True))

    assert asked_back(question, RETURNED_KO if question.language == "ko" else RETURNED) == expected


DELIVERED = given.passage("Online orders can be returned within 14 days of delivery.")
DELIVERED_KO = given.passage("온라인 주문은 배송받은 날로부터 14일 이내에 반품할 수 있습니다.")


@pytest.mark.parametrize(
    ("asked", "passage", "expected"),
    [
        ("ordered online that day, can it be returned?", DELIVERED, "When was it delivered?"),
        ("그날 주문한 온라인 상품 반품되나요?", DELIVERED_KO, "배송받은 날짜를 알려 주세요."),
    ],
)
def test_the_day_of_the_delivery_is_asked_for_where_the_rule_counts_from_it(
    asked: str, passage: Passage, expected: str
) -> None:
    question = replace(given.question(asked), about=Understood(bought=BOUGHT))

    assert asked_back(question, passage) == expected
    assert (
        asked_back(replace(question, about=Understood(bought=BOUGHT, delivered=BOUGHT)), passage)
        is None
    )


FAULTY = "Faulty goods can be refunded within 30 days of purchase."
FAULTY_KO = "불량 상품은 구매일로부터 30일 이내에 환불할 수 있습니다."


@pytest.mark.parametrize(
    ("asked", "rules", "expected"),
    [
        ("bought unopened, can it be returned?", f"{RETURNED.text} {FAULTY}", "Is it faulty?"),
        ("미개봉인데 환불되나요?", f"{RETURNED_KO.text} {FAULTY_KO}", "불량 상품입니까?"),
    ],
)
def test_when_the_time_has_passed_a_rule_that_still_holds_is_asked_about(
    asked: str, rules: str, expected: str
) -> None:
    question = given.question(asked)
    weeks_ago, long_ago = (given.TODAY - timedelta(days=days) for days in (20, 40))

    passage = given.passage(rules)

    assert asked_back(replace(question, about=Understood(bought=weeks_ago)), passage) == expected
    assert asked_back(replace(question, about=Understood(bought=long_ago)), passage) is None


def test_a_rule_for_what_is_not_the_asker_s_case_raises_no_question() -> None:
    asked = given.question("can opened headphones be returned?")
    passage = given.passage("Unopened headphones can be returned with the receipt.")
    [found] = [given.candidate(passage, one.text) for one in statements(passage)]
    shown = [given.verbatim(found.statement.text, passage)]

    assert follow_up(asked, shown, given.evidence(found)) is None


def test_what_answers_from_afar_raises_no_question() -> None:
    far = given.candidate(OPENED, OPENED.text, score=0.2)

    asked = given.question("return headphones?")

    assert follow_up(asked, [given.verbatim(OPENED.text, OPENED)], given.evidence(far)) is None


CAFE = given.passage("The café closes at 22:00.", doc_id="cafe", store_types=("cafe",))
SHOP = given.passage("The shop never closes.", doc_id="shop", store_types=("convenience",))
SHIRTS = given.passage("Shirts: closed at 21:00.", doc_id="shirts", store_types=("apparel",))


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("when do we close?", "What type of store is it: café or convenience?"),
        ("언제 닫아요?", "매장 종류를 알려 주세요: 카페, 편의점"),
    ],
)
def test_rules_of_several_kinds_of_store_are_asked_about(asked: str, expected: str) -> None:
    assert asked_back(given.question(asked), CAFE, SHOP) == expected


@pytest.mark.parametrize("asked", ["when does the café close?", "카페는 언제 닫아요?"])
def test_a_store_that_the_question_names_is_not_asked_about(asked: str) -> None:
    assert asked_back(given.question(asked), CAFE, SHOP) is None


def test_a_store_that_the_channel_sets_is_not_asked_about() -> None:
    asked = given.question("when do we close?", store_type="cafe")

    assert asked_back(asked, CAFE, SHOP) is None


def test_a_rule_about_something_else_raises_no_question() -> None:
    asked = given.question("when do we close?")
    parcels = given.passage(
        "Parcels until 18:00.", doc_id="p", category="parcels", store_types=("convenience",)
    )
    everywhere = given.passage("All close on New Year.", doc_id="all", store_types=())

    assert asked_back(asked, CAFE, parcels, everywhere) is None


def test_a_rule_that_fits_badly_raises_no_question() -> None:
    asked = given.question("when do we close?")
    found = Evidence(Found((given.hit(CAFE, 1.0), given.hit(SHIRTS, 0.1))))

    assert follow_up(asked, [given.verbatim(CAFE.text, CAFE)], found) is None
