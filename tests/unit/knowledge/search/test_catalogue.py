"""Which products of a catalogue a question is about, and how they are shown to a model."""

from collections.abc import Iterable

import pytest

from knowledge.language.meanings.glossary import NO_GLOSSARY, Glossary
from knowledge.search.catalogue.catalogue import Catalogue, Product, context
from knowledge.search.catalogue.product_words import singular
from tests.unit.knowledge.texts import passage

_PRODUCTS = (
    ("Atlas Standing Desk", "Furniture", "$599.00", "Height-adjustable desk with memory presets."),
    (
        "Aurora Neural Headphones",
        "Audio",
        "$249.99",
        "Adaptive noise-cancelling headphones with neural interface for focus optimization.",
    ),
    ("Echo Conference Speaker", "Audio", "$179.99", "360-degree speaker that hears every voice."),
    ("Lumen Desk Lamp", "Lighting", "$79.00", "Warm light beside a keyboard or a screen."),
    ("Nimbus Keyboard", "Accessories", "$129.00", "Quiet keys; stands on any desk."),
)
_KOREAN = (
    ("무선헤드폰 소리", "음향", "₩39,000", "24시간 들을 수 있는 헤드폰입니다."),
    ("회의용 스피커", "음향", "₩89,000", "작은 회의실에 맞는 스피커입니다."),
    ("높이 조절 책상", "가구", "₩599,000", "앉거나 서서 쓰는 책상입니다."),
)


def product(name: str, category: str = "", price: str = "", description: str = "") -> Product:
    text = f"Product: {name}\nCategory: {category}\nPrice: {price}\nDescription: {description}"
    read = Product.of(passage(text.strip(), record=True))
    assert read is not None
    return read


def catalogue(
    rows: Iterable[tuple[str, ...]] = _PRODUCTS, glossary: Glossary = NO_GLOSSARY
) -> Catalogue:
    return Catalogue([product(*row) for row in rows], glossary)


def names(question: str, rows: Iterable[tuple[str, ...]] = _PRODUCTS) -> list[str]:
    return [one.name for one in catalogue(rows).best(question)]


# --- products of passages ------------------------------------------------------------------------


def test_a_product_is_read_from_its_record() -> None:
    record = passage(
        "Product: Desk\nCategory: Furniture\nPrice: $599.00\nDescription: Oak.\nTwo drawers.",
        record=True,
    )

    read = Product.of(record)

    assert read == Product("Desk", "Furniture", "$599.00", "Oak.\nTwo drawers.", record)


@pytest.mark.parametrize(
    ("text", "record"),
    [
        ("Refund: within 14 days.\nReceipt.", True),
        ("Product: Desk\nCategory: Furniture\nPrice: $599.00\nDescription: Oak.", False),
        ("Product: Desk", True),
    ],
)
def test_any_other_passage_is_no_product(text: str, record: bool) -> None:
    assert Product.of(passage(text, record=record)) is None


def test_the_context_has_a_block_for_each_product() -> None:
    products = catalogue().best("audio products")

    assert context(products) == (
        "Product: Aurora Neural Headphones\nCategory: Audio\nPrice: $249.99\n"
        "Description: Adaptive noise-cancelling headphones with neural interface for focus "
        "optimization."
        "\n---\n"
        "Product: Echo Conference Speaker\nCategory: Audio\nPrice: $179.99\n"
        "Description: 360-degree speaker that hears every voice."
    )


def test_the_context_leaves_out_the_lines_of_what_is_missing() -> None:
    assert context([product("Desk", price="$5")]) == "Product: Desk\nPrice: $5"
    assert context([product("책상", "가구")]) == "Product: 책상\nCategory: 가구"
    assert context([]) == ""


# --- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "one"),
    [
        ("accessories", "accessory"),
        ("ties", "tie"),
        ("buses", "bus"),
        ("boxes", "box"),
        ("quizzes", "quizz"),
        ("watches", "watch"),
        ("brushes", "brush"),
        ("headphones", "headphone"),
        ("desks", "desk"),
        ("gas", "gas"),
        ("desk", "desk"),
    ],
)
def test_a_plural_is_brought_to_its_singular(word: str, one: str) -> None:
    assert singular(word) == one


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("phone cases", "Phone Case"),
        ("phone case", "Travel Cases"),
        ("glass", "Wine Glasses"),
        ("glasses", "Wine Glass"),
        ("accessories", "Bag Accessory"),
        ("head phones", "Blue Headphones"),
        ("headphone", "Blue Head Phones"),
        ("sportswear", "Blue Sports Wear"),
        ("sports wear", "Blue Sportswear"),
        ("HEADPHONES!", "blue headphones"),
        ("cafés", "Café Table"),
        ("무선 헤드폰", "무선헤드폰"),
        ("무선헤드폰", "무선 헤드폰"),
        ("헤드폰은 있나요?", "무선헤드폰"),
        ("음향제품", "음향 세트"),
        ("문구류", "문구 세트"),
    ],
)
def test_a_word_is_found_in_another_form(question: str, name: str) -> None:
    assert names(question, [("Bread",), (name,)]) == [name]


# --- which products ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("What headphones do you have?", ["Aurora Neural Headphones"]),
        ("headphones", ["Aurora Neural Headphones"]),
        ("Tell me about Aurora Neural Headphones", ["Aurora Neural Headphones"]),
        ("speaker", ["Echo Conference Speaker"]),
        ("audio products", ["Aurora Neural Headphones", "Echo Conference Speaker"]),
        ("Which audio products can you recommend to me?",
         ["Aurora Neural Headphones", "Echo Conference Speaker"]),
        ("Do you have any conference speakers in the Audio category?",
         ["Echo Conference Speaker", "Aurora Neural Headphones"]),
        ("anything noise cancelling?", ["Aurora Neural Headphones"]),
        ("keyboards", ["Nimbus Keyboard"]),
        ("desk lamp", ["Lumen Desk Lamp", "Atlas Standing Desk"]),
        ("desks", ["Atlas Standing Desk"]),
    ],
)  # fmt: skip
def test_the_products_that_a_question_is_about_come_best_first(
    question: str, found: list[str]
) -> None:
    assert names(question) == found


def test_a_thing_is_not_what_is_called_after_it_or_stands_on_it() -> None:
    rows = [("Desk Lamp",), ("Mat", "", "", "For a desk."), ("Oak Desk",), ("Desks Duo",)]

    assert names("Tell me about desks", rows) == ["Oak Desk", "Desks Duo"]
    assert names("Tell me about desks", rows[:2]) == ["Desk Lamp"]
    assert names("Tell me about desks", rows[1:2]) == ["Mat"]


@pytest.mark.parametrize(
    "question",
    [
        "Do you sell flying cars?",
        "flying car",
        "What time do you open?",
        "How are you?",
        "What do you have?",
        "tell me about the",
        "",
        "?!",
        "하늘을 나는 자동차 있나요?",
        "뭐 있나요?",
        "알려줘",
        "😀",
    ],
)
def test_a_question_about_no_product_finds_none(question: str) -> None:
    assert names(question) == []
    assert names(question, _KOREAN) == []


def test_wireless_is_no_plural() -> None:
    assert names("wireless keyboard", [("Wireless Charger",)]) == []


@pytest.mark.parametrize("name", ["Flying Disc", "Car Charger", "Toy with flying cars on it"])
def test_a_word_that_only_describes_the_thing_is_not_the_thing(name: str) -> None:
    found = names("Do you sell flying cars?", [(name, "Toys")])

    assert found == ([name] if "flying cars" in name else [])


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("green tea", "Barley Tea 500 ml"),
        ("wool socks", "Bamboo Socks 3-Pack"),
        ("red umbrella", "Folding Umbrella (navy)"),
        ("leather case", "Case for Headphones"),
        ("bluetooth headphones", "Aurora Headphones - black"),
    ],
)
def test_the_thing_itself_is_found_although_not_every_word_is_there(
    question: str, name: str
) -> None:
    assert names(question, [(name,)]) == [name]


def test_what_is_only_described_has_to_have_every_word() -> None:
    rows = [("Drone", "Toys", "$5", "Flying time: 20 minutes."), ("Kite", "Toys", "$5", "Flies.")]

    assert names("flying cars", rows) == []
    assert names("flying time", rows) == ["Drone"]


@pytest.mark.parametrize(
    "question",
    [
        "What products do you sell?",
        "What do you sell?",
        "show me your catalogue",
        "무슨 제품이 있어요?",
        "어떤 상품을 팔고 있나요?",
        "뭐 팔아요?",
        "상품 목록 보여줘",
    ],
)
def test_of_the_whole_catalogue_the_first_three_are_given(question: str) -> None:
    assert names(question) == [name for name, *_ in _PRODUCTS[:3]]
    assert len(catalogue().best(question, limit=5)) == 5
    assert names(question, []) == []


def test_a_word_in_a_name_counts_more_than_one_in_a_description() -> None:
    rows = [
        ("Stand", "Audio", "", "For neural headphones of any size."),
        ("Neural Headphones", "Audio", "", "With a band."),
    ]

    fits = catalogue(rows).fitting("neural audio headphones")

    assert [fit.product.name for fit in fits] == ["Neural Headphones", "Stand"]
    assert fits[0].score > fits[1].score


def test_each_word_is_worth_its_letters_twice_in_a_name_and_once_more_side_by_side() -> None:
    [fit] = catalogue([("Blue Lamp", "Light", "", "")]).fitting("blue lamp")

    tokens, pair, phrase = 2 * len("blue") + 2 * len("lamp"), 2 * len("bluelamp"), len("blue lamp")
    assert fit.score == tokens + pair + phrase


def test_products_that_fit_as_well_stay_in_their_order() -> None:
    rows = [("Mug A", "Cups"), ("Mug B", "Cups"), ("Mug C", "Cups"), ("Mug D", "Cups")]

    assert names("mugs", rows) == ["Mug A", "Mug B", "Mug C"]


def test_what_is_asked_for_is_the_thing_with_all_that_is_said_of_it() -> None:
    questions = (
        "desk lamp",
        "lighting: a lamp",
        "lamp set",
        "neural interface headphones",
        "blue headphones",
        "neural",
    )

    told = [catalogue().fitting(one)[0].is_asked_for for one in questions]

    assert told == [True, True, False, False, False, False]


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("헤드폰 있어요?", ["무선헤드폰 소리"]),
        ("스피커 어떤 거 있나요?", ["회의용 스피커"]),
        ("책상에 대해 알려줘", ["높이 조절 책상"]),
        ("음향 제품 추천해 주세요", ["무선헤드폰 소리", "회의용 스피커"]),
        ("가구는 뭐가 있어요?", ["높이 조절 책상"]),
    ],
)
def test_korean_products_are_found_without_particles(question: str, found: list[str]) -> None:
    assert names(question, _KOREAN) == found


@pytest.mark.parametrize(
    ("question", "rows", "found"),
    [
        ("헤드폰 있어요?", _PRODUCTS, ["Aurora Neural Headphones"]),
        ("스피커 어떤 거 있나요?", _PRODUCTS, ["Echo Conference Speaker"]),
        ("Do you have speakers?", _KOREAN, ["회의용 스피커"]),
    ],
)
def test_a_foreign_word_is_found_as_it_sounds(
    question: str, rows: Iterable[tuple[str, ...]], found: list[str]
) -> None:
    assert names(question, rows) == found


def test_a_word_that_means_the_same_stands_in_where_no_product_has_its_own() -> None:
    glossary = Glossary.of([["headphones", "earphones", "이어폰"], ["desk", "책상"]])
    one = catalogue(glossary=glossary)

    assert [product.name for product in one.best("이어폰")] == ["Aurora Neural Headphones"]
    assert [product.name for product in one.best("earphones")] == ["Aurora Neural Headphones"]
    assert one.best("책상 있나요?")[0].name == "Atlas Standing Desk"


@pytest.mark.parametrize("word", ["환불 규정", "규정 있어요?", "policies", "정책"])
def test_a_word_for_rules_is_never_compared_by_its_sound(word: str) -> None:
    assert names(word, [("Pot", "Kitchen"), ("Pallet", "Police"), ("Cheek Stick", "")]) == []


@pytest.mark.parametrize("question", ["head set", "sets", "세트", "' OR 1=1 --", "7"])
def test_a_number_or_a_set_alone_is_no_product(question: str) -> None:
    assert names(question, [("Pour-Over Set",), ("USB-C Hub 7-in-1",), ("도장 세트",)]) == []


def test_products_in_both_languages_are_found_the_askers_own_first() -> None:
    glossary = Glossary.of(
        [["umbrella", "우산"], ["drink", "음료"], ["milk", "dairy", "유제품", "우유"]]
    )
    rows = [
        ("Folding Umbrella", "Rain"),
        ("접이식 우산", "우천"),
        ("Barley Tea", "Drinks"),
        ("식혜", "음료"),
        ("흰 우유 1L", "유제품"),
        ("딸기 요거트", "유제품"),
    ]
    one = catalogue(rows, glossary)

    def found(question: str) -> list[str]:
        return [product.name for product in one.best(question)]

    assert found("umbrellas") == ["Folding Umbrella", "접이식 우산"]
    assert found("우산 있어요?") == ["접이식 우산", "Folding Umbrella"]
    assert found("음료 뭐 있어요?") == ["식혜", "Barley Tea"]
    assert found("Do you sell milk?") == ["흰 우유 1L"]


def test_a_question_of_any_length_is_answered_at_once() -> None:
    one = catalogue()

    assert one.best("desk " * 10_000)
    assert one.best("x" * 100_000) == ()
