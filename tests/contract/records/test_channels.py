"""Settings of channels: kept in the database, checked, and the workspace's where there are none."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.chat.channels.channels import AnswerMode, Channels, ChannelSettings, wrong_in
from adapters.database import Database
from bot.model import Platform, Scope
from bot.model.errors import ChannelsError
from bot.stores import Store, Stores
from knowledge.model.documents import Audience
from tests.engines.databases import ENGINES, replicas_of

DEFAULTS = ChannelSettings(store_type="cafe", answer_mode=AnswerMode.MENTION)
OWN = ChannelSettings(
    store_type="convenience",
    category="refund",
    language="ko",
    answer_mode=AnswerMode.EVERY,
    private=True,
    allowed_groups=frozenset({"S012", "S345"}),
    audience=Audience.MANAGER,
    store="gangnam",
)
STORES = Stores(
    [
        Store("gangnam", {"ko": "강남점"}, channels={Platform.SLACK: ("C1",)}),
        Store("jeju", {"ko": "제주점"}, channels={Platform.TEAMS: ("C2",)}),
    ]
)


@pytest.fixture(params=ENGINES)
def replicas(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Database, ...]]:
    with replicas_of(request, tmp_path) as databases:
        yield databases


def test_a_channel_that_nobody_has_set_has_the_defaults(database: Database) -> None:
    assert Channels(database, DEFAULTS).of("T1", "C1") == DEFAULTS


async def test_settings_are_there_at_once_and_after_a_restart(database: Database) -> None:
    channels = Channels(database, DEFAULTS)

    await channels.set("T1", "C1", OWN)

    assert [channels.of("T1", "C1"), Channels(database, DEFAULTS).of("T1", "C1")] == [OWN, OWN]
    assert [channels.of("T2", "C1"), channels.of("T1", "C2")] == [DEFAULTS, DEFAULTS]


async def test_later_settings_take_the_place_of_earlier_ones(database: Database) -> None:
    channels = Channels(database, DEFAULTS)
    await channels.set("T1", "C1", OWN)

    await channels.set("T1", "C1", ChannelSettings())

    assert Channels(database, DEFAULTS).of("T1", "C1") == ChannelSettings()


async def test_many_at_once_are_all_kept(database: Database) -> None:
    channels = Channels(database, DEFAULTS)

    await asyncio.gather(*(channels.set("T1", f"C{n}", OWN) for n in range(20)))

    again = Channels(database, DEFAULTS)
    assert all(again.of("T1", f"C{n}") == OWN for n in range(20))


async def test_a_channel_is_of_the_store_that_the_file_names_for_its_platform(
    database: Database,
) -> None:
    slack = Channels(database, DEFAULTS, Platform.SLACK, STORES)

    assert [slack.of("T1", one).store for one in ("C1", "C2", "C3")] == ["gangnam", None, None]

    await slack.set("T1", "C1", replace(OWN, store="jeju"))
    await slack.set("T1", "C2", replace(OWN, store="jeju"))
    assert [slack.of("T1", one).store for one in ("C1", "C2")] == ["jeju", "jeju"]


async def test_a_store_that_the_file_names_is_not_kept_so_that_the_file_may_change(
    database: Database,
) -> None:
    await Channels(database, DEFAULTS, Platform.SLACK, STORES).set("T1", "C1", OWN)
    moved = Stores([Store("jeju", {"ko": "제주점"}, channels={Platform.SLACK: ("C1",)})])

    assert Channels(database, DEFAULTS, Platform.SLACK, moved).of("T1", "C1").store == "jeju"


async def test_what_one_replica_sets_holds_on_all_within_seconds(
    replicas: tuple[Database, ...],
) -> None:
    here, there = (Channels(one, DEFAULTS) for one in replicas)
    there.check()

    await here.set("T1", "C1", OWN)

    await comes(lambda: there.of("T1", "C1") == OWN)


async def test_a_channel_of_one_platform_is_none_of_the_other(database: Database) -> None:
    slack, teams = (Channels(database, DEFAULTS, one) for one in (Platform.SLACK, Platform.TEAMS))

    await slack.set("T1", "C1", OWN)
    await teams.set("T1", "C2", OWN)

    assert [one.of("T1", "C1") for one in (slack, teams)] == [OWN, DEFAULTS]
    assert [one.of("T1", "C2") for one in (slack, teams)] == [DEFAULTS, OWN]


async def test_what_another_replica_set_before_the_last_notice_was_heard_counts(
    database: Database,
) -> None:
    channels = Channels(database, DEFAULTS)
    channels.check()
    for number in range(10):
        await Channels(database, DEFAULTS).set("T1", "C1", replace(OWN, category=f"c{number}"))

    await comes(lambda: channels.of("T1", "C1").category == "c9")


def test_a_damaged_file_is_said_at_the_start_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "storewise.db").write_bytes(b"this is no database at all, not by far" * 40)

    with (
        closing(Database(tmp_path)) as database,
        pytest.raises(ChannelsError, match=r"storewise\.db .* is damaged; put a copy of it back"),
    ):
        Channels(database, DEFAULTS).check()


@pytest.mark.parametrize(
    "change", ["answer_mode = 'sometimes'", "language = 'fr'", "audience = 'all'"]
)
async def test_a_row_that_makes_no_sense_is_said_at_the_start(
    change: str, database: Database
) -> None:
    await Channels(database, DEFAULTS).set("T1", "C1", OWN)
    results = database.raising(ChannelsError)
    await results.write(lambda db: db.exec_driver_sql(f"UPDATE channels SET {change}").rowcount)  # noqa: S608 - from the lines above

    with pytest.raises(ChannelsError, match="storewise did not write; put a copy of it back"):
        Channels(database, DEFAULTS).check()


async def test_what_could_not_be_written_does_not_hold(tmp_path: Path) -> None:
    with closing(Database(tmp_path)) as database:
        channels = Channels(database, DEFAULTS)
        channels.check()
        with closing(sqlite3.connect(tmp_path / "storewise.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(ChannelsError, match="another process writes to it"):
                await channels.set("T1", "C1", OWN)

        assert channels.of("T1", "C1") == DEFAULTS


def test_a_channel_sets_the_scope_of_its_questions() -> None:
    assert OWN.scope == Scope("convenience", "refund", "ko", store="gangnam")


@pytest.mark.parametrize("settings", [ChannelSettings(), DEFAULTS, OWN])
def test_plausible_settings_have_nothing_wrong(settings: ChannelSettings) -> None:
    assert not wrong_in(settings)


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        (ChannelSettings(store_type="cafe; DROP TABLE"), "store_type"),
        (ChannelSettings(store_type=""), "store_type"),
        (ChannelSettings(category="x" * 61), "category"),
        (ChannelSettings(category="<!channel>"), "category"),
        (ChannelSettings(language="fr"), "language"),  # type: ignore[arg-type]  # from a form
        (ChannelSettings(allowed_groups=frozenset({"leads"})), "allowed_groups"),
        (ChannelSettings(allowed_groups=frozenset({"S012", "U012"})), "allowed_groups"),
    ],
)
async def test_what_is_no_value_at_all_is_refused_in_both_languages(
    settings: ChannelSettings, field: str, database: Database
) -> None:
    channels = Channels(database, DEFAULTS)

    wrong = wrong_in(settings)

    assert list(wrong) == [field]
    assert wrong[field]["en"] != wrong[field]["ko"]
    with pytest.raises(ValueError, match="must be valid"):
        await channels.set("T1", "C1", settings)


async def comes(what: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not what():  # noqa: ASYNC110 - nothing tells
            await asyncio.sleep(0.01)
