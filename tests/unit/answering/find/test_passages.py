"""Rules for those who have no receipt are looked for besides what is near the question."""

import pytest

from bot.answering.find.passages import passages
from knowledge.model.documents import Passage
from tests.fakes import FakeSearch
from tests.unit import given

HEADPHONES = given.passage("Headphones can be returned with the receipt.", number=1)
NO_PROOF = given.passage("Customers with no receipt get no money back.", number=2)
NO_PROOF_KO = given.passage("구매 증빙이 없는 고객에게는 환불하지 않습니다.", number=3)
TILL = given.passage("Call the manager to the till.", number=4)


async def found(asked: str, near: Passage, *for_the_state: Passage) -> list[tuple[Passage, float]]:
    """What an answer is sought in, each with how well it matches the question's words."""
    search = FakeSearch([given.found(asked, near), given.found("no receipt", *for_the_state)])
    hits = (await passages(given.question(asked), search, 8)).hits
    return [(one.passage, one.lexical) for one in hits]


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ("no receipt, can headphones go back?", NO_PROOF),
        ("영수증이 없는데 헤드폰 환불돼요?", NO_PROOF_KO),
    ],
)
async def test_a_rule_for_those_who_have_none_stands_behind_what_is_near(
    asked: str, rule: Passage
) -> None:
    assert await found(asked, HEADPHONES, TILL, HEADPHONES, rule) == [(HEADPHONES, 1.0), (rule, 0)]


async def test_where_no_state_is_named_one_search_is_enough() -> None:
    assert await found("can headphones go back?", HEADPHONES, NO_PROOF) == [(HEADPHONES, 1.0)]


async def test_what_was_found_already_is_not_found_again() -> None:
    assert await found("no receipt, refund?", NO_PROOF, NO_PROOF) == [(NO_PROOF, 1.0)]
