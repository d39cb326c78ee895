"""Microsoft's Agents Playground, a third-party stand-in for Teams, as a process of ours."""

import json
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Self

from knowledge.model.documents import Language
from tests.e2e.local_slack import free_ports
from tests.flow.teams.stand_in.identity import APP_ID, TENANT

BOT = {"id": f"28:{APP_ID}", "name": "storewise"}
MINA = "29:mina"
MINA_OBJECT = "bbbbbbbb-0000-4000-8000-000000000000"
OWNER = "bbbbbbbb-0000-4000-8000-000000000001"
"""Somebody whose chat the bot opens: Teams knows people by their Entra id, too, the tool by one."""
PERSONAL = "a:personal-1"
GROUP = "19:group-1@thread.v2"
CHANNEL = "19:chan-1@thread.tacv2"
_START_S = 60
_BETWEEN = "\n---\n"
"""What ends an event in the recording."""


class Playground:
    """The test tool with a team, a group and a personal chat, for people of one language."""

    def __init__(self, program: Path, folder: Path, language: Language) -> None:
        self._port, self.gateway_port = free_ports()
        self.url = f"http://127.0.0.1:{self._port}/"
        self.language = language
        self._program = program
        self._folder = folder
        self._recording = folder / "recording.txt"
        self._log = folder / "playground.log"
        # JSON is YAML, too.
        (folder / ".m365agentsplayground.yml").write_text(json.dumps(_tenant()))
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        endpoint = f"http://127.0.0.1:{self.gateway_port}/api/messages"
        variables = [
            "TEAMSAPPTESTER_BROWSER=none",
            f"M365_AGENTS_PLAYGROUND_RECORDING_FILE={self._recording}",
        ]
        options = ["-e", endpoint, "-c", "msteams", "-p", str(self._port)]
        options += ["--disable-telemetry", "--enable-events-recording"]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(  # noqa: S603 - the arguments are ours
                ["/usr/bin/env", *variables, str(self._program), *options],
                cwd=self._folder,
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + _START_S
        while not self._listens():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"the Playground did not start: {self._log.read_text()}")
            time.sleep(0.1)
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def events(self) -> list[dict[str, Any]]:
        """Everything that went to the bot and came from it, as they came."""
        if not self._recording.exists():
            return []
        listed = self._recording.read_text(encoding="utf-8").split(_BETWEEN)
        return [json.loads(one) for one in listed[:-1]]

    def _listens(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}_debug/ping", timeout=5):  # noqa: S310
                return True
        except (urllib.error.URLError, OSError):
            return False


def _tenant() -> dict[str, object]:
    return {
        "version": "0.1.1",
        "tenantId": TENANT,
        "bot": BOT,
        "currentUser": _person(MINA, 0),
        "users": [
            _person(OWNER, 1),
            *(_person(f"29:user-{number}", number) for number in range(2, 6)),
        ],
        "personalChat": {"id": PERSONAL},
        "groupChat": {"id": GROUP, "name": "Store managers"},
        "team": {
            "id": "19:team-1@thread.tacv2",
            "name": "Store 1042",
            "aadGroupId": "dddddddd-0000-4000-8000-000000000001",
            "channels": [{"id": CHANNEL, "name": "Policies"}],
        },
    }


def _person(user: str, number: int) -> dict[str, str]:
    name = user.removeprefix("29:").capitalize()
    return {
        "id": user,
        "name": name,
        # So it is spelled there.
        "userPrincipleName": f"{number}@example.test",
        "aadObjectId": f"bbbbbbbb-0000-4000-8000-00000000000{number}",
        "givenName": name,
        "surname": "Kim",
        "email": f"{number}@example.test",
    }
