"""These tests need a model server: `make e2e-model` starts one and says where it is."""

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--model-server", help="the address of a server, such as http://…/v1")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if config.getoption("model_server", None) is None else None
