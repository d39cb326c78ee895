"""These tests need a browser: `make e2e-web` installs what drives it, and says where it is."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from aiohttp.test_utils import TestServer

from bot.main.app import App
from bot.main.serve.web_server import build_server
from bot.settings import Settings
from tests.sample_bot import sample_bot, sample_settings

_STORES = """
stores:
  gangnam: {name: {ko: 강남점, en: Gangnam}}
  leeds: {name: Leeds}
"""
Page = Any
"""A page of the browser; playwright is no package of the project."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--chromium", type=Path, help="the browser")
    parser.addoption("--axe", type=Path, help="axe.min.js of axe-core")
    parser.addoption("--shots", type=Path, help="a folder for screenshots")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if config.getoption("chromium", None) is None else None


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """The sample handbook, without a key of any vendor and without a chat; with two stores."""
    folder = tmp_path_factory.mktemp("data")
    (folder / "stores.yaml").write_text(_STORES, encoding="utf-8")
    sample = sample_settings(folder)
    stores = sample.store.model_copy(update={"stores": folder / "stores.yaml"})
    return sample.model_copy(update={"store": stores})


@pytest.fixture(scope="session")
def app(settings: Settings) -> Iterator[App]:
    """The bot, with its documents indexed."""
    with sample_bot(settings) as app:
        yield app


@pytest_asyncio.fixture
async def address(app: App, settings: Settings) -> AsyncIterator[str]:
    """The address of a server."""
    async with TestServer(build_server(settings, app).application) as server:
        yield str(server.make_url("/"))


@pytest_asyncio.fixture
async def opened(address: str, request: pytest.FixtureRequest) -> AsyncIterator["Browser"]:
    """Opens the page as people have it."""
    config = request.config
    # Only there where `make e2e-web` has installed it.
    driver = import_module("playwright.async_api")
    async with driver.async_playwright() as playwright:
        program = await playwright.chromium.launch(
            executable_path=str(config.getoption("chromium")), args=["--no-sandbox"]
        )
        yield Browser(program, address, config)
        await program.close()


class Browser:
    """A browser; each page is a person of its own."""

    def __init__(self, program: Any, address: str, config: pytest.Config) -> None:
        self._program = program
        self._address = address
        self._config = config
        self._axe = config.getoption("axe").read_text(encoding="utf-8")

    @asynccontextmanager
    async def page(
        self,
        locale: str = "en-US",
        width: int = 1280,
        scheme: str = "light",
        *,
        complains: bool = False,
    ) -> AsyncIterator[Page]:
        """The page with its examples; the browser may complain, such as of a lost server."""
        address = self._address
        async with self.at(address, locale, width, scheme, complains=complains) as page:
            await page.wait_for_selector("#examples button")
            yield page

    @asynccontextmanager
    async def at(
        self,
        address: str,
        locale: str = "en-US",
        width: int = 1280,
        scheme: str = "light",
        *,
        complains: bool = False,
    ) -> AsyncIterator[Page]:
        """Any page; at the end, the browser has complained of nothing."""
        complaints: list[str] = []
        async with AsyncExitStack() as stack:
            about = {"viewport": {"width": width, "height": 900}}
            context = await self._program.new_context(**about, locale=locale, color_scheme=scheme)
            stack.push_async_callback(context.close)
            page = await context.new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on(
                "console",
                lambda said: complaints.append(said.text) if said.type == "error" else None,
            )
            await page.goto(address)
            yield page
        assert complains or complaints == []

    async def ask(self, page: Page, question: str) -> None:
        """Types a question, and waits for its reply."""
        known = await page.locator(".turn .panes").count()
        await page.fill("#question", question)
        await page.press("#question", "Enter")
        await page.locator(".turn .panes").nth(known).wait_for()

    async def shoot(self, page: Page, name: str) -> None:
        """Keeps a screenshot if a folder is given."""
        folder = self._config.getoption("shots", None)
        if folder is not None:
            await page.screenshot(path=str(folder / f"{name}.png"), full_page=True)

    async def findings(self, page: Page) -> list[str]:
        """What axe-core finds serious or critical."""
        await page.evaluate(self._axe)
        found = await page.evaluate("axe.run()")
        return [
            f"{one['id']}: {node['html']}"
            for one in found["violations"]
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]
