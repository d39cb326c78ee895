"""The progress bar of the command line."""

import pytest

from bot.upkeep.indexing.progress import ProgressBar
from knowledge.model.report import Progress


def test_without_a_terminal_it_is_silent(capfd: pytest.CaptureFixture[str]) -> None:
    with ProgressBar() as bar:
        bar.show(Progress("documents", 1, 2))
        bar.show(Progress("documents", 2, 2))
        bar.show(Progress("passages", 10, 10))

    assert capfd.readouterr() == ("", "")


def test_in_a_terminal_it_shows_how_far_the_work_is(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # how rich is told that it writes to a terminal
    monkeypatch.setenv("TERM", "xterm")

    with ProgressBar() as bar:
        bar.show(Progress("passages", 3, 7))

    shown = capfd.readouterr()
    assert shown.out == ""
    assert "passages" in shown.err
    assert "3/7" in shown.err


def test_it_ends_when_the_work_fails(capfd: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        with ProgressBar() as bar:
            bar.show(Progress("documents", 1, 2))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()

    assert capfd.readouterr().err == ""
