"""Questions for the start or the end of a period, and statements with only the other."""

from datetime import date

import pytest

from bot.answering.criteria.when.start_or_end import (
    asks_from_when,
    asks_until_when,
    names_its_start,
    names_only_a_start,
    names_only_an_end,
)
from tests.unit import given


@pytest.mark.parametrize(
    "asked",
    [
        "컵 보증금은 언제부터 받나요?",
        "새 규정 시행일이 언제예요?",
        "할인은 언제 시작해요?",
        "When does the cup deposit start?",
        "what date does the new price match rule take effect",
        "since when is the discount 20%?",
    ],
)
def test_a_question_asks_from_when(asked: str) -> None:
    assert asks_from_when(asked)


@pytest.mark.parametrize(
    "asked",
    [
        "컵 보증금은 얼마예요?",
        "카페는 언제 열어요?",
        "When are deliveries?",
        "When does the café open?",
        "how do I start the till?",
        "포인트는 언제부터 쓸 수 있나요?",
        "When is the store open? Do I apply the discount first?",
    ],
)
def test_another_question_does_not_ask_from_when(asked: str) -> None:
    assert not asks_from_when(asked)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("From 1 January 2027 cafés take a deposit.", True),
        ("2027년 1월 1일부터 보증금을 받습니다.", True),
        ("Until 31 December 2026 there is no deposit.", False),
        ("In January 2027 staff tell every customer.", False),
        ("A deposit of ₩300 is taken.", False),
    ],
)
def test_a_statement_names_the_day_on_which_its_document_starts(text: str, named: bool) -> None:
    dated = given.passage(text, effective_from=date(2027, 1, 1)).header
    undated = given.passage(text).header

    assert names_its_start(text, dated) is named
    assert not names_its_start(text, undated)


@pytest.mark.parametrize(
    ("text", "only_an_end"),
    [
        ("The staff discount ends on the last working day.", True),
        ("행사는 11월 30일에 종료합니다.", True),
        ("The sale starts on Monday and ends on Friday.", False),
        ("After the trial ends, the discount holds.", False),
        ("행사는 11월 1일부터 시작해 30일에 끝납니다.", False),
        ("The staff discount is 20%.", False),
    ],
)
def test_a_statement_may_name_only_an_end(text: str, only_an_end: bool) -> None:
    assert names_only_an_end(text) is only_an_end


@pytest.mark.parametrize(
    ("asked", "until"),
    [
        ("Until what time is beer sold?", True),
        ("when does the beer sale end", True),
        ("맥주는 몇 시까지 팔아요?", True),
        ("행사는 언제 끝나요?", True),
        ("From what time is beer sold?", False),
        ("맥주는 몇 시부터 팔아요?", False),
        ("how much is a beer?", False),
    ],
)
def test_a_question_may_ask_until_when(asked: str, until: bool) -> None:
    assert asks_until_when(asked) is until


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("Beer is sold from 17:00, two cups at most per person.", True),
        ("맥주는 17시부터 팝니다.", True),
        ("Beer is sold from 17:00 to 22:00.", False),
        ("맥주는 17시부터 22시까지 팝니다.", False),
        ("10시부터 열고 22시에 닫습니다.", False),
        ("The offer runs from 1 June for two weeks.", False),
        ("Beer is sold at the bar.", False),
    ],
)
def test_a_statement_may_name_only_a_start(text: str, only: bool) -> None:
    assert names_only_a_start(text) is only
