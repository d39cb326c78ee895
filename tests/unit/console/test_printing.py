"""A command prints into any terminal, and says plainly that a disk is full."""

import io
import os
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.main.console.printing import printed_anywhere

SAID = "₩5,500 – “Gift cards” 상품권 …"


def says() -> int:
    sys.stdout.write(SAID)
    return 0


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [
        ("cp949", "₩5,500"),
        ("cp1252", "“Gift cards” ??? …"),
        ("gbk", "– “Gift cards” ??? …"),
        ("ascii", "?5,500 ? ?Gift cards? ??? ?"),
        ("utf-8", SAID),
    ],
)
def test_a_sign_that_the_terminal_lacks_is_a_question_mark(
    encoding: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding=encoding))

    code = printed_anywhere(says)

    assert code == 0
    assert shown.replace("₩", "?") in written.getvalue().decode(encoding).replace("₩", "?")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a full device")
@pytest.mark.parametrize("lines", [1, 10_000])
def test_a_full_disk_is_said_in_plain_words(
    lines: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def says_much() -> int:
        sys.stdout.write(SAID * lines)
        return 0

    with Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        code = printed_anywhere(says_much)

    said = capsys.readouterr().err
    assert (code, said) == (1, "storewise: nothing more can be written: No space left on device\n")


def test_a_reader_that_stopped_reading_is_no_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reading, writing = os.pipe()
    os.close(reading)

    with os.fdopen(writing, "w", encoding="utf-8") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        code = printed_anywhere(says)

    assert (code, capsys.readouterr().err) == (0, "")


def test_help_is_printed_where_signs_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))

    with pytest.raises(SystemExit) as ended:
        main(["ask", "--help"])

    assert ended.value.code == 0
    assert b"usage: storewise ask" in written.getvalue()
