"""A message names a store in the ways people write it, in both languages."""

import pytest

from bot.stores import Store, Stores
from bot.stores.store import named_in

_STORES = Stores(
    [
        Store("gangnam", {"ko": "강남점", "en": "Gangnam"}, also=("강남역 플래그십",)),
        Store("haeundae", {"ko": "부산 해운대점", "en": "Haeundae Beach"}),
        Store("reading", {"en": "Reading"}),
        Store("bath", {"en": "Bath"}),
    ]
)


@pytest.mark.parametrize(
    ("text", "store", "rest"),
    [
        ("강남점 환불 기한은?", "gangnam", "환불 기한은?"),
        ("강남점에서 반품돼요?", "gangnam", "반품돼요?"),
        ("환불은 강남점에서도 14일인가요?", "gangnam", "환불은 14일인가요?"),
        ("강남 매장은 몇 시에 닫아요?", "gangnam", "몇 시에 닫아요?"),
        ("강남지점 주차 되나요", "gangnam", "주차 되나요"),
        ("강남역 플래그십 주차비", "gangnam", "주차비"),
        ("부산해운대점 재고 실사는 언제?", "haeundae", "재고 실사는 언제?"),
        ("What is the return window at Gangnam?", "gangnam", "What is the return window ?"),
        ("Gangnam's parking fee", "gangnam", "parking fee"),
        ("when does the gangnam store open", "gangnam", "when does open"),
        ("opening hours in haeundae beach", "haeundae", "opening hours"),
        ("Reading: who has the safe code?", "reading", "who has the safe code?"),
        ("can i park at bath", "bath", "can i park"),
        ("what time does haeundae beach shut", "haeundae", "what time does shut"),
        ("gangnam's generator isnt kicking in", "gangnam", "generator isnt kicking in"),
    ],
)
def test_the_named_store_and_what_is_asked_of_it(text: str, store: str, rest: str) -> None:
    named = named_in(text, _STORES)

    assert named is not None
    assert (named.store.store_id, named.rest) == (store, rest)


@pytest.mark.parametrize(
    "text",
    [
        "강남점이요",
        "강남점은요?",
        "그럼 강남점은?",
        "강남점은 어때요?",
        "저는 강남점이에요",
        "Gangnam",
        "and in Gangnam?",
        "What about the Gangnam store?",
        "I work at Gangnam",
        "the Gangnam one",
    ],
)
def test_a_message_may_say_nothing_but_the_store(text: str) -> None:
    named = named_in(text, _STORES)

    assert named is not None
    assert (named.store.store_id, named.rest) == ("gangnam", "")


@pytest.mark.parametrize(
    "text",
    [
        "환불 기한은?",
        "강남점이랑 부산 해운대점 차이",
        "강남점장님께 여쭤보면 되나요?",
        "강남구청 근처 맛집",
        "is reading glasses returnable?",
        "bath towels return",
        "Do we sell Gangnamstyle shirts?",
        "",
    ],
)
def test_no_store_or_two_are_no_store(text: str) -> None:
    assert named_in(text, _STORES) is None


def test_without_stores_nothing_is_named() -> None:
    assert named_in("강남점 환불", Stores()) is None
