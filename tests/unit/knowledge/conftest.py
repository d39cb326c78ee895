"""What must be closed, or is slow to open."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from knowledge.library import Library
from knowledge.tokens import TokenCounter


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = Library(tmp_path / "data" / "knowledge.db")
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def tokens(tmp_path_factory: pytest.TempPathFactory) -> TokenCounter:
    return TokenCounter(tmp_path_factory.mktemp("tokens"))
