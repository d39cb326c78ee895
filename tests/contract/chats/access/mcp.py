"""Every way in which an assistant reads documents, and who reads what comes of it."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestServer

from adapters.mcp.part import PATH, McpPart
from adapters.mcp.tools import Behind
from adapters.web.bounded import Bounded
from adapters.web.callers import Callers
from bot.conversation.rate_limits import Limits
from bot.main.app import App
from bot.model.kept import Key, Secret, new_key_id, new_secret
from knowledge.model.documents import Audience
from tests.contract.chats.access.cases import ALL, QUESTIONS
from tests.flow.api.mcp_clients import Assistant, over_http

_LONG_AGO = "0001-01-01"


@dataclass
class OnMcp:
    """Assistants of every role, each with its key."""

    assistants: Mapping[Audience, Assistant]

    async def shown(self) -> str:
        """All that the assistants were shown."""
        return "\n".join(text for one in self.assistants.values() for text in one.shown)

    async def ask(self, role: Audience, question: str) -> None:
        await self.assistants[role].call("ask_store", question=question)

    async def ask_on(self, role: Audience, question: str) -> None:
        """Go on in a thread in which an administrator asked this very thing."""
        admin = self.assistants[Audience.ADMIN]
        before = list(admin.shown)
        await admin.call("ask_store", question=question, conversation_id="till-4")
        admin.shown[:] = before
        again = "and why?" if question.isascii() else "왜 그런가요?"
        await self.assistants[role].call("ask_store", question=again, conversation_id="till-4")
        await self.ask(role, question)

    async def search(self, role: Audience, question: str) -> None:
        await self.assistants[role].call("search_documents", query=question, k=20)

    async def news(self, role: Audience, question: str) -> None:
        await self.assistants[role].call("what_changed", since=_LONG_AGO)

    async def changes(self, role: Audience, question: str) -> None:
        """Ask for the document that answers by its id, and each version."""
        for name in (_doc_id(question), f"{_doc_id(question)}@1"):
            await self.assistants[role].call("what_changed", document=name)

    async def contradictions(self, role: Audience, question: str) -> None:
        await self.assistants[role].call("list_contradictions")

    async def list(self, role: Audience, question: str) -> None:
        await self.assistants[role].listed()

    async def read(self, role: Audience, question: str) -> None:
        """Read the document that answers, and its version, by their addresses."""
        uri = f"storewise://documents/{_doc_id(question)}"
        for address in (uri, f"{uri}/versions/1"):
            await _read(self.assistants[role], address)


async def _read(assistant: Assistant, uri: str) -> None:
    try:
        await assistant.read(uri)
    except Exception as error:  # noqa: BLE001 - what is refused is shown, too
        assistant.shown.append(str(error))


def _doc_id(question: str) -> str:
    """The id of the document that answers a question: it comes from its file's name."""
    [name] = [
        f"{audience}-{language}"
        for audience, language in ALL
        if QUESTIONS[audience][language] == question
    ]
    return name


WAYS: Mapping[str, tuple[Callable[[OnMcp, Audience, str], Awaitable[None]], Audience | None]] = {
    "ask": (OnMcp.ask, Audience.ADMIN),
    "thread": (OnMcp.ask_on, Audience.ADMIN),
    "search": (OnMcp.search, Audience.ADMIN),
    "news": (OnMcp.news, Audience.ADMIN),
    "changes": (OnMcp.changes, Audience.ADMIN),
    "contradictions": (OnMcp.contradictions, None),
    "list of resources": (OnMcp.list, Audience.ADMIN),
    "resource": (OnMcp.read, Audience.ADMIN),
}
"""Each way in, and the most that it may show to anybody; None where nothing is to be shown."""


@asynccontextmanager
async def on_mcp(app: App) -> AsyncIterator[OnMcp]:
    """The MCP server over HTTP, and an assistant of each role with a key of its own."""
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(served_mcp(app))
        assistants = {
            role: await stack.enter_async_context(over_http(url, await key_of(app, role)))
            for role in Audience
        }
        yield OnMcp(assistants)


@asynccontextmanager
async def served_mcp(app: App, **about: Any) -> AsyncIterator[str]:
    """The MCP server over HTTP on this machine; its address."""
    given = {"limits": Limits(), "bounded": Bounded(), "daily": 0, "local": False, **about}
    callers = Callers(
        app.kept.keys,
        given["limits"],
        app.given.today,
        app.upkeep.trail,
        daily=given["daily"],
        local=given["local"],
    )
    behind = Behind(
        app.conversation.handle,
        app.search,
        app.indexer,
        app.given.redactor,
        app.given.today,
        stores=app.given.stores,
    )
    mcp = McpPart(callers, given["bounded"], behind, "1.2.3")
    application = web.Application()
    application.add_routes(mcp.routes)
    application.cleanup_ctx.append(mcp.running)
    async with TestServer(application) as server:
        yield str(server.make_url(PATH))


async def key_of(app: App, role: Audience, store_type: str | None = None) -> Secret:
    """A new key of a role."""
    secret = new_secret()
    await app.kept.keys.add(
        Key(new_key_id(), new_key_id(), role, datetime.now(UTC), store_type), secret
    )
    return secret
