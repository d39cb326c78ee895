"""The page of faults speaks of tests that exist and quotes words that the bot says."""

import ast
import re
from pathlib import Path

import pytest

from bot.texts import LANGUAGES, catalogue

_ROOT = Path(__file__).parents[3]
_TEXT = (_ROOT / "docs/RELIABILITY.md").read_text(encoding="utf-8")
_ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in _TEXT.splitlines()
    if line.startswith("| ") and not line.startswith("| fault ")
]
_QUOTED = re.compile("“([^”]+)”")


def test_at_least_forty_five_faults_are_listed_once() -> None:
    assert len(_ROWS) >= 45
    assert len({row[0] for row in _ROWS}) == len(_ROWS)
    assert all(len(row) == 5 and all(row) for row in _ROWS)


@pytest.mark.parametrize("row", _ROWS, ids=lambda row: row[0])
def test_the_test_of_a_fault_exists(row: list[str]) -> None:
    file, _, name = row[4].strip("`").partition("::")
    tree = ast.parse((_ROOT / file).read_text(encoding="utf-8"))

    assert name in {
        node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


@pytest.mark.parametrize("said", sorted(set(_QUOTED.findall("".join(row[1] for row in _ROWS)))))
def test_the_bot_says_the_quoted_words(said: str) -> None:
    sentences = [one for language in LANGUAGES for one in catalogue(language).values()]

    assert any(said in one for one in sentences)
