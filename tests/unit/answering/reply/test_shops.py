"""Answers from documents of one kind for different shops."""

from collections.abc import Sequence

import pytest

from bot.answering.reply.answer import finalize
from bot.model import Checked, Verdict
from knowledge.model.documents import Passage
from tests.unit import given

TILL = given.passage("Count £100 into it.", doc_id="till", title="Till guide")
CASH = given.passage("Count £150 into it.", doc_id="cash", title="Cash guide")
LEEDS = given.passage("There is no parking.", doc_id="leeds", title="Leeds store guide")
YORK = given.passage("Parking is free for 2 hours.", doc_id="york", title="York store guide")
BATH = given.passage("Parking is £2.", doc_id="bath", title="Bath store guide")
RETURNS = given.passage("Goods go back within 14 days.", doc_id="returns", title="Returns policy")
OLDER = given.passage("Goods go back within 7 days.", doc_id="old", title="Returns policy 2025")
NEWER = given.passage("Goods go back within 14 days.", doc_id="new", title="Returns policy 2026")
GANGNAM = given.passage("주차는 불가합니다.", doc_id="gangnam", title="강남점 안내")
HONGDAE = given.passage("주차는 2시간까지 무료입니다.", doc_id="hongdae", title="홍대점 안내")


def told(
    asked: str, *said: Passage, beside: Sequence[Passage] = (), verdict: Verdict = Verdict.PASS
) -> tuple[list[str], str | None]:
    """The lines of a reply that says these, and its question back."""
    found = given.evidence(*(given.candidate(one, one.text) for one in (*said, *beside)))
    kept = tuple(given.verbatim(one.text, one) for one in said)
    answer = finalize(given.question(asked), Checked(verdict, kept=kept), found, 0.9, 1)
    return answer.text.split("\n"), answer.follow_up


@pytest.mark.parametrize(
    ("asked", "said", "beside", "line"),
    [
        ("is there parking?", LEEDS, YORK, "Leeds store guide: There is no parking. [1]"),
        ("주차 되나요?", GANGNAM, HONGDAE, "강남점 안내: 주차는 불가합니다. [1]"),
        ("is there parking in Leeds?", LEEDS, YORK, "There is no parking. [1]"),
        ("강남점 주차 되나요?", GANGNAM, HONGDAE, "주차는 불가합니다. [1]"),
        ("is there parking?", LEEDS, RETURNS, "There is no parking. [1]"),
        ("how much?", TILL, CASH, "Count £100 into it. [1]"),
        ("how long?", NEWER, OLDER, "Goods go back within 14 days. [1]"),
    ],
)
def test_what_one_shop_s_document_says_goes_behind_its_title(
    asked: str, said: Passage, beside: Passage, line: str
) -> None:
    lines, _ = told(asked, said, beside=[beside])

    assert lines == [line]


@pytest.mark.parametrize(
    ("asked", "said", "first", "back"),
    [
        (
            "is there parking?",
            (LEEDS, YORK),
            "It depends on which one you mean.",
            "Which one is it: Leeds or York?",
        ),
        (
            "is there parking?",
            (LEEDS, YORK, BATH),
            "It depends on which one you mean.",
            "Which one is it: Leeds, York or Bath?",
        ),
        (
            "주차 되나요?",
            (GANGNAM, HONGDAE),
            "어느 곳인지에 따라 다릅니다.",
            "어느 곳인지 알려 주세요: 강남점, 홍대점",
        ),
        (
            "how much goes in?",
            (TILL, CASH),
            "These documents disagree.",
            "Which one counts? Ask your store manager.",
        ),
        (
            "is there parking?",
            (LEEDS, RETURNS),
            "These documents disagree.",
            "Which one counts? Ask your store manager.",
        ),
    ],
)
def test_shops_that_differ_do_not_disagree(
    asked: str, said: tuple[Passage, ...], first: str, back: str
) -> None:
    lines, asked_back = told(asked, *said, verdict=Verdict.CONFLICT)

    assert (lines[0], asked_back) == (first, back)
    assert all(one.header.title in line for one, line in zip(said, lines[1:], strict=True))
