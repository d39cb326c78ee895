"""Every command of README.md and docs/DOCUMENTS.md, run as it stands on the sample handbook."""

import shlex
import shutil
from pathlib import Path

import pytest

from bot.__main__ import main
from tests.flow.stand_in.example_pages import OnThatDay, examples, is_shown

_PAGES = ("README.md", "docs/DOCUMENTS.md")
EXAMPLES = [(page, *one) for page in _PAGES for one in examples(page, "$ .venv/bin/storewise ")]


@pytest.fixture
def indexed_sample(
    sample: Path, unset: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sample handbook, indexed, on the day of the examples."""
    shutil.copytree(sample, tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.main.app.kept.datetime", OnThatDay)


def test_the_pages_have_examples() -> None:
    assert {page for page, _, _ in EXAMPLES} == set(_PAGES)
    assert len(EXAMPLES) > 6


@pytest.mark.usefixtures("indexed_sample", "process_as_it_was")
@pytest.mark.parametrize(
    ("page", "command", "printed"),
    EXAMPLES,
    ids=[f"{one[0]}-{n}" for n, one in enumerate(EXAMPLES)],
)
def test_a_command_prints_what_the_page_shows(
    page: str, command: str, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(shlex.split(command))

    said = capsys.readouterr()
    assert (code, said.err) == (0, ""), page
    assert is_shown(printed, said.out), said.out


def test_a_line_that_is_not_said_is_noticed() -> None:
    assert is_shown("Yes. [1]\n…\nNo. [2]\n", "Yes. [1]\n\nPerhaps.\nNo. [2]\n")
    assert not is_shown("Yes. [1]\n…\n", "Yes! [1]\nNo. [2]\n")
    assert not is_shown("Yes. [1]\n", "Yes. [1]\nNo. [2]\n")
