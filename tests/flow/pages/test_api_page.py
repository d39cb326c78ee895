"""docs/API.md, run as it stands: each command, and what it prints of the reply."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from knowledge.model.documents import Audience
from tests.flow.api.running import Running, running

_PAGE = (Path(__file__).parents[3] / "docs/API.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r"```sh\n(.+?)```\n\n```(json|text)\n(.+?)```", re.DOTALL)
FILES = (
    "en/refund-policy.v1.md",
    "en/refund-policy.v2.md",
    "en/refund-exceptions.md",
    "en/lost-property.md",
    "en/price-match.v2.md",
    "ko/refund-policy.v1.md",
    "ko/refund-policy.v2.md",
)


@dataclass(frozen=True)
class Example:
    """A command of the page, and what stands below it."""

    command: str
    kind: str
    printed: str


EXAMPLES = [Example(*found) for found in _BLOCK.findall(_PAGE)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("page"), FILES, local=True) as server:
        yield server


def test_every_operation_has_an_example(server: Running) -> None:
    paths = {path.partition("{")[0] for path in server.document()["paths"]}

    assert len(EXAMPLES) > 12
    assert [one for one in paths if f"8080{one}" not in _PAGE] == []


def test_every_command_prints_what_the_page_shows(server: Running) -> None:
    """In one shell, from the top: later commands use what earlier ones found."""
    keys: dict[str, str] = {
        "STOREWISE_KEY": server.key(Audience.STAFF),
        "MANAGER_KEY": server.key(Audience.MANAGER),
        "ADMIN_KEY": server.key(Audience.ADMIN),
    }
    mark = "--- the next command ---"
    script = f"\necho; echo '{mark}'\n".join(one.command for one in EXAMPLES)
    done = subprocess.run(
        ["sh", "-eu"],  # noqa: S607 - any shell
        input=script.replace("http://127.0.0.1:8080", server.address),
        env=dict(os.environ) | keys,  # noqa: TID251 - curl's path
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )

    replies = done.stdout.split(mark)
    for example, reply in zip(EXAMPLES, replies, strict=True):
        if example.kind == "text":
            assert reply.strip().replace("\r\n", "\n").startswith(example.printed.strip())
        else:
            assert _differs(json.loads(example.printed), json.loads(reply)) == "", example.command


def _differs(printed: Any, given: Any, where: str = "") -> str:
    """Where a reply is not what is printed of it; a list may hold more than is printed."""
    if isinstance(printed, dict) and isinstance(given, dict):
        each = (_differs(one, given.get(key), f"{where}.{key}") for key, one in printed.items())
        return next(filter(None, each), "")
    if isinstance(printed, list) and isinstance(given, list) and printed:
        missing = (n for n, one in enumerate(printed) if all(_differs(one, x) for x in given))
        return next((f"{where}[{n}] is not in {given!r}" for n in missing), "")
    return "" if printed == given else f"{where}: {given!r} instead of {printed!r}"
