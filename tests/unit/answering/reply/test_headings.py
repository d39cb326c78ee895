"""A section's heading as a colleague would ask about it."""

import pytest

from bot.answering.reply.next_questions.headings import asked_for
from knowledge.model.documents import name_of
from tests.unit import given


def asked(heading: str, title: str, text: str) -> tuple[str, ...]:
    passage = given.passage(text, title=title, section=(heading,))
    return asked_for(passage, [passage])


@pytest.mark.parametrize(
    ("heading", "question"),
    [
        ("Proof of purchase", "what about proof of purchase?"),
        ("First-aid equipment", "what about first-aid equipment?"),
        ("A third refund", "what about a third refund?"),
        ("What is excluded", "can you tell me what is excluded?"),
        ("When to call a manager", "can you tell me when to call a manager?"),
        ("When something is found", "what should I do when something is found?"),
        ("On receipt of a notice", "what should I do on receipt of a notice?"),
        # Names keep their capitals.
        ("Haneul gift cards", "what about Haneul gift cards?"),
        ("ID checks", "what about ID checks?"),
        ("T-shirts", "what about T-shirts?"),
        # So do names that the text does not repeat.
        ("Haneul USB-C Charger", "what about Haneul USB-C Charger?"),
        ("Haneul USB-C cable", "what about Haneul USB-C cable?"),
        ("Galaxy Buds 3", "what about Galaxy Buds 3?"),
        ("Buds 3", "what about Buds 3?"),
        ("Wi-Fi password", "what about Wi-Fi password?"),
        ("Aero X200 headset", "what about Aero X200 headset?"),
        ("Gift Cards and Vouchers", "what about Gift Cards and Vouchers?"),
        # These are no names.
        ("Proof of ID", "what about proof of ID?"),
        ("Returns within 14 days", "what about returns within 14 days?"),
        ("Charging the SoundBuds", "what about charging the SoundBuds?"),
        ("Level 3 checks", "what about level 3 checks?"),
    ],
)
def test_an_english_heading_becomes_a_question(heading: str, question: str) -> None:
    text = "It is paid with Haneul points only."

    assert asked(heading, "Refund Policy", text)[0] == f"Refund Policy: {question}"


@pytest.mark.parametrize(
    ("heading", "question"),
    [
        ("구매 증빙", "구매 증빙 알려 주세요"),
        ("고객 안전", "고객 안전 알려 주세요"),
        ("컵라면", "컵라면 알려 주세요"),
        # Whoever said these with "알려 주세요" would be asking to be told then.
        ("증상이 나타났을 때", "증상이 나타났을 때에는 어떻게 하나요?"),
        ("개점 전", "개점 전에는 어떻게 하나요?"),
        ("회수 알림을 받으면", "회수 알림을 받으면 어떻게 하나요?"),
    ],
)
def test_a_korean_heading_becomes_a_question(heading: str, question: str) -> None:
    assert asked(heading, "환불 정책", "점장을 부릅니다.")[0] == f"환불 정책: {question}"


@pytest.mark.parametrize(
    ("heading", "second"),
    [("구매 증빙", "구매 증빙은 어떻게 되나요?"), ("점검 주기", "점검 주기는 어떻게 되나요?")],
)
def test_there_is_another_way_to_ask(heading: str, second: str) -> None:
    assert asked(heading, "환불 정책", "점장을 부릅니다.")[1] == f"환불 정책: {second}"


@pytest.mark.parametrize(
    ("heading", "title", "text", "question"),
    [
        ("Can I pay by card?", "FAQ", "You can pay by card.", "Can I pay by card?"),
        ("카드로 낼 수 있나요", "자주 묻는 질문", "카드로 냅니다.", "카드로 낼 수 있나요?"),
    ],
)
def test_a_heading_that_asks_is_asked_as_it_stands(
    heading: str, title: str, text: str, question: str
) -> None:
    assert asked(heading, title, text)[0] == question


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Gift registry: lists, gifts and credit", "Gift registry"),
        ("일회용 컵 보증금 안내(2027년 시행)", "일회용 컵 보증금 안내"),
        ("Refund Policy", "Refund Policy"),
        ("(Draft) Rules", "(Draft) Rules"),
    ],
)
def test_what_explains_a_title_is_no_part_of_its_name(title: str, name: str) -> None:
    assert name_of(title) == name


def test_of_a_table_in_a_sheet_the_row_is_asked_for() -> None:
    found = asked("소모품 › 2026년 기준 › 플라스틱 옷걸이", "소모품 발주표", "상자로 주문합니다.")

    assert found[0] == "소모품 발주표: 플라스틱 옷걸이 알려 주세요"


@pytest.mark.parametrize(
    "heading", ["들깨 호두 쿠키", "[Prizes](https://evil.example)", "All of it, " * 20]
)
def test_what_would_not_reach_people_as_it_stands_is_not_asked(heading: str) -> None:
    assert asked(heading, "Product Catalogue", "It is sold.") == ()


def test_a_passage_below_no_heading_is_not_asked_for() -> None:
    passage = given.passage(title="Refund Policy")

    assert asked_for(passage, [passage]) == ()
