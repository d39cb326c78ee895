"""From when on and until when a promotion is in force, by the dates in its front matter."""

from datetime import date

import pytest

from bot.answering.shortcuts.promotion_dates import lasting
from bot.model import Answer, Verdict
from bot.privacy import safe
from knowledge.language.terms import language_of
from knowledge.model.documents import Document, Header
from tests.fakes import FakeHistory, FakeSearch
from tests.unit import given

TODAY = date(2026, 11, 25)
NOVEMBER, DECEMBER = date(2026, 11, 1), date(2026, 12, 31)
JUNE, AUGUST = date(2026, 6, 1), date(2026, 8, 31)


def promotion(
    title: str, text: str, first: date | None, last: date | None, *, doc_id: str = ""
) -> Document:
    name = doc_id or title.lower().replace(" ", "-")
    header = Header(
        name,
        title,
        f"{name}.md",
        language=language_of(text),
        category="promo",
        effective_from=first,
        effective_until=last,
    )
    return Document(header, text)


WINTER = promotion("Winter Promotion 2026", "Coats are 20% off.", NOVEMBER, DECEMBER)
SUMMER = promotion("Summer Promotion", "Sandals are 30% off.", JUNE, AUGUST)
SPRING = promotion("Spring Promotion", "Hats are 10% off.", date(2027, 3, 1), None)
RETURNS = promotion("Returns Policy", "Goods go back within 14 days.", JUNE, DECEMBER)
WINTER_KO = promotion("겨울 행사", "코트는 20% 할인합니다.", NOVEMBER, DECEMBER)
SUMMER_KO = promotion("여름 행사 안내", "샌들은 30% 할인합니다.", JUNE, AUGUST)
ALL = (WINTER, SUMMER, SPRING, RETURNS, WINTER_KO, SUMMER_KO)


async def told(asked: str, normal: Answer | None = None) -> Answer | None:
    question = given.question(asked, as_of=TODAY)
    refused = Answer(question, Verdict.INSUFFICIENT, safe("Not there."))
    return await lasting(question, FakeSearch(history=FakeHistory(ALL)), normal or refused)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("when does the winter promotion end?",
         "Winter Promotion 2026: from 1 November 2026 to 31 December 2026. [1]"),
        ("when did the winter promotion start?",
         "Winter Promotion 2026: from 1 November 2026 to 31 December 2026. [1]"),
        ("is the summer promotion still on?",
         "Summer Promotion: from 1 June 2026 to 31 August 2026. It has ended. [1]"),
        ("when will the spring promotion start?",
         "Spring Promotion: from 1 March 2027 on. It hasn't started yet. [1]"),
        ("겨울 행사 언제까지예요?",
         "겨울 행사: 2026년 11월 1일부터 2026년 12월 31일까지입니다. [1]"),
        ("여름 행사 아직 해요?",
         "여름 행사 안내: 2026년 6월 1일부터 2026년 8월 31일까지입니다. 이미 끝났습니다. [1]"),
    ],
)  # fmt: skip
async def test_the_days_of_a_promotion_are_those_of_its_front_matter(asked: str, text: str) -> None:
    answer = await told(asked)

    assert answer is not None
    assert answer.verdict is Verdict.PASS
    assert answer.text == text
    assert [one.passage.header.title for one in answer.citations] == [text.partition(":")[0]]


@pytest.mark.parametrize(
    "asked",
    [
        "when does the coat promotion end?",
        "when does the winter promotion for coats end?",
        "when does the promotion end?",
        "when does the spring promotion end?",
        "when does the returns policy end?",
        "what is in the winter promotion?",
        "코트 행사 언제까지예요?",
        "행사 언제까지예요?",
        "반품 언제까지 돼요?",
        "겨울 행사에서 뭐가 할인돼요?",
    ],
)
async def test_nothing_is_told_of_what_is_not_named_by_its_whole_title(asked: str) -> None:
    assert await told(asked) is None


async def test_what_the_document_says_itself_comes_first() -> None:
    asked = given.question("when does the winter promotion end?", as_of=TODAY)
    passages = await FakeHistory(ALL).passages(WINTER.header)
    said = given.verbatim("Coats are 20% off.", passages[0])
    normal = Answer(asked, Verdict.PASS, safe("Said."), citations=said.citations)

    assert await told(asked.text, normal) is None
