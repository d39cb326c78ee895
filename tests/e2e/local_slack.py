"""local-slack, a third-party stand-in for Slack, as a process of ours."""

import json
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Literal, Self

from tests.flow.slack.stand_in.api import BOT, SECRET, TOKEN
from tests.flow.slack.stand_in.socket import APP_TOKEN

Transport = Literal["events", "socket"]
_START_S = 60


class LocalSlack:
    """The emulator, with one workspace and one way to reach the bot."""

    def __init__(self, program: Path, folder: Path, transport: Transport) -> None:
        self.transport = transport
        self._port, self.bot_port = free_ports()
        self.url = f"http://127.0.0.1:{self._port}/"
        self._program = program
        # JSON is YAML, too.
        self._config = folder / f"{transport}.yaml"
        self._config.write_text(json.dumps(_workspace(transport, self.bot_port)))
        self._log = folder / f"{transport}.log"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, and wait until it listens; it remembers nothing of an earlier run."""
        where = ["--config", str(self._config), "--port", str(self._port)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - the arguments are ours
                [str(self._program), *where, "--base-host", "127.0.0.1"], stdout=log, stderr=log
            )
        deadline = time.monotonic() + _START_S
        while not self._listens():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"local-slack did not start: {self._log.read_text()}")
            time.sleep(0.05)

    def kill(self) -> None:
        """End it without a word to anybody."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _listens(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}_control/state", timeout=5):  # noqa: S310
                return True
        except (urllib.error.URLError, OSError):
            return False


def _workspace(transport: Transport, bot_port: int) -> dict[str, object]:
    members = ["U1", "U2", "UADMIN", BOT]
    names = ("general", "quiet", "cafe")
    return {
        "workspace": {"name": "Store", "domain": "store", "teamId": "T1"},
        "app": {
            "appId": "A1",
            "botUserId": BOT,
            "botName": "storewise",
            "botToken": TOKEN,
            "appToken": APP_TOKEN,
            "signingSecret": SECRET,
            "mode": transport,
            "requestUrl": f"http://127.0.0.1:{bot_port}/slack/events",
        },
        "users": [
            {"id": "U1", "name": "jin", "real_name": "Jin"},
            {"id": "U2", "name": "mina", "real_name": "Mina"},
            {"id": "UADMIN", "name": "admin", "real_name": "Admin"},
        ],
        "channels": [
            {"id": f"C{number}", "name": name, "members": members}
            for number, name in enumerate(names, start=1)
        ],
    }


def free_ports() -> tuple[int, int]:
    """Return two ports that nobody listens on."""
    with socket.socket() as first, socket.socket() as second:
        first.bind(("127.0.0.1", 0))
        second.bind(("127.0.0.1", 0))
        return first.getsockname()[1], second.getsockname()[1]
