"""A verdict that a number decides is the first line: too late, too young, too heavy."""

from dataclasses import replace
from datetime import date

import pytest

from bot.answering.reply.notes.last_day import with_last_day
from bot.answering.reply.notes.limit import with_limit
from bot.model import Answer, SafeText, Verdict
from bot.model.understood import Understood
from knowledge.model.documents import Filters
from tests.unit import given

WINDOW = "Unopened goods can be returned within 14 days of purchase."
WINDOW_KO = "미개봉 상품은 구매일로부터 14일 이내에 환불할 수 있습니다."
AGES = "| Product | Minimum age |\n|---|---|\n| Beer | 19 |\n| Energy drinks | 14 |"
AGES_KO = "| 상품 | 구매 가능 나이 |\n|---|---|\n| 맥주 | 만 19세 |\n| 에너지음료 | 만 14세 |"


def first_line(asked: str, text: str, bought: date | None = None) -> str:
    """The first line of the answer that says the first statement of a text."""
    question = replace(
        given.question(asked),
        filters=Filters(as_of=date(2026, 11, 29)),
        about=Understood(bought=bought),
    )
    passage = given.passage(text)
    rule = given.statement_of(passage)
    answer = Answer(question, Verdict.PASS, SafeText(rule.text), sentences=(rule,))
    return with_limit(with_last_day(answer, question), question).text.split("\n")[0]


@pytest.mark.parametrize(
    ("asked", "text", "line"),
    [
        (
            "bought on 3 October, can it be returned?",
            WINDOW,
            "No: the last day was 17 October 2026.",
        ),
        (
            "10월 3일에 샀는데 환불되나요?",
            WINDOW_KO,
            "아니요. 마지막 날은 2026년 10월 17일이었습니다.",
        ),
        (
            "bought on 3 October, is it too late to return it?",
            WINDOW,
            "Too late: the last day was 17 October 2026.",
        ),
        (
            "10월 3일에 샀는데 언제까지 환불돼요?",
            WINDOW_KO,
            "기한이 지났습니다. 마지막 날은 2026년 10월 17일이었습니다.",
        ),
    ],
)
def test_a_time_limit_that_has_passed_is_said_first(asked: str, text: str, line: str) -> None:
    assert first_line(asked, text, bought=date(2026, 10, 3)) == line


@pytest.mark.parametrize(
    ("asked", "text"),
    [("bought yesterday, can it be returned?", WINDOW), ("어제 샀는데 환불되나요?", WINDOW_KO)],
)
def test_a_time_limit_that_runs_is_told_behind_its_rule(asked: str, text: str) -> None:
    assert first_line(asked, text, bought=date(2026, 11, 28)) == text


@pytest.mark.parametrize(
    ("asked", "text", "line"),
    [
        ("can a 17 year old buy beer?", AGES, "No: the limit is 19."),
        ("17살인데 맥주 살 수 있어요?", AGES_KO, "아니요. 기준은 만 19세입니다."),
        (
            "can a child of 5 years get a card?",
            "Children under 7 years cannot get a card.",
            "No: the limit is 7 years.",
        ),
        (
            "can a 13 year old buy an energy drink?",
            "Energy drinks are not sold to children under 14, and customers aged 14 to 18 can "
            "buy 2 cans.",
            "No: the limit is 14.",
        ),
        (
            "can I leave a parcel of 8 kg?",
            "Parcels up to 5 kg can be left at the desk.",
            "No: the limit is 5 kg.",
        ),
        (
            "30kg 택배 보낼 수 있나요?",
            "무게는 20kg을 넘을 수 없습니다.",
            "아니요. 기준은 20kg입니다.",
        ),
    ],
)
def test_a_number_that_breaks_the_limit_of_its_rule_is_a_no(
    asked: str, text: str, line: str
) -> None:
    assert first_line(asked, text) == line


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("can a 20 year old buy beer?", AGES),
        ("20살인데 맥주 살 수 있어요?", AGES_KO),
        ("can I leave a parcel of 4 kg?", "Parcels up to 5 kg can be left at the desk."),
        # It says what is needed from a number on, not what may be.
        ("can I lend 5 things?", "Loans of 10 things or more need the approval of the manager."),
        # The next sentence is for the number.
        (
            "can I lend 5 things?",
            "Up to 3 things can be lent at the desk. More than 3 things can be lent online.",
        ),
        ("how old must you be at 17 years?", "Beer is sold to customers of 19 years or older."),
    ],
)
def test_no_verdict_is_made_of_a_limit_that_holds_or_of_another_rule(asked: str, text: str) -> None:
    assert not first_line(asked, text).startswith(("No", "아니요"))
