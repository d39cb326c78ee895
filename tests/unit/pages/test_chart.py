"""deploy/helm: the chart starts what the Dockerfile makes as deploy/compose.yaml does.

`make lint-deploy` renders it; here its files are read as they stand.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator  # type: ignore[import-untyped]  # ships no types
from pydantic import SecretStr

from adapters.web.server import EXIT_S, WebServer
from adapters.web.watching.watchdog import LIMIT_S
from bot.settings.page import GROUPS, name_of, names
from knowledge.model.release import VERSION

_ROOT = Path(__file__).parents[3]
_CHART = _ROOT / "deploy/helm/storewise"
_POD = (_CHART / "templates/_pod.tpl").read_text(encoding="utf-8")
_REFUSALS = (_CHART / "templates/_helpers.tpl").read_text(encoding="utf-8")
_VALUES: dict[str, Any] = yaml.safe_load((_CHART / "values.yaml").read_text(encoding="utf-8"))
_SCHEMA: dict[str, Any] = json.loads((_CHART / "values.schema.json").read_text(encoding="utf-8"))
_DOCKERFILE = (_ROOT / "Dockerfile").read_text(encoding="utf-8")
_COMPOSE: dict[str, Any] = yaml.safe_load(
    (_ROOT / "deploy/compose.yaml").read_text(encoding="utf-8")
)["services"]["storewise"]


def test_the_default_values_fit_their_schema() -> None:
    Draft7Validator.check_schema(_SCHEMA)

    assert list(Draft7Validator(_SCHEMA).iter_errors(_VALUES)) == []


def test_the_schema_knows_every_value_and_no_other() -> None:
    known = set(_paths_of_schema(_SCHEMA)) - {"global"}  # Helm sets it in a chart of charts

    assert known == set(_paths_of_values(_VALUES, _SCHEMA))


@pytest.mark.parametrize(
    "wrong",
    [
        {"replica": 1},
        {"documents": {"claim": "handbook"}},
        {"settings": {"STOREWISE_TIMEZONE": ["Asia/Seoul"]}},
        {"data": {"accessMode": "ReadWriteMany"}},
        {"ingress": {"paths": []}},
    ],
)
def test_misspelt_and_impossible_values_are_refused(wrong: dict[str, Any]) -> None:
    assert not Draft7Validator(_SCHEMA).is_valid(wrong)


def test_user_port_and_folders_are_those_of_the_image() -> None:
    user, group = re.findall(r"^USER (\d+):(\d+)$", _DOCKERFILE, re.MULTILINE)[0]
    mounted = re.findall(r"mountPath: (\S+)", _POD)

    assert (_of_pod("runAsUser"), _of_pod("runAsGroup"), _of_pod("fsGroup")) == (user, group, group)
    assert f"EXPOSE {_of_pod('containerPort')}\n" in _DOCKERFILE
    assert set(mounted) == {"/data", "/documents", *_COMPOSE["tmpfs"]}
    assert "STOREWISE_DATA=/data STOREWISE_SOURCE=/documents" in _DOCKERFILE


def test_it_may_do_as_little_as_with_compose() -> None:
    assert (_COMPOSE["read_only"], _of_pod("readOnlyRootFilesystem")) == (True, "true")
    assert (_COMPOSE["cap_drop"], _of_pod("drop")) == (["ALL"], "[ALL]")
    assert "no-new-privileges:true" in _COMPOSE["security_opt"]
    assert _of_pod("allowPrivilegeEscalation") == "false"
    assert _of_pod("automountServiceAccountToken") == "false"


def test_it_has_as_much_memory_and_time_to_stop_as_with_compose() -> None:
    seconds = _of_pod("terminationGracePeriodSeconds")

    assert _COMPOSE["mem_limit"] == _VALUES["resources"]["limits"]["memory"].lower()[:-1]
    [pause_s] = re.findall(r'command: \[sleep, "(\d+)"\]', _POD)
    stops_s = float(_COMPOSE["stop_grace_period"].removesuffix("s"))
    assert float(seconds) == stops_s + float(pause_s)
    assert stops_s > EXIT_S


def test_probes_ask_what_the_server_answers_and_wait_for_its_slowest_check() -> None:
    served = {resource.canonical for resource in WebServer().application.router.resources()}
    probes = dict(re.findall(r"(\w+)Probe:\n +httpGet: \{path: (/\w+),", _POD))
    [ready_s] = re.findall(r"readinessProbe:.*?timeoutSeconds: (\d+)", _POD, re.DOTALL)

    assert probes == {"startup": "/healthz", "liveness": "/healthz", "readiness": "/readyz"}
    assert set(probes.values()) <= served
    assert float(ready_s) > LIMIT_S


def test_a_setting_that_is_a_secret_is_refused_among_the_values_and_no_other_is() -> None:
    [pattern] = re.findall(r'regexMatch "(.+?)" \$name', _REFUSALS)
    secret = {
        name_of(group, name)
        for _, group in GROUPS
        for name, field in group.model_fields.items()
        if field.annotation == SecretStr | None
    }

    assert {name for name in names() if re.search(pattern, name)} == secret


def test_every_setting_that_the_chart_names_is_one() -> None:
    texts = (file.read_text(encoding="utf-8") for file in _CHART.rglob("*") if file.is_file())
    prefixes = "|".join({name.partition("_")[0] for name in names() if "_" in name})
    named = set(re.findall(rf"\b(?:{prefixes})_[A-Z_]+\b", "\n".join(texts)))

    assert "STOREWISE_SOURCE" in named
    assert named <= set(names())


def test_its_alerts_are_those_of_deploy_prometheus() -> None:
    alerts = _CHART / "files/alerts.yaml"

    assert alerts.resolve() == _ROOT / "deploy/prometheus/alerts.yaml"


def test_its_application_is_this_version() -> None:
    chart = yaml.safe_load((_CHART / "Chart.yaml").read_text(encoding="utf-8"))
    page = (_CHART / "README.md").read_text(encoding="utf-8")

    assert chart["appVersion"] == VERSION
    assert set(re.findall(r"/storewise:([\d.]+)", page)) == {VERSION}


def _of_pod(name: str) -> str:
    [value] = re.findall(rf"^ +{name}: (.+)$", _POD, re.MULTILINE)
    return str(value)


def _paths_of_schema(schema: dict[str, Any], before: str = "") -> Iterator[str]:
    for name, inner in schema["properties"].items():
        yield f"{before}{name}"
        if "properties" in inner:
            yield from _paths_of_schema(inner, f"{before}{name}.")


def _paths_of_values(
    values: dict[str, Any], schema: dict[str, Any], before: str = ""
) -> Iterator[str]:
    """Each value's path; below a value of any form, such as `resources`, none."""
    for name, value in values.items():
        yield f"{before}{name}"
        inner = schema["properties"].get(name, {})
        if "properties" in inner:
            yield from _paths_of_values(value, inner, f"{before}{name}.")
