"""The bot with its sample handbook, without a key of any vendor and without a chat."""

import asyncio
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.app import App, build
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings


def sample_settings(data: Path) -> Settings:
    """Its settings, with its data in a folder."""
    return Settings(
        openai=OpenAISettings(api_key=None),
        slack=SlackSettings(bot_token=None),
        store=StoreSettings(data=data),
    )


@contextmanager
def sample_bot(settings: Settings) -> Iterator[App]:
    """The bot, with its documents indexed."""
    with closing(build(settings)) as app:
        asyncio.run(app.indexer.rebuild())
        yield app
