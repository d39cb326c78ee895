"""The answer that leaves the pipeline: numbered citations, or an honest refusal."""

from dataclasses import replace
from datetime import date

import pytest

from bot.answering.reply.answer import finalize
from bot.answering.reply.refusal import (
    nearest_of,
    refuse,
    say,
    with_whom_to_ask,
    without_advice,
)
from bot.model import Answer, Checked, Confidence, Evidence, Nearest, Question, Sentence, Verdict
from bot.model.written import sentence_of
from knowledge.model.documents import Found, Language, Passage
from knowledge.split.statements import statements
from tests.unit import given

CORPUS: dict[Language, str] = {"en": "store documents", "ko": "매장 문서"}
ASKED = given.question("how long can customers return headphones?")
ASKED_KO = given.question("헤드폰은 며칠 안에 환불되나요?")
SHOES = given.question("who repairs shoes?")
ANYTHING, ANYTHING_KO = given.question("how long is it?"), given.question("기간이 얼마나 돼요?")
ONE = given.passage("Headphones go back within 14 days.", doc_id="one")
TWO = given.passage("Swimwear goes back within 7 days.", doc_id="two")
THREE = given.passage("Gift cards never go back.", doc_id="three")
FOUR = given.passage("Food goes back within 3 days.", doc_id="four")


def final(*kept: Sentence, asked: Question = ASKED, likelihood: float = 0.95) -> Answer:
    passages = [citation.passage for sentence in kept for citation in sentence.citations]
    checked = Checked(Verdict.PASS, kept)
    return finalize(asked, checked, given.holding(*passages), likelihood, attempts=1)


def test_each_sentence_shows_the_number_of_its_citation() -> None:
    answer = final(given.verbatim(ONE.text, ONE), given.verbatim(TWO.text, TWO))

    assert answer.text == f"{ONE.text} [1]\n{TWO.text} [2]"
    assert [citation.passage for citation in answer.citations] == [ONE, TWO]
    assert answer.verdict is Verdict.PASS


def test_what_is_said_alike_of_two_sections_is_shown_below_their_headings() -> None:
    hours = [
        given.passage(f"영업시간: {time}", section=("매장", shop), number=number)
        for number, (shop, time) in enumerate(
            [("강남점", "10:00~22:00"), ("홍대점", "11:00~23:00")], start=1
        )
    ]

    answer = final(*(given.verbatim(one.text, one) for one in hours), asked=ASKED_KO)

    assert answer.text.splitlines() == [
        "강남점: 영업시간: 10:00~22:00 [1]",
        "홍대점: 영업시간: 11:00~23:00 [2]",
    ]


def test_two_sentences_of_one_passage_share_its_number() -> None:
    answer = final(given.verbatim(given.REFUND, ONE), given.verbatim(ONE.text, ONE))

    assert answer.text == f"{given.REFUND} [1]\n{ONE.text} [1]"
    assert len(answer.citations) == 1


def test_a_sentence_that_two_passages_carry_shows_both_numbers() -> None:
    answer = final(given.sentence(ONE.text, (ONE, ONE.text), (TWO, TWO.text)))

    assert answer.text == f"{ONE.text} [1][2]"


def test_at_most_three_passages_are_cited_and_every_sentence_keeps_one() -> None:
    answer = final(
        given.sentence(ONE.text, (ONE, ONE.text), (FOUR, FOUR.text)),
        given.verbatim(TWO.text, TWO),
        given.verbatim(THREE.text, THREE),
    )

    assert [citation.passage for citation in answer.citations] == [ONE, TWO, THREE]
    assert answer.text == f"{ONE.text} [1]\n{TWO.text} [2]\n{THREE.text} [3]"


def test_no_sentence_is_shown_without_a_citation() -> None:
    answer = final(*(given.verbatim(one.text, one) for one in (ONE, TWO, THREE, FOUR)))

    assert answer.text == f"{ONE.text} [1]\n{TWO.text} [2]\n{THREE.text} [3]"
    assert [citation.passage for citation in answer.citations] == [ONE, TWO, THREE]


@pytest.mark.parametrize(
    ("asked", "text", "lead_in"),
    [
        (ASKED, given.REFUND_KO, "The documents say this in Korean:"),
        (ASKED_KO, given.REFUND, "영어 문서 내용입니다:"),
    ],
)
def test_an_answer_in_the_other_language_says_so_first(
    asked: Question, text: str, lead_in: str
) -> None:
    answer = final(given.verbatim(text, given.passage(text)), asked=asked)

    assert answer.text == f"{lead_in}\n{text} [1]"


@pytest.mark.parametrize(("asked", "text"), [(ASKED, given.REFUND), (ASKED_KO, given.REFUND_KO)])
def test_an_answer_in_the_question_s_language_has_no_lead_in(asked: Question, text: str) -> None:
    answer = final(given.verbatim(text, given.passage(text)), asked=asked)

    assert answer.text == f"{text} [1]"


@pytest.mark.parametrize(
    ("asked", "said", "others"),
    [
        (ASKED_KO, "유자차: 뜨겁게 냅니다.", "All of our teas are served with a biscuit." * 5),
        (ASKED, "Yuja tea: Served hot.", "모든 차에는 과자를 함께 냅니다."),
    ],
)
def test_what_is_said_in_the_question_s_language_has_none_in_a_document_of_both(
    asked: Question, said: str, others: str
) -> None:
    catalogue = given.passage(f"{said} {others}")

    assert catalogue.header.language != asked.language
    assert final(given.verbatim(said, catalogue), asked=asked).text == f"{said} [1]"


def test_the_facts_of_a_product_are_one_sentence_in_its_own_language() -> None:
    text = "Product: 현미 5kg\nCategory: 식품\nPrice: ₩18,000\nDescription: 올해 거둔 쌀입니다."
    header = replace(given.passage(text).header, language="en")
    record = replace(given.passage(text), header=header, record=True)
    facts, described = (sentence_of(record, one) for one in statements(record))

    answer = final(facts, described, asked=given.question("현미 5kg 가격"))

    assert answer.text == "현미 5kg (식품): ₩18,000. [1]\n현미 5kg: 올해 거둔 쌀입니다. [1]"
    assert answer.citations[0].quote in record.text


@pytest.mark.parametrize(
    ("likelihood", "confidence"),
    [(0.99, Confidence.HIGH), (0.75, Confidence.MEDIUM), (0.51, Confidence.LOW)],
)
def test_confidence_has_three_steps(likelihood: float, confidence: Confidence) -> None:
    evidence = given.evidence(given.candidate(ONE, ONE.text))
    checked = Checked(Verdict.PASS, (given.verbatim(ONE.text, ONE),))

    answer = finalize(ASKED, checked, evidence, likelihood, attempts=1)

    assert answer.confidence is confidence


def test_what_is_far_from_the_question_is_not_said_with_high_confidence() -> None:
    evidence = given.evidence(given.candidate(ONE, ONE.text, score=0.3))
    checked = Checked(Verdict.PASS, (given.verbatim(ONE.text, ONE),))

    answer = finalize(ASKED, checked, evidence, 0.99, attempts=1)

    assert answer.confidence is Confidence.MEDIUM


def test_every_quote_of_a_passage_is_shown_under_its_number() -> None:
    passage = given.passage("First rule. Second rule.")
    kept = (
        given.sentence("First rule.", (passage, "First rule.")),
        given.sentence("Second rule.", (passage, "Second rule.")),
    )

    [citation] = final(*kept).citations

    assert citation.quotes == ("First rule.", "Second rule.")


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (ASKED, "This information is not available in the store documents."),
        (ASKED_KO, "매장 문서에서 확인할 수 없는 내용입니다."),
    ],
)
@pytest.mark.parametrize("verdict", [Verdict.INSUFFICIENT, Verdict.OFF_TOPIC])
def test_a_refusal_names_the_documents(asked: Question, text: str, verdict: Verdict) -> None:
    answer = refuse(asked, verdict, CORPUS, given.holding(ONE), attempts=2)

    assert answer.text.startswith(text)
    assert (answer.verdict, answer.attempts) == (verdict, 2)
    assert answer.citations == ()
    assert answer.confidence is Confidence.LOW


def test_a_store_may_give_its_documents_another_name() -> None:
    corpus: dict[Language, str] = {"en": "Haneul handbook", "ko": "하늘 안내서"}

    answers = [refuse(one, Verdict.OFF_TOPIC, corpus) for one in (ASKED, ASKED_KO)]

    assert [answer.text for answer in answers] == [
        "This information is not available in the Haneul handbook.",
        "하늘 안내서에서 확인할 수 없는 내용입니다.",
    ]


@pytest.mark.parametrize(
    ("asked", "said", "advice"),
    [
        (
            ASKED,
            "This information is not available in the store documents.",
            " Please ask your store manager.",
        ),
        (ASKED_KO, "매장 문서에서 확인할 수 없는 내용입니다.", " 점장에게 문의하세요."),
    ],
)
def test_a_refusal_with_nothing_near_is_one_line_and_says_whom_to_ask_about_the_store(
    asked: Question, said: str, advice: str
) -> None:
    about_the_store = refuse(asked, Verdict.INSUFFICIENT, CORPUS)
    off_topic = refuse(asked, Verdict.OFF_TOPIC, CORPUS)

    assert (about_the_store.text, off_topic.text) == (f"{said}{advice}", said)
    assert (about_the_store.follow_up, about_the_store.closest) == (None, ())
    assert without_advice(about_the_store.text, asked.language) == said


@pytest.mark.parametrize(
    ("asked", "score", "ends"),
    [
        (ASKED, 0.3, "Please ask your store manager."),
        (ASKED_KO, 0.3, "점장에게 문의하세요."),
        (ASKED, 0.2, "not available in the store documents."),
        (ASKED_KO, 0.2, "확인할 수 없는 내용입니다."),
    ],
)
def test_a_question_that_may_be_about_the_store_is_never_left_without_whom_to_ask(
    asked: Question, score: float, ends: str
) -> None:
    near = Evidence(Found((given.hit(ONE, score),)))
    off_topic = refuse(asked, Verdict.OFF_TOPIC, CORPUS, near)

    shown = with_whom_to_ask(off_topic, CORPUS)

    assert shown.text.endswith(ends)
    is_near = shown.verdict is Verdict.INSUFFICIENT
    assert is_near is (shown.text == refuse(asked, Verdict.INSUFFICIENT, CORPUS).text)


def test_what_was_found_stays_with_the_answer_for_the_evaluation() -> None:
    answers: list[tuple[Answer, Passage]] = [
        (refuse(ASKED, Verdict.INSUFFICIENT, CORPUS, given.holding(ONE)), ONE),
        (final(given.verbatim(TWO.text, TWO)), TWO),
    ]

    for answer, passage in answers:
        assert [hit.passage for hit in answer.found.hits] == [passage]


def test_our_own_words_need_no_citation() -> None:
    answer = say(ASKED, "Hello!")

    assert (answer.text, answer.citations) == ("Hello!", ())


@pytest.mark.parametrize(
    ("asked", "owner", "last", "question_back"),
    [
        (ASKED, "People Team", "Ask People Team. They own “Staff leave”.", None),
        (ASKED, None, "If none of these helps, ask your store manager.", None),
        (SHOES, "People Team", "If none of these helps, ask your store manager.", None),
        (ANYTHING, "People Team", "", "Which product, type of store or form is it about?"),
        (ASKED_KO, "인사팀", "“Staff leave” 담당 부서(인사팀)에 문의하세요.", None),
        (ASKED_KO, None, "해당하는 규정이 없으면 점장에게 문의하세요.", None),
        (ANYTHING_KO, None, "", "어떤 상품, 매장 종류, 양식에 대한 질문인지 알려 주세요."),
    ],
)
def test_the_closest_rules_end_in_their_owner_the_manager_or_a_question_back(
    asked: Question, owner: str | None, last: str, question_back: str | None
) -> None:
    passage = given.passage(title="Staff leave", section=("Sick leave",))
    passage = replace(passage, header=replace(passage.header, owner=owner))
    rule = given.verbatim(passage.text, passage)

    shown = refuse(asked, Verdict.INSUFFICIENT, CORPUS, others=[rule])

    assert shown.text.splitlines()[-1].startswith(last)
    assert (shown.closest, shown.follow_up) == ((rule,), question_back)


CALLED = "Call the tailor about a late collection."
CALLED_KO = "늦게 찾으러 오면 수선실에 전화합니다."


@pytest.mark.parametrize(
    ("asked", "nearest", "text"),
    [
        (
            "how long is it kept for a late collection?",
            CALLED,
            "I couldn't find out how long. Closest match:\n"
            f"Alterations: **{CALLED}** [1]\n"
            "Ask People Team. They own “Alterations”.",
        ),
        (
            "늦게 찾으러 오면 얼마 동안 보관해요?",
            CALLED_KO,
            "기간은 찾지 못했습니다. 비슷한 규정입니다.\n"
            f"Alterations: **{CALLED_KO}** [1]\n"
            "“Alterations” 담당 부서(People Team)에 문의하세요.",
        ),
    ],
)
def test_the_nearest_is_quoted_as_such_and_is_no_answer(
    asked: str, nearest: str, text: str
) -> None:
    passage = given.passage(nearest, title="Alterations")
    passage = replace(passage, header=replace(passage.header, owner="People Team"))
    evidence = given.evidence(given.candidate(passage, nearest))
    checked = Checked(Verdict.INSUFFICIENT, nearest=(given.verbatim(nearest, passage),))

    refusal = refuse(
        given.question(asked),
        checked.verdict,
        CORPUS,
        evidence,
        nearest=nearest_of(checked, evidence),
    )

    assert (refusal.verdict, refusal.text) == (Verdict.INSUFFICIENT, text)
    assert [citation.quote for citation in refusal.citations] == [nearest]
    assert refusal.follow_up is None


def test_what_is_far_from_the_question_is_no_nearest() -> None:
    evidence = given.evidence(given.candidate(ONE, ONE.text, score=0.3))
    checked = Checked(Verdict.INSUFFICIENT, nearest=(given.verbatim(ONE.text, ONE),))

    assert nearest_of(checked, evidence) is None


def test_of_several_the_one_that_fits_best_is_the_nearest() -> None:
    one, two = given.verbatim(ONE.text, ONE), given.verbatim(TWO.text, TWO)
    evidence = given.evidence(given.candidate(TWO, TWO.text), given.candidate(ONE, ONE.text))

    assert nearest_of(Checked(Verdict.INSUFFICIENT, nearest=(one, two)), evidence) == Nearest(two)


def test_the_nearest_in_another_language_is_said_to_be() -> None:
    in_korean = given.passage(given.REFUND_KO)
    nearest = Nearest(given.verbatim(given.REFUND_KO, in_korean))

    refusal = refuse(given.question("refund?"), Verdict.INSUFFICIENT, CORPUS, nearest=nearest)

    lead, rule = refusal.text.splitlines()[1:3]
    assert lead == "The documents say this in Korean:"
    assert f"**{given.REFUND_KO}** [1]" in rule


SINCE = date(2026, 3, 1)


def test_beside_the_nearest_stands_what_other_documents_say_instead() -> None:
    one, other = (
        given.passage(text, doc_id=doc_id, title=doc_id, effective_from=SINCE)
        for text, doc_id in (("Kept for 14 days.", "Desk"), ("Kept for 30 days.", "Lost"))
    )
    nearest = Nearest(given.verbatim(one.text, one), against=(given.verbatim(other.text, other),))

    refusal = refuse(given.question("kept?"), Verdict.INSUFFICIENT, CORPUS, nearest=nearest)

    assert refusal.text.splitlines()[1:4] == [
        "Desk: **Kept for 14 days.** [1]",
        "Other documents say something else:",
        "Lost (from 1 March 2026): “Kept for 30 days.” [2]",
    ]
    assert [one.passage for one in refusal.citations] == [one, other]


def test_that_documents_disagree_is_said_before_what_they_say_and_in_which_language() -> None:
    passages = [
        given.passage(text, doc_id=title, title=title, effective_from=SINCE)
        for text, title in (("14일 보관합니다.", "접수대 안내"), ("30일 보관합니다.", "분실물"))
    ]
    kept = tuple(given.verbatim(one.text, one) for one in passages)
    evidence = given.evidence(*(given.candidate(one, one.text) for one in passages))
    checked = Checked(Verdict.CONFLICT, kept)

    answer = finalize(given.question("how long is it kept?"), checked, evidence, 0.9, 1)

    assert answer.text.splitlines() == [
        "These documents disagree. Newest first:",
        "The documents say this in Korean:",
        "접수대 안내 (from 1 March 2026): 14일 보관합니다. [1]",
        "분실물 (from 1 March 2026): 30일 보관합니다. [2]",
    ]
