"""A refusal quotes what may well be the answer, only that it is not sure enough."""

from dataclasses import replace

import pytest

from bot.answering.reply.refusal import NEARLY, lacking, nearest_of
from bot.model import Evidence, Nearest, Verdict
from knowledge.model.documents import Passage
from tests.unit import given

LATE = given.passage("After 21 days the rental manager telephones.", title="Rental")
LATE_KO = given.passage("21일이 지나면 대여 팀장이 전화합니다.", title="대여")
ASKED = pytest.mark.parametrize(
    ("asked", "passage"),
    [
        ("three weeks no payment, who rings them", LATE),
        ("3주째 안 내는데 누가 연락하나요?", LATE_KO),
    ],
)


def far(passage: Passage) -> Evidence:
    """Evidence that is not near the question in meaning, nor in its words."""
    return given.evidence(given.candidate(passage, passage.text, score=0.2))


@ASKED
def test_what_may_be_the_answer_is_quoted_as_the_nearest(asked: str, passage: Passage) -> None:
    evidence = far(passage)

    checked = lacking(given.question(asked), evidence, NEARLY)
    nearest = nearest_of(checked, evidence)

    assert (checked.verdict, checked.kept) == (Verdict.INSUFFICIENT, ())
    assert nearest
    assert nearest.sentence == given.verbatim(passage.text, passage)


@ASKED
def test_what_is_unlikely_to_be_the_answer_is_not(asked: str, passage: Passage) -> None:
    evidence = far(passage)

    checked = lacking(given.question(asked), evidence, NEARLY - 0.01)

    assert checked.verdict is Verdict.INSUFFICIENT
    assert nearest_of(checked, evidence) is None


@pytest.mark.parametrize(
    ("asked", "passage"),
    [("how much does it cost?", LATE), ("일주일에 얼마예요?", LATE_KO)],
)
def test_what_lacks_the_amount_that_is_asked_for_is_quoted_too(
    asked: str, passage: Passage
) -> None:
    evidence = far(passage)

    checked = lacking(given.question(asked), evidence, NEARLY)

    assert [issue.code for issue in checked.issues] == ["slot_empty"]
    assert nearest_of(checked, evidence)


@pytest.mark.parametrize(
    ("asked", "best", "own"),
    [("who rings them?", LATE_KO, LATE), ("누가 전화하나요?", LATE, LATE_KO)],
)
def test_of_two_that_say_the_same_the_one_in_the_asker_s_language_is_quoted(
    asked: str, best: Passage, own: Passage
) -> None:
    first, second = (given.candidate(one, one.text) for one in (best, own))
    evidence = given.evidence(first, replace(second, is_translation=True))

    checked = lacking(given.question(asked), evidence, NEARLY)

    assert checked.nearest == (given.verbatim(own.text, own),)


def test_without_evidence_there_is_no_nearest() -> None:
    assert lacking(given.question("who?"), Evidence(), NEARLY) == lacking(
        given.question("누가요?"), Evidence(), 0.0
    )


@pytest.mark.parametrize(
    ("asked", "passage"),
    [
        ("three weeks no payment for SM-100, who rings them", LATE),
        ("SM-100 3주째 안 내는데 누가 연락하나요?", LATE_KO),
    ],
)
def test_a_rule_on_the_thing_is_quoted_although_no_document_has_the_code(
    asked: str, passage: Passage
) -> None:
    evidence = far(passage)

    nearest = nearest_of(lacking(given.question(asked), evidence, NEARLY), evidence)

    assert nearest == Nearest(given.verbatim(passage.text, passage), missing="SM-100")


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("what is form DM-99 for?", "A damaged tool is reported on form DM-22."),
        ("P-18 코드 나오면 어떻게 해요?", "P-17 코드가 나오면 다시 시도하지 않습니다."),
    ],
)
def test_a_rule_about_another_code_is_never_quoted(asked: str, text: str) -> None:
    evidence = far(given.passage(text))

    checked = lacking(given.question(asked), evidence, NEARLY)

    assert (checked.nearest, checked.worth_quoting) == ((), False)
    assert nearest_of(checked, evidence) is None
