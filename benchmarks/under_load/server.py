"""A real `storewise serve` in a process of its own, that can be killed and started again."""

import asyncio
import os
import shutil
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from benchmarks.memory import rss_mb

_ROOT = Path(__file__).parents[2]
_START_LIMIT_S = 300.0  # a first start indexes the documents
_END_LIMIT_S = 40.0  # it lets answers end for 10 s, for each platform
_POLL_S = 0.05


@dataclass(frozen=True, slots=True)
class Program:
    """A folder with the product, and the Python that runs it."""

    root: Path
    python: Path

    def words(self, *words: str) -> Sequence[str]:
        """Returns the command line of a command."""
        return str(self.python), "-m", "bot", *words

    def environment(self, settings: Mapping[str, str]) -> Mapping[str, str]:
        """Returns the settings with what Python needs."""
        return {"PYTHONPATH": str(self.root), "PYTHONUTF8": "1", **settings}


THIS = Program(_ROOT, Path(sys.executable))
"""What runs here."""


async def indexed(folder: Path) -> Path:
    """Indexes the sample handbook in a folder, once for all servers of a run."""
    data = folder / "indexed"
    process = await command(folder, {"STOREWISE_DATA": str(data)}, "reindex")
    if await process.wait():
        raise RuntimeError((folder / "reindex.log").read_text(encoding="utf-8")[-2000:])
    return data


class Server:
    """The process; `settings` are all that it knows of the outside."""

    def __init__(
        self,
        folder: Path,
        index: Path | None,
        settings: Mapping[str, str],
        program: Program = THIS,
    ) -> None:
        """Copies the index into the folder, which also gets the log; None: it begins without."""
        folder.mkdir(parents=True)
        data = shutil.copytree(index, folder / "data") if index else folder / "data"
        self.folder = folder
        self._program = program
        self._port = _free_port()
        self.url = f"http://127.0.0.1:{self._port}"
        self.settings = {
            "STOREWISE_DATA": str(data),
            "SERVER_PORT": str(self._port),
            # The people of a run ask more in a minute than people do.
            "LIMITS_PER_PERSON": "0",
            "LIMITS_PER_CHANNEL": "0",
            **settings,
        }
        self._process: asyncio.subprocess.Process | None = None
        self.is_up = asyncio.Event()
        """Whether it listens."""

    @property
    def has_ended(self) -> bool:
        """Whether the process ended, by itself or by a signal."""
        return self._process is not None and self._process.returncode is not None

    @property
    def pid(self) -> int:
        """The process's id."""
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Starts the process; it listens some seconds later."""
        self._process = await command(self.folder, self.settings, "serve", self._program)

    async def until_up(self) -> None:
        """Waits until it listens. Raises RuntimeError with the end of its log if it ended."""
        async with asyncio.timeout(_START_LIMIT_S), aiohttp.ClientSession() as session:
            while not await _answers(session, f"{self.url}/healthz"):
                if self._process is None or self._process.returncode is not None:
                    raise RuntimeError(self.log()[-2000:])
                await asyncio.sleep(_POLL_S)
        self.is_up.set()

    async def until_ready(self) -> None:
        """Waits until it answers questions."""
        await self.until_up()
        async with asyncio.timeout(_START_LIMIT_S), aiohttp.ClientSession() as session:
            while not await _answers(session, f"{self.url}/readyz"):  # noqa: ASYNC110
                await asyncio.sleep(_POLL_S)

    async def stop(self, sign: signal.Signals) -> bool:
        """Sends a signal and waits for the end; False if it had to be killed after a SIGTERM."""
        assert self._process is not None
        self.is_up.clear()
        if self.has_ended:
            return True
        self._process.send_signal(sign)
        try:
            async with asyncio.timeout(_END_LIMIT_S):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()
            return False
        return True

    async def close(self) -> None:
        """Kills the process, if it still runs."""
        if self._process is not None and self._process.returncode is None:
            await self.stop(signal.SIGKILL)

    def log(self) -> str:
        """Returns what the processes have logged."""
        return (self.folder / "serve.log").read_text(encoding="utf-8")

    def rss_mb(self) -> float:
        """Returns the memory that the process holds now."""
        return rss_mb(self.pid)

    async def longest_block_ms(self) -> float:
        """Returns the longest computing at a stretch on the event loop since the start."""
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"{self.url}/metrics") as response,
        ):
            figures = dict(line.rsplit(" ", 1) for line in (await response.text()).splitlines())
        return float(figures["storewise_loop_longest_block_seconds"]) * 1000

    def cpu_s(self) -> float:
        """Returns the seconds of CPU that the process has used."""
        # The name before may hold spaces: utime and stime are the 12th and 13th after it.
        fields = (
            Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        )
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


async def command(
    folder: Path, settings: Mapping[str, str], name: str, program: Program = THIS
) -> asyncio.subprocess.Process:
    """Starts a command of storewise; its log is in the folder."""
    # In its own folder, with nothing of this environment: no `.env` of a developer gets in.
    with (folder / f"{name}.log").open("ab") as log:
        return await asyncio.create_subprocess_exec(
            *program.words(name),
            cwd=folder,
            env=program.environment(settings),
            stdout=asyncio.subprocess.DEVNULL,
            stderr=log,
        )


async def _answers(session: aiohttp.ClientSession, url: str) -> bool:
    try:
        async with session.get(url, timeout=aiohttp.ClientTimeout(total=2)) as response:
            return response.status == 200
    except (aiohttp.ClientError, OSError):
        return False


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
