"""deploy/: the container is started as docs/OPERATIONS.md says."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from adapters.web.server import EXIT_S
from adapters.web.watching.watchdog import LIMIT_S

_ROOT = Path(__file__).parents[3]
_PAGE = (_ROOT / "docs/OPERATIONS.md").read_text(encoding="utf-8")
_DOCKERFILE = (_ROOT / "Dockerfile").read_text(encoding="utf-8")


_COMPOSE: dict[str, Any] = yaml.safe_load(
    (_ROOT / "deploy/compose.yaml").read_text(encoding="utf-8")
)
_SCALE = {
    name: one for name, one in _COMPOSE["services"].items() if one.get("profiles") == ["scale"]
}


@pytest.fixture
def service() -> dict[str, Any]:
    made: dict[str, Any] = _COMPOSE["services"]["storewise"]
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


def test_the_image_can_have_every_extra_in_locked_versions() -> None:
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    run = (_ROOT / ".ci/lock/run.txt").read_text(encoding="utf-8")
    ours = dict(re.findall(r"^([\w.-]+)==([^ ;]+)", run, re.MULTILINE))

    assert 'ARG EXTRAS=""' in _DOCKERFILE
    assert "!.ci/lock\n" in (_ROOT / ".dockerignore").read_text(encoding="utf-8")
    for extra, [wanted] in project["optional-dependencies"].items():
        locked = (_ROOT / f".ci/lock/{extra}.txt").read_text(encoding="utf-8")
        found = dict(re.findall(r"^([\w.-]+)==([^ ;]+)", locked, re.MULTILINE))
        assert re.split("[<>=]", wanted)[0] in found
        # Beside those of run.txt, no package may be wanted in two versions.
        assert {name: ours[name] for name in found.keys() & ours} == {
            name: found[name] for name in found.keys() & ours
        }
        assert locked.count("--hash=sha256:") > len(found)


def test_it_has_more_time_to_stop_than_it_takes(service: dict[str, Any]) -> None:
    assert float(service["stop_grace_period"].removesuffix("s")) > EXIT_S


def test_without_the_profile_there_is_one_service_and_no_other_network() -> None:
    others = {"bot-1", "bot-2", "postgresql", "chroma", "proxy"}

    assert set(_COMPOSE["services"]) == {"storewise", *others}
    assert set(_SCALE) == others
    assert "networks" not in _COMPOSE["services"]["storewise"]


def test_each_bot_may_do_as_little_and_has_a_data_folder_of_its_own(
    service: dict[str, Any],
) -> None:
    bots = [_SCALE["bot-1"], _SCALE["bot-2"]]
    folders = {one for bot in bots for one in bot["volumes"] if one.endswith(":/data")}

    for name in ("image", "read_only", "cap_drop", "security_opt", "stop_grace_period"):
        assert [bot[name] for bot in bots] == [service[name]] * 2
    assert len(folders) == 2
    assert all(bot["environment"] == bots[0]["environment"] for bot in bots)


def test_the_proxy_alone_is_reached_and_asks_each_bot_whether_it_is_ready() -> None:
    caddy = (_ROOT / "deploy/Caddyfile").read_text(encoding="utf-8")
    waits_s = float(re.findall(r"health_timeout (\d+)s", caddy)[0])

    assert [name for name, one in _SCALE.items() if one.get("ports")] == ["proxy"]
    assert "reverse_proxy bot-1:8080 bot-2:8080 {" in caddy
    assert "health_uri /readyz" in caddy
    assert waits_s > LIMIT_S
    assert not re.search(r"cookie|ip_hash|client_ip", caddy)  # any bot takes any request


def test_no_password_is_written_down_and_the_engines_are_reached_by_the_bots_alone() -> None:
    given = [value for one in _SCALE.values() for value in (one.get("environment") or {}).values()]
    passwords = [
        one["environment"][name]
        for one in _SCALE.values()
        for name in one.get("environment") or {}
        if "PASSWORD" in name
    ]

    assert set(passwords) == {"${POSTGRES_PASSWORD:-}"}
    assert not any(re.search(r"://[^/@]+:[^/@]+@", one) for one in given)
    assert [_SCALE[one]["networks"] for one in ("postgresql", "chroma")] == [["engines"]] * 2
    assert _COMPOSE["networks"]["engines"]["internal"] is True
