"""Administrators read in direct messages what does not work."""

import asyncio
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from aiohttp.test_utils import TestServer

from adapters.slack.app import build_slack
from adapters.web.server import WebServer
from adapters.web.watching.notices import News, keep_told, words_of
from bot.model.health import Trouble
from tests.fakes import FakeInbox
from tests.flow.slack.stand_in.api import Refusal, SlackApi
from tests.flow.slack.stand_in.bot import FakeConversation, bot, settings


@pytest.mark.parametrize(("locale", "said"), [("en-US", "the disk"), ("ko-KR", "디스크")])
async def test_a_trouble_is_told_once_in_the_language_of_the_administrator(
    locale: str, said: str, tmp_path: Path
) -> None:
    slack = SlackApi()
    slack.answers["users.info"] = {"user": {"id": "UADMIN", "team_id": "T1", "locale": locale}}

    async def troubles() -> dict[str, Trouble]:
        return {"disk": Trouble("almost_full", "Make room.")}

    async with TestServer(slack.application) as api:
        known = bot(FakeConversation(), tmp_path, FakeInbox())
        part = build_slack(settings(str(api.make_url("/"))), known)
        async with TestServer(WebServer([part]).application):
            with suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await keep_told(troubles, [part.notices.tell], look_s=0.05)

    post = slack.posted.get_nowait()
    assert post.body["channel"] == "UADMIN"
    assert said in post.text
    assert "Make room." in post.text
    assert slack.posted.empty()


@pytest.mark.parametrize(
    ("refused", "reached"), [(["UADMIN"], True), (["UADMIN", "UOTHER"], False)]
)
async def test_an_administrator_who_cannot_be_written_to_keeps_none_of_the_others(
    refused: list[str], reached: bool, tmp_path: Path
) -> None:
    slack = SlackApi()
    slack.refuse("chat.postMessage", *(Refusal("user_not_found") for _ in refused))
    news = News({"disk": Trouble("almost_full", "Make room.")})

    async with TestServer(slack.application) as api:
        known = bot(FakeConversation(), tmp_path, FakeInbox())
        admins = frozenset({"UADMIN", "UOTHER"})
        chosen = settings(str(api.make_url("/"))).model_copy(update={"admin_user_ids": admins})
        part = build_slack(chosen, known)
        async with TestServer(WebServer([part]).application):
            assert await part.notices.tell(partial(words_of, news)) is reached

    told = [slack.posted.get_nowait().body["channel"] for _ in range(slack.posted.qsize())]
    assert told == [one for one in ("UADMIN", "UOTHER") if one not in refused]
