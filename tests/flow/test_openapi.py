"""What a program may send by the OpenAPI document, and what it may not: no 5xx, no surprise.

Schemathesis makes the requests; `make fuzz` sends many more.
"""

import asyncio
import os
import shutil
import threading
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import requests
import schemathesis
from aiohttp import web
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode

from bot.app import App, build
from bot.keys import Key, new_key_id, new_secret
from bot.settings import SAMPLE, OpenAISettings, Settings, StoreSettings
from knowledge.model import Audience
from tests.flow.api_server import web_server

_EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "6"))  # noqa: TID251 - how long `make fuzz` takes
_ROLES = (Audience.STAFF, Audience.ADMIN)


_BOUNDED = settings(
    max_examples=_EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    folder = tmp_path_factory.mktemp("openapi")
    (folder / "documents").mkdir()
    for name in ("refund-policy.v2.md", "lost-property.md"):
        shutil.copy(SAMPLE / "en" / name, folder / "documents" / name)
    store = StoreSettings(source=folder / "documents", data=folder / "data")
    app = build(Settings(openai=OpenAISettings(api_key=None), store=store))
    asyncio.run(app.indexer.rebuild())
    yield app
    app.close()


@pytest.fixture(scope="module")
def address(app: App) -> Iterator[str]:
    """Where the API listens, in a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    runner = web.AppRunner(web_server(app, local=False).application)

    async def listening() -> str:
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        return "http://{}:{}".format(*runner.addresses[0][:2])

    yield asyncio.run_coroutine_threadsafe(listening(), loop).result()
    asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result()
    asyncio.run_coroutine_threadsafe(loop.shutdown_default_executor(), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture(scope="module")
def secrets(app: App) -> dict[Audience, str]:
    """A key for each role."""
    made: dict[Audience, str] = {}
    for role in _ROLES:
        secret = new_secret()
        key = Key(new_key_id(), str(role), role, datetime.now(UTC))
        asyncio.run(app.keys.add(key, secret))
        made[role] = secret
    return made


@pytest.mark.parametrize("role", _ROLES)
def test_every_answer_is_one_that_the_document_names(
    role: Audience, address: str, secrets: dict[Audience, str]
) -> None:
    headers = {"Authorization": f"Bearer {secrets[role]}"}
    document = requests.get(f"{address}/api/v1/openapi.json", timeout=10).json()

    asked = Counter[str]()
    known: Any = schemathesis.openapi.from_dict(document)
    for found in known.get_all_operations():
        operation = found.ok()
        takes_something = operation.definition.raw.keys() & {"requestBody", "parameters"}
        wrong = (GenerationMode.NEGATIVE,) if takes_something else ()
        for mode in (GenerationMode.POSITIVE, *wrong):

            @_BOUNDED
            @given(case=operation.as_strategy(generation_mode=mode))
            def send(case: Any) -> None:
                asked[case.operation.label] += 1
                case.call_and_validate(base_url=address, headers=headers, timeout=60)

            send()

    assert set(asked) == {
        f"{method.upper()} {path}" for path, item in document["paths"].items() for method in item
    }
