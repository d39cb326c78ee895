"""A language model's choice that comes after the answer, on the page."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from aiohttp.test_utils import TestServer

from bot.main.app import build
from bot.main.serve.web_server import build_server
from tests.e2e_web.conftest import Browser, Page
from tests.flow.answers.model.test_slow_model import CHOICES, settings_with
from tests.flow.stand_in.openai_api import OpenAIApi, chooses, openai_api, thinking

BUDGET_S, THINKS_S = 1.5, 3.0
CHOSEN = pytest.mark.parametrize(
    ("locale", "question", "own", "better", "reading", "revised"),
    [
        ("en-US", *CHOICES[0], "Reading what I found", "Updated with the language model"),
        ("ko-KR", *CHOICES[1], "찾은 내용을 읽는 중", "언어 모델이 고른 내용으로 바꿨습니다"),
    ],
    ids=["en", "ko"],
)


@pytest.fixture(scope="module")
def api() -> Iterator[OpenAIApi]:
    with openai_api() as api:
        yield api


@asynccontextmanager
async def serving(folder: Path, api: OpenAIApi) -> AsyncIterator[TestServer]:
    settings = settings_with(folder, api)
    openai = settings.openai.model_copy(update={"chat_budget_s": BUDGET_S})
    settings = settings.model_copy(update={"openai": openai})
    with closing(build(settings)) as app:
        await app.indexer.rebuild()
        server = TestServer(build_server(settings, app).application)
        await server.start_server(shutdown_timeout=0.1)
        try:
            yield server
        finally:
            await server.close()


async def write(page: Page, question: str) -> None:
    await page.fill("#question", question)
    await page.press("#question", "Enter")


@CHOSEN
async def test_the_answer_is_there_first_and_replaced_once_in_its_place(
    opened: Browser,
    api: OpenAIApi,
    tmp_path: Path,
    locale: str,
    question: str,
    own: str,
    better: str,
    reading: str,
    revised: str,
) -> None:
    api.play = thinking(THINKS_S, chooses(better))

    async with (
        serving(tmp_path, api) as server,
        opened.at(str(server.make_url("/")), locale) as page,
    ):
        await write(page, question)
        await page.get_by_text(reading).wait_for()
        panes = page.locator(".turn .panes")
        await panes.wait_for()
        first = await panes.inner_text()
        await opened.shoot(page, f"revision-before-{locale[:2]}")
        await page.locator(".sources summary").click()
        note = page.get_by_text(revised)
        await note.wait_for()
        then = await panes.inner_text()
        await opened.shoot(page, f"revision-after-{locale[:2]}")
        await page.wait_for_timeout(200)

        assert own in first
        assert better not in first
        assert better in then
        assert own not in then
        assert await page.locator(".turn").count() == await panes.count() == 1
        assert await page.locator(".sources[open]").count() == 1
        assert await opened.findings(page) == []


@CHOSEN
async def test_on_a_phone_the_chosen_chat_stays(
    opened: Browser,
    api: OpenAIApi,
    tmp_path: Path,
    locale: str,
    question: str,
    own: str,
    better: str,
    reading: str,
    revised: str,
) -> None:
    api.play = thinking(THINKS_S, chooses(better))

    async with (
        serving(tmp_path, api) as server,
        opened.at(str(server.make_url("/")), locale, 375) as page,
    ):
        await write(page, question)
        await page.get_by_role("button", name="Teams").click()
        await page.get_by_text(revised).wait_for()
        await opened.shoot(page, f"revision-phone-{locale[:2]}")

        assert better in await page.locator(".panes .teams").inner_text()
        assert await page.locator(".panes .teams").is_visible()
        assert not await page.locator(".panes .slack").is_visible()


@CHOSEN
async def test_the_next_question_leaves_the_answer_before_as_it_is(
    opened: Browser,
    api: OpenAIApi,
    tmp_path: Path,
    locale: str,
    question: str,
    own: str,
    better: str,
    reading: str,
    revised: str,
) -> None:
    api.play = thinking(THINKS_S, chooses(better))

    async with (
        serving(tmp_path, api) as server,
        opened.at(str(server.make_url("/")), locale) as page,
    ):
        await write(page, question)
        await page.locator(".turn .panes").wait_for()
        await write(page, "hello" if locale == "en-US" else "안녕하세요")
        await page.locator(".turn .panes").nth(1).wait_for()
        await page.wait_for_timeout(1000 * (THINKS_S + 1))

        assert own in await page.locator(".turn .panes").first.inner_text()
        assert await page.get_by_text(revised).count() == 0


@CHOSEN
async def test_the_answer_stands_where_the_connection_is_lost_meanwhile(
    opened: Browser,
    api: OpenAIApi,
    tmp_path: Path,
    locale: str,
    question: str,
    own: str,
    better: str,
    reading: str,
    revised: str,
) -> None:
    api.play = thinking(THINKS_S, chooses(better))

    async with (
        serving(tmp_path, api) as server,
        opened.at(str(server.make_url("/")), locale, complains=True) as page,
    ):
        await write(page, question)
        await page.locator(".turn .panes").wait_for()
        await server.close()
        await page.wait_for_timeout(1000 * (THINKS_S + 1))

        assert own in await page.locator(".turn .panes").inner_text()
        assert await page.locator(".turn .wrong").count() == 0
