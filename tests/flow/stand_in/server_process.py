"""`storewise serve` in a process of its own, with its own settings, asked over loopback."""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.settings import SAMPLE
from tests.engines.chroma_server import free_port

PATIENCE_S = 60.0
_CODE = SAMPLE.parent.parent


@dataclass
class Served:
    """A running server."""

    process: "subprocess.Popen[str]"
    address: str
    said: Path
    """The file with all that it writes to standard error."""

    def get(self, path: str) -> tuple[int, dict[str, Any]]:
        """Return the status and the JSON of a page; (0, {}) if nobody listens."""
        try:
            with urllib.request.urlopen(self.address + path, timeout=30) as reply:  # noqa: S310
                return reply.status, json.loads(reply.read())
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())
        except OSError:
            return 0, {}

    def asked(self, question: str) -> str:
        """Return the answer to a question."""
        form = urllib.parse.urlencode({"question": question}).encode()
        request = urllib.request.Request(  # noqa: S310 - on loopback
            self.address, form, {"Accept": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - the same
            return json.dumps(json.loads(answer.read()), ensure_ascii=False)

    def said_until(self, word: str) -> None:
        """Wait for a word in what it writes to standard error."""
        end = time.monotonic() + PATIENCE_S
        while word not in self.said.read_text():
            assert time.monotonic() < end, self.said.read_text()
            time.sleep(0.05)

    def until(self, path: str, status: int, word: str = "") -> dict[str, Any]:
        """Wait for a status, with a word in the JSON; returns the JSON."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and self.process.poll() is None:
            found, said = self.get(path)
            if found == status and word in json.dumps(said):
                return said
            time.sleep(0.05)
        raise AssertionError(f"{path}: never {status} {word}\n{self.said.read_text()}")


@contextmanager
def served(
    source: Path | None, data: Path, more: Mapping[str, str] | None = None, stderr: str = ""
) -> Iterator[Served]:
    """Yield a server as soon as its process runs; ends it afterwards."""
    port, said = free_port(), data.parent / "said.txt"
    environment = {"PATH": os.defpath, "HOME": str(data.parent), "OPENAI_API_KEY": ""}
    environment |= {
        "STOREWISE_DATA": str(data),
        "SERVER_PORT": str(port),
        **({"STOREWISE_SOURCE": str(source)} if source else {}),
        **(more or {}),
    }
    with (Path(stderr) if stderr else said).open("w") as to:
        process = subprocess.Popen(
            [sys.executable, "-m", "bot", "serve"],
            cwd=_CODE,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=to,
            encoding="utf-8",
        )
    try:
        yield Served(process, f"http://127.0.0.1:{port}", said)
    finally:
        process.terminate()
        process.wait(PATIENCE_S)
