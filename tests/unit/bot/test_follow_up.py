"""One question back, only where its answer would change what was said."""

import pytest

from bot.answering.follow_up import follow_up
from bot.model import Citation, Evidence, Question
from knowledge.model import Found, Passage
from tests.unit.bot import given

OPENED = given.passage("Unopened headphones go back within 14 days.")
OPENED_KO = given.passage("개봉하지 않은 헤드폰은 14일 이내에 환불됩니다.")
RECEIPT = given.passage("With a receipt the price is paid back.")
RECEIPT_KO = given.passage("영수증이 있으면 결제 금액을 돌려드립니다.")
ONLINE = given.passage("Online orders are refunded by the app.")
ONLINE_KO = given.passage("온라인 주문은 앱에서 환불합니다.")
GRADE = given.passage("Gold members get 3% in points.")
GRADE_KO = given.passage("골드 회원은 3%를 적립합니다.")
PLAIN = given.passage("The shop opens at nine.")


def asked_back(question: Question, cited: Passage, *near: Passage) -> str | None:
    return follow_up(question, [Citation(cited, cited.text)], given.holding(cited, *near))


@pytest.mark.parametrize(
    ("asked", "passage", "expected"),
    [
        ("return headphones?", OPENED, "Has it been opened or used?"),
        ("헤드폰 환불돼요?", OPENED_KO, "개봉했거나 사용한 상품인가요?"),
        (
            "how much is paid back?",
            RECEIPT,
            "Does the customer have the receipt or another proof of purchase?",
        ),
        ("얼마를 돌려드려요?", RECEIPT_KO, "영수증이나 다른 구매 증빙이 있나요?"),
        ("how is an order refunded?", ONLINE, "Was it bought in a store or online?"),
        ("주문은 어떻게 환불해요?", ONLINE_KO, "매장에서 샀나요, 온라인에서 샀나요?"),
        ("how many points?", GRADE, "Which membership grade is it?"),
        ("적립은 몇 퍼센트예요?", GRADE_KO, "회원 등급이 무엇인가요?"),
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


CAFE = given.passage("The café closes at 22:00.", doc_id="cafe", store_types=("cafe",))
SHOP = given.passage("The shop never closes.", doc_id="shop", store_types=("convenience",))
SHIRTS = given.passage("Shirts: closed at 21:00.", doc_id="shirts", store_types=("apparel",))


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("when do we close?", "Which kind of store is it: café, convenience?"),
        ("언제 닫아요?", "어느 매장인가요? (카페, 편의점)"),
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

    assert follow_up(asked, [Citation(CAFE, CAFE.text)], found) is None
