"""A real PostgreSQL of a test run's own, in a scratch folder, reached over a Unix socket."""

import os
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, LiteralString

import psycopg
from psycopg import sql

from adapters.database import Database
from bot.model.errors import RecordsError

if TYPE_CHECKING:
    from psycopg.rows import TupleRow

_START_S = 60
_ROLE = "storewise"
_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",  # a killed process loses nothing; only a machine without power does
    "max_connections": "200",
}
_END_OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
_SHAPE = """
SELECT relname, attname, atttypid, attnotnull
FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
ORDER BY relname, attnum
"""
_COUNT_ANEW = "SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S'"
_PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql@*/bin")


def programs() -> Path | None:
    """The folder of `initdb` and `postgres`: that of PATH, else the newest installed version's."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = [one for place in _PLACES for one in Path("/").glob(place[1:])]
    whole = [one for one in folders if (one / "initdb").exists() and (one / "postgres").exists()]
    return max(whole, key=_version, default=None)


@contextmanager
def postgresql_server(programs: Path) -> Generator["PostgresqlServer"]:
    """A running server; it and its data end with the block."""
    owner = _owner()
    with tempfile.TemporaryDirectory(prefix="storewise-pg-") as made:
        folder = Path(made)
        if owner is not None:
            os.chown(folder, pwd.getpwnam(owner).pw_uid, -1)
        server = PostgresqlServer(programs, folder, owner)
        server.create()
        try:
            yield server
        finally:
            server.stop()


class PostgresqlServer:
    """A server that a test may stop, kill and start again; what was committed stays."""

    def __init__(self, programs: Path, folder: Path, owner: str | None) -> None:
        self._programs = programs
        self._folder = folder
        self._owner = owner
        self._running: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        self._begun = ""
        self._shape: list[TupleRow] = []
        self._filled: set[str] = set()
        self._emptied: list[str] = []

    @contextmanager
    def database(self) -> Generator[str]:
        """The URL of an empty database, whose owner is no superuser; it goes with the block."""
        name = f"test_{next(self._numbers)}"
        self._run("CREATE DATABASE {} OWNER {} TEMPLATE template0", name, _ROLE)
        try:
            yield self._url(name)
        finally:
            if self._running is not None:
                self._run("DROP DATABASE {} WITH (FORCE)", name)

    @contextmanager
    def tables(self) -> Generator[str]:
        """The URL of a database as a first start leaves it: its tables, with nothing in them.

        Making one takes half a second, so it is emptied for the next test.
        """
        name = self._emptied.pop() if self._emptied else self._with_tables()
        try:
            yield self._url(name)
        finally:
            if self._running is not None:
                if self._empty(name):
                    self._emptied.append(name)
                else:
                    self._run("DROP DATABASE {} WITH (FORCE)", name)

    def create(self) -> None:
        """Makes the cluster, and starts it."""
        made = self._program(
            "initdb", "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C",
            "--no-sync", "--no-instructions",
        )  # fmt: skip
        if made.wait(_START_S) != 0:
            raise AssertionError(f"`initdb` made no cluster:\n{self.log()}")
        self.start()
        self._run("CREATE ROLE {} LOGIN", _ROLE)

    def start(self) -> None:
        """Returns once it takes connections."""
        deadline = time.monotonic() + _START_S
        while time.monotonic() < deadline:
            settings = [f"--{name}={value}" for name, value in _SETTINGS.items()]
            self._running = self._program("postgres", "-k", str(self._folder), *settings)
            if self._answers(self._running, deadline):
                return
            # The processes of a killed one may take a moment to see that it is gone.
            time.sleep(0.05)
        raise AssertionError(f"`postgres` did not start:\n{self.log()}")

    def stop(self, *, immediate: bool = False) -> None:
        """Rolls back what is under way and ends; `immediate` leaves that to the next start."""
        self._end(signal.SIGQUIT if immediate else signal.SIGINT)

    def kill(self) -> None:
        """As `kill -9` does."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        """Every connection breaks."""
        self.stop()
        self.start()

    def log(self) -> str:
        """What the server wrote."""
        return (self._folder / "log").read_text("utf-8", errors="replace")

    def _program(self, name: str, *arguments: str) -> "subprocess.Popen[bytes]":
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(  # noqa: S603 - PostgreSQL's own program
                [str(self._programs / name), "-D", str(self._folder / "data"), *arguments],
                stdout=log, stderr=log, cwd=self._folder,
                user=self._owner, extra_groups=None if self._owner is None else (),
                env={"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"},
            )  # fmt: skip

    def _answers(self, server: "subprocess.Popen[bytes]", deadline: float) -> bool:
        while time.monotonic() < deadline and server.poll() is None:
            try:
                self._run("SELECT 1")
            except psycopg.OperationalError:
                time.sleep(0.02)
            else:
                return True
        return False

    def _url(self, name: str) -> str:
        return f"postgresql+psycopg://{_ROLE}@/{name}?host={self._folder}"

    def _with_tables(self) -> str:
        if not self._begun:
            self._begun = f"test_{next(self._numbers)}"
            self._run("CREATE DATABASE {} OWNER {} TEMPLATE template0", self._begun, _ROLE)
            with closing(Database(self._folder, self._url(self._begun))) as database:
                database.raising(RecordsError).read_now(lambda _: None)
            with self._connected(self._begun) as connection:
                self._shape = connection.execute(_SHAPE).fetchall()
                self._filled = _filled(connection)
        name = f"test_{next(self._numbers)}"
        self._run("CREATE DATABASE {} OWNER {} TEMPLATE {}", name, _ROLE, self._begun)
        return name

    def _empty(self, name: str) -> bool:
        """Empties all tables but those that a first start fills; False if they are other tables."""
        with self._connected(name) as connection:
            connection.execute(_END_OTHERS)
            if connection.execute(_SHAPE).fetchall() != self._shape:
                return False
            for table in _filled(connection) - self._filled:
                connection.execute(sql.SQL("TRUNCATE {} CASCADE").format(sql.Identifier(table)))
            connection.execute(_COUNT_ANEW)
        return True

    def _run(self, statement: LiteralString, *names: str) -> None:
        with self._connected("postgres") as connection:
            connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))

    def _connected(self, name: str) -> "psycopg.Connection[TupleRow]":
        return psycopg.connect(
            host=str(self._folder),
            user="postgres",
            dbname=name,
            connect_timeout=5,
            autocommit=True,
        )

    def _end(self, how: signal.Signals) -> None:
        if self._running is not None:
            self._running.send_signal(how)
            self._running.wait(_START_S)
            self._running = None


def _filled(connection: "psycopg.Connection[TupleRow]") -> set[str]:
    names = [row[0] for row in connection.execute(_TABLES).fetchall()]
    one = "SELECT {} WHERE EXISTS (SELECT FROM {})"
    looks = [sql.SQL(one).format(sql.Literal(name), sql.Identifier(name)) for name in names]
    return {row[0] for row in connection.execute(sql.SQL(" UNION ALL ").join(looks)).fetchall()}


def _owner() -> str | None:
    """Whose the processes are: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    names = {one.pw_name for one in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _version(folder: Path) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", str(folder.parent))))
