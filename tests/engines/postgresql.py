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
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import LiteralString

import psycopg
from psycopg import sql

_START_S = 60
_ROLE = "storewise"
_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",  # a killed process loses nothing; only a machine without power does
    "max_connections": "200",
}
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

    @contextmanager
    def database(self) -> Generator[str]:
        """The URL of an empty database, whose owner is no superuser; it goes with the block."""
        name = f"test_{next(self._numbers)}"
        self._run("CREATE DATABASE {} OWNER {} TEMPLATE template0", name, _ROLE)
        try:
            yield f"postgresql+psycopg://{_ROLE}@/{name}?host={self._folder}"
        finally:
            if self._running is not None:
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

    def _run(self, statement: LiteralString, *names: str) -> None:
        said = sql.SQL(statement).format(*map(sql.Identifier, names))
        with psycopg.connect(
            host=str(self._folder),
            user="postgres",
            dbname="postgres",
            connect_timeout=5,
            autocommit=True,
        ) as connection:
            connection.execute(said)

    def _end(self, how: signal.Signals) -> None:
        if self._running is not None:
            self._running.send_signal(how)
            self._running.wait(_START_S)
            self._running = None


def _owner() -> str | None:
    """Whose the processes are: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    names = {one.pw_name for one in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _version(folder: Path) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", str(folder.parent))))
