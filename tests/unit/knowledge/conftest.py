"""What must be closed, or is slow to open."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from knowledge.split.token_count import TokenCounter
from tests.unit.knowledge.shelf import Shelf


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    opened = Shelf(tmp_path / "data" / "knowledge.db")
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def tokens(tmp_path_factory: pytest.TempPathFactory) -> TokenCounter:
    return TokenCounter()
