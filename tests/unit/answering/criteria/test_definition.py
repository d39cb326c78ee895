"""Asked what something means, the statement that says so counts."""

import pytest

from bot.answering.criteria.definition import asks_what_it_means, tells_what_it_means
from bot.answering.find.evidence import weigh
from tests.fakes import FakeSearch
from tests.unit import given


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("what does RTV mean", True),
        ("What kind of deal does a green shelf label stand for?", True),
        ("what's the definition of an opened box?", True),
        ("포장에 적힌 소비기한은 무슨 뜻이에요?", True),
        ("노란 라벨의 의미가 뭐예요?", True),
        ("골드 회원이란 무엇인가요?", True),
        ("what means of payment do we take?", False),
        ("do you mean today?", False),
        ("무슨 색 라벨이에요?", False),
        ("계란 무엇으로 포장해요?", False),
        ("무슨 말일에 정산해요?", False),
        ("what payment means do we accept", False),
        ("그게 무슨 말도 안 되는 소리예요", False),
    ],
)
def test_whether_a_meaning_is_asked_for(text: str, asks: bool) -> None:
    assert asks_what_it_means(text) is asks


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("A yellow shelf label means 1+1.", True),
        ("RTV stands for return to vendor.", True),
        ('"소비기한"이란 섭취하여도 안전에 이상이 없는 기한을 말한다.', True),
        ("초록 라벨은 2+1을 뜻합니다.", True),
        ("RTV는 return to vendor의 약자입니다.", True),
        ("The money goes back to the means of payment.", False),
        ("노란 라벨은 진열대 왼쪽에 붙입니다.", False),
    ],
)
def test_whether_a_meaning_is_told(text: str, tells: bool) -> None:
    assert tells_what_it_means(text) is tells


@pytest.mark.parametrize(
    ("asked", "told", "other"),
    [
        (
            "What does a green shelf label stand for?",
            "A green shelf label means 2+1.",
            "A green shelf label is printed at the desk.",
        ),
        (
            "초록 라벨은 무슨 뜻이에요?",
            "초록 라벨은 2+1을 뜻합니다.",
            "초록 라벨은 계산대에서 인쇄합니다.",
        ),
    ],
)
async def test_what_says_it_gains(asked: str, told: str, other: str) -> None:
    passages = [given.passage(text, doc_id=text) for text in (told, other)]
    leads = []
    for text in (asked, asked.split(maxsplit=1)[0]):
        found = given.found(text, *passages)
        evidence = await weigh(given.question(text), found, FakeSearch(alike=0.5))
        scores = {one.statement.text: one.score for one in evidence.candidates}
        leads.append(scores[told] - scores[other])

    assert leads[0] > leads[1] + 1
