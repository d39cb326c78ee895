"""Every example of README.md and docs/DOCUMENTS.md, run as it stands on the sample handbook.

A line `…` stands for lines that are left out.
"""

import re
import shlex
import shutil
from datetime import datetime, tzinfo
from pathlib import Path

import pytest

from bot.__main__ import main

_ROOT = Path(__file__).parents[2]
_PAGES = ("README.md", "docs/DOCUMENTS.md")
_BLOCK = re.compile(r"^```\n(\$ .+?)^```$", re.DOTALL | re.MULTILINE)
_PROGRAM = "$ .venv/bin/storewise "
DAY = datetime(2026, 11, 27, 12)  # noqa: DTZ001 - the zone is the store's


class OnThatDay(datetime):
    """A clock that stands on the day of the examples."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "OnThatDay":
        """Noon."""
        return cls.fromtimestamp(DAY.replace(tzinfo=tz).timestamp(), tz)


def _examples(page: str) -> list[tuple[str, str]]:
    """Each command of a page, and the lines below it."""
    blocks = _BLOCK.findall((_ROOT / page).read_text(encoding="utf-8"))
    shown = [one for block in blocks for one in re.split(r"^(?=\$ )", block, flags=re.M) if one]
    return [(command, printed) for command, _, printed in (one.partition("\n") for one in shown)]


EXAMPLES = [(page, *one) for page in _PAGES for one in _examples(page)]


@pytest.fixture
def indexed_sample(
    sample: Path, unset: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sample handbook, indexed, on the day of the examples."""
    shutil.copytree(sample, tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.app.datetime", OnThatDay)


def test_the_pages_have_examples() -> None:
    assert {page for page, _, _ in EXAMPLES} == set(_PAGES)
    assert len(EXAMPLES) > 6


@pytest.mark.usefixtures("indexed_sample", "process_as_it_was")
@pytest.mark.parametrize(
    ("page", "command", "printed"),
    EXAMPLES,
    ids=[f"{one[0]}-{n}" for n, one in enumerate(EXAMPLES)],
)
def test_an_example_prints_what_the_page_shows(
    page: str, command: str, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.startswith(_PROGRAM), page

    code = main(shlex.split(command.removeprefix(_PROGRAM)))

    said = capsys.readouterr()
    assert (code, said.err) == (0, "")
    assert re.fullmatch(_pattern(printed), said.out.strip() + "\n"), said.out


def _pattern(printed: str) -> str:
    lines = printed.strip().split("\n")
    return "".join(r"(?:.*\n)*?" if line == "…" else re.escape(line) + r"\n" for line in lines)
