"""These tests need a running emulator: `make e2e` starts one and says where it is."""

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--local-slack", help="address of local-slack")
    parser.addoption("--bot-port", type=int, help="port at which local-slack expects the bot")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if config.getoption("local_slack", None) is None else None
