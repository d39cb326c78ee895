"""The server needs one folder to write in: everything else may be read-only."""

import errno
import json
import os
import signal
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.settings import SAMPLE
from tests.engines.chroma_server import free_port
from tests.flow.stand_in import only_here
from tests.flow.stand_in.handbook import DISCOUNT, PARCELS

CODE = SAMPLE.parent.parent

pytestmark = pytest.mark.skipif(
    not only_here.is_possible(), reason="this kernel has no Landlock to make folders read-only"
)


@contextmanager
def serving(writable: list[Path], source: Path, data: Path, port: int) -> Iterator[str]:
    """Yield where a server listens that may write in these folders alone."""
    process = subprocess.Popen(  # noqa: S603 - the arguments are ours
        [sys.executable, only_here.__file__, ":".join(map(str, writable)), "serve"],
        cwd=CODE,
        env={
            "PATH": "/usr/bin:/bin",
            "HOME": "/nonexistent",
            "TMPDIR": str(writable[-1]),
            "PYTHONDONTWRITEBYTECODE": "1",
            "STOREWISE_SOURCE": str(source),
            "STOREWISE_DATA": str(data),
            "SERVER_PORT": str(port),
            "OPENAI_API_KEY": "",
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stderr is not None
    said = []
    for line in process.stderr:
        said.append(line)
        if "Stop with" in line:
            break
    try:
        assert process.poll() is None, "".join(said)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGINT)
        _, rest = process.communicate(timeout=30)
    trouble = "".join([*said, rest])
    assert "Traceback" not in trouble, trouble
    assert os.strerror(errno.EACCES) not in trouble, trouble
    assert process.returncode in (0, 130)


def asked(address: str, question: str) -> str:
    form = urllib.parse.urlencode({"question": question}).encode()
    request = urllib.request.Request(  # noqa: S310 - on loopback
        address, form, {"Accept": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - the same
        return str(json.loads(answer.read()))


def test_documents_are_indexed_and_answered_from_with_the_data_directory_alone(
    source: Path, tmp_path: Path
) -> None:
    data, scratch = tmp_path / "data", tmp_path / "scratch"
    for folder in (data, scratch):
        folder.mkdir()
    (source / "visits.html").write_text("<p>Visitors sign in at the office.</p>")  # read apart

    with serving([data, scratch], source, data, free_port()) as address:
        with urllib.request.urlopen(f"{address}/readyz", timeout=30) as ready:  # noqa: S310
            status = ready.status
        answers = [asked(address, one) for one in (DISCOUNT, PARCELS, "where do visitors sign in?")]

    assert status == 200
    assert "20% off regular prices" in answers[0]
    assert "18:00까지" in answers[1]
    assert "at the office" in answers[2]
    assert {one.name for one in data.iterdir()} >= {"knowledge.db", "chroma"}
    assert list(scratch.iterdir()) == []


def test_elsewhere_nothing_could_have_been_written(tmp_path: Path) -> None:
    allowed, other = tmp_path / "allowed", tmp_path / "other"
    for folder in (allowed, other):
        folder.mkdir()
        (folder / "there").write_text("as it was")
    code = (
        "import sys; from pathlib import Path; from tests.flow.stand_in.only_here import restrict\n"
        "restrict([sys.argv[1]])\n"
        "for folder in map(Path, sys.argv[1:]):\n"
        "    for name in ('there', 'new'):\n"
        "        try:\n"
        "            (folder / name).write_text('changed')\n"
        "        except PermissionError:\n"
        "            print(folder.name, name)\n"
    )

    done = subprocess.run(  # noqa: S603 - the code is ours
        [sys.executable, "-c", code, str(allowed), str(other)],
        cwd=CODE,
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=60,
    )

    assert done.stdout.splitlines() == ["other there", "other new"]
