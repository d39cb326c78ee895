"""Questions for products, in a store that has policies beside its catalogue."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.main.app import App, build
from bot.model import Confidence, Message, Platform, Reply, Verdict
from tests.flow.stand_in.editions import settings

_PRODUCTS = {
    "currency": "USD",
    "products": [
        {
            "name": "Aurora Neural Headphones",
            "category": "Audio",
            "price": 249.99,
            "description": "Adaptive noise-cancelling headphones. Ask anna.lee@mail.example.",
        },
        {
            "name": "Atlas Standing Desk",
            "category": "Furniture",
            "price": 599.00,
            "description": "Height-adjustable desk with memory presets.",
        },
        {
            "name": "Echo Conference Speaker",
            "category": "Audio",
            "price": 179.99,
            "description": "Speaker that hears every voice in the room.",
        },
        {
            "name": "한지 노트",
            "category": "문구",
            "price": 12.50,
            "description": "한지로 만든 노트.",
        },
    ],
}
_POLICIES = """# Returns

Headphones can be returned within 14 days if they are unopened.

# Gift cards

Gift cards cannot be refunded.
"""


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    source = tmp_path / "documents"
    source.mkdir()
    written = json.dumps(_PRODUCTS, ensure_ascii=False)
    (source / "products.json").write_text(written, encoding="utf-8")
    (source / "returns.md").write_text(_POLICIES, encoding="utf-8")
    app = build(settings(source, tmp_path / "data"))
    await app.indexer.rebuild()
    yield app
    app.close()


async def reply(app: App, text: str) -> Reply:
    return await app.conversation.handle(Message(Platform.CONSOLE, "", "me", text))


async def test_products_are_told_and_rules_and_values_stay_as_they_were(app: App) -> None:
    headphones = await reply(app, "What headphones do you have?")
    desks = await reply(app, "Tell me about desks")
    audio = await reply(app, "audio products")
    everything = await reply(app, "What products do you sell?")
    none = await reply(app, "Do you sell flying cars?")
    rule = await reply(app, "Can headphones be returned?")
    value = await reply(app, "How much is the Atlas desk?")

    assert "Aurora Neural Headphones (Audio): $249.99. Adaptive noise-" in headphones.text
    assert headphones.confidence is Confidence.HIGH
    assert "anna.lee" not in headphones.text
    assert desks.text.startswith("Atlas Standing Desk (Furniture): $599.00. Height-adjustable")
    assert [one.section for one in audio.sources] == [
        "Aurora Neural Headphones",
        "Echo Conference Speaker",
    ]
    assert everything.text.splitlines()[0] == "3 of 4 products:"
    assert len(everything.sources) == 3
    assert none.verdict in (Verdict.OFF_TOPIC, Verdict.INSUFFICIENT)
    assert rule.text.startswith("Headphones can be returned within 14 days")
    assert "$599.00" in value.text
    for told in (headphones, desks, audio, everything):
        assert all(one.quote in one.passage for one in told.sources)


async def test_products_are_told_in_korean_too(app: App) -> None:
    notebook = await reply(app, "노트 있어요?")
    headphones = await reply(app, "헤드폰 있어요?")
    everything = await reply(app, "무슨 제품이 있어요?")
    none = await reply(app, "날아다니는 자동차 있나요?")

    assert "한지 노트 (문구): $12.50. 한지로 만든 노트." in notebook.text
    assert "Aurora Neural Headphones (Audio): $249.99." in headphones.text
    assert everything.text.startswith("상품 4개 중 3개입니다.")
    assert none.verdict in (Verdict.OFF_TOPIC, Verdict.INSUFFICIENT)


@pytest.mark.parametrize(
    ("first", "then", "found"),
    [
        ("What headphones do you have?", "and desks?", "Atlas Standing Desk (Furniture): $599.00."),
        ("노트 있어요?", "헤드폰은요?", "Aurora Neural Headphones"),
    ],
)
async def test_another_product_is_asked_for_in_a_few_words(
    first: str, then: str, found: str, app: App
) -> None:
    before, after = [
        await app.conversation.handle(Message(Platform.SLACK, "T:1", "me", text))
        for text in (first, then)
    ]

    assert before.verdict is Verdict.PASS
    assert found in after.text
