"""A bot with a few rules of its own, in whose Teams people write more of them."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.main.app import App, build
from bot.model.rules import WrittenRule
from bot.settings import OpenAISettings, RulesSettings, Settings, StoreSettings
from tests.flow.slack.stand_in.bot import FakeConversation
from tests.flow.stand_in.changed_rule import Store
from tests.flow.teams.stand_in.api import Sent
from tests.flow.teams.stand_in.bot import Running, running
from tests.flow.teams.stand_in.form import card_faults, cards_in
from tests.flow.teams.stand_in.identity import TENANT, Body

OWNER = "77777777-0000-4000-8000-000000000007"
MANAGER = "99999999-0000-4000-8000-000000000009"
CLERK = "bbbbbbbb-0000-4000-8000-000000000001"
CAGE = "Parrots and other birds may come in if they are in a cage."
PARROT = "Can customers bring a parrot into the store?"
_STORES = """
stores:
  gangnam: {{name: {{en: Gangnam, ko: 강남점}}}}
  haeundae: {{name: {{en: Haeundae, ko: 해운대점}}}}
owners:
  Finance: {{teams: "{address}"}}
"""


def by(person: str, locale: str = "en-US") -> Body:
    """What is different in an activity of somebody, in their own chat."""
    chat = {"id": f"a:{person[:4]}", "conversationType": "personal"}
    who = {"id": f"29:{person[:4]}", "aadObjectId": person}
    return {"from": who, "conversation": chat, "locale": locale}


@dataclass
class Desk:
    """The bot in Teams, with what it keeps."""

    bot: Running
    store: Store

    async def asked(self, question: str = PARROT, **changes: Any) -> Sent:
        """The answer to a question."""
        before = len(self.bot.teams.messages)
        await self.bot.send(self.bot.said(question, id=f"9{before}", **changes))
        return await self.bot.teams.message(before)

    async def opened(self, data: Body, **changes: Any) -> Body:
        """The card that a button opens."""
        return self._card(await self.bot.invoke("task/fetch", {"data": data}, **changes))

    async def sent(self, data: Body, **changes: Any) -> Body:
        """The card that follows a form or a button of a dialog."""
        return self._card(await self.bot.invoke("task/submit", {"data": data}, **changes))

    def _card(self, answer: Body) -> Body:
        [card] = cards_in(answer)
        assert card_faults(card) == []
        return card


def actions(node: Any) -> dict[str, Body]:
    """What each button of a card sends, by its verb."""
    if isinstance(node, list):
        return {verb: data for one in node for verb, data in actions(one).items()}
    if not isinstance(node, dict):
        return {}
    found = actions([value for value in node.values() if isinstance(value, (list, dict))])
    data = node.get("data") or {}
    return found | ({data["verb"]: data} if node.get("type") == "Action.Submit" else {})


def fields(node: Any) -> Body:
    """What the fields of a card hold, by their ids."""
    if isinstance(node, list):
        return {name: value for one in node for name, value in fields(one).items()}
    if not isinstance(node, dict):
        return {}
    if str(node.get("type")).startswith("Input."):
        return {node["id"]: node["value"]}
    return fields([value for value in node.values() if isinstance(value, (list, dict))])


def text_of(card: Body) -> str:
    return json.dumps(card, ensure_ascii=False)


async def kept(store: Store) -> list[WrittenRule]:
    return await store.app.kept.rules.counting()


async def answers(bot: Desk, question: str = PARROT, **changes: Any) -> Body:
    """The form for the answer to a question of somebody, as its own button opens it."""
    await bot.asked(question, **by(CLERK))
    [record] = await bot.store.app.kept.records.recent(f"teams:{TENANT}:29:{CLERK[:4]}", 1)
    opens = {"verb": "write_rule", "about": record.answer_id, "number": 0}
    return await bot.opened(opens, **changes)


async def saved(bot: Desk, text: str = CAGE, person: str = MANAGER, **changes: Any) -> Body:
    """What the form says once a rule of somebody is saved."""
    form = await answers(bot, **by(person))
    preview = await previewed(bot, form, who=by(person), text=text, **changes)
    return await bot.sent(actions(preview)["save_rule"], **by(person))


async def previewed(bot: Desk, form: Body, **changes: Any) -> Body:
    who = changes.pop("who", by(MANAGER))
    return await bot.sent(actions(form)["preview_rule"] | fields(form) | changes, **who)


@pytest.fixture
def rights() -> RulesSettings:
    """The settings of who writes rules; a test replaces it."""
    return RulesSettings()


@pytest.fixture
def address() -> str:
    """Where the owner of the rule about the till reads messages; a test replaces it."""
    return OWNER


@pytest.fixture
def app(tmp_path: Path, rights: RulesSettings, address: str) -> Iterator[App]:
    folder, stores = tmp_path / "documents", tmp_path / "stores.yaml"
    folder.mkdir()
    stores.write_text(_STORES.format(address=address), encoding="utf-8")
    places = StoreSettings(source=folder, data=tmp_path / "data", stores=stores)
    settings = Settings(openai=OpenAISettings(api_key=None), store=places, rules=rights)
    with closing(build(settings)) as made:
        yield made


@pytest.fixture
def store(app: App, tmp_path: Path) -> Store:
    made = Store(tmp_path / "documents", app)
    made.till("₩200,000")
    made.parking("30,000")
    asyncio.run(made.publish())
    return made


@asynccontextmanager
async def desk(store: Store, **more: Any) -> AsyncIterator[Desk]:
    """Runs the bot of a store in Teams; further arguments are those of `running`."""
    app = store.app
    conversation = FakeConversation(records=app.kept.records)  # type: ignore[arg-type]
    conversation.handle = app.conversation.handle  # type: ignore[method-assign]
    known: dict[str, Any] = {
        "rules": app.rules,
        "stores": app.given.stores,
        "data": app.given.settings.store.data,
    }
    known["manager_object_ids"] = frozenset({MANAGER})
    async with running(conversation, **(known | more)) as bot:
        app.posts.add("teams", bot.corrections)
        yield Desk(bot, store)
