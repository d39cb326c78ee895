"""Starts the server of a built image as deploy/compose.yaml and the Helm chart do, and looks at it.

It runs as the image's user, without rights and without a network, and writes nothing but /data and
/tmp. /data belongs to root and has a lost+found, as a volume in Kubernetes.
"""

# ruff: noqa: S603 - every command is ours
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from dockerfile import Stage, stages

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = ("how long do customers have to return an item?", "환불은 며칠 안에 해야 하나요?")
HEALTHY_S, STOPPED_S = 120, 15
"""HEALTHCHECK's start period; stop_grace_period of deploy/compose.yaml."""
UP = (
    "import fcntl, socket, struct;"
    " fcntl.ioctl(socket.socket(), 0x8914, struct.pack('16sh', b'lo', 0x1))"
)
"""SIOCSIFFLAGS, IFF_UP: a new network has only loopback, which is down."""


def serve(stage: Stage, root: Path, environment: dict[str, str]) -> None:
    """Starts the server in a network of its own, asks it, and stops it. Exits if something is wrong."""
    user, group = stage.last("USER").text.split(":")
    shutil.copytree(ROOT / "knowledge/sample", root / "documents", dirs_exist_ok=True)
    run("mount", "--rbind", root, root)
    run("mount", "--options", "remount,bind,ro", root)
    run("mount", "--types", "tmpfs", "tmpfs", root / "tmp")
    run("mount", "--types", "tmpfs", "--options", f"mode=2775,gid={group}", "tmpfs", root / "data")
    (root / "data/lost+found").mkdir(mode=0o700)
    as_user = ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups"]
    as_user += ["--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]
    inside = ["unshare", "--net", sys.executable, __file__, root, *as_user]
    run(*inside, env=environment)


def look(root: Path, as_user: list[str]) -> None:
    """The same from inside of the network."""
    stage = stages((ROOT / "Dockerfile").read_text(encoding="utf-8"))[-1]
    in_it = ["chroot", str(root), *as_user]
    run(sys.executable, "-c", UP)
    with tempfile.TemporaryFile("w+", encoding="utf-8") as log:
        began = time.monotonic()
        start = [*in_it, *stage.last("ENTRYPOINT").command, *stage.last("CMD").command]
        server = subprocess.Popen(start, stderr=log)
        try:
            ask(server, [*in_it, *stage.last("HEALTHCHECK").command], began, "healthy")
            ask(server, [*in_it, "storewise", "status"], began, "indexed")
            for question in QUESTIONS:
                answer = json.loads(ran([*in_it, "storewise", "ask", "--json", question]))
                print(f"image: {question} → {answer['verdict']}", flush=True)
            print(f"image: {memory_mb(server.pid)} MB at most; {sizes(root)}", flush=True)
            backup = ran([*in_it, "storewise", "backup", "-"])
        finally:
            began = time.monotonic()
            server.terminate()
            code = server.wait(timeout=STOPPED_S)
            log.seek(0)
            said = log.read()
            if code or "Traceback" in said or "denied" in said.lower():
                print(said, file=sys.stderr)
    print(f"image: stopped with {code} after {time.monotonic() - began:.1f} s")
    if code or "Traceback" in said or "denied" in said.lower():
        sys.exit("the server did not run as it should")
    ran([*in_it, "storewise", "restore", "-"], backup)
    print(f"image: restored a backup of {len(backup) // 1024} KB")


def ask(server: subprocess.Popen[bytes], command: list[str], began: float, what: str) -> None:
    """Repeats a command until it succeeds."""
    while subprocess.run(command, capture_output=True, check=False).returncode:
        if server.poll() is not None or time.monotonic() - began > HEALTHY_S:
            sys.exit(f"the server is not {what}")
        time.sleep(0.5)
    print(f"image: {what} after {time.monotonic() - began:.1f} s", flush=True)


def ran(command: list[str], given: bytes = b"") -> bytes:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, input=given).stdout


def memory_mb(pid: int) -> int:
    """The most that the server had in memory."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    [peak] = [line.split()[1] for line in lines if line.startswith("VmHWM")]
    return int(peak) // 1024


def sizes(root: Path) -> str:
    """What the writable folders hold."""
    used = {name: os.statvfs(root / name) for name in ("data", "tmp")}
    return ", ".join(
        f"/{name} {(one.f_blocks - one.f_bfree) * one.f_frsize // 1024**2} MB"
        for name, one in used.items()
    )


def run(*words: object, env: dict[str, str] | None = None) -> None:
    subprocess.run([str(word) for word in words], check=True, env=env)


if __name__ == "__main__":
    look(Path(sys.argv[1]), sys.argv[2:])
