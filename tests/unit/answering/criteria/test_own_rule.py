"""A store's own rule comes before the one for everybody, where the store is known."""

from dataclasses import replace
from typing import Any

import pytest

from bot.answering.criteria.criterion import Asked
from bot.answering.criteria.place import own_rule
from bot.model.found import Seen
from knowledge.model.documents import Found, Hit, StorePlace
from knowledge.split.statements import statements
from tests.unit import given

GANGNAM = StorePlace("gangnam", "seoul", "daily")
GENERAL, OWN = "We close at 22:00.", "영업은 23시에 끝납니다."


def _scores(place: StorePlace | None, **limits: Any) -> list[float]:
    passages = [given.passage(GENERAL, doc_id="all"), given.passage(OWN, doc_id="own")]
    passages[1] = replace(passages[1], header=replace(passages[1].header, **limits))
    hits = [Hit(one, 1.0) for one in passages]
    seen = [
        Seen(hit, statement, 0, 0.5, 0.5, 0.5, 0.5, 0.0)
        for hit in hits
        for statement in statements(hit.passage)
    ]
    asked = given.question("when do we close?")
    asked = replace(asked, filters=replace(asked.filters, place=place))
    scores = (1.5, 1.0)
    turns = own_rule(Asked(asked, seen, Found(tuple(hits))))(scores)
    return [one + turn for one, turn in zip(scores, turns, strict=True)]


@pytest.mark.parametrize(
    "limits", [{"stores": ("gangnam",)}, {"regions": ("seoul",)}, {"brands": ("daily",)}]
)
def test_the_rule_of_the_store_its_region_or_its_brand_comes_first(
    limits: dict[str, tuple[str, ...]],
) -> None:
    general, own = _scores(GANGNAM, **limits)

    assert own > general == 1.5


@pytest.mark.parametrize("place", [None, StorePlace(), StorePlace("haeundae")])
def test_where_no_such_store_is_asked_in_the_order_stays(place: StorePlace | None) -> None:
    assert _scores(place, stores=()) == [1.5, 1.0]
    assert _scores(None, stores=("gangnam",)) == [1.5, 1.0]


def test_a_rule_for_a_type_of_store_is_no_store_s_own() -> None:
    assert _scores(GANGNAM, store_types=("cafe",)) == [1.5, 1.0]
