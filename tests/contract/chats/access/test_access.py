"""Nobody sees what they may not: three roles, documents for three audiences, every way in."""

import asyncio
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from bot.main.app import App, build
from bot.model.access import read_with
from bot.settings import OpenAISettings, Settings, StoreSettings
from knowledge.model.documents import Audience
from tests.contract.chats.access import http as access_http
from tests.contract.chats.access import mcp as access_mcp
from tests.contract.chats.access import slack as access_slack
from tests.contract.chats.access import teams as access_teams
from tests.contract.chats.access.cases import ALL, QUESTIONS, canaries_in, write_documents

_WAYS: dict[str, tuple[str, Any, Audience | None]] = {
    f"{platform}: {name}": (platform, way, most)
    for platform, ways in (
        ("Slack", access_slack.WAYS),
        ("Teams", access_teams.WAYS),
        ("HTTP", access_http.WAYS),
        ("MCP", access_mcp.WAYS),
    )
    for name, (way, most) in ways.items()
}
_TRUSTED = (Audience.MANAGER, Audience.ADMIN)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """The whole bot, with a document for each audience in each language."""
    folder = tmp_path_factory.mktemp("access")
    write_documents(folder / "documents")
    store = StoreSettings(source=folder / "documents", data=folder / "data")
    app = build(Settings(openai=OpenAISettings(api_key=None), store=store))
    asyncio.run(app.indexer.rebuild())
    yield app
    app.close()


def _running(platform: str, app: App, data: Path) -> AbstractAsyncContextManager[Any]:
    if platform == "Slack":
        return access_slack.on_slack(app, data)
    if platform == "HTTP":
        return access_http.on_http(app)
    if platform == "MCP":
        return access_mcp.on_mcp(app)
    return access_teams.on_teams(app)


@pytest.mark.parametrize(
    "role",
    [Audience.STAFF, *(pytest.param(one, marks=pytest.mark.long) for one in _TRUSTED)],
)
@pytest.mark.parametrize("way_in", _WAYS)
async def test_a_way_in_shows_what_its_person_may_read_where_others_read_it(
    app: App, tmp_path: Path, way_in: str, role: Audience
) -> None:
    platform, ask, most = _WAYS[way_in]
    async with _running(platform, app, tmp_path) as chat:
        for audience, language in ALL:
            await ask(chat, role, QUESTIONS[audience][language])
        shown = await chat.shown()

    # What is shared stands where all read it, whoever clicks.
    reader = Audience.ADMIN if way_in.endswith(": sharing") else role
    expected = set(read_with(reader, most).readable) if most else set()
    assert canaries_in(shown) == expected


@pytest.mark.parametrize("role", Audience)
@pytest.mark.parametrize("platform", ["Slack", "Teams"])
async def test_who_takes_a_thread_over_is_told_no_more_than_they_may_know(
    app: App, tmp_path: Path, platform: str, role: Audience
) -> None:
    async with _running(platform, app, tmp_path) as chat:
        for audience, language in ALL:
            await chat.takes_over(role, QUESTIONS[audience][language])
        shown = await chat.shown()

    told, may_know = canaries_in(shown), set(read_with(role, Audience.MANAGER).readable)
    assert told <= may_know
    # The thread goes on for those who could have read what was said in it.
    assert role is Audience.STAFF or told == may_know


@pytest.mark.parametrize(
    "asked",
    [
        "How many days are lost umbrellas kept? What changed in Kestrel?",
        "분실한 우산은 며칠 동안 보관하나요? 황조롱이는 무엇이 바뀌었나요?",
    ],
)
async def test_what_refuses_one_of_several_questions_is_not_shared_with_all(
    app: App, tmp_path: Path, asked: str
) -> None:
    async with access_slack.on_slack(app, tmp_path) as chat:
        await chat.shared(Audience.ADMIN, asked)
        shown = await chat.shown()

    # It names a document of the managers that it does not cite.
    assert canaries_in(shown) == set()
