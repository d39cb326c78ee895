"""Whose "tomorrow" it is that a document says."""

from dataclasses import replace
from datetime import date

import pytest

from bot.answering.reply.notes.documents_tomorrow import explain_tomorrow
from bot.model import Answer, Verdict
from bot.model.understood import Understood
from bot.privacy import safe
from tests.unit import given

SINCE = date(2026, 11, 3)
TOMORROW = date(2026, 11, 27)
EARLY = "Tomorrow we open at 11am because of the stock count."
EARLY_KO = "내일은 재고 조사로 11시에 엽니다."


def told(asked: str, rule: str, day: date | None = TOMORROW, since: date | None = None) -> str:
    """What comes behind an answer that says this."""
    question = replace(given.question(asked), about=Understood(day=day))
    sentence = given.verbatim(rule, given.passage(rule, effective_from=since))
    answer = Answer(question, Verdict.PASS, safe(rule), sentences=(sentence,))
    return explain_tomorrow(answer, question).text.removeprefix(rule).strip()


@pytest.mark.parametrize(
    ("asked", "rule", "since", "line"),
    [
        (
            "what time do we open tomorrow?",
            EARLY,
            SINCE,
            "“tomorrow” is the document's own word. It took effect on 3 November 2026.",
        ),
        (
            "what time do we open tomorrow?",
            EARLY,
            None,
            "“tomorrow” is the document's own word. It gives no date.",
        ),
        (
            "내일 몇 시에 열어요?",
            EARLY_KO,
            SINCE,
            "“내일”: 문서 표현 그대로입니다 (문서 시행일: 2026년 11월 3일).",
        ),
        (
            "내일 몇 시에 열어요?",
            EARLY_KO,
            None,
            "“내일”: 문서 표현 그대로입니다 (문서에 날짜 없음).",
        ),
    ],
)
def test_a_day_that_the_document_does_not_name_is_said_to_be_its_own(
    asked: str, rule: str, since: date | None, line: str
) -> None:
    assert told(asked, rule, since=since) == line


def test_nothing_is_said_of_it_elsewhere() -> None:
    assert told("what time do we open?", EARLY, day=None) == ""
    assert told("what time do we open tomorrow?", "We open at 9am.") == ""
    assert told("when does it come?", "What is ordered today comes tomorrow.") == ""
