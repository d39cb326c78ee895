"""A store whose rules are written in Slack."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.main.app import build
from bot.settings import OpenAISettings, RulesSettings, Settings, StoreSettings
from tests.flow.stand_in.changed_rule import Store, page

STORES = """
stores:
  gangnam: {name: {en: Gangnam, ko: 강남점}}
owners:
  Customer Care: {slack: U7}
  Finance: {slack: [C7, U9]}
"""


@pytest.fixture
def approval() -> bool:
    """Whether a second person has to approve."""
    return False


@pytest.fixture
def store(tmp_path: Path, approval: bool) -> Iterator[Store]:
    folder, stores = tmp_path / "documents", tmp_path / "stores.yaml"
    folder.mkdir()
    stores.write_text(STORES, encoding="utf-8")
    places = StoreSettings(source=folder, data=tmp_path / "data", stores=stores)
    settings = Settings(
        openai=OpenAISettings(api_key=None), store=places, rules=RulesSettings(approval=approval)
    )
    with closing(build(settings)) as app:
        made = Store(folder, app)
        made.till("₩200,000")
        made.write("gate.md", page("Gate", "The gate opens at 07:00.", language="en"))
        asyncio.run(made.publish())
        yield made
