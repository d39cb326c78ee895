"""A brief answer is one sentence, a detailed one says what else is about it."""

from dataclasses import replace

import pytest

from bot.answering.reply.length import in_length
from bot.model import Checked, Length, Question, Verdict
from bot.model.understood import Understood
from tests.unit import given

ASKED = given.question("how long can headphones be returned?")
ASKED_KO = given.question("헤드폰은 며칠 안에 환불되나요?")
TILL = "Headphones can be returned at any till."
DAYS = "Unopened headphones can be returned within 14 days of purchase."
FAULTY = "Faulty headphones go back within 30 days."
RARE = "Wax for shelves is kept in a cupboard."
TILL_KO = "헤드폰은 모든 계산대에서 환불합니다."
DAYS_KO = "미개봉 헤드폰은 14일 이내에 환불합니다."
FAULTY_KO = "불량 헤드폰은 한 달 이내에 교환합니다."
RARE_KO = "선반용 왁스는 창고에 있습니다."


def told(
    question: Question, length: Length, kept: list[str], *others: str, score: float = 1.0
) -> list[str]:
    """What is said of some sentences that held, best first, with others beside them."""
    passage = given.passage(" ".join([*kept, *others]))
    candidates = [given.candidate(passage, text) for text in kept]
    candidates += [given.candidate(passage, text, score) for text in others]
    checked = Checked(Verdict.PASS, tuple(given.verbatim(text, passage) for text in kept))
    after = in_length(checked, length, question, given.evidence(*candidates))
    return [sentence.text for sentence in after.kept]


@pytest.mark.parametrize(
    ("asked", "kept", "best"),
    [(ASKED, [TILL, DAYS], DAYS), (ASKED_KO, [TILL_KO, DAYS_KO], DAYS_KO)],
)
def test_brief_is_the_one_sentence_that_has_what_was_asked_for(
    asked: Question, kept: list[str], best: str
) -> None:
    assert told(asked, Length.BRIEF, kept) == [best]


def test_brief_leaves_out_the_rule_for_another_case() -> None:
    asked = given.question("how long can opened headphones be returned?")
    opened = "Opened headphones can be returned within 30 days when they are faulty."

    assert told(asked, Length.BRIEF, [DAYS, opened]) == [opened]


@pytest.mark.parametrize(
    ("asked", "kept", "further", "far"),
    [(ASKED, DAYS, FAULTY, RARE), (ASKED_KO, DAYS_KO, FAULTY_KO, RARE_KO)],
)
def test_detailed_says_what_else_is_about_the_question_and_nothing_to_fill_up(
    asked: Question, kept: str, further: str, far: str
) -> None:
    assert told(asked, Length.DETAILED, [kept], further) == [kept, further]
    assert told(asked, Length.DETAILED, [kept], far, score=0.4) == [kept]


def test_detailed_is_five_sentences_at_most_and_none_twice() -> None:
    others = [
        "Red headphones stand at the door.",
        "Tin headphones cost more money.",
        "Oak headphones are for children.",
        "Fur headphones keep ears warm.",
        "Ice headphones melt in summer.",
    ]

    said = told(ASKED, Length.DETAILED, [DAYS], DAYS, *others)

    assert said == [DAYS, *others[:4]]


def test_detailed_adds_no_second_limit_to_the_day_that_is_counted() -> None:
    bought = replace(ASKED, about=Understood(bought=given.TODAY))

    assert told(bought, Length.DETAILED, [DAYS], FAULTY) == [DAYS]


def test_detailed_adds_nothing_that_another_document_gainsays() -> None:
    one, other = (given.passage(DAYS.replace("14", n), doc_id=n) for n in ("14", "30"))
    candidates = [given.candidate(each, each.text) for each in (one, other)]
    checked = Checked(Verdict.PASS, (given.verbatim(one.text, one),))

    assert in_length(checked, Length.DETAILED, ASKED, given.evidence(*candidates)) == checked


@pytest.mark.parametrize("length", list(Length))
def test_both_sides_of_a_conflict_stay(length: Length) -> None:
    passage = given.passage(f"{DAYS} {FAULTY}")
    kept = (given.verbatim(DAYS, passage), given.verbatim(FAULTY, passage))
    checked = Checked(Verdict.CONFLICT, kept)
    evidence = given.evidence(given.candidate(passage, DAYS))

    assert in_length(checked, length, ASKED, evidence) == checked


def test_a_normal_answer_goes_on_about_what_was_asked_and_no_further() -> None:
    assert told(ASKED, Length.NORMAL, [TILL, DAYS], FAULTY) == [TILL, DAYS, FAULTY]
    assert told(ASKED, Length.NORMAL, [TILL, DAYS], RARE, score=0.1) == [TILL, DAYS]
