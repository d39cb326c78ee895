"""Keys of programs: made, listed and revoked at the command line; no file tells one."""

import asyncio
import json
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from adapters.database import Database
from adapters.records.api_keys import SqlKeys
from bot.__main__ import main
from bot.model.errors import KeyNameError, KeysError
from bot.model.kept import Key, new_key_id, new_secret
from knowledge.model.documents import Audience

_NOW = datetime(2026, 11, 27, 9, 0, tzinfo=UTC)
_TODAY = date(2026, 11, 27)
pytestmark = pytest.mark.usefixtures("process_as_it_was")


def key(name: str = "till", **about: object) -> Key:
    given: dict[str, object] = {"role": Audience.STAFF, "made_at": _NOW, **about}
    return Key(new_key_id(), name, **given)  # type: ignore[arg-type]


def _bytes(folder: Path) -> bytes:
    return b"".join(one.read_bytes() for one in folder.iterdir())


@pytest.fixture
def keys(database: Database) -> SqlKeys:
    return SqlKeys(database)


async def test_a_key_is_found_by_what_was_shown_once_and_by_nothing_else(keys: SqlKeys) -> None:
    made, secret = key(store_type="cafe"), new_secret()
    await keys.add(made, secret)

    found = await keys.found(secret)
    others = [await keys.found(one) for one in ("", secret[:-1], f"{secret}x", "sw_é\udcff")]

    assert found == made
    assert others == [None] * 4


async def test_the_file_holds_no_key(tmp_path: Path) -> None:
    secret = new_secret()
    with closing(Database(tmp_path)) as database:
        await SqlKeys(database).add(key(), secret)
        written = _bytes(tmp_path)

    assert secret.encode() not in written


async def test_of_two_keys_of_one_name_that_are_made_at_once_one_is_kept(
    keys: SqlKeys, database: Database
) -> None:
    made = await asyncio.gather(
        *(one.add(key(), new_secret()) for one in (keys, SqlKeys(database))),
        return_exceptions=True,
    )

    assert sorted(type(one).__name__ for one in made) == ["KeyNameError", "NoneType"]
    assert len(await keys.all()) == 1


async def test_a_revoked_key_lets_nobody_in_and_its_name_is_free_again(keys: SqlKeys) -> None:
    secret = new_secret()
    await keys.add(key(), secret)
    with pytest.raises(KeyNameError):
        await keys.add(key(), new_secret())

    revoked = await keys.revoke("till", _NOW)
    again = await keys.revoke("till", _NOW)
    await keys.add(key(made_at=_NOW + timedelta(hours=1)), new_secret())

    found = await keys.found(secret)
    assert revoked is not None
    assert again is None
    assert found is not None
    assert not found.is_valid(_TODAY)
    assert [one.revoked_at for one in await keys.all()] == [_NOW, None]


@pytest.mark.parametrize(("days", "valid"), [(0, True), (-1, False), (30, True)])
def test_a_key_lets_in_up_to_its_last_day(days: int, *, valid: bool) -> None:
    made = key(expires_on=_TODAY + timedelta(days=days))

    assert made.is_valid(_TODAY) is valid


async def test_requests_of_a_day_are_counted_over_restarts(database: Database) -> None:
    counted = []
    for _ in range(3):
        counted.append(await SqlKeys(database).counted("k1", _TODAY, 2))
        database.close()
    keys = SqlKeys(database)
    other = await keys.counted("k2", _TODAY, 2)
    tomorrow = await keys.counted("k1", _TODAY + timedelta(days=1), 2)

    assert counted == [True, True, False]
    assert (other, tomorrow) == (True, True)


async def test_a_damaged_file_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "storewise.db").write_bytes(b"no database" * 100)

    with (
        closing(Database(tmp_path)) as database,
        pytest.raises(KeysError, match="put a copy of it back"),
    ):
        await SqlKeys(database).found("sw_x")


def _run(*arguments: str) -> int:
    return main(["keys", *arguments])


def test_the_command_line_shows_a_key_once(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert source.exists()
    made = _run("add", "till-app", "--role", "staff", "--store", "Cafe", "--expires", "2999-01-01")
    shown = capsys.readouterr()
    listed = _run("list")
    names = capsys.readouterr().out
    revoked = _run("revoke", "till-app")
    _run("list", "--json")

    assert (made, listed, revoked) == (0, 0, 0)
    assert shown.out.startswith("sw_")
    assert shown.out.strip() not in names
    assert "till-app  staff  store cafe, valid until 2999-01-01" in names
    [kept] = json.loads(capsys.readouterr().out.partition("\n")[2])
    assert (kept["name"], kept["role"], kept["store_type"]) == ("till-app", "staff", "cafe")
    assert kept["revoked_at"]


def test_making_and_revoking_is_in_the_audit_log_without_the_name(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert source.exists()
    _run("add", "mina.kim", "--role", "admin")
    _run("revoke", "mina.kim")
    capsys.readouterr()

    main(["audit"])

    told = capsys.readouterr().out
    assert "keys add  done" in told
    assert "keys revoke  done" in told
    assert "mina" not in told


@pytest.mark.parametrize(
    "arguments",
    [
        ("add", "a b", "--role", "staff"),
        ("add", "a", "--role", "boss"),
        ("add", "a"),
        ("add", "a", "--role", "staff", "--expires", "soon"),
        ("add", "k0123456789a", "--role", "staff"),
    ],
)
def test_a_wrong_word_is_refused(arguments: tuple[str, ...], source: Path) -> None:
    assert source.exists()
    with pytest.raises(SystemExit) as stopped:
        _run(*arguments)

    assert stopped.value.code == 2


def test_a_key_that_has_expired_already_is_not_made(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert source.exists()

    code = _run("add", "till", "--role", "staff", "--expires", "2020-01-01")

    assert (code, capsys.readouterr().out) == (2, "")


def test_a_name_that_is_taken_and_one_that_is_unknown_are_told(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert source.exists()
    _run("add", "till", "--role", "staff")

    twice, unknown = _run("add", "till", "--role", "staff"), _run("revoke", "other")

    told = capsys.readouterr().err
    assert (twice, unknown) == (2, 1)
    assert "a key named till exists" in told
    assert "there is no valid key named other" in told
