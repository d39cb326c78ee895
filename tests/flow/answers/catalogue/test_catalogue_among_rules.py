"""Questions for rules and for products, in a store whose products are called after its rules."""

import asyncio
from collections.abc import Iterator

import pytest

from bot.main.app import App, build
from bot.model import Confidence, Message, Platform, Reply, Verdict
from tests.flow.answers.catalogue import mixed_store
from tests.flow.api.server import serving
from tests.flow.stand_in.editions import settings


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    folder = tmp_path_factory.mktemp("mixed")
    app = build(settings(mixed_store.write(folder / "documents"), folder / "data"))
    asyncio.run(app.indexer.rebuild())
    yield app
    app.close()


async def reply(app: App, text: str) -> Reply:
    return await app.conversation.handle(Message(Platform.CONSOLE, "", "me", text))


def products(said: Reply) -> list[str]:
    names = {name for name, *_ in mixed_store.PRODUCTS}
    return [one.section for one in said.sources if one.section in names]


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Do you have gift cards?", "plastic cards and as app gift cards"),
        ("Do you sell gift cards?", "plastic cards and as app gift cards"),
        ("gift cards", "plastic cards and as app gift cards"),
        ("Tell me about gift cards", "plastic cards and as app gift cards"),
        ("카드 있어요?", "체크카드"),
        ("상품권 팔아요?", "1만 원"),
        ("상품권 있나요?", "1만 원"),
        ("Do you have returns?", "30 days"),
        ("Do you offer refunds?", "14 days"),
        ("Can I get a refund?", "original means of payment"),
        ("Refund policy", "14 days"),
        ("Do you have a return policy?", "14 days"),
        ("환불 있어요?", "14일 이내"),
        ("반품 있나요?", "14일 이내"),
        ("환불 규정 알려줘", "14일 이내"),
        ("lost property", "lost property log"),
        ("Do you have lost property?", "found"),
        ("분실물 있어요?", "lost property log"),
        ("Tell me about water", "dispenser"),
        ("water", "dispenser"),
    ],
)
async def test_a_question_for_a_rule_is_answered_with_the_rule(
    question: str, says: str, app: App
) -> None:
    said = await reply(app, question)

    assert said.verdict is Verdict.PASS
    assert says in said.text
    assert products(said) == []


async def test_a_word_for_rules_is_no_product_that_sounds_like_it(app: App) -> None:
    assert products(await reply(app, "규정 있어요?")) == []


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("What headphones do you have?",
         ["Aurora Neural Headphones", "Breeze Wired Headphones", "무선 헤드폰"]),
        ("헤드폰 있어요?",
         ["무선 헤드폰", "Aurora Neural Headphones", "Breeze Wired Headphones"]),
        ("Do you have an umbrella?", ["Folding Umbrella", "접이식 우산"]),
        ("우산 있어요?", ["접이식 우산", "Folding Umbrella"]),
        ("문구류 보여줘", ["환불 도장 세트", "한지 노트", "젤 볼펜"]),
        ("음료 뭐 있어요?", ["Sparkling Water", "식혜", "Barley Tea"]),
        ("음료수 뭐 있나요", ["Sparkling Water", "Barley Tea", "식혜"]),
        ("drinks", ["Barley Tea", "식혜"]),
        ("Tell me about desks", ["Atlas Standing Desk"]),
        ("Do you sell milk?", ["흰 우유 1L"]),
        ("스피커 있나요?", ["Echo Conference Speaker"]),
        ("gift card holder", ["Gift Card Holder"]),
        ("Do you sell return address labels?", ["Return Address Labels"]),
        ("Do you have policy binders?", ["Policy Binder"]),
        ("카드 지갑 있어요?", ["카드 지갑"]),
        ("환불 도장 있어요?", ["환불 도장 세트"]),
        ("Do you sell sparkling water?", ["Sparkling Water"]),
        ("cheapest headphones", ["Breeze Wired Headphones"]),
        ("제일 싼 헤드폰 뭐예요?", ["Breeze Wired Headphones"]),
        ("현미 5kg 가격", ["현미 5kg"]),
        ("키보드 가격 얼마야", ["기계식 키보드"]),
    ],
)  # fmt: skip
async def test_a_question_for_a_product_is_answered_from_the_catalogue(
    question: str, found: list[str], app: App
) -> None:
    said = await reply(app, question)

    assert products(said) == found
    assert said.confidence is Confidence.HIGH


async def test_an_answer_is_less_sure_where_a_rule_may_be_meant(app: App) -> None:
    said = await reply(app, "Do you have water?")

    assert products(said) == ["Sparkling Water"]
    assert said.confidence is Confidence.MEDIUM


async def test_a_price_is_said_in_a_sentence_and_in_the_language_of_its_record(app: App) -> None:
    rice = await reply(app, "현미 5kg 가격")
    keyboard = await reply(app, "keyboard price")

    assert rice.text == "현미 5kg (식품): $18.00. [1]"
    assert keyboard.text == "Nimbus Keyboard (Accessories): $129.00. [1]"


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("head set", []),
        ("' OR 1=1 --", []),
        ("Can I get a refund?", []),
        ("규정 있어요?", []),
        ("환불 규정 알려줘", []),
        ("headphones", ["Aurora Neural Headphones", "Breeze Wired Headphones", "무선 헤드폰"]),
        ("umbrella", ["Folding Umbrella", "접이식 우산"]),
    ],
)
async def test_the_concierge_finds_only_what_is_meant(
    question: str, found: list[str], app: App
) -> None:
    async with serving(app) as client:
        _, said = await client.post("/api/ai/ask", {"question": question})

    blocks = [one for one in said["context_used"].split("\n---\n") if one]
    names = [one.partition("\n")[0].removeprefix("Product: ") for one in blocks]
    assert names == found
