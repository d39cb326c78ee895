"""Questions that only name a subject, and the statements that they move up."""

from dataclasses import replace

import pytest

from bot.answering.criteria.names_only import subject_of
from bot.answering.criteria.topic import places_named, turned
from bot.model.found import Seen
from knowledge.language.terms import query_terms
from knowledge.model.documents import Found, Hit, Passage
from knowledge.split.statements import statements
from tests.unit import given

WINDOW = given.passage(
    "Unopened goods go back within 14 days. Keep the receipt.",
    title="Refund Policy",
    section=("Standard refund window",),
)
MONEY = given.passage(
    "Refunds go back to the card within 5 days.",
    title="Refund Policy",
    section=("How the money goes back",),
    number=2,
)
PERIOD_KO = given.passage(
    "미개봉 상품은 14일 안에 환불합니다. 영수증을 확인합니다.",
    title="환불 정책",
    section=("기본 환불 기간",),
    doc_id="refund-ko",
)
HOURS = given.passage("Cafés open at 7:30 each day.", title="Hours", section=("Opening hours",))
BEFORE = given.passage(
    "The team comes 30 minutes early.", title="Hours", section=("Before opening",), number=2
)

CONDITIONS = given.passage(
    "The promotion holds for members.",
    title="November Coffee Promotion",
    section=("Conditions",),
    doc_id="promotion",
)
WHO_GETS = given.passage(
    "Staff get the staff discount after 30 days. The staff discount ends on the last day.",
    title="Staff Discount",
    section=("Who gets it",),
    doc_id="discount",
)
HOW_MUCH = given.passage(
    "The staff discount is 20% off regular prices.",
    title="Staff Discount",
    section=("How much it is",),
    doc_id="discount",
    number=2,
)
WHO_GETS_KO = given.passage(
    "직원 할인은 입사 30일 뒤부터 받습니다.",
    title="직원 할인",
    section=("대상",),
    doc_id="discount-ko",
)
HOW_MUCH_KO = given.passage(
    "직원 할인은 정상가의 20%입니다.",
    title="직원 할인",
    section=("할인율",),
    doc_id="discount-ko",
    number=2,
)
CHAPTER = given.passage(
    "Energy is never lost. Heat is energy.",
    title="Physics",
    section=("Chapter 3: Energy",),
    doc_id="book",
)


def gains(asked: str, *passages: Passage, scores: tuple[float, ...] = ()) -> list[float]:
    """The change of each statement's score, in the order of the passages."""
    hits = tuple(Hit(one, 1.0) for one in passages)
    others = {"return": (("refund",),), "반품": (("환불",),), "open": (("hour",),)}
    found = Found(hits, dict.fromkeys(query_terms(asked), 1.0), others)
    seen = [
        Seen(hit, statement, place, 0.5, 0.5, 0.5, 0.5, 0.0)
        for hit in hits
        for place, statement in enumerate(statements(hit.passage))
    ]
    places = places_named(given.question(asked), seen, found)
    return turned(places, scores or [0.0] * len(seen))


@pytest.mark.parametrize(
    ("asked", "subject"),
    [
        ("refund period?", "refund period"),
        ("What is the refund period?", "refund period"),
        ("how long is the refund window", "refund window"),
        ("what's our return policy", "return policy"),
        ("tell me about gift cards", "gift cards"),
        ("What do I need to know about proof of purchase?", "proof purchase"),
        ("hi, opening hours please", "opening hours"),
        ("환불 기간", "환불 기간"),
        ("환불 기간은 며칠인가요?", "환불 기간"),
        ("환불 기간은 며칠이었나요?", "환불 기간"),
        ("what was the refund period?", "refund period"),
        ("환불 정책이 뭐예요?", "환불 정책"),
        ("반품 규정 알려줘", "반품 규정"),
        ("구매 증빙에 대해 알려 주세요", "구매 증빙"),
        ("영업시간은요?", "영업시간"),
        ("일요일 영업시간", "영업시간"),
        ("opening hours on Sunday", "opening hours"),
        ("what promotions are there?", "promotions"),
        ("which deals are running now", "deals"),
        ("행사 뭐 있어요?", "행사"),
        ("환불 규정이 무엇인지", "환불 규정"),
    ],
)
def test_a_question_may_name_a_subject_and_nothing_else(asked: str, subject: str) -> None:
    assert subject_of(asked) == frozenset(query_terms(subject))


@pytest.mark.parametrize(
    "asked",
    [
        "can I get a refund?",
        "refund without receipt",
        "what is the refund period for opened food and drink?",
        "how do I refund a gift card",
        "refund or exchange?",
        "영수증 없으면 환불",
        "환불해도 되나요?",
        "개봉했는데 환불 기간은 며칠인가요?",
        "환불은 누가 승인해요?",
        "환불 얼마까지 돼요?",
        "",
        "???",
    ],
)
def test_a_case_or_a_question_with_a_verb_is_no_subject(asked: str) -> None:
    assert subject_of(asked) == frozenset()


@pytest.mark.parametrize(
    ("asked", "passages", "named"),
    [
        ("refund period?", (MONEY, WINDOW), [False, True, False]),
        ("what is our return policy?", (WINDOW, MONEY), [True, True, False]),
        ("opening hours?", (BEFORE, HOURS), [False, True]),
        ("환불 기간은 며칠인가요?", (PERIOD_KO, MONEY), [True, False, False]),
        ("반품 정책 알려줘", (PERIOD_KO, MONEY), [True, True, False]),
        ("환불 기간", (WINDOW, PERIOD_KO), [False, False, True, False]),
        ("refund hotline?", (WINDOW, MONEY), [False, False, False]),
        ("what promotions are on?", (CONDITIONS, WINDOW), [True, False, False]),
        ("promotion conditions?", (CONDITIONS, WINDOW), [True, False, False]),
        ("refund conditions?", (CONDITIONS,), [False]),
        ("What is Chapter 3 about?", (CHAPTER, MONEY), [True, True, False]),
    ],
)
def test_a_subject_means_the_section_or_the_document_of_that_name(
    asked: str, passages: tuple[Passage, ...], named: list[bool]
) -> None:
    assert [gain > 0 for gain in gains(asked, *passages)] == named


@pytest.mark.parametrize(
    "asked", ["Do you have a return policy?", "do you offer refunds?", "Do you have any returns?"]
)
def test_asking_whether_there_is_a_rule_asks_for_the_rule(asked: str) -> None:
    assert [gain > 0 for gain in gains(asked, WINDOW, CHAPTER)] == [True, True, False, False]


def test_a_subject_does_not_mean_a_product_of_that_name() -> None:
    text = "Product: Gift Card Holder\nCategory: Paper\nPrice: $3"
    holder = given.passage(text, section=("Gift Card Holder",), doc_id="products")
    rule = given.passage(
        "Gift cards are sold at the till.", title="Selling and Accepting Gift Cards"
    )

    gained = gains("gift cards", replace(holder, record=True), rule)

    assert gained[0] == 0
    assert gained[1] > 0


def test_a_title_that_says_more_comes_before_one_in_the_other_language() -> None:
    english = given.passage("Refunds take 5 days.", title="Making and Recording Refunds at Tills")

    assert gains("refunds", english, PERIOD_KO)[0] > 0
    assert gains("refunds", english, PERIOD_KO)[1] == 0


def test_the_first_statements_of_the_named_document_beat_the_best_match() -> None:
    first, second, other = gains(
        "what is our return policy?", WINDOW, MONEY, scores=(-4.0, 3.0, 5.0)
    )

    assert first - 4.0 > second + 3.0 > other + 5.0


def test_every_row_of_the_named_table_moves_up() -> None:
    rows = "| Shop | Open |\n|---|---|\n| Café | 7:30 |\n| Market | 24 hours |\n| Clothes | 10:30 |"
    table = given.passage(rows, title="Hours", section=("Opening hours",))

    assert all(gain > 0 for gain in gains("opening hours?", table))


@pytest.mark.parametrize(
    ("asked", "passages", "value"),
    [
        ("what is the staff discount?", (WHO_GETS, HOW_MUCH), 2),
        ("staff discount rules", (WHO_GETS, HOW_MUCH), 2),
        ("직원 할인이 뭐예요?", (WHO_GETS_KO, HOW_MUCH_KO), 1),
    ],
)
def test_how_much_a_subject_is_comes_first(
    asked: str, passages: tuple[Passage, ...], value: int
) -> None:
    turns = gains(asked, *passages)

    assert turns.index(max(turns)) == value


CLOSING = given.passage(
    "1. Lock the doors.\n2. Count the tills.\n3. Set the alarm.\n\nNobody stays alone.",
    title="Daily routine",
    section=("Closing",),
)
CLOSING_KO = given.passage(
    "1. 문을 잠급니다.\n2. 계산대를 정산합니다.\n3. 경보를 켭니다.\n\n혼자 남지 않습니다.",
    title="하루 일과",
    section=("마감",),
)


@pytest.mark.parametrize(
    ("asked", "passage"),
    [
        ("what are the steps for closing the store in the evening?", CLOSING),
        ("how do we close the shop?", CLOSING),
        ("마감 순서가 어떻게 돼요?", CLOSING_KO),
        ("매장 마감은 어떤 순서로 하나요?", CLOSING_KO),
    ],
)
def test_the_steps_below_the_heading_that_a_how_to_question_names_move_up(
    asked: str, passage: Passage
) -> None:
    moved = [gain > 0 for gain in gains(asked, passage)]

    assert moved == [True, True, True, False]


@pytest.mark.parametrize(
    "asked",
    ["how do I close the swimming pool?", "what is the alarm code?", "수영장 마감 순서는요?"],
)
def test_steps_for_something_else_do_not_move_up(asked: str) -> None:
    assert not any(gains(asked, CLOSING, CLOSING_KO))
