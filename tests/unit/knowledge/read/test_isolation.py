"""Slow formats are read in a process of their own, so that a bad file harms no other."""

import multiprocessing
import os
import signal
import sys
import threading
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read import Reading, isolation, read_folder
from knowledge.read.isolation import Apart
from tests.unit.knowledge.texts import SAMPLE, filled

_PAGE = "<p>환불은 14일 이내</p>".encode()
_GOOD: dict[str, bytes | str] = {"good.html": _PAGE, "note.md": "From 10 to 20."}


def _pdf(content: bytes, filters: str = "") -> bytes:
    """A PDF of one page with this content."""
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 2900 2900] /Contents 4 0 R >>",
        f"<< /Length {len(content)} {filters} >>\nstream\n".encode() + content + b"\nendstream",
    ]
    raw = b"%PDF-1.4\n"
    for number, part in enumerate(parts, start=1):
        raw += f"{number} 0 obj\n".encode() + part + b"\nendobj\n"
    return raw + b"trailer\n<< /Size 5 /Root 1 0 R >>\n%%EOF"


def _floor_plan() -> bytes:
    """20 kB of lines in which a table finder looks for tables for minutes."""
    across = "".join(f"50 {50 + 7 * n} m 2850 {50 + 7 * n} l S\n" for n in range(400))
    down = "".join(f"{50 + 7 * n} 50 m {50 + 7 * n} 2850 l S\n" for n in range(400))
    return _pdf((across + down).encode())


def _bomb() -> bytes:
    """A page of 400 MB of blanks in two kilobytes."""
    packer = zlib.compressobj(1)
    blanks = b"".join(packer.compress(b" " * 4_000_000) for _ in range(100)) + packer.flush()
    return _pdf(zlib.compress(blanks), "/Filter [/FlateDecode /FlateDecode]")


def _read(folder: Path, apart: Apart, **files: bytes) -> Reading:
    named = {f"{name}.pdf": raw for name, raw in files.items()}
    return read_folder(filled(folder, {**named, **_GOOD}), slow=apart.read)


def _sources(reading: Reading) -> list[str]:
    return [document.header.source for document in reading.documents]


def test_a_child_process_reads_a_folder_like_this_process(tmp_path: Path) -> None:
    files = {path.name: path.read_bytes() for path in (SAMPLE / "files").iterdir()}

    reading = read_folder(filled(tmp_path, files))

    assert reading.skipped == ()
    assert {Path(source).suffix for source in _sources(reading)} >= {".pdf", ".docx", ".html"}
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(
    "limited",
    [
        partial(Apart, seconds=3),
        pytest.param(
            partial(Apart, cpu_s=1),
            marks=pytest.mark.skipif(sys.platform == "win32", reason="limits no CPU time"),
        ),
    ],
)
def test_a_file_that_takes_too_long_does_not_stop_the_others(
    tmp_path: Path, limited: Callable[[], Apart]
) -> None:
    with limited() as apart:
        reading = _read(tmp_path, apart, bad=_floor_plan())

    assert _sources(reading) == ["good.html", "note.md"]
    assert [skipped.reason for skipped in reading.skipped] == [
        "bad.pdf: reading it takes too long; split it, or save it in a simpler form"
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="has no signals to stop a process")
def test_a_file_is_read_however_long_the_machine_does_something_else() -> None:
    with Apart(cpu_s=1) as apart:
        apart.read(".html", _PAGE, "KRW")
        [child] = multiprocessing.active_children()
        assert child.pid is not None
        os.kill(child.pid, signal.SIGSTOP)
        waker = threading.Timer(2.5, os.kill, (child.pid, signal.SIGCONT))
        waker.start()

        content = apart.read(".html", _PAGE, "KRW")
        waker.join()

    assert content.text == "환불은 14일 이내\n"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says how much a process has")
def test_a_file_that_unpacks_to_gigabytes_does_not_fill_the_memory(tmp_path: Path) -> None:
    with Apart(memory_mb=150) as apart:
        reading = _read(tmp_path, apart, bad=_bomb())

    assert _sources(reading) == ["good.html", "note.md"]
    assert [skipped.reason for skipped in reading.skipped] == [
        "bad.pdf: reading it takes too much memory; split it, or save it in a simpler form"
    ]


def test_a_file_that_breaks_its_parser_is_reported_as_damaged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    files = filled(tmp_path, {"bad.html": f"{'<div>' * 3000}SECRET", **_GOOD})

    reading = read_folder(files)

    assert _sources(reading) == ["good.html", "note.md"]
    assert [skipped.reason for skipped in reading.skipped] == [
        "bad.html: this file is damaged; save or export it again"
    ]
    assert [record.__dict__["error"] for record in caplog.records] == ["RecursionError"]


def test_a_reason_comes_back_with_its_line() -> None:
    with Apart() as apart, pytest.raises(UnreadableDocumentError) as caught:
        apart.read(".docx", b"", "KRW")

    assert caught.value.reason == "this .docx cannot be read; save it again in Word"
    assert caught.value.__cause__ is None


def test_after_a_crash_the_next_file_has_a_new_process(tmp_path: Path) -> None:
    with Apart() as apart:
        apart.read(".html", _PAGE, "KRW")
        for child in multiprocessing.active_children():
            child.kill()
            child.join()

        with pytest.raises(UnreadableDocumentError, match="failed midway; save or export it again"):
            apart.read(".html", _PAGE, "KRW")

        assert apart.read(".html", _PAGE, "KRW").text == "환불은 14일 이내\n"


def test_without_a_slow_format_no_process_is_started(tmp_path: Path) -> None:
    started: list[str] = []

    with Apart() as apart:
        read_folder(filled(tmp_path, {"a.md": "14일", "b.csv": "store\n1\n"}), slow=apart.read)
        started += [child.name for child in multiprocessing.active_children()]

    assert started == []


def test_a_bot_that_ends_in_the_middle_of_a_file_leaves_no_traceback(
    capfd: pytest.CaptureFixture[str],
) -> None:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(target=isolation._serve, args=(theirs, 10.0, 500), daemon=True)
    child.start()
    theirs.close()
    ours.recv()

    ours.send((".html", _PAGE * 20_000, "KRW"))
    ours.close()
    child.join(60)

    assert (child.exitcode, capfd.readouterr().err) == (0, "")
