"""Commands of storewise in processes of their own: each costs seconds."""

import subprocess
import sys

from bot.settings import SAMPLE

TIMEOUT_S = 60
_ROOT = SAMPLE.parent.parent


def begun(*arguments: str) -> "subprocess.Popen[str]":
    """Begin a command; whoever begins it ends it."""
    return subprocess.Popen(  # noqa: S603 - the arguments are ours
        [sys.executable, "-m", "bot", *arguments],
        cwd=_ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def run(code: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run Python code."""
    return subprocess.run(  # noqa: S603 - the code is ours
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        cwd=_ROOT,
        encoding="utf-8",
        timeout=TIMEOUT_S,
        check=False,
    )


def until(process: "subprocess.Popen[str]", last: str) -> str:
    """What a process says, up to this line."""
    assert process.stderr is not None
    lines = []
    for line in process.stderr:
        lines.append(line)
        if last in line:
            break
    return "".join(lines)
