"""What is slow to start, once for all tests."""

import os
from collections.abc import Iterator

import pytest

from tests.chroma_server import chroma_server

# As `storewise` does, and before a test imports numpy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # noqa: TID251


@pytest.fixture(scope="session")
def chroma_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Chroma server that all tests share."""
    with chroma_server(tmp_path_factory.mktemp("chroma") / "server") as url:
        yield url
