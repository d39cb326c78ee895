"""Settings of channels: kept in a file, checked, and the workspace's where there are none."""

import asyncio
import sqlite3
import stat
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.chat.channels.channels import Channels, wrong_in
from adapters.chat.channels.settings import AnswerMode, ChannelSettings
from bot.model import Platform, Scope
from bot.model.errors import ChannelsError
from bot.stores import Store, Stores
from knowledge.model.documents import Audience

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


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "slack.db"


def test_a_channel_that_nobody_has_set_has_the_defaults(path: Path) -> None:
    assert Channels(path, DEFAULTS).of("T1", "C1") == DEFAULTS


async def test_settings_are_there_at_once_and_after_a_restart(path: Path) -> None:
    channels = Channels(path, DEFAULTS)

    await channels.set("T1", "C1", OWN)

    assert [channels.of("T1", "C1"), Channels(path, DEFAULTS).of("T1", "C1")] == [OWN, OWN]
    assert [channels.of("T2", "C1"), channels.of("T1", "C2")] == [DEFAULTS, DEFAULTS]


async def test_later_settings_take_the_place_of_earlier_ones(path: Path) -> None:
    channels = Channels(path, DEFAULTS)
    await channels.set("T1", "C1", OWN)

    await channels.set("T1", "C1", ChannelSettings())

    assert Channels(path, DEFAULTS).of("T1", "C1") == ChannelSettings()


async def test_many_at_once_are_all_kept(path: Path) -> None:
    channels = Channels(path, DEFAULTS)

    await asyncio.gather(*(channels.set("T1", f"C{n}", OWN) for n in range(20)))

    again = Channels(path, DEFAULTS)
    assert all(again.of("T1", f"C{n}") == OWN for n in range(20))


async def test_settings_from_before_there_were_roles_are_for_everybody_s_documents(
    path: Path,
) -> None:
    before = replace(OWN, audience=Audience.STAFF, store=None)
    await Channels(path, DEFAULTS).set("T1", "C1", before)
    with closing(sqlite3.connect(path)) as db:
        db.executescript(
            "ALTER TABLE channel DROP COLUMN audience; ALTER TABLE channel DROP COLUMN store;"
            "PRAGMA user_version = 1"
        )

    channels = Channels(path, DEFAULTS)
    assert channels.of("T1", "C1") == before

    await channels.set("T1", "C1", OWN)
    assert Channels(path, DEFAULTS).of("T1", "C1") == OWN


async def test_settings_from_before_there_were_stores_are_of_none(path: Path) -> None:
    await Channels(path, DEFAULTS).set("T1", "C1", OWN)
    with closing(sqlite3.connect(path)) as db:
        db.executescript("ALTER TABLE channel DROP COLUMN store; PRAGMA user_version = 2")

    assert Channels(path, DEFAULTS).of("T1", "C1") == replace(OWN, store=None)


async def test_a_channel_is_of_the_store_that_the_file_names_for_its_platform(path: Path) -> None:
    slack = Channels(path, DEFAULTS, Platform.SLACK, STORES)

    assert [slack.of("T1", one).store for one in ("C1", "C2", "C3")] == ["gangnam", None, None]

    await slack.set("T1", "C1", replace(OWN, store="jeju"))
    await slack.set("T1", "C2", replace(OWN, store="jeju"))
    assert [slack.of("T1", one).store for one in ("C1", "C2")] == ["jeju", "jeju"]


async def test_a_store_that_the_file_names_is_not_kept_so_that_the_file_may_change(
    path: Path,
) -> None:
    await Channels(path, DEFAULTS, Platform.SLACK, STORES).set("T1", "C1", OWN)
    moved = Stores([Store("jeju", {"ko": "제주점"}, channels={Platform.SLACK: ("C1",)})])

    assert Channels(path, DEFAULTS, Platform.SLACK, moved).of("T1", "C1").store == "jeju"


def test_only_the_user_of_the_bot_can_read_the_file(path: Path) -> None:
    Channels(path, DEFAULTS)

    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"this is no database at all, not by far" * 40, b"SQLite for"])
def test_a_damaged_file_is_said_at_the_start_with_what_to_do(content: bytes, path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(content)

    with pytest.raises(ChannelsError, match=r"slack\.db is damaged; put a copy of it back"):
        Channels(path, DEFAULTS)


@pytest.mark.parametrize(
    "change", ["answer_mode = 'sometimes'", "language = 'fr'", "audience = 'all'"]
)
async def test_a_row_that_makes_no_sense_is_said_at_the_start(change: str, path: Path) -> None:
    await Channels(path, DEFAULTS).set("T1", "C1", OWN)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"UPDATE channel SET {change}")  # noqa: S608 - from the lines above

    with pytest.raises(ChannelsError, match="is damaged"):
        Channels(path, DEFAULTS)


def test_a_file_of_a_newer_version_is_left_alone(path: Path) -> None:
    Channels(path, DEFAULTS)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("PRAGMA user_version = 99")

    with pytest.raises(ChannelsError, match="newer storewise"):
        Channels(path, DEFAULTS)


def test_a_folder_that_cannot_be_used_is_said_without_sqlite_s_words(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file", encoding="utf-8")

    with pytest.raises(ChannelsError, match="cannot be read or written; let this user"):
        Channels(tmp_path / "data" / "slack.db", DEFAULTS)


async def test_what_could_not_be_written_does_not_hold(path: Path) -> None:
    channels = Channels(path, DEFAULTS)
    take_away(path)

    with pytest.raises(ChannelsError, match="cannot be read or written"):
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
    settings: ChannelSettings, field: str, path: Path
) -> None:
    channels = Channels(path, DEFAULTS)

    wrong = wrong_in(settings)

    assert list(wrong) == [field]
    assert wrong[field]["en"] != wrong[field]["ko"]
    with pytest.raises(ValueError, match="must be valid"):
        await channels.set("T1", "C1", settings)


def take_away(path: Path) -> None:
    path.unlink()
    path.mkdir()
