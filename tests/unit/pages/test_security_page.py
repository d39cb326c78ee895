"""Every test that docs/SECURITY.md names exists."""

import re
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[3]
_NAMED = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", (_ROOT / "docs/SECURITY.md").read_text())


def test_the_page_names_tests() -> None:
    assert len(_NAMED) > 40


@pytest.mark.parametrize(("file", "name"), sorted(set(_NAMED)))
def test_a_test_that_stands_behind_a_promise_exists(file: str, name: str) -> None:
    written = (_ROOT / file).read_text(encoding="utf-8")

    assert not name or re.search(rf"^(?:async )?def {name}\(", written, re.MULTILINE)
