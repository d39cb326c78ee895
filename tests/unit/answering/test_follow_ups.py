"""What is answered where a follow-up may mean several questions."""

import pytest

from bot.answering.follow_ups import Told, likeliest
from bot.answering.reply.refusal import refuse
from bot.model import Answer, Citation, ClosestPlace, Judged, Question, Turn, Verdict
from bot.model.said import Corpus
from bot.model.understood import Understood
from bot.privacy import safe
from knowledge.model.documents import Passage
from tests.fakes import FakeSearch
from tests.unit import given

CORPUS: Corpus = {"en": "store documents", "ko": "매장 문서"}
RULE = given.passage("Gold members pay nothing for parking.", doc_id="members")
RULE_KO = given.passage("골드 회원은 주차가 무료입니다.", doc_id="members")


def answered(question: Question, rule: Passage, likelihood: float) -> Answer:
    """An answer that consists of a rule."""
    return Answer(
        question=question,
        verdict=Verdict.PASS,
        text=safe(rule.text),
        citations=(Citation(rule, rule.text),),
        sentences=(given.verbatim(rule.text, rule),),
        judged=Judged(likelihood),
    )


async def told(said: str, before: str, rule: str, likelihood: float) -> Told | None:
    """The reply, where the message alone is answered, by this rule of another document."""
    passage = RULE if rule == "en" else RULE_KO

    async def ask(question: Question, _: Understood) -> Answer:
        if question.said:
            return refuse(question, Verdict.OFF_TOPIC, CORPUS)
        return answered(question, passage, likelihood)

    turn = Turn(safe(before), {}, shown=before)
    return await likeliest(given.question(said), turn, FakeSearch(), ask, CORPUS)


@pytest.mark.parametrize(
    ("said", "before", "rule"),
    [
        ("and for Gold members?", "what does sleeve shortening cost?", "en"),
        ("골드 회원은요?", "소매 수선 얼마예요?", "ko"),
    ],
)
async def test_a_guess_in_another_document_is_shown_as_the_closest_rule(
    said: str, before: str, rule: str
) -> None:
    guessed = await told(said, before, rule, 0.6)

    assert guessed is not None
    assert guessed[0].verdict is Verdict.INSUFFICIENT
    assert (RULE if rule == "en" else RULE_KO).text in guessed[0].text


@pytest.mark.parametrize(
    ("said", "before", "rule"),
    [
        ("and for Gold members?", "what does sleeve shortening cost?", "en"),
        ("골드 회원은요?", "소매 수선 얼마예요?", "ko"),
    ],
)
async def test_a_likely_answer_in_another_document_is_told(
    said: str, before: str, rule: str
) -> None:
    sure = await told(said, before, rule, 0.9)

    assert sure is not None
    assert sure[0].verdict is Verdict.PASS


@pytest.mark.parametrize(
    ("said", "before", "rule"),
    [
        ("can she get money back instead?", "can a broken zip be repaired?", "en"),
        ("환불도 받을 수 있어요?", "지퍼가 고장 났는데 수선되나요?", "ko"),
    ],
)
async def test_an_answer_in_the_document_just_cited_beats_a_like_one_elsewhere(
    said: str, before: str, rule: str
) -> None:
    here, elsewhere = (
        ("Faulty clothing can be refunded instead of repaired.", "Refunds go back to the card.")
        if rule == "en"
        else ("불량 의류는 수선 대신 환불할 수 있습니다.", "환불은 원래 결제 수단으로 합니다.")
    )
    cited = given.passage(here, doc_id="apparel")

    async def ask(question: Question, _: Understood) -> Answer:
        passage = cited if question.only_there else given.passage(elsewhere, doc_id="refunds")
        return answered(question, passage, 0.7)

    place = ClosestPlace(cited.header, cited.section)
    turn = Turn(safe(before), {}, shown=before, places=(place,))
    best = await likeliest(given.question(said), turn, FakeSearch(), ask, CORPUS)

    assert best is not None
    assert here in best[0].text


@pytest.mark.parametrize(
    ("said", "before", "again", "new"),
    [
        (
            "yes it is faulty",
            "bought on 3 October, can opened headphones be returned?",
            "Opened headphones cannot be refunded unless they are faulty.",
            "Faulty goods can be refunded within 30 days.",
        ),
        (
            "네 불량이에요",
            "10월 3일에 산 개봉한 헤드폰 환불되나요?",
            "개봉한 헤드폰은 불량이 아니면 환불할 수 없습니다.",
            "불량 상품은 30일 이내에 환불할 수 있습니다.",
        ),
    ],
)
async def test_a_rule_that_was_just_told_gives_way_to_another_one_as_likely(
    said: str, before: str, again: str, new: str
) -> None:
    told_before = given.passage(again, doc_id="exceptions")

    async def ask(question: Question, _: Understood) -> Answer:
        is_new = "3" in question.text and not question.only_there
        passage = given.passage(new, doc_id="policy") if is_new else told_before
        return answered(question, passage, 0.85)

    place = ClosestPlace(told_before.header, told_before.section)
    turn = Turn(safe(before), {}, shown=again, places=(place,))
    best = await likeliest(given.question(said), turn, FakeSearch(), ask, CORPUS)

    assert best is not None
    assert new in best[0].text
