"""The bot with its sample handbook, without a key of any vendor and without a chat."""

import asyncio
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.main.app import App, build
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings

OWNERS = """
owners:
  Store Operations: {slack: U2, teams: bbbbbbbb-0000-4000-8000-000000000001}
  Customer Care: {slack: U2, teams: bbbbbbbb-0000-4000-8000-000000000001}
"""
"""The owners of the two documents that contradict each other: the same person looks after both."""


def sample_settings(data: Path, owners: Path | None = None) -> Settings:
    """Its settings, with its data in a folder, and the file of its owners."""
    return Settings(
        openai=OpenAISettings(api_key=None),
        slack=SlackSettings(bot_token=None),
        store=StoreSettings(data=data, stores=owners),
    )


@contextmanager
def sample_bot(settings: Settings) -> Iterator[App]:
    """The bot, with its documents indexed."""
    with closing(build(settings)) as app:
        asyncio.run(app.indexer.rebuild())
        yield app
