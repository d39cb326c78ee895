"""A real Chroma server on loopback, as `chroma run` starts it."""

import socket
import subprocess
import sysconfig
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import httpx

_START_S = 60


@contextmanager
def chroma_server(data: Path) -> Generator[str]:
    """Its address; it ends with the block."""
    port = free_port()
    program = Path(sysconfig.get_path("scripts")) / "chroma"
    command = [str(program), "run", "--path", str(data), "--host", "127.0.0.1", "--port", str(port)]
    with (data.with_suffix(".log")).open("wb") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log)  # noqa: S603 - our own program
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_for(url, server)
            yield url
        finally:
            server.terminate()
            server.wait(timeout=_START_S)


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


def _wait_for(url: str, server: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + _START_S
    while time.monotonic() < deadline and server.poll() is None:
        try:
            httpx.get(f"{url}/api/v2/heartbeat").raise_for_status()
        except httpx.HTTPError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("`chroma run` did not start")
