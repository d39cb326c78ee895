"""Words that the documents write in another way; the rules of a product catalogue."""

from datetime import date

import pytest

from knowledge.language.meanings.glossary import NO_GLOSSARY, Glossary
from knowledge.model.documents import Filters, Found, Header, Passage
from knowledge.search.question_terms import Wording
from tests.unit.knowledge.shelf import Shelf
from tests.unit.knowledge.texts import passage

_TODAY = Filters(as_of=date(2026, 11, 21))


def _document(doc_id: str, text: str, title: str = "안내") -> Passage:
    return passage(text, Header(doc_id, title, f"{doc_id}.md"))


def _product(name: str, category: str, price: str, description: str) -> Passage:
    """One record of a catalogue, as the readers make it."""
    text = f"Product: {name}\nCategory: {category}\nPrice: {price}\nDescription: {description}"
    header = Header("catalogue", "Products", "products.csv")
    return Passage(f"catalogue@1#{name}", header, (name,), text, 0, len(text), record=True)


_CATALOGUE = [
    _product(
        "Aurora Neural Headphones", "Audio", "$249.99", "Adaptive noise cancelling for focus."
    ),
    _product("Echo Conference Speaker", "Audio", "$179.99", "Room-filling sound, beside any desk."),
    _product("Atlas Standing Desk", "Furniture", "$599.00", "Quiet motors, two memory heights."),
    _product("Lumen Light Bar", "Accessories", "$89.00", "Soft light for screens and boxes."),
    _product("Orbit Travel Pouch", "Accessories", "$39.00", "Keeps an Aurora or a cable safe."),
]


async def _products(shelf: Shelf, question: str, limit: int = 3) -> list[str]:
    """The names of the products that words alone find, best first."""
    shelf.publish(_CATALOGUE)
    found = await shelf.search().find(question, _TODAY, limit)
    return [hit.passage.heading for hit in found.hits]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What headphones do you have?", "Aurora Neural Headphones"),
        ("a headphone, please", "Aurora Neural Headphones"),
        ("head phones", "Aurora Neural Headphones"),
        ("Tell me about desks", "Atlas Standing Desk"),
        ("conference speakers", "Echo Conference Speaker"),
        ("Aurora Neural Headphones", "Aurora Neural Headphones"),
        ("오로라 헤드폰 얼마예요?", "Aurora Neural Headphones"),
        ("which accessory is for a box?", "Lumen Light Bar"),
    ],
)
async def test_a_product_is_found_in_any_form_of_its_words(
    shelf: Shelf, question: str, first: str
) -> None:
    assert (await _products(shelf, question))[0] == first


async def test_a_name_weighs_more_than_a_description(shelf: Shelf) -> None:
    assert (await _products(shelf, "desk"))[:2] == [
        "Atlas Standing Desk",
        "Echo Conference Speaker",
    ]
    assert (await _products(shelf, "aurora"))[:2] == [
        "Aurora Neural Headphones",
        "Orbit Travel Pouch",
    ]


async def test_a_category_finds_its_products_first(shelf: Shelf) -> None:
    assert set((await _products(shelf, "audio products"))[:2]) == {
        "Aurora Neural Headphones",
        "Echo Conference Speaker",
    }


async def test_no_more_than_the_wanted_blocks_come(shelf: Shelf) -> None:
    question = "headphones, speaker, desk, light bar or pouch?"

    assert len(await _products(shelf, question)) == 3
    assert len(await _products(shelf, question, limit=1)) == 1


@pytest.mark.parametrize("question", ["Do you sell flying cars?", "하늘을 나는 자동차 있어요?"])
async def test_what_is_not_sold_finds_nothing(shelf: Shelf, question: str) -> None:
    assert await _products(shelf, question) == []


async def test_words_that_the_documents_write_apart_are_found(shelf: Shelf) -> None:
    shelf.publish([_document("a", "Head phones can be returned."), _document("b", "Opening hours")])

    found = await shelf.search().find("headphones", _TODAY)

    assert [hit.passage.text for hit in found.hits] == ["Head phones can be returned."]


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("HM-2041 재고 있나요?", "HM-2041 텀블러"),
        ("is hm-2041 in stock", "HM-2041 텀블러"),
        ("F-12/B 양식은 어디에 내나요?", "Form F-12/B goes to the store manager."),
        ("INV_03.2", "INV_03.2 recount sheet"),
    ],
)
async def test_an_article_or_form_number_is_found_as_it_is_written(
    shelf: Shelf, question: str, wanted: str
) -> None:
    near = ["HM-2042 텀블러", "2041 HM 컵", "Form F-12 A goes to B.", "INV 03 and 2 more sheets"]
    texts = ["HM-2041 텀블러", "Form F-12/B goes to the store manager.", "INV_03.2 recount sheet"]
    shelf.publish([_document(f"d{n}", text) for n, text in enumerate([*near, *texts])])

    found = await shelf.search().find(question, _TODAY)

    assert found.hits[0].passage.text == wanted


# --- what stands for a word ---------------------------------------------------------------------


def _asked(shelf: Shelf, question: str, glossary: Glossary = NO_GLOSSARY) -> Found:
    return Wording(shelf.library, glossary, shelf.published().number).asked(question).found


def test_a_name_in_hangul_stands_for_the_one_in_latin_letters(shelf: Shelf) -> None:
    shelf.publish(
        [_document("a", "TrailMaster X4 Tent"), _document("b", "텐트는 창고에 있습니다.")]
    )

    asked = _asked(shelf, "트레일마스터 텐트 환불되나요?")

    assert set(asked.alternatives.values()) == {(("trailmast",),)}
    assert "텐트" not in asked.alternatives


def test_a_word_that_the_documents_use_has_no_other_spelling(shelf: Shelf) -> None:
    shelf.publish([_document("a", "headphones"), _document("b", "head phones")])

    assert _asked(shelf, "headphones").alternatives == {}


def test_a_word_that_is_nowhere_is_as_rare_as_can_be(shelf: Shelf) -> None:
    shelf.publish([_document("a", "Refunds"), _document("b", "Refund hours")])

    rarity = _asked(shelf, "refund helicopters").rarity

    assert rarity["helicopt"] > rarity["refund"]


def test_the_glossary_comes_before_a_guess(shelf: Shelf) -> None:
    shelf.publish([_document("a", "Sweaters"), _document("b", "Jumps")])

    asked = _asked(shelf, "jumpers", Glossary.of([["jumper", "sweater"]]))

    assert asked.alternatives == {"jumper": (("sweater",),)}
