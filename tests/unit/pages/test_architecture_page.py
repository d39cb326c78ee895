"""Every folder and Python file that docs/ARCHITECTURE.md names exists; every package is named."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[3]
_PAGE = (_ROOT / "docs/ARCHITECTURE.md").read_text(encoding="utf-8")
_TOPS = ("adapters", "bot", "knowledge")
_OTHERS = (".ci", "benchmarks", "deploy", "docs", "manifests", "tests")
_NAME = re.compile(r"(?<![\w./-])(?:[\w.-]+/)*(?:[\w-]+\.py\b|[\w.-]+/(?!\w))")
"""`folder/`, `file.py`, or a path that ends in one of them."""
_SECTION = re.compile(r"^#{2,3} (.+)$", re.MULTILINE)


def _named() -> Iterator[tuple[str, str]]:
    """Each name with the top folder of its section; "" in sections that are about all of them."""
    _, *parts = _SECTION.split(_PAGE)
    for heading, text in zip(parts[::2], parts[1::2], strict=True):
        top = heading.partition("/")[0]
        for name in _NAME.findall(f"{heading}\n{text}"):
            yield (top if top in _TOPS else "", name.rstrip("/"))


NAMED = sorted(set(_named()))


def test_the_page_names_files_and_folders() -> None:
    assert ("bot", "rate_limits.py") in NAMED
    assert ("adapters", "channels") in NAMED
    assert len(NAMED) > 200


@pytest.mark.parametrize(("top", "name"), NAMED, ids=[f"{top}:{name}" for top, name in NAMED])
def test_what_the_page_names_exists(top: str, name: str) -> None:
    is_path = name.partition("/")[0] in (*_TOPS, *_OTHERS)
    tops = [top] if top else [*_TOPS, *_OTHERS]

    found = [_ROOT / name]
    if not is_path:
        found = [one for each in tops for one in (_ROOT / each).rglob(name)]

    assert any(map(_has_text, found))


@pytest.mark.parametrize("top", _TOPS)
def test_every_package_is_on_the_page(top: str) -> None:
    packages = {one.parent for one in (_ROOT / top).rglob("__init__.py")}
    on_page = {name.rpartition("/")[2] for _, name in NAMED}

    assert sorted(one.name for one in packages if one.name not in on_page) == []


def test_every_part_of_bot_has_its_layer() -> None:
    rules = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = rules["tool"]["importlinter"]["contracts"]
    layers = next(one["layers"] for one in contracts if one["id"] == "stack")
    placed = {name for layer in layers for name in re.findall(r"bot\.(\w+)", layer)}

    parts = {one.stem for one in (_ROOT / "bot").glob("*.py")} - {"__init__"}
    packages = {one.parent.name for one in (_ROOT / "bot").glob("*/__init__.py")}

    assert placed == parts | packages


def _has_text(found: Path) -> bool:
    """Whether it is a file, or a folder with more than the bytecode of files that are gone."""
    inside = (one for one in found.rglob("*") if "__pycache__" not in one.parts)
    return found.is_file() or any(one.is_file() for one in inside)
