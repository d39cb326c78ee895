"""Which statement of what was found answers the question."""

from collections.abc import Iterable

import pytest

from bot.answering.find.gate.gate import WeightsKind
from bot.answering.find.ranking import Ranker, signs
from bot.answering.find.ranking.signs import KINDS, NAMES, given, wanted
from bot.model.found import Seen
from knowledge.split.statements import Statement
from tests.unit import given as made

BOTH: tuple[WeightsKind, ...] = ("with_embedder", "words_only")


def seen(text: str, *, cover: float = 0.5, near: float = 0.3, hit: float = 0.5) -> Seen:
    found = made.hit(made.passage(text), hit)
    return Seen(found, Statement(text, (text,)), 0, cover, cover, near, near_above=0.2, lacking=0.0)


def best(asked: str, statements: Iterable[Seen], kind: WeightsKind = "with_embedder") -> str:
    listed = list(statements)
    scores = Ranker.shipped(kind).log_odds(made.question(asked), 4, listed)
    return max(zip(scores, listed, strict=True), key=lambda pair: pair[0])[1].statement.text


@pytest.mark.parametrize(
    ("asked", "kind"),
    [
        ("how far away may the other shop be?", "distance"),
        ("경쟁 매장은 몇 km까지예요?", "distance"),
        ("how heavy can a parcel be", "weight"),
        ("냉장고 온도 몇 도", "temperature"),
        ("which form do I fill in?", "form"),
        ("어느 양식에 적어요?", "form"),
        ("who signs that off?", "who"),
        ("누가 승인하나요?", "who"),
        ("where do I put it", "where"),
        ("어디에 둬요?", "where"),
        ("can I take it back?", "yes or no"),
        ("환불해 줘도 되나요?", "yes or no"),
        ("how much is it", "money"),
        ("수선비 얼마예요", "money"),
        ("until when?", "duration"),
        ("며칠까지요", "duration"),
        ("몇 시에 닫아요?", "moment"),
        ("how many may one person buy?", "count"),
    ],
)
def test_what_is_wanted_is_seen_in_both_languages(asked: str, kind: str) -> None:
    assert kind in wanted(asked)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a shop within 5 km of ours", "distance"),
        ("상자는 20kg까지 받습니다.", "weight"),
        ("Keep it below 5 °C.", "temperature"),
        ("Use HM-CA-04.", "form"),
        ("점장이 승인합니다.", "who"),
        ("It lies in the drawer.", "where"),
        ("수선비는 5,000원입니다.", "money"),
        ("골드 회원은 3%를 받습니다.", "percent"),
        ("within 14 days", "duration"),
        ("07:30부터 엽니다.", "moment"),
        ("at most 3 units a day", "count"),
    ],
)
def test_what_a_statement_holds_is_seen_in_both_languages(text: str, kind: str) -> None:
    assert kind in given(text)


def test_every_sign_has_a_name_and_a_weight() -> None:
    table = signs(made.question("how long?"), 1, [seen("14 days"), seen("Ask Kim.")])

    assert table.shape == (2, len(NAMES))
    assert len(set(NAMES)) == len(NAMES)
    assert len(KINDS) * 3 < len(NAMES)
    for kind in BOTH:
        assert Ranker.shipped(kind).linear.shape == (len(NAMES),)


def test_without_statements_there_is_nothing_to_rank() -> None:
    assert Ranker.shipped("words_only").log_odds(made.question("refund?"), 1, []) == []


@pytest.mark.parametrize("kind", BOTH)
def test_the_statement_that_holds_more_of_the_question_is_likelier(kind: WeightsKind) -> None:
    more, less = seen("Returns take 14 days.", cover=0.9), seen("Exchanges take 7 days.", cover=0.2)

    assert best("how long do returns take?", [less, more], kind) == more.statement.text


@pytest.mark.parametrize(
    ("asked", "right", "wrong"),
    [
        ("how far?", "The shop is within 5 km.", "The shop opens at 10:30."),
        ("몇 도에 보관해요?", "5°C 이하에서 보관합니다.", "3일 동안 보관합니다."),
        ("which form?", "Report it on form HM-CA-04.", "Report it within 24 hours."),
    ],
)
def test_of_two_alike_the_one_with_what_is_wanted_is_likelier(
    asked: str, right: str, wrong: str
) -> None:
    assert best(asked, [seen(wrong), seen(right)]) == right


def test_the_nearer_in_meaning_is_likelier() -> None:
    near, far = seen("Ask the manager.", near=0.6), seen("Ask the customer.", near=0.1)

    assert best("who decides?", [far, near]) == near.statement.text
