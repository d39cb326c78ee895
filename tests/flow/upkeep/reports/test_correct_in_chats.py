"""The whole way: asked in a chat, the rule changes, and the chat reads what holds today."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer

from bot.main.app import build
from bot.main.serve.web_server import build_server
from bot.settings import OpenAISettings, Settings, StoreSettings, TeamsSettings
from tests.flow.slack.stand_in.api import Refusal, Signed, SlackApi, mention, signed, signed_command
from tests.flow.slack.stand_in.bot import settings as slack_settings
from tests.flow.stand_in.changed_rule import PARKING, TILL, Store
from tests.flow.teams.asking.test_questions import CHANNEL, mentioned
from tests.flow.teams.stand_in.api import NOT_HERE, TeamsApi
from tests.flow.teams.stand_in.identity import activity


@dataclass
class Chats:
    """A bot that is in Slack and in Teams, as `storewise serve` builds it."""

    store: Store
    client: TestClient[Any, Any]
    slack: SlackApi
    slack_url: str
    teams: TeamsApi
    teams_url: str

    async def in_slack(self, request: Signed) -> None:
        body, headers = request
        await self.client.post("/slack/events", data=body, headers=headers)
        await self.slack.post()

    async def in_teams(self, **changes: Any) -> None:
        count = len(self.teams.messages)
        body = activity(**({"serviceUrl": self.teams_url} | changes))
        response = await self.client.post("/api/messages", json=body)
        assert response.status == 200
        await self.teams.message(count)


@pytest.fixture
async def chats(tmp_path: Path) -> AsyncIterator[Chats]:
    folder = tmp_path / "documents"
    folder.mkdir()
    slack, teams = SlackApi(), TeamsApi(token="")
    async with AsyncExitStack() as stack:
        apis = [
            await stack.enter_async_context(TestServer(one.application)) for one in (slack, teams)
        ]
        slack_url, teams_url = (str(one.make_url("/")) for one in apis)
        chosen = Settings(
            slack=slack_settings(slack_url),
            teams=TeamsSettings(auth="off", service_hosts=frozenset({"127.0.0.1"})),
            openai=OpenAISettings(api_key=None),
            store=StoreSettings(source=folder, data=tmp_path / "data"),
        )
        app = build(chosen)
        stack.callback(app.close)
        store = Store(folder, app)
        store.till("₩200,000")
        store.parking("30,000")
        await store.publish()
        server = TestServer(build_server(chosen, app).application)
        client = await stack.enter_async_context(TestClient(server))
        yield Chats(store, client, slack, slack_url, teams, teams_url)
    assert (slack.refused, teams.faults) == ([], [])


async def _asked(chats: Chats) -> None:
    """Two questions in Slack, one of them private, and one in Teams."""
    await chats.in_slack(signed(mention(TILL)))
    await chats.in_slack(signed_command("/ask", "U2", f"{chats.slack_url}respond/1", TILL))
    await chats.in_teams(**mentioned(TILL))


async def test_each_chat_reads_the_correction_where_its_answer_stands(chats: Chats) -> None:
    await _asked(chats)
    chats.store.till("₩300,000")
    await chats.store.publish()

    result = await chats.store.posted()
    again = await chats.store.posted()

    assert result.text == "corrections posted: 3 (slack 2, teams 1)"
    assert again.text == "corrections posted: 0"
    posts = {post.body["channel"]: post for post in [await chats.slack.post() for _ in "12"]}
    assert (posts["C1"].body["thread_ts"], posts["U2"].body.get("thread_ts")) == ("1.0", None)
    sent = chats.teams.messages[-1]
    assert sent.conversation_id == CHANNEL["id"]
    for shown in (posts["C1"].shown, posts["U2"].shown, sent.text):
        assert "₩200,000" in shown
        assert "₩300,000" in shown
    assert chats.slack.posted.empty()


async def test_in_korean(chats: Chats) -> None:
    await chats.in_slack(signed(mention(PARKING)))
    await chats.in_teams(**mentioned(PARKING))
    chats.store.parking("40,000")
    await chats.store.publish()

    result = await chats.store.posted("parking")

    post, sent = await chats.slack.post(), chats.teams.messages[-1]
    assert result.text == "corrections posted: 2 (slack 1, teams 1)"
    for shown in (post.shown, sent.text):
        assert "정정합니다." in shown
        assert "40,000원" in shown


async def test_what_the_platforms_refuse_is_named_and_comes_with_the_next_run(
    chats: Chats,
) -> None:
    await _asked(chats)
    (chats.store.folder / "cash.md").unlink()
    await chats.store.publish()
    chats.slack.refuse("chat.postMessage", Refusal("is_archived"))
    chats.teams.refuse(NOT_HERE)

    first = await chats.store.posted()
    second = await chats.store.posted()

    assert first.code == 1
    assert "corrections posted: 1" in first.text
    assert "is_archived" in first.text
    assert "BotNotInConversationRoster" in first.text
    assert (second.code, second.text) == (0, "corrections posted: 2 (slack 1, teams 1)")
