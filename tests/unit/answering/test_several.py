"""Several questions of one message, answered in turn."""

import pytest

from bot.answering.choose.extractive import Extractive
from bot.answering.pipeline import Answering
from bot.answering.reply.refusal import refuse
from bot.answering.reply.several import together
from bot.model import Answer, Question, Verdict
from knowledge.model.documents import Found, Language, Passage
from tests.fakes import FakeSearch
from tests.unit import given

CORPUS: dict[Language, str] = {"en": "store documents", "ko": "매장 문서"}
FIRST, SECOND = "How long can headphones be returned?", "How long is a gift card valid?"
GIFT_CARDS = "A gift card is valid for 5 years. Ask the service desk on 1588-0000 about the rest."
REFUND = given.passage()
CARDS = given.passage(GIFT_CARDS, doc_id="gift-cards", category="finance")


def found(asked: str, *passages: Passage) -> Found:
    return given.found(asked, *passages)


async def answered(asked: Question, *founds: Found) -> Answer:
    search = FakeSearch(founds or (Found(),), alike=0.9)
    return await Answering(search, Extractive(), CORPUS).answer(asked)


async def test_each_question_stands_in_bold_above_its_answer() -> None:
    asked = given.question(f"{FIRST} And {SECOND.lower()}")

    answer = await answered(asked, found(FIRST, REFUND), found(SECOND, CARDS))

    first, second = answer.text.split("\n\n")
    assert first.startswith(f"**{FIRST}**\n")
    assert second.startswith(f"**{SECOND.lower()}**\n")
    assert "14 days. [1]" in first
    assert "5 years. [2]" in second
    assert [one.passage for one in answer.citations] == [REFUND, CARDS]
    assert (answer.verdict, answer.question) == (Verdict.PASS, asked)


async def test_each_question_is_answered_in_korean() -> None:
    first, second = "이어폰 환불은 며칠 안에 되나요?", "상품권 유효기간은 몇 년인가요?"
    cards = given.passage("상품권 유효기간은 5년입니다.", doc_id="gift-cards")

    answer = await answered(
        given.question(f"{first} 그리고 {second}"),
        found(first, given.passage(given.REFUND_KO)),
        found(second, cards),
    )

    assert answer.text.startswith(f"**{first}**\n")
    assert f"\n\n**{second}**\n상품권 유효기간은 5년입니다. [2]" in answer.text


async def test_one_that_leans_on_the_one_before_is_asked_as_what_goes_on_with_it() -> None:
    first, then = "How much is trouser hemming?", "And sleeve shortening?"
    trousers = given.passage("Trouser hemming costs 5,000 won.", doc_id="hems")
    sleeves = given.passage("Sleeve shortening costs 8,000 won.", doc_id="sleeves")
    whole = "How much is sleeve shortening hemming?"
    search = FakeSearch([found(first, trousers), found(whole, sleeves)], alike=0.9)

    answer = await Answering(search, Extractive(), CORPUS).answer(given.question(f"{first} {then}"))

    assert whole in [one.text for one in search.searches]
    assert answer.text.startswith(f"**{first}**\nTrouser hemming costs 5,000 won. [1]")
    assert f"\n\n**{then}**\nSleeve shortening costs 8,000 won. [2]" in answer.text


async def test_which_of_several_documents_holds_is_asked_of_one_question_only() -> None:
    kept = "how long is lost property kept?"
    disagreeing = [
        given.passage(f"Lost property is kept for {days} days.", doc_id=name)
        for name, days in (("desk", 14), ("lost", 30))
    ]

    alone = await answered(given.question(kept), found(kept, *disagreeing))
    asked = given.question(f"{kept} {SECOND}")
    both = await answered(asked, found(kept, *disagreeing), found(SECOND, CARDS))

    assert alone.follow_up == "Which one counts? Ask your store manager."
    assert "These documents disagree" in both.text
    assert both.follow_up is None


async def test_a_passage_that_answers_both_is_cited_once() -> None:
    both = given.passage(f"{given.REFUND} {GIFT_CARDS}")

    answer = await answered(given.question(f"{FIRST} {SECOND}"), found(f"{FIRST} {SECOND}", both))

    [citation] = answer.citations
    assert citation.passage == both
    assert all(quote in both.text for quote in citation.quotes)
    assert {one.citations[0].quote for one in answer.sentences} <= set(citation.quotes)
    assert "[2]" not in answer.text


async def test_one_that_is_answered_makes_it_an_answer() -> None:
    answer = await answered(
        given.question(f"{FIRST} {SECOND}"), Found(), Found(), found(SECOND, CARDS)
    )

    assert answer.verdict is Verdict.PASS
    assert f"**{FIRST}**\nThis information is not available in the store documents." in answer.text
    assert "5 years. [1]" in answer.text


async def test_none_that_is_answered_is_a_refusal() -> None:
    answer = await answered(given.question(f"{FIRST} {SECOND}"))

    assert (answer.verdict, answer.citations) == (Verdict.OFF_TOPIC, ())


def test_the_closest_rules_of_each_question_are_listed_if_none_is_answered() -> None:
    asked = given.question(f"{FIRST} {SECOND}")
    rules = [given.verbatim(one.text, one) for one in (REFUND, CARDS, CARDS)]
    answers = [refuse(asked, Verdict.INSUFFICIENT, CORPUS, others=[one]) for one in rules]

    answer = together(asked, answers, [FIRST, SECOND, SECOND])

    assert [one.citations[0].passage for one in answer.closest] == [REFUND, CARDS]


async def test_a_part_that_is_no_question_for_the_store_is_told_so() -> None:
    asked = given.question(
        "1. What is the capital of Australia?\n2. How long is a gift card valid?"
    )

    answer = await answered(asked, found(SECOND, CARDS))

    first, second = answer.text.split("\n\n")
    assert first.endswith("I only answer questions about the store documents.")
    assert "5 years. [1]" in second


@pytest.mark.parametrize(
    ("said", "notice"),
    [
        (
            f"{FIRST} {SECOND} What is the parcel limit? When is payday at the store?",
            "You asked 4 questions. Here are the first 3; please ask the others again.",
        ),
        (
            "1. 환불 기한은 며칠?\n2. 상품권 유효기간은?\n3. 택배 무게 제한은?\n4. 야간 수당 비율?",
            "질문 4개 중 처음 3개에 답합니다. 나머지는 다시 질문해 주세요.",
        ),
    ],
)
async def test_of_more_than_three_the_first_three_are_answered(said: str, notice: str) -> None:
    answer = await answered(given.question(said))

    told, *blocks = answer.text.split("\n\n")
    assert told == notice
    assert len(blocks) == 3


async def test_a_number_that_a_document_publishes_may_be_said() -> None:
    third = "What is the phone number of the service desk for a gift card?"

    answer = await answered(given.question(f"{FIRST} {third}"), found(f"{FIRST} {third}", CARDS))

    assert "1588-0000" in answer.text


async def test_a_question_is_quoted_without_marks_and_personal_data() -> None:
    asked = given.question("1. **Refund** for 010-1234-5678?\n2. How long is a gift card valid?")

    answer = await answered(asked, found(SECOND, CARDS))

    assert answer.text.startswith("**Refund for [REDACTED_PHONE]?**\n")
