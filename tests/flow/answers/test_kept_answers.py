"""Answers that are kept: over a real index, with its dates, audiences and new versions."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from bot.main.app import App, build
from bot.model import Answer, Message, Platform, Scope
from bot.settings import CacheSettings, OpenAISettings, Settings, StoreSettings
from bot.upkeep.evaluation import Golden, asked
from knowledge.model.documents import Audience

OLD = """---
title: Coats
effective_until: 2026-06-30
---
Coats can be returned within 30 days of purchase.
"""
NEW = """---
title: Coats
version: 2
doc_id: coats
effective_from: 2026-07-01
---
Coats can be returned within {days} days of purchase.
"""
FOR_MANAGERS = """---
title: Coats for managers
audience: manager
---
Coats can be returned to a manager within 90 days of purchase.
"""
QUESTION = "How long after purchase can coats be returned?"
TODAY = date(2026, 11, 21)


@dataclass(frozen=True)
class Shop:
    """The bot over a folder of documents."""

    app: App
    folder: Path

    async def says(self, days: int) -> None:
        """Index the documents with this many days in the newest rule."""
        (self.folder / "coats-2.md").write_text(NEW.format(days=days), encoding="utf-8")
        await self.app.indexer.rebuild()

    async def asked(self, as_of: date = TODAY, audience: Audience = Audience.STAFF) -> Answer:
        scope = Scope(as_of=as_of, audience=audience)
        message = Message(Platform.CONSOLE, "", "me", QUESTION, scope=scope)
        reply = await self.app.conversation.handle(message)
        assert reply.answer is not None
        return reply.answer


@pytest.fixture
async def shop(source: Path, tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Shop]:
    folder = tmp_path / "coats"
    folder.mkdir()
    (folder / "coats.md").write_text(OLD, encoding="utf-8")
    (folder / "managers.md").write_text(FOR_MANAGERS, encoding="utf-8")
    app = build(
        Settings(
            openai=OpenAISettings(api_key=None),
            store=StoreSettings(source=folder, data=tmp_path / "data"),
            cache=CacheSettings(answer_cache=getattr(request, "param", 10)),
        )
    )
    made = Shop(app, folder)
    await made.says(14)
    yield made
    app.close()


async def test_who_asks_the_same_gets_the_same_at_once(shop: Shop) -> None:
    first, second = [await shop.asked() for _ in range(2)]

    assert "14 days" in first.text
    assert (first.cached, second.cached, second.text) == (False, True, first.text)
    assert second.citations == first.citations
    assert second.trace_id != first.trace_id


async def test_no_answer_crosses_days_or_audiences(shop: Shop) -> None:
    now = await shop.asked()
    before = await shop.asked(as_of=date(2026, 6, 30))
    manager = await shop.asked(audience=Audience.MANAGER)
    staff = await shop.asked()

    assert ("14 days" in now.text, "30 days" in before.text) == (True, True)
    assert "90 days" in manager.text
    assert "90" not in staff.text
    assert [one.cached for one in (now, before, manager, staff)] == [False, False, False, True]


async def test_a_new_index_answers_at_once(shop: Shop) -> None:
    await shop.asked()
    await shop.says(21)
    anew = await shop.asked()
    await shop.app.indexer.roll_back()
    back = await shop.asked()

    assert ("21 days" in anew.text, anew.cached) == (True, False)
    assert ("14 days" in back.text, back.cached) == (True, True)


async def test_the_evaluation_measures_how_answers_are_made(shop: Shop) -> None:
    golden = Golden("q", QUESTION, "en", answerable=True)

    answers = [await shop.app.ways.past_cache.answer(asked(golden, TODAY)) for _ in range(2)]

    assert [one.cached for one in answers] == [False, False]


@pytest.mark.parametrize("shop", [0], indirect=True)
async def test_a_setting_turns_it_off(shop: Shop) -> None:
    answers = [await shop.asked() for _ in range(2)]

    assert [one.cached for one in answers] == [False, False]
