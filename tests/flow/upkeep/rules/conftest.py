"""A bot with two rules, in whose chats people write more of them."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.main.app import build
from bot.settings import OpenAISettings, RulesSettings, Settings, StoreSettings
from tests.flow.stand_in.changed_rule import Store, page


@pytest.fixture
def rights() -> RulesSettings:
    """The settings of who writes rules; a test replaces it."""
    return RulesSettings()


@pytest.fixture
def settings(tmp_path: Path, rights: RulesSettings) -> Settings:
    folder = tmp_path / "documents"
    folder.mkdir()
    stores = tmp_path / "stores.yaml"
    stores.write_text(
        "stores:\n  gangnam: {name: {en: Gangnam, ko: 강남점}, channels: {slack: [C1]}}\n"
        "owners:\n  Finance: {slack: U7}\n",
        encoding="utf-8",
    )
    places = StoreSettings(source=folder, data=tmp_path / "data", stores=stores)
    return Settings(openai=OpenAISettings(api_key=None), store=places, rules=rights)


@pytest.fixture
def store(settings: Settings, tmp_path: Path) -> Iterator[Store]:
    with closing(build(settings)) as app:
        made = Store(tmp_path / "documents", app)
        made.till("₩200,000")
        made.parking("30,000")
        made.write("keys.md", page("Keys", "The keys hang behind the desk.", language="en"))
        app.posts.add("slack", made.slack)
        asyncio.run(made.publish())
        yield made
