"""A store that was told its own rule is corrected with its own rule, whatever its time zone."""

from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.main.app import build
from bot.settings import OpenAISettings, Settings, StoreSettings
from tests.flow.stand_in.changed_rule import Store, page

_STORES = """
stores:
  gangnam: {name: {ko: 강남점, en: Gangnam}}
  kiritimati: {name: Kiritimati, timezone: Pacific/Kiritimati}
  pago: {name: Pago Pago, timezone: Pacific/Pago_Pago}
"""
_QUESTION = "how much is a lost locker key?"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    folder = tmp_path / "documents"
    folder.mkdir()
    (tmp_path / "stores.yaml").write_text(_STORES, encoding="utf-8")
    places = StoreSettings(source=folder, data=tmp_path / "data", stores=tmp_path / "stores.yaml")
    with closing(build(Settings(openai=OpenAISettings(api_key=None), store=places))) as app:
        made = Store(folder, app)
        made.write("keys.md", page("Keys", "A lost locker key costs $5.", language="en"))
        made.write("own.md", page("Own keys", "A lost locker key costs $9.", store="gangnam"))
        app.posts.add("slack", made.slack)
        await made.publish()
        yield made


async def test_it_is_asked_again_for_the_store(store: Store) -> None:
    await store.ask(_QUESTION, store="gangnam")
    store.write("own.md", page("Own keys", "A lost locker key costs $12.", store="gangnam"))
    await store.publish()

    await store.posted("own")

    [(_, reply)] = store.slack.posted
    assert "$9" in reply.text
    assert "$12" in reply.text
    assert "$5" not in reply.text


@pytest.mark.parametrize("where", ["kiritimati", "pago"])
async def test_a_store_where_it_is_another_day_is_told(store: Store, where: str) -> None:
    await store.ask(_QUESTION, store=where)
    store.write("keys.md", page("Keys", "A lost locker key costs $6.", language="en"))
    await store.publish()

    await store.posted("keys")

    [(_, reply)] = store.slack.posted
    assert "$6" in reply.text
