"""deploy/: the container is started as docs/OPERATIONS.md says."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from adapters.web.server import EXIT_S

_ROOT = Path(__file__).parents[3]
_PAGE = (_ROOT / "docs/OPERATIONS.md").read_text(encoding="utf-8")
_DOCKERFILE = (_ROOT / "Dockerfile").read_text(encoding="utf-8")


@pytest.fixture
def service() -> dict[str, Any]:
    text = (_ROOT / "deploy/compose.yaml").read_text(encoding="utf-8")
    made: dict[str, Any] = yaml.safe_load(text)["services"]["storewise"]
    return made


def test_the_container_may_do_as_little_as_the_page_says(service: dict[str, Any]) -> None:
    [run] = re.findall(r"docker run (.+?)storewise\n", _PAGE.replace("\\\n", ""), re.DOTALL)

    assert service["read_only"] == ("--read-only" in run)
    assert [f"--tmpfs {one}" in run for one in service["tmpfs"]] == [True]
    assert [f"--cap-drop {one}" in run for one in service["cap_drop"]] == [True]
    assert "no-new-privileges" in run
    assert service["security_opt"] == ["no-new-privileges:true"]


def test_volumes_and_port_are_those_of_the_image(service: dict[str, Any]) -> None:
    inside = {one.split(":")[1] for one in service["volumes"]}

    assert inside == {"/documents", "/data"}
    assert all(f"={path}" in _DOCKERFILE for path in inside)
    assert service["ports"] == ["127.0.0.1:8080:8080"]  # a proxy speaks to everybody else
    assert "EXPOSE 8080" in _DOCKERFILE


def test_it_has_more_time_to_stop_than_it_takes(service: dict[str, Any]) -> None:
    assert float(service["stop_grace_period"].removesuffix("s")) > EXIT_S
