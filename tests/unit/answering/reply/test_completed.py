"""What completes a sentence where it stands: the whole list of steps, its exception, its rest."""

from dataclasses import replace

import pytest

from bot.answering.reply.citations import marked, said
from bot.answering.reply.length import in_length
from bot.model import Candidate, Checked, Evidence, Length, Verdict
from bot.model.written import sentence_of
from knowledge.model.documents import Found, Passage
from knowledge.split.statements import statements
from tests.unit import given

TERMINAL = """1. If the card terminal stops, hold the power button for 10 seconds.
2. If it still fails, take the spare terminal.
3. Call IT support after 15 minutes.

Never write card numbers on paper."""
TERMINAL_KO = """1. 카드 단말기가 멈추면 전원 버튼을 10초 동안 누릅니다.
2. 다시 켜도 안 되면 예비 단말기로 바꿉니다.
3. 15분이 지나면 IT 지원팀에 전화합니다.

카드 번호를 종이에 적지 않습니다."""
CLOSING = """1. Lock the doors.
2. Clean the espresso machine with detergent.
3. Set the alarm."""
CLOSING_KO = """1. 문을 잠급니다.
2. 에스프레소 머신을 세제로 씻습니다.
3. 경보를 켭니다."""


def answered(
    asked: str,
    passage: Passage,
    best: str,
    *others: Passage,
    near: float = 1.0,
    length: Length = Length.NORMAL,
) -> list[str]:
    """The lines of the answer whose best statement holds some words."""
    question = given.question(asked)
    found = given.found(asked, passage, *others)
    candidates = [
        replace(_candidate(one, place, found), score=5.0 if best in text else 5.0 - near)
        for one in (passage, *others)
        for place, text in enumerate(each.text for each in statements(one))
    ]
    candidates.sort(key=lambda one: -one.score)
    kept = (sentence_of(candidates[0].hit.passage, candidates[0].statement),)
    checked = Checked(Verdict.PASS, kept)
    after = in_length(checked, length, question, Evidence(found, tuple(candidates)))
    return [" ".join(filter(None, (one.mark, one.text))) for one in after.kept]


def _candidate(passage: Passage, place: int, found: Found) -> Candidate:
    statement = statements(passage)[place]
    words = given.covering(statement.text, found)
    return replace(
        given.candidate(passage, statement.text), statement=statement, place=place, cover=words
    )


@pytest.mark.parametrize(
    ("asked", "text", "heading", "best"),
    [
        ("the card terminal does not work", TERMINAL, "Terminal faults", "spare terminal"),
        ("how do I fix the terminal?", TERMINAL, "Terminal faults", "spare terminal"),
        ("카드 단말기가 안 되면 어떻게 해요?", TERMINAL_KO, "단말기 장애", "예비 단말기"),
        ("단말기가 고장났어요", TERMINAL_KO, "단말기 장애", "예비 단말기"),
    ],
)
def test_a_fault_gets_every_step_in_order(asked: str, text: str, heading: str, best: str) -> None:
    passage = given.passage(text, section=(heading,))

    assert answered(asked, passage, best, near=3.0) == text.splitlines()[:3]


@pytest.mark.parametrize(
    ("asked", "text", "heading", "best"),
    [
        ("how do I clean the espresso machine?", CLOSING, "Closing", "espresso"),
        ("에스프레소 머신은 어떻게 청소해요?", CLOSING_KO, "마감", "에스프레소"),
        ("when do we set the alarm?", CLOSING, "Closing", "alarm"),
    ],
)
def test_one_step_that_is_the_answer_comes_alone(
    asked: str, text: str, heading: str, best: str
) -> None:
    said = answered(asked, given.passage(text, section=(heading,)), best, near=6.0)

    assert len(said) == 1
    assert best in said[0]


@pytest.mark.parametrize(
    ("asked", "heading", "text", "other"),
    [
        (
            "how do I refund at the till?",
            "Steps at the till",
            "1. Scan the receipt.\n2. Choose the reason.",
            "Paid by card: refunded to the card at the till.",
        ),
        (
            "계산대에서 환불은 어떻게 처리하나요?",
            "계산대에서의 순서",
            "1. 영수증을 스캔합니다.\n2. 사유를 선택합니다.",
            "카드로 낸 것은 계산대에서 카드로 환불합니다.",
        ),
    ],
)
def test_steps_headed_with_the_task_are_the_answer(
    asked: str, heading: str, text: str, other: str
) -> None:
    title = "Refunds" if text.isascii() else "환불"
    steps = given.passage(text, section=(heading,), title=title)
    elsewhere = given.passage(other, number=2, title=title)

    assert answered(asked, elsewhere, other[:6], steps) == text.split("\n")


@pytest.mark.parametrize(
    ("asked", "text", "best", "lines"),
    [
        (
            "what ID do we accept?",
            "We accept this ID:\n\n- passports\n- driving licences",
            "passports",
            ["We accept this ID:", "- passports", "- driving licences"],
        ),
        (
            "어떤 신분증을 받나요?",
            "받는 신분증은 다음과 같습니다.\n\n- 여권\n- 운전면허증",
            "여권",
            ["받는 신분증은 다음과 같습니다.", "- 여권", "- 운전면허증"],
        ),
    ],
)
def test_a_list_asked_for_comes_whole_below_its_lead_in(
    asked: str, text: str, best: str, lines: list[str]
) -> None:
    assert answered(asked, given.passage(text, section=("ID",)), best) == lines


@pytest.mark.parametrize(
    ("asked", "text", "best"),
    [
        (
            "how long are gift cards valid?",
            "Gift cards are valid for 5 years. However, promotional cards expire after 90 days.",
            "5 years",
        ),
        (
            "상품권은 얼마 동안 쓸 수 있어요?",
            "상품권은 5년 동안 쓸 수 있습니다. 다만, 행사용 상품권은 90일 뒤에 만료됩니다.",
            "5년",
        ),
    ],
)
@pytest.mark.parametrize("length", [Length.BRIEF, Length.NORMAL])
def test_a_sentence_comes_with_its_exception_at_every_length(
    asked: str, text: str, best: str, length: Length
) -> None:
    assert " ".join(answered(asked, given.passage(text), best, length=length)) == text


def test_an_exception_of_another_section_is_cited_as_well() -> None:
    rule = given.passage("Unopened headphones can be returned within 14 days.")
    other = given.passage(
        "Opened headphones cannot be returned unless they are faulty.", doc_id="exceptions"
    )

    said = answered("how long can headphones be returned?", rule, "14 days", other)

    assert said == [rule.text, other.text]


@pytest.mark.parametrize(
    ("asked", "text", "best"),
    [
        (
            "till variance of 1,500 won, what do I do?",
            "A till variance of up to ₩2,000 is recorded on form A. "
            "A till variance of more than ₩2,000 is reported to the manager.",
            "form A",
        ),
        (
            "시재 차이가 1,500원이면 어떻게 해요?",
            "시재 차이가 2,000원 이하이면 A 양식에 적습니다. "
            "시재 차이가 2,000원을 넘으면 점장에게 보고합니다.",
            "A 양식",
        ),
        (
            "when do cafés count the stock?",
            "Cafés count the whole stock on Mondays. Clothes shops count the whole stock in May.",
            "Mondays",
        ),
        (
            "편의점은 언제 재고를 세나요?",
            "편의점은 월요일에 전체 재고를 셉니다. 의류 매장은 분기마다 전체 재고를 셉니다.",
            "월요일",
        ),
    ],
)
def test_the_rule_for_another_amount_or_thing_is_not_added(
    asked: str, text: str, best: str
) -> None:
    assert len(answered(asked, given.passage(text), best)) == 1


@pytest.mark.parametrize(
    ("asked", "text", "best", "other"),
    [
        (
            "how do I handle a complaint?",
            "This page tells every employee how to handle a complaint. Let the customer finish.",
            "This page",
            "Let the customer finish.",
        ),
        (
            "불만은 어떻게 처리하나요?",
            "이 문서는 고객의 불만을 처리하는 방법을 안내합니다. 고객의 말을 끝까지 듣습니다.",
            "이 문서는",
            "고객의 말을 끝까지 듣습니다.",
        ),
    ],
)
def test_a_how_to_is_not_answered_with_what_the_page_is_for(
    asked: str, text: str, best: str, other: str
) -> None:
    question_words = given.passage(text)

    assert answered(asked, question_words, best) == [other]


def test_steps_are_a_list_of_their_own_in_the_text() -> None:
    passage = given.passage(CLOSING)
    steps = [
        replace(given.sentence(quote, (passage, quote)), mark=f"{number}.")
        for number, quote in enumerate(["Lock the doors.", "Set the alarm."], 1)
    ]
    citations = steps[0].citations

    text = said(["Closing takes an hour.", *(marked(one, citations) for one in steps), "See IT."])

    assert text == (
        "Closing takes an hour.\n\n1. Lock the doors. [1]\n2. Set the alarm. [1]\n\nSee IT."
    )
