"""Installations, states and renewed tokens of one replica are those of all."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiohttp.test_utils import TestServer
from slack_sdk.oauth.installation_store import Bot
from slack_sdk.oauth.installation_store.sqlalchemy import SQLAlchemyInstallationStore
from slack_sdk.oauth.state_store.sqlalchemy import SQLAlchemyOAuthStateStore
from slack_sdk.web.async_client import AsyncWebClient
from sqlalchemy import MetaData

from adapters.database import Database
from adapters.database.tables import slack_bots, slack_oauth_states
from adapters.slack.workspace.installations import Installations
from adapters.slack.workspace.rotation import Rotation
from adapters.slack.workspace.states import States
from bot.model.errors import InstallationsError
from tests.engines.postgresql import PostgresqlServer
from tests.flow.slack.stand_in.api import signed_json
from tests.flow.slack.stand_in.bot import running
from tests.flow.slack.stand_in.install import (
    CLIENT_ID,
    CLIENT_SECRET,
    SEOUL,
    SlackOfMany,
    begin,
    come_back,
    installable,
)

NOW = datetime(2026, 11, 28, tzinfo=UTC).timestamp()
LONG = "xoxb-" + "긴 token " * 60
"""Longer than the columns of Slack's SDK."""


@pytest.fixture
def replicas(postgresql: PostgresqlServer, tmp_path: Path) -> Iterator[tuple[Database, Database]]:
    with (
        postgresql.tables() as url,
        closing(Database(tmp_path, url)) as one,
        closing(Database(tmp_path, url)) as other,
    ):
        yield one, other


def bot(token: str = SEOUL.token, refresh: str | None = None, ends_at: int | None = None) -> Bot:
    return Bot(
        app_id="A1",
        team_id="T1",
        team_name="서울 Store",
        bot_token=token,
        bot_id="B1",
        bot_user_id="UBOT",
        bot_scopes="chat:write,commands",
        bot_refresh_token=refresh,
        bot_token_expires_at=ends_at,
        installed_at=NOW,
    )


async def token_of(installations: Installations) -> str | None:
    found = await installations.async_find_bot(enterprise_id=None, team_id="T1")
    return found.bot_token if found else None


async def comes(installations: Installations, token: str | None) -> None:
    for _ in range(500):
        if await token_of(installations) == token:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(token)


async def test_what_is_installed_and_removed_on_one_replica_is_on_all(
    replicas: tuple[Database, Database],
) -> None:
    here, there = (Installations(one, CLIENT_ID) for one in replicas)
    assert (await token_of(here), await token_of(there)) == (None, None)

    await here.async_save_bot(bot(LONG))
    await comes(there, LONG)
    await there.async_save_bot(bot("xoxb-again"))
    await comes(here, "xoxb-again")
    await here.async_delete_bot(enterprise_id=None, team_id="T1")
    await comes(there, None)


async def test_a_removal_is_known_after_postgresql_restarted(
    postgresql: PostgresqlServer, replicas: tuple[Database, Database]
) -> None:
    here, there = (Installations(one, CLIENT_ID) for one in replicas)
    await here.async_save_bot(bot())
    await comes(there, SEOUL.token)
    await asyncio.to_thread(postgresql.restart)

    await here.async_delete_bot(enterprise_id=None, team_id="T1")

    await comes(there, None)


async def test_who_installs_twice_at_once_leaves_one_token(
    replicas: tuple[Database, Database],
) -> None:
    here, there = (Installations(one, CLIENT_ID) for one in replicas)

    await asyncio.gather(
        *(one.async_save_bot(bot(f"xoxb-{n}")) for n in range(10) for one in (here, there))
    )

    found = (
        await replicas[0]
        .raising(InstallationsError)
        .read(lambda db: db.execute(slack_bots.select()).all())
    )
    assert len(found) == 1


async def test_a_state_of_one_replica_is_good_for_one_use_on_any(
    replicas: tuple[Database, Database],
) -> None:
    here, there = (States(one) for one in replicas)
    state = await here.async_issue()

    used = await asyncio.gather(*(one.async_consume(state) for one in (here, there) * 5))

    assert used.count(True) == 1


async def test_an_installation_that_one_replica_began_is_finished_by_another_once(
    replicas: tuple[Database, Database],
) -> None:
    slack = SlackOfMany(seoul=SEOUL)
    async with AsyncExitStack() as stack:
        one, other = [
            await stack.enter_async_context(
                running(slack, settings_of=installable, database=database)
            )
            for database in replicas
        ]
        begun = await begin(one)
        pages = [await come_back(bot, begun) for bot in (other, one)]
        status = (await one.send(signed_json(SEOUL.event("how long for headphones?")))).status
        await slack.post()

    assert [page.status for page in pages] == [200, 400]
    assert status == 200
    assert ("chat.postMessage", SEOUL.token) in slack.used


@asynccontextmanager
async def rotations(
    slack: SlackOfMany, replicas: tuple[Database, Database]
) -> AsyncIterator[list[tuple[Installations, Rotation]]]:
    async with TestServer(slack.application) as api:
        client = AsyncWebClient(base_url=str(api.make_url("/api/")))
        stores = [Installations(one, CLIENT_ID) for one in replicas]
        yield [(one, Rotation(one, client, CLIENT_ID, CLIENT_SECRET)) for one in stores]


async def test_replicas_renew_a_token_once_and_all_use_the_new_one(
    replicas: tuple[Database, Database],
) -> None:
    slack = SlackOfMany(seoul=replace(SEOUL, refresh="xoxe-1", expires_in=0))
    slack.slow = asyncio.Event()
    over = bot(refresh="xoxe-1", ends_at=1)

    async with rotations(slack, replicas) as ((here, one), (there, other)):
        await here.async_save_bot(over)
        await comes(there, over.bot_token)
        asyncio.get_running_loop().call_later(0.5, slack.slow.set)
        renewed = await asyncio.gather(*(who.fresh(over) for who in (one, other) * 3))

    assert slack.calls.count("oauth.v2.access") == 1
    assert len({each.bot_token for each in renewed if each}) == 1
    assert None not in renewed
    assert await token_of(there) == await token_of(here) == renewed[0].bot_token  # type: ignore[union-attr]


async def test_a_replica_that_stops_during_a_renewal_holds_up_others_for_a_moment_only(
    replicas: tuple[Database, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.slack.workspace.installations._LEASE", timedelta(0))
    slack = SlackOfMany(seoul=replace(SEOUL, refresh="xoxe-1", expires_in=0))
    over = bot(refresh="xoxe-1", ends_at=1)

    async with rotations(slack, replicas) as ((here, _), (there, other)):
        await here.async_save_bot(over)
        await here.to_renew(over)  # and nothing more
        renewed = await other.fresh(over)

    assert renewed is not None
    assert renewed.bot_token == await token_of(there)


async def test_a_renewed_token_that_cannot_be_stored_is_used_and_stored_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.slack.workspace.rotation._STORE_S", 0.05)
    slack = SlackOfMany(seoul=replace(SEOUL, refresh="xoxe-1", expires_in=0))
    over = bot(refresh="xoxe-1", ends_at=1)

    with closing(Database(tmp_path)) as database:
        async with rotations(slack, (database, database)) as ((here, one), _):
            await here.async_save_bot(over)
            full = "BEFORE UPDATE ON slack_bots BEGIN SELECT RAISE(ROLLBACK, 'full'); END"
            _at_once(tmp_path, f"CREATE TRIGGER full {full}")
            renewed = await one.fresh(over)
            known, before = await token_of(here), await token_of(Installations(database, CLIENT_ID))
            _at_once(tmp_path, "DROP TRIGGER full")
            await one.drain()
            stored = await token_of(Installations(database, CLIENT_ID))

    assert renewed is not None
    assert renewed.bot_token == known == stored
    assert before == over.bot_token != stored


def _at_once(data: Path, statement: str) -> None:
    with closing(sqlite3.connect(data / "storewise.db")) as database, database:
        database.execute(statement)


def test_the_tables_have_the_columns_that_slack_s_sdk_has() -> None:
    theirs = MetaData()
    bots = SQLAlchemyInstallationStore.build_bots_table(theirs, "bots")
    states = SQLAlchemyOAuthStateStore.build_oauth_states_table(theirs, "states")

    assert set(slack_bots.c.keys()) - set(bots.c.keys()) == {"renewing_until", "renewed_by"}
    assert set(bots.c.keys()) <= set(slack_bots.c.keys())
    assert set(states.c.keys()) == set(slack_oauth_states.c.keys())
