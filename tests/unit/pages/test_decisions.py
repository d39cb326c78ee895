"""Decisions stay short, and a number that code or a page names is a decision."""

import re
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[3]
_FOLDER = _ROOT / "docs/decisions"
_FILES = sorted(_FOLDER.glob("[0-9]*.md"))
_NUMBERS = {file.name[:4] for file in _FILES}
_PAGES = {
    f"{file.parent.name}/{file.name}": file
    for folder in ("decisions", "measurements")
    for file in sorted((_ROOT / "docs" / folder).glob("*.md"))
}
_LINES = 40
_CHARACTERS = 120
_PARTS = ("## Context", "## Decision", "## Consequences", "## Status")
_NAMED = re.compile(r"docs/decisions/(\d{4})((?:, (?:and )?| and |–)\d{4})?")
_READ = {".py", ".md", ".toml", ".example"}


@pytest.mark.parametrize("file", _FILES, ids=lambda file: file.name)
def test_a_decision_is_short_and_has_its_four_parts(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()

    assert len(lines) <= _LINES
    assert [line for line in lines if line.startswith("## ")] == list(_PARTS)


@pytest.mark.parametrize("file", _FILES, ids=lambda file: file.name)
def test_a_decision_says_its_number_and_since_when_it_holds(file: Path) -> None:
    text = file.read_text(encoding="utf-8")

    assert text.startswith(f"# {int(file.name[:4])}. ")
    assert re.match(
        r"\s*(Accepted|Superseded by \d{4}|Withdrawn)\b.* 20\d\d\b",
        text.split(_PARTS[-1])[1],
        re.DOTALL,
    )


@pytest.mark.parametrize("page", _PAGES)
def test_no_line_is_too_long(page: str) -> None:
    lines = _PAGES[page].read_text(encoding="utf-8").splitlines()

    assert [line for line in lines if len(line) > _CHARACTERS] == []


def test_every_decision_has_a_number_of_its_own_and_is_in_the_index() -> None:
    index = (_FOLDER / "README.md").read_text(encoding="utf-8")

    listed = re.findall(r"^\| \[(\d{4})\] \| (.+?) \|", index, re.MULTILINE)
    linked = re.findall(r"^\[(\d{4})\]: (\S+)$", index, re.MULTILINE)

    assert listed == [(file.name[:4], _title(file)) for file in _FILES]
    assert linked == [(file.name[:4], file.name) for file in _FILES]
    assert len(_NUMBERS) == len(_FILES)


@pytest.mark.parametrize("file", _FILES, ids=lambda file: file.name)
def test_a_decision_names_others_and_figures_that_exist(file: Path) -> None:
    text = file.read_text(encoding="utf-8")

    assert set(re.findall(r"(?<![\d,.])00\d\d(?!\d)", text)) <= _NUMBERS
    assert all((_ROOT / one).exists() for one in re.findall(r"docs/[\w/-]+\.md", text))


def test_a_decision_that_code_or_a_page_names_exists() -> None:
    files = [*_ROOT.glob("*"), *(_ROOT / "docs").glob("*.md")]
    files += [
        file
        for folder in ("adapters", "benchmarks", "bot", "knowledge", "tests")
        for file in (_ROOT / folder).rglob("*")
    ]
    texts = (file.read_text(encoding="utf-8") for file in files if file.suffix in _READ)
    named = {number for text in texts for found in _NAMED.finditer(text) for number in _all(found)}

    assert named
    assert named <= _NUMBERS


def _title(file: Path) -> str:
    first = file.read_text(encoding="utf-8").splitlines()[0]
    return first.partition(". ")[2]


def _all(found: re.Match[str]) -> list[str]:
    return re.findall(r"\d{4}", found[0])
