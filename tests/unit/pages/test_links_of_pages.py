"""Every link of README.md and of docs/*.md to a file or heading of this project leads there."""

import re
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[3]
_PAGES = ["README.md", *sorted(f"docs/{page.name}" for page in (_ROOT / "docs").glob("*.md"))]
_LINK = re.compile(r'(?:\]\(|src=")(?!https?:)([^)#"]*)(?:#([^)"]+))?[)"]')


@pytest.mark.parametrize("page", _PAGES)
def test_a_link_leads_somewhere(page: str) -> None:
    here = _ROOT / page
    nowhere = [
        (target, anchor)
        for target, anchor in _LINK.findall(_prose(here))
        if not _leads((here.parent / target) if target else here, anchor)
    ]

    assert nowhere == []


def _leads(file: Path, anchor: str) -> bool:
    return file.exists() and (not anchor or anchor in _anchors(file))


def _anchors(page: Path) -> set[str]:
    """The headings of a page, as links name them."""
    headings = re.findall(r"^#+ (.+)$", _prose(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}


def _prose(page: Path) -> str:
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.M)
