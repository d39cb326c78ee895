"""The products of an index: who may see which, on which day, and what it costs to ask."""

from dataclasses import replace
from datetime import date

from knowledge.language.meanings.glossary import Glossary
from knowledge.model.documents import Audience, Filters, Header, Passage
from knowledge.search.catalogue.catalogue import Catalogue
from tests.unit.knowledge.shelf import Shelf
from tests.unit.knowledge.texts import passage

_ANYONE = Filters(as_of=date(2026, 11, 21))
_SPRING = Header("spring", "Spring", "spring.json", effective_until=date(2026, 5, 31))
_AUTUMN = Header("autumn", "Autumn", "autumn.json", effective_from=date(2026, 9, 1))
_STAFF_ONLY = Header("wholesale", "Wholesale", "wholesale.json", audience=Audience.MANAGER)
_CAFE = Header("cafe", "Café", "cafe.json", store_types=("cafe",))


def product(name: str, header: Header = _AUTUMN) -> Passage:
    text = f"Product: {name}\nCategory: Audio\nPrice: $5\nDescription: {name}."
    return passage(text, header, section=(name,), record=True)


async def catalogue(
    shelf: Shelf, filters: Filters = _ANYONE, glossary: Glossary | None = None
) -> Catalogue:
    search = shelf.search(glossary=glossary) if glossary else shelf.search()
    async with search.pinned() as snapshot:
        return await snapshot.catalogue(filters)


async def names(shelf: Shelf, filters: Filters = _ANYONE) -> list[str]:
    return [one.name for one in (await catalogue(shelf, filters)).products]


async def test_the_products_of_an_index_come_in_the_order_of_their_documents(shelf: Shelf) -> None:
    policy = passage("Refund: within 14 days.\nReceipt.", Header("p", "P", "p.csv"), record=True)
    shelf.publish([policy, product("책상"), passage("Product: no record."), product("Amp")])

    assert await names(shelf) == ["책상", "Amp"]


async def test_a_product_keeps_its_passage(shelf: Shelf) -> None:
    shelf.publish([product("Amp")])

    [read] = (await catalogue(shelf)).products

    assert read.passage == product("Amp")


async def test_the_filters_decide_which_products_are_seen(shelf: Shelf) -> None:
    headers = (_SPRING, _AUTUMN, _STAFF_ONLY, _CAFE)
    shelf.publish([product(header.title, header) for header in headers])

    assert await names(shelf) == ["Autumn", "Café"]
    assert await names(shelf, Filters(as_of=date(2026, 5, 31))) == ["Spring", "Café"]
    assert await names(shelf, replace(_ANYONE, store_type="apparel")) == ["Autumn"]
    manager = replace(_ANYONE, audience=Audience.MANAGER)
    assert await names(shelf, manager) == ["Autumn", "Wholesale", "Café"]


async def test_an_index_without_products_has_an_empty_catalogue(shelf: Shelf) -> None:
    shelf.publish([passage("Goods can be returned within 14 days.")])

    assert await names(shelf) == []


async def test_a_catalogue_is_read_once_for_who_may_see_the_same(shelf: Shelf) -> None:
    shelf.publish([product("Amp")])

    async with (search := shelf.search()).pinned() as first:
        read = await first.catalogue(_ANYONE)
    async with search.pinned() as second:
        again = await second.catalogue(replace(_ANYONE, language="ko", as_of=date(2026, 11, 22)))

    assert again is read


async def test_the_products_are_those_of_the_generation_that_is_searched(shelf: Shelf) -> None:
    shelf.publish([product("Amp")])
    search = shelf.search()
    async with search.pinned() as before:
        assert [one.name for one in (await before.catalogue(_ANYONE)).products] == ["Amp"]

    shelf.publish([product("Drum")])

    async with search.pinned() as after:
        assert [one.name for one in (await after.catalogue(_ANYONE)).products] == ["Drum"]


async def test_the_glossary_of_the_search_stands_in_for_words(shelf: Shelf) -> None:
    shelf.publish([product("Headphones")])
    glossary = Glossary.of([["headphones", "이어폰"]])

    found = (await catalogue(shelf, glossary=glossary)).best("이어폰 있어요?")

    assert [one.name for one in found] == ["Headphones"]


async def test_a_short_word_of_the_rules_is_not_compared_by_its_sound(shelf: Shelf) -> None:
    speaker = product("Speaker")
    shelf.publish([speaker, passage("회의실은 예약합니다.")])
    found = (await catalogue(shelf)).best("스피커 있어요?")
    shelf.publish([speaker, passage("스피커 볼륨은 3을 넘지 않습니다.")])
    of_rules = (await catalogue(shelf)).best("스피커 있어요?")

    assert [one.name for one in found] == ["Speaker"]
    assert of_rules == ()


def test_where_there_are_no_products_no_passage_is_read(shelf: Shelf) -> None:
    number = shelf.publish([passage("Goods can be returned within 14 days.")])

    rows = shelf.database.rows(
        "EXPLAIN QUERY PLAN SELECT key FROM passages p WHERE p.generation = ? AND p.record",
        [number],
    )

    assert "records" in rows[0]["detail"]
