"""Which statements say the same: in one language, or in the asker's language and the other."""

from dataclasses import replace

import pytest

from bot.answering.find.translations import alike, in_own_language, with_translations
from bot.model import Candidate
from knowledge.language.terms import language_of
from knowledge.split.statements import Statement
from tests.fakes import FakeSearch
from tests.unit import given


def _alike(one: str, other: str) -> bool:
    return alike(Statement(one, (one,)), Statement(other, (other,)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Refunds take 5 days.", "Refunds take 5 days."),
        ("Refunds take 5 days.", "Refunds take 5 days with the receipt."),
        ("환불은 5일 걸립니다.", "환불은 5일 걸립니다."),
        (
            "Customers can return unopened goods within 14 days of purchase with the receipt.",
            "Unopened goods can be returned by customers within 14 days of purchase, with receipt.",
        ),
    ],
)
def test_what_repeats_a_statement_says_the_same(one: str, other: str) -> None:
    assert _alike(one, other)
    assert _alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Refunds take 5 days.", "Refunds take 7 days."),
        ("Gift cards can be used online.", "Gift cards cannot be used online."),
        (
            "Refunds over £200 need the store manager.",
            "Refunds over £200 need the duty manager.",
        ),
        ("The recall cage is in the warehouse.", "The recall cage is in the loading bay."),
        ("Without a receipt: credit note.", "Without a receipt: exchange."),
        ("향수는 교환할 수 있습니다.", "향수는 교환할 수 없습니다."),
        ("회수 상자는 창고에 있습니다.", "회수 상자는 하역장에 있습니다."),
        ("환불은 점장이 승인합니다.", "환불은 부점장이 승인합니다."),
    ],
)
def test_what_has_another_word_in_its_place_says_something_else(one: str, other: str) -> None:
    assert not _alike(one, other)
    assert not _alike(other, one)


DISCOUNT = "The staff discount is 20% off regular prices."
DISCOUNT_KO = "직원은 정상가에서 20% 할인을 받으며 한 달 한도는 300,000원입니다."
HOURS = "Café: Monday to Friday 07:30–22:00; Saturday and Sunday 09:00–22:00"
HOURS_KO = "카페의 평일 영업시간은 07:30부터 22:00까지입니다."


def _said(text: str, score: float) -> Candidate:
    passage = given.passage(text, doc_id=text)
    return replace(given.candidate(passage, text), score=score)


async def _shown(asked: str, best: str, other: str, behind: float, alike: float) -> str:
    search, language = FakeSearch([], alike=alike), language_of(asked)
    ranked = [_said(best, 1.0), _said(other, 1.0 - behind)]
    marked = await with_translations(ranked, search, language)
    return in_own_language(marked, language).statement.text


@pytest.mark.parametrize(
    ("asked", "best", "own"),
    [
        ("직원 할인은 몇 %예요?", DISCOUNT, DISCOUNT_KO),
        ("what is the staff discount?", DISCOUNT_KO, DISCOUNT),
        ("카페 몇 시까지 해요?", HOURS, HOURS_KO),
        ("how long is the café open?", HOURS_KO, HOURS),
    ],
)
async def test_the_askers_language_is_shown_if_it_says_a_little_more_or_less(
    asked: str, best: str, own: str
) -> None:
    assert await _shown(asked, best, own, behind=2.5, alike=0.6) == own


@pytest.mark.parametrize(
    ("other", "behind", "alike"),
    [
        (DISCOUNT_KO, 3.5, 0.6),
        (DISCOUNT_KO, 1.0, 0.4),
        ("직원은 정상가에서 15% 할인을 받습니다.", 1.0, 0.6),
        ("직원 할인은 마지막 근무일에 끝납니다.", 1.0, 0.55),
    ],
)
async def test_the_other_language_stays_if_none_in_the_askers_says_it(
    other: str, behind: float, alike: float
) -> None:
    assert await _shown("직원 할인은 몇 %예요?", DISCOUNT, other, behind, alike) == DISCOUNT
