"""A rule that does not think of the case that is asked about is no answer."""

import pytest

from bot.answering.check.relevance.cases import covers_case
from bot.model import Checked, Issue, Sentence, Verdict
from bot.model.reason import Reason
from tests.unit import given


def kept(*texts: str) -> tuple[Sentence, ...]:
    return tuple(given.verbatim(text, given.passage(text)) for text in texts)


@pytest.mark.parametrize(
    ("asked", "said", "case"),
    [
        (
            "Who approves a refund when the store manager is away?",
            "The store manager approves refunds.",
            "store manager is away",
        ),
        (
            "shift lead isn't here, who signs?",
            "취소 전표에는 시프트 리더가 서명합니다.",
            "shift lead isn't here",
        ),
        (
            "Who decides if the area manager on call does not answer?",
            "The area manager on call decides without delay.",
            "area manager on call does not answer",
        ),
        ("no officer is available, who then?", "Call the officer.", "no officer is available"),
        (
            "점장이 휴가일 때 환불은 누가 승인하나요?",
            "환불은 점장이 승인합니다.",
            "점장이 휴가일 때",
        ),
        ("조장님이 안 계시면 누가 서명해요?", "조장이 서명합니다.", "조장님이 안 계시면"),
        (
            "When does the van come if Thursday is a public holiday?",
            "It comes on Thursdays.",
            "public holiday",
        ),
        ("둘째 월요일이 공휴일이면 언제 와요?", "둘째 월요일에 옵니다.", "공휴일"),
        ("When is pay day if the 25th falls on a Sunday?", "Pay day is the 25th.", "Sunday"),
        ("25일이 주말이면 급여는 언제 들어오나요?", "급여는 매달 25일에 들어옵니다.", "주말"),
    ],
)
def test_what_ignores_the_case_is_the_nearest_and_no_answer(
    asked: str, said: str, case: str
) -> None:
    sentences = kept(said)

    told = covers_case(given.question(asked), Checked(Verdict.PASS, sentences))

    assert (told.verdict, told.kept, told.nearest) == (Verdict.INSUFFICIENT, (), sentences)
    assert (told.missing, told.worth_quoting) == (case, True)
    assert told.issues == (Issue(Reason.NOT_THOUGHT_OF, 0),)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Who approves when the manager is away?", "If the manager is absent, the lead approves."),
        ("Who approves when the manager is away?", "The manager or the lead approves."),
        ("Who approves when the manager is away?", "The shift lead approves refunds."),
        ("Who approves when the manager is here?", "The manager approves refunds."),
        ("the manager is out of coins, who has some?", "The manager has coins."),
        ("Who approves refunds?", "The manager approves refunds."),
        ("점장이 없으면 누가 승인해요?", "점장이 쉬는 날에는 부점장이 승인합니다."),
        ("점장이 없으면 누가 승인해요?", "점장이나 조장이 승인합니다."),
        ("영수증이 없으면 점장이 승인해요?", "영수증이 없으면 점장이 승인합니다."),
        ("Do you open on public holidays?", "Cafés are open every day from 8:00."),
        ("추석에도 열어요?", "설날과 추석 당일에는 쉽니다."),
        ("What if the 25th is a Sunday?", "Then pay comes on the next working day."),
        ("주말에는 몇 시에 열어요?", "09:00에 엽니다."),
    ],
)
def test_what_thinks_of_it_or_was_not_asked_about_a_case_stays(asked: str, said: str) -> None:
    checked = Checked(Verdict.PASS, kept(said))

    assert covers_case(given.question(asked), checked) is checked


def test_one_sentence_that_thinks_of_it_is_enough() -> None:
    asked = given.question("Who approves when the manager is away?")
    checked = Checked(Verdict.PASS, kept("The manager approves.", "Otherwise the shift lead does."))

    assert covers_case(asked, checked) is checked


def test_what_is_no_answer_anyway_stays_so() -> None:
    asked = given.question("Who approves when the manager is away?")
    checked = Checked(Verdict.INSUFFICIENT, nearest=kept("The manager approves."))

    assert covers_case(asked, checked) is checked
