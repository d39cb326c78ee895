"""The Inspector's command line: one request of a client that others wrote, as JSON."""

import asyncio
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.settings import SAMPLE

_TIMEOUT_S = 60


@dataclass(frozen=True)
class Inspector:
    """Starts it for each request."""

    program: Path
    data: Path
    """Where storewise keeps its index."""
    home: Path
    """Where the Inspector keeps what it likes to."""

    async def on_stdio(self, *arguments: str) -> dict[str, Any]:
        """Have it start `storewise mcp`, and ask that."""
        setting = f"STOREWISE_DATA={self.data}"
        return await self._asked("-e", setting, sys.executable, "-m", "bot", "mcp", *arguments)

    async def over_http(self, url: str, *arguments: str, key: str | None = None) -> dict[str, Any]:
        """Have it ask a server."""
        header = ["--header", f"Authorization: Bearer {key}"] if key else []
        return await self._asked(url, *arguments, *header)

    async def _asked(self, *arguments: str) -> dict[str, Any]:
        process = await asyncio.create_subprocess_exec(
            self.program,
            "--cli",
            *arguments,
            cwd=SAMPLE.parent.parent,
            env={**os.environ, "HOME": str(self.home)},  # noqa: TID251 - it looks for node there
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(_TIMEOUT_S):
            said, wrong = await process.communicate()
        assert process.returncode == 0, wrong.decode() or said.decode()
        answer: dict[str, Any] = json.loads(said)
        return answer
