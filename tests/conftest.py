"""What is slow to start, once for all tests."""

from collections.abc import Iterator

import pytest

from tests.chroma_server import chroma_server


@pytest.fixture(scope="session")
def chroma_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Chroma server that all tests share."""
    with chroma_server(tmp_path_factory.mktemp("chroma") / "server") as url:
        yield url
