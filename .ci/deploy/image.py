#!/usr/bin/env python3
"""Carries out the Dockerfile without Docker, and starts what comes out as a container would.

    unshare --mount image.py FOLDER

As root, on Linux. Each stage is a folder that sees this machine's system files read-only, and nothing
of its /opt, /src, /tmp or home: the lines of the Dockerfile run there as they stand. Afterwards
FOLDER is to be deleted; what is mounted in it is seen by this process alone.
"""

# ruff: noqa: S603 - every command is ours
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from container import serve
from dockerfile import Stage, Step, context, stages, variables

ROOT = Path(__file__).resolve().parents[2]
SYSTEM = ("usr", "bin", "sbin", "lib", "lib64", "dev", "proc")
PATH = "/python/bin:/usr/sbin:/usr/bin:/sbin:/bin"
FOR_PIP = ("PIP_", "SSL_", "REQUESTS_", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "https_proxy")
"""Variables by which this machine reaches its packages. The server never sees them."""


def main() -> int:
    folder = Path(sys.argv[1])
    made = stages((ROOT / "Dockerfile").read_text(encoding="utf-8"))
    own = f"{sys.version_info[0]}.{sys.version_info[1]}"
    if f":{own}-" not in made[0].image:
        print(f"image: {made[0].image} is replaced by Python {own} of this machine")
    roots: dict[str, Path] = {}
    environment: dict[str, str] = {}
    for number, stage in enumerate(made):
        root = roots[stage.name] = begun(folder / str(number))
        environment = built(stage, root, roots)
    serve(made[-1], root=roots[made[-1].name], environment=environment)
    return 0


def begun(root: Path) -> Path:
    """Makes the root folder of a stage: a system and Python, as python:slim has them."""
    for name in ("python/bin", "root", "tmp"):
        (root / name).mkdir(parents=True)
    (root / "tmp").chmod(0o1777)
    for name in SYSTEM:
        if (Path("/") / name).is_dir():
            mounted(Path("/") / name, root / name)
    # A copy: useradd writes there.
    shutil.copytree("/etc", root / "etc", symlinks=True)
    base = Path(sys.base_prefix)
    if not base.is_relative_to("/usr"):
        # Built with its place inside: it has to stand there in the stage, too.
        mounted(base, root / base.relative_to("/"))
        (root / "root").chmod(0o755)
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    (root / "python/bin/python").symlink_to(base / "bin" / version)
    return root


def mounted(source: Path, target: Path) -> None:
    """Shows a folder of this machine in a stage, read-only."""
    target.mkdir(parents=True)
    run("mount", "--rbind", source, target)
    if source.name not in ("dev", "proc"):
        run("mount", "--options", "remount,bind,ro", target)


def built(stage: Stage, root: Path, roots: dict[str, Path]) -> dict[str, str]:
    """Carries out the steps of a stage; returns its environment."""
    given = os.environ.items()  # noqa: TID251 - none of them is a setting of storewise
    for_pip = {name: value for name, value in given if name.startswith(FOR_PIP)}
    for_pip |= {"HOME": "/root", "PIP_QUIET": "2"}
    environment, folder = {"PATH": PATH}, "/"
    for step in stage.steps:
        if step.word == "ENV":
            environment |= variables(step, environment)
        elif step.word == "WORKDIR":
            folder = step.text
            (root / folder.strip("/")).mkdir(parents=True)
        elif step.word == "COPY":
            copy(step, root, root / folder.strip("/"), roots)
        elif step.word == "RUN":
            began = time.monotonic()
            line = f"cd {folder} && {step.text}"
            run("chroot", root, "sh", "-c", line, env={**for_pip, **environment})
            print(f"image: {time.monotonic() - began:5.1f} s  RUN {step.text}", flush=True)
    return environment


def copy(step: Step, root: Path, here: Path, roots: dict[str, Path]) -> None:
    """Carries out COPY: of a folder of an earlier stage, or of files and folders of the context."""
    first, *rest = step.text.split()
    if first.startswith("--from="):
        source, target = (one.strip("/") for one in rest)
        shutil.copytree(roots[first.removeprefix("--from=")] / source, root / target, symlinks=True)
        return
    *sources, target = first, *rest
    to = root / target.strip("/") if target.startswith("/") else here / target
    for source in (ROOT / one for one in sources):
        files = [one for one in context(ROOT) if one.is_relative_to(source)]
        if not files:
            sys.exit(f"COPY {step.text}: {source.name} is not there, or .dockerignore keeps it out")
        for file in files:
            at = to / file.relative_to(source) if source.is_dir() else to
            at = at / file.name if target.endswith("/") else at
            at.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, at)


def run(*words: object, env: dict[str, str] | None = None) -> None:
    subprocess.run([str(word) for word in words], check=True, env=env)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as failed:
        sys.exit(f"image: this ended with {failed.returncode}: {' '.join(failed.cmd)}")
