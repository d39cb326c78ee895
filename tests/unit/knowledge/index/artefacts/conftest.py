"""Replicas of one installation, with data directories of their own."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from knowledge.index.artefacts import Companion
from knowledge.split.token_count import TokenCounter
from tests.engines.replicas import FakePublished, FakeShelf
from tests.unit.knowledge.index.artefacts.branch import Branch

Open = Callable[..., Branch]
"""Opens the replica of a name; a name that was opened before has its data directory again."""


@pytest.fixture
def published() -> FakePublished:
    return FakePublished()


@pytest.fixture
def on_shelf(tmp_path: Path) -> FakeShelf:
    return FakeShelf(tmp_path / "shelf")


@pytest.fixture
def opened(
    tmp_path: Path, tokens: TokenCounter, published: FakePublished, on_shelf: FakeShelf
) -> Iterator[Open]:
    branches: list[Branch] = []

    def open_(name: str, companions: Sequence[Companion] = ()) -> Branch:
        data, source = tmp_path / name, tmp_path / "documents"
        branches.append(Branch(data, source, tokens, published, on_shelf, companions))
        return branches[-1]

    yield open_
    for branch in branches:
        branch.close()
