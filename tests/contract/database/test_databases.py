"""The databases that tests are given: empty, apart, and as lasting as real ones."""

import sqlite3
from collections.abc import Callable
from contextlib import closing

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from tests.engines.postgresql import PostgresqlServer


def connect(url: str) -> "psycopg.Connection[tuple[str]]":
    return psycopg.connect(make_conninfo(url.replace("+psycopg", "")), autocommit=True)


def kept(url: str) -> list[str]:
    with connect(url) as connection:
        return [text for (text,) in connection.execute("SELECT text FROM questions")]


def keep(url: str, text: str) -> None:
    with connect(url) as connection:
        connection.execute("CREATE TABLE questions (text varchar)")
        connection.execute("INSERT INTO questions VALUES (%s)", (text,))


def stopped_at_once(server: PostgresqlServer) -> None:
    server.stop(immediate=True)
    server.start()


def killed(server: PostgresqlServer) -> None:
    server.kill()
    server.start()


@pytest.mark.parametrize("broken", [PostgresqlServer.restart, stopped_at_once, killed])
@pytest.mark.parametrize("text", ["환불은 며칠 안에 되나요?", "How long may I return it?"])
def test_a_row_survives_the_server(
    postgresql: PostgresqlServer, broken: Callable[[PostgresqlServer], None], text: str
) -> None:
    with postgresql.database() as url:
        keep(url, text)

        broken(postgresql)

        assert kept(url) == [text]


def test_a_killed_server_breaks_its_connections(postgresql: PostgresqlServer) -> None:
    with postgresql.database() as url, closing(connect(url)) as connection:
        connection.execute("SELECT 1")

        killed(postgresql)

        with pytest.raises(psycopg.OperationalError):
            connection.execute("SELECT 1")


def test_two_databases_do_not_see_each_other(postgresql: PostgresqlServer) -> None:
    with postgresql.database() as one, postgresql.database() as other:
        keep(one, "영업시간")
        keep(other, "opening hours")

        assert (kept(one), kept(other)) == (["영업시간"], ["opening hours"])


def test_its_owner_is_no_superuser(postgresql: PostgresqlServer) -> None:
    with (
        postgresql.database() as url,
        connect(url) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute("CREATE ROLE another")


def test_each_engine_begins_empty(database_url: str) -> None:
    assert tables(database_url) == 0


def tables(url: str) -> int:
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file:
            return int(file.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0])
    with connect(url) as connection:
        found = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
        return int(found.fetchall()[0][0])
