#!/usr/bin/env python3
"""Renders the Helm chart with several sets of values and checks what comes out.

    chart.py HELM NODE_FOLDER

HELM is the program; NODE_FOLDER has node_modules with typescript and the Kubernetes models. Each
manifest is checked twice: by the types of its kind, which also know fields that do not exist, and by
the schema of its kind.
"""

# ruff: noqa: S603 - every command is ours
from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
CHART = ROOT / "deploy" / "helm" / "storewise"
VALUES = sorted((Path(__file__).parent / "values").glob("*.yaml"))
SMALLEST = Path(__file__).parent / "values" / "smallest.yaml"
MODELS = {"monitoring.coreos.com": "@kubernetes-models/prometheus-operator/"}
TSC = ("--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext")
REFUSED = {
    "replicas=2": "several replicas need a PostgreSQL",
    "autoscaling.enabled=true": "several replicas need a PostgreSQL",
    "database.existingSecret=a,data.existingClaim=b": "a volume of its own",
    "database.existingSecret=a,autoscaling.enabled=true,autoscaling.maxReplicas=1": "less than min",
    "settings.DATABASE_URL=x": "Put it into a Secret",
    "replica=1": "'replica' not allowed",
    "image.repository=": "name your registry's copy of the image",
    "settings.SLACK_BOT_TOKEN=x": "Put it into a Secret",
    "settings.STOREWISE_DATA=/x": "Remove it here",
    "documents.existingClaim=a,documents.configMap=b": "set only one",
    "metrics.serviceMonitor.enabled=true": "/metrics asks for a key",
    "ingress.enabled=true": "name the public host",
    "serviceAccount.create=false": "name the account",
}


def main() -> int:
    helm, node = Path(sys.argv[1]), Path(sys.argv[2])
    problems = []
    for values in VALUES:
        said = ran(helm, "lint", "--strict", CHART, "--values", values)
        if said.returncode:
            problems.append(f"{values.stem}: {said.stdout}{said.stderr}")
    rendered = {values.stem: render(helm, values) for values in VALUES}
    for name, manifests in rendered.items():
        problems += [f"{name}: {one}" for one in wrong_types(manifests, name, node)]
        print(f"chart: {name}: {', '.join(sorted(one['kind'] for one in manifests))}")
    problems += list(not_refused(helm))
    for one in problems:
        print(one, file=sys.stderr)
    return 1 if problems else 0


def render(helm: Path, values: Path) -> list[dict[str, Any]]:
    """The manifests, as an installation named storewise would send them to the cluster."""
    made = ran(helm, "template", "storewise", CHART, "--namespace", "stores", "--values", values)
    if made.returncode:
        sys.exit(f"{values.stem}: {made.stderr}")
    return [one for one in yaml.safe_load_all(made.stdout) if one]


def wrong_types(manifests: list[dict[str, Any]], name: str, node: Path) -> list[str]:
    """What the types and the schemas of the manifests' kinds say against them."""
    lines = []
    for number, one in enumerate(manifests):
        group = one["apiVersion"].partition("/")[0]
        package = MODELS.get(group, "kubernetes-models/") + one["apiVersion"]
        lines.append(f'import {{ {one["kind"]} as Kind{number} }} from "{package}";')
        # The class knows the version and the kind.
        fields = {key: value for key, value in one.items() if key not in ("apiVersion", "kind")}
        lines.append(f"new Kind{number}({json.dumps(fields, ensure_ascii=False)}).validate();")
    source = node / f"{name}.mts"
    source.write_text("\n".join(lines), encoding="utf-8")
    typed = ran("node", node / "node_modules/typescript/bin/tsc", *TSC, source)
    if typed.returncode:
        return typed.stdout.splitlines()
    checked = ran("node", source.with_suffix(".mjs"))
    return [checked.stderr] if checked.returncode else []


def not_refused(helm: Path) -> list[str]:
    """Values that would not work, and that the chart takes or refuses in other words."""
    found = []
    for values, words in REFUSED.items():
        setting = ("--values", SMALLEST, "--set", values)
        said = ran(helm, "template", "storewise", CHART, *setting)
        if not said.returncode or words not in said.stderr:
            found.append(f"{values}: not refused with “{words}”: {said.stderr}")
    print(f"chart: refuses {len(REFUSED)} sets of values")
    return found


def ran(*words: object) -> subprocess.CompletedProcess[str]:
    command = [str(word) for word in words]
    return subprocess.run(command, check=False, capture_output=True, encoding="utf-8", cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main())
