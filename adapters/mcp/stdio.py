"""Serves one assistant over standard input and output."""

import io
import os
from collections.abc import Generator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

import anyio
from mcp.server import Server
from mcp.server.stdio import stdio_server

from adapters.web.halves import whole_json

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


async def answer_on_stdio(server: Server[Any]) -> None:
    """Serves the parent process over stdio until it closes the input."""
    with _standard_input() as lines:
        async with stdio_server(anyio.wrap_file(lines)) as (requests, replies):
            await server.run(requests, replies, server.create_initialization_options())


@contextmanager
def _standard_input() -> Generator[io.TextIOWrapper]:
    """Reads standard input; others find it empty meanwhile, as with the SDK's own reader."""
    kept, empty = os.dup(0), os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    try:
        with os.fdopen(os.dup(kept), "rb") as inner:
            whole = io.BufferedReader(_WholeLines(inner))
            yield io.TextIOWrapper(whole, encoding="utf-8", errors="replace")
    finally:
        os.dup2(kept, 0)
        os.close(kept)


class _WholeLines(io.RawIOBase):
    """Lines of JSON without half surrogate pairs: the SDK never answers a line that has one."""

    def __init__(self, inner: IO[bytes]) -> None:
        super().__init__()
        self._inner = inner
        self._line = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        if not self._line and (line := self._inner.readline()):
            self._line = whole_json(line).rstrip(b"\n") + b"\n"
        place = memoryview(buffer)
        part, self._line = self._line[: len(place)], self._line[len(place) :]
        place[: len(part)] = part
        return len(part)
