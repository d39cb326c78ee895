"""Every way to ask over HTTP, with the key of each role."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import ClientResponse

from bot.main.app import App
from bot.model.kept import Secret
from knowledge.model.documents import Audience
from tests.flow.api.server import Client, serving

_SAID = "The van comes at 6."


@dataclass
class OverHttp:
    """Programs with keys of every role, and one on this machine that has none."""

    client: Client
    keys: Mapping[Audience, Secret]
    _shown: list[str] = field(default_factory=list)

    async def shown(self) -> str:
        """All that programs were told."""
        return "\n".join(self._shown)

    async def ask(self, role: Audience, question: str) -> None:
        await self._post(role, "/api/v1/ask", question=question, k=10)

    async def events(self, role: Audience, question: str) -> None:
        """Ask, and be told the steps."""
        await self._post(role, "/api/v1/ask", "text/event-stream", question=question)

    async def goes_on(self, role: Audience, question: str) -> None:
        """Go on in a thread that an administrator's key began by this very name."""
        thread = {"conversation_id": "night-shift"}
        admin = {"Authorization": f"Bearer {self.keys[Audience.ADMIN]}"}
        asked = {"question": question, **thread}
        await self.client.http.post("/api/v1/ask", json=asked, headers=admin)
        await self._post(role, "/api/v1/ask", question=question, **thread)

    async def about_text(self, role: Audience, question: str) -> None:
        """Ask about a text that says nothing of it."""
        await self._post(role, "/api/v1/ask", question=question, selected_text=_SAID)

    async def without_a_key(self, role: Audience, question: str) -> None:
        await self._tell(await self.client.http.post("/api/v1/ask", json={"question": question}))

    async def search(self, role: Audience, question: str) -> None:
        await self._post(role, "/api/v1/search", query=question, k=20, min_score=0.0)

    async def retrieve(self, role: Audience, question: str) -> None:
        await self._post(role, "/api/v1/retrieve", query=question, top_k=50)

    async def documents(self, role: Audience, question: str) -> None:
        headers = {"Authorization": f"Bearer {self.keys[role]}"}
        await self._tell(await self.client.http.get("/api/v1/documents", headers=headers))

    async def policy(self, role: Audience, question: str) -> None:
        await self._post(role, "/api/v1/policy/ask", query=question)

    async def book(self, role: Audience, question: str) -> None:
        await self._post(role, "/ask", question=question)

    async def chat(self, role: Audience, question: str) -> None:
        await self._post(role, "/chat", question=question)

    async def _post(
        self, role: Audience, path: str, accept: str = "application/json", **body: object
    ) -> None:
        headers = {"Authorization": f"Bearer {self.keys[role]}", "Accept": accept}
        await self._tell(await self.client.http.post(path, json=body, headers=headers))

    async def _tell(self, response: ClientResponse) -> None:
        text = await response.text()
        self._shown.append(json.dumps(text, ensure_ascii=False))


WAYS: Mapping[str, tuple[Callable[[OverHttp, Audience, str], Awaitable[None]], Audience | None]] = {
    "ask": (OverHttp.ask, Audience.ADMIN),
    "events": (OverHttp.events, Audience.ADMIN),
    "thread": (OverHttp.goes_on, Audience.ADMIN),
    "selected text": (OverHttp.about_text, None),
    "without a key": (OverHttp.without_a_key, Audience.STAFF),
    "search": (OverHttp.search, Audience.ADMIN),
    "retrieve": (OverHttp.retrieve, Audience.ADMIN),
    "documents": (OverHttp.documents, Audience.ADMIN),
    "policy": (OverHttp.policy, Audience.ADMIN),
    "book": (OverHttp.book, Audience.ADMIN),
    "chat": (OverHttp.chat, Audience.ADMIN),
}
"""Each way in, and the most that it may show to anybody; None where no document answers there."""


@asynccontextmanager
async def on_http(app: App) -> AsyncIterator[OverHttp]:
    """The API with a key for each role."""
    async with serving(app) as client:
        yield OverHttp(client, {role: await client.key(role) for role in Audience})
