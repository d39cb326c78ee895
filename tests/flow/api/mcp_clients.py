"""The SDK's own client, over HTTP and over standard input and output."""

import os
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx2
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextContent, TextResourceContents

from bot.settings import SAMPLE

LEGACY = "legacy"
"""Revisions of the protocol with a handshake, up to 2025-11-25."""
MODERN = "auto"
"""The revision without one, 2026-07-28, which the client finds out."""
MODES = (LEGACY, MODERN)


class Assistant:
    """An assistant that uses storewise, and keeps all that it was shown."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.shown: list[str] = []

    async def call(self, tool: str, **arguments: Any) -> CallToolResult:
        """Call a tool."""
        result = await self.client.call_tool(tool, arguments)
        assert isinstance(result, CallToolResult)
        self.shown.append(result.model_dump_json())
        return result

    async def text(self, tool: str, **arguments: Any) -> str:
        """What a tool says, where all is well."""
        result = await self.call(tool, **arguments)
        assert not result.is_error, text_of(result)
        return text_of(result)

    async def values(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """What a tool gives as values."""
        result = await self.call(tool, **arguments)
        values: dict[str, Any] | None = result.structured_content
        assert values is not None
        return values

    async def refusal(self, tool: str, **arguments: Any) -> str:
        """What a tool says that could not be done."""
        result = await self.call(tool, **arguments)
        assert result.is_error
        assert result.structured_content is None
        return text_of(result)

    async def listed(self) -> list[str]:
        """The addresses of all documents."""
        found = await self.client.list_resources()
        self.shown.append(found.model_dump_json())
        return [str(one.uri) for one in found.resources]

    async def read(self, uri: str) -> str:
        """The text at an address."""
        result = await self.client.read_resource(uri)
        self.shown.append(result.model_dump_json())
        [content] = result.contents
        assert isinstance(content, TextResourceContents)
        return content.text


def text_of(result: CallToolResult) -> str:
    """What a model reads of a result."""
    [content] = result.content
    assert isinstance(content, TextContent)
    return content.text


@asynccontextmanager
async def over_http(
    url: str, key: str | None = None, mode: str = MODERN
) -> AsyncGenerator[Assistant]:
    """An assistant elsewhere, with a key or without one."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=30) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        yield Assistant(client)


@asynccontextmanager
async def over_stdio(*arguments: str, mode: str = MODERN) -> AsyncGenerator[Assistant]:
    """A desktop assistant that starts `storewise mcp`."""
    async with Client(stdio_client(command(arguments)), mode=mode) as client:
        yield Assistant(client)


def command(arguments: Sequence[str]) -> StdioServerParameters:
    """What a desktop assistant starts, with this process's settings."""
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "bot", "mcp", *arguments],
        env=dict(os.environ),  # noqa: TID251 - the settings that the test made
        cwd=SAMPLE.parent.parent,
    )
