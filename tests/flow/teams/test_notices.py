"""Administrators read in their personal chats what does not work."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import unused_port

from adapters.web.watching.notices import News, words_of
from bot.model.health import Trouble
from tests.flow.teams.stand_in.bot import ADMIN, Running, running
from tests.flow.teams.stand_in.identity import Body

NEWS = News({"disk": Trouble("almost_full", "Make room.")})
BY_ADMIN = {"id": "29:admin", "aadObjectId": ADMIN}
GROUP = {"id": "19:group@thread.v2", "conversationType": "groupChat"}


async def asked(bot: Running, **changes: Any) -> Body:
    """A message that got its answer."""
    body = bot.said(**changes)
    await bot.send(body)
    await bot.teams.message(len(bot.teams.messages))
    await bot.inbox.emptied()
    return body


@pytest.mark.parametrize(("locale", "said"), [("en-US", "the disk"), ("ko-KR", "디스크")])
async def test_an_administrator_who_wrote_once_is_told_in_their_language(
    locale: str, said: str, tmp_path: Path
) -> None:
    async with running(data=tmp_path) as bot:
        body = await asked(bot, **{"from": BY_ADMIN}, locale=locale)

        reached = await bot.tell(partial(words_of, NEWS))

    notice = bot.teams.messages[-1]
    assert reached
    assert notice.conversation_id == body["conversation"]["id"]
    assert said in notice.text
    assert "Make room." in notice.text


async def test_the_next_server_still_knows_where_to_write(tmp_path: Path) -> None:
    port = unused_port()
    async with running(data=tmp_path, port=port) as bot:
        await asked(bot, **{"from": BY_ADMIN})

    async with running(data=tmp_path, teams=bot.teams, port=port) as later:
        reached = await later.tell(partial(words_of, NEWS))

    assert reached
    assert "the disk" in later.teams.messages[-1].text


@pytest.mark.parametrize(
    "changes", [{}, {"from": BY_ADMIN, "conversation": GROUP}], ids=["staff", "in a group"]
)
async def test_nobody_else_is_told(changes: Body, tmp_path: Path) -> None:
    async with running(data=tmp_path) as bot:
        await bot.send(bot.said(**changes))

        reached = await bot.tell(partial(words_of, NEWS))

    assert not reached
    assert not any("the disk" in one.text for one in bot.teams.messages)


async def test_a_damaged_file_of_chats_keeps_nobody_from_asking(tmp_path: Path) -> None:
    (tmp_path / "teams_admins.db").write_bytes(b"no database " * 100)

    async with running(data=tmp_path) as bot:
        await asked(bot, **{"from": BY_ADMIN})
        reached = await bot.tell(partial(words_of, NEWS))

    assert reached
