"""CHANGELOG.md begins with what is being made, or with the release that the code says it is."""

import re
from pathlib import Path

from knowledge.model.release import VERSION

_PAGE = (Path(__file__).parents[3] / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_newest_release_on_the_page_is_this_version() -> None:
    releases = re.findall(r"^## ([\d.]+) \(\d{4}-\d\d-\d\d\)$", _PAGE, re.MULTILINE)

    assert releases[0] == VERSION


def test_the_release_says_how_to_upgrade_to_it() -> None:
    [release] = re.findall(rf"^## {re.escape(VERSION)} .*?(?=^## )", _PAGE, re.DOTALL | re.M)

    assert "### Upgrading from " in release
