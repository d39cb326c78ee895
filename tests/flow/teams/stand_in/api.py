"""Teams' connector on loopback: it keeps what the bot sends, checks it, and refuses when told."""

import asyncio
import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from aiohttp import web

TOKEN = "outbound-token"
MOST_BYTES = 100_000
_TYPES = ("message", "typing")


@dataclass(frozen=True)
class Sent:
    """One activity of the bot."""

    method: str
    conversation_id: str
    activity_id: str | None
    """Which activity it answers, or takes the place of."""
    body: dict[str, Any]
    targeted: bool = False

    @property
    def text(self) -> str:
        """Its words; of a card, those that a notification shows."""
        return str(self.body.get("text") or self.body.get("summary", ""))

    @property
    def entities(self) -> list[dict[str, Any]]:
        return list(self.body.get("entities", []))

    @property
    def cards(self) -> list[dict[str, Any]]:
        """Its Adaptive Cards."""
        return [one["content"] for one in self.body.get("attachments", [])]


@dataclass(frozen=True)
class Refusal:
    """What Teams answers instead of taking it."""

    status: int
    code: str | None = None
    message: str = ""
    retry_after: str | None = None

    def response(self) -> web.Response:
        headers = {} if self.retry_after is None else {"Retry-After": self.retry_after}
        if self.code is None:
            return web.Response(status=self.status, text="<html>", headers=headers)
        error = {"code": self.code, "message": self.message}
        return web.json_response({"error": error}, status=self.status, headers=headers)


BUSY = Refusal(429, "TooManyRequests", retry_after="0")
DOWN = Refusal(502)
NOT_HERE = Refusal(403, "BotNotInConversationRoster")


OVER = Refusal(403, "ContentStreamNotAllowed", "Content stream is already completed.")


class TeamsApi:
    """Takes activities; what Teams would refuse is refused."""

    def __init__(self, token: str = TOKEN) -> None:
        """Without a token none may come, as at an emulator."""
        self.sent: list[Sent] = []
        """Every activity that was taken, as they came."""
        self.tried: list[Sent] = []
        """Every activity that came."""
        self.faults: list[str] = []
        """What was wrong with activities, beside what a test had refused."""
        self.refusals: deque[Refusal | None] = deque()
        """What the next activities get; None for being taken."""
        self.refused_targeted: Refusal | None = None
        """What activities for one person's eyes get."""
        self.opened: list[dict[str, Any]] = []
        """The chats that the bot asked for."""
        self.refused_chats: Refusal | None = None
        """What it gets instead of a chat."""
        self.sessions: set[object] = set()
        """The connections that were used."""
        self.gate: asyncio.Event | None = None
        """It answers only when its gate is open."""
        self.answer: Callable[[str], web.Response] | None = None
        """What it answers in place of an activity's id."""
        self._token = token
        self._moved = asyncio.Condition()
        self.application = web.Application(client_max_size=10 * MOST_BYTES)
        path = "/{service:(.*/)?}v3/conversations/{conversation}/activities"
        opening = "/{service:(.*/)?}v3/conversations"
        self.application.router.add_post(opening, self._open)
        self.application.router.add_post(path, self._take)
        self.application.router.add_post(path + "/{activity}", self._take)
        self.application.router.add_put(path + "/{activity}", self._take)
        self.removed: list[str | None] = []
        """The activities that were deleted."""
        self.application.router.add_delete(path + "/{activity}", self._remove)

    def refuse(self, *refusals: Refusal | None) -> None:
        """Answer the next activities with these."""
        self.refusals.extend(refusals)

    @property
    def messages(self) -> list[Sent]:
        """What was sent but signs of work."""
        return [one for one in self.sent if one.body.get("type") != "typing"]

    async def message(self, number: int = 0) -> Sent:
        """Return a message by its number, as soon as it came."""
        await self.until(lambda: len(self.messages) > number)
        return self.messages[number]

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for activities of the bot."""
        async with asyncio.timeout(10), self._moved:
            await self._moved.wait_for(is_so)

    async def _open(self, request: web.Request) -> web.Response:
        body = await request.json()
        self.opened.append(body)
        if self.refused_chats is not None:
            return self.refused_chats.response()
        [member] = body["members"]
        return web.json_response({"id": f"a:{member['id']}"}, status=201)

    async def _remove(self, request: web.Request) -> web.Response:
        self.removed.append(request.match_info["activity"])
        await self._notify()
        return web.Response()

    async def _take(self, request: web.Request) -> web.Response:
        raw = await request.read()
        match = request.match_info
        targeted = request.query.get("isTargetedActivity") == "true"
        sent = Sent(
            request.method,
            match["conversation"],
            match.get("activity"),
            json.loads(raw),
            targeted,
        )
        self.sessions.add(request.transport)
        self.tried.append(sent)
        await self._notify()
        if self.gate is not None:
            await self.gate.wait()
        answer = self._refusal(request, sent, len(raw))
        if answer is not None:
            return answer
        self.sent.append(sent)
        number = len(self.sent)
        await self._notify()
        activity_id = sent.activity_id if request.method == "PUT" else f"1:{number}"
        if self.answer is not None:
            return self.answer(str(activity_id))
        if _ends_stream(sent):
            # The message has the id of its stream, which Teams does not say again.
            return web.json_response({}, status=202)
        status = 200 if request.method == "PUT" else 201
        return web.json_response({"id": activity_id}, status=status)

    def _refusal(self, request: web.Request, sent: Sent, size: int) -> web.Response | None:
        expected = f"Bearer {self._token}" if self._token else None
        if request.headers.get("Authorization") != expected:
            self.faults.append("another token")
            return Refusal(401, "Unauthorized").response()
        if self.refusals and (refusal := self.refusals.popleft()) is not None:
            return refusal.response()
        if refusal := self._refused_kind(sent):
            return refusal.response()
        if size > MOST_BYTES:
            self.faults.append(f"{size} bytes")
            return Refusal(413, "MessageSizeTooBig").response()
        if wrong := faults(sent):
            self.faults += wrong
            return Refusal(400, "BadSyntax", "; ".join(wrong)).response()
        return None

    def _refused_kind(self, sent: Sent) -> Refusal | None:
        if _ends_stream(sent) and any(map(partial(_ends_the_same, sent), self.sent)):
            return OVER
        return self.refused_targeted if sent.targeted else None

    async def _notify(self) -> None:
        async with self._moved:
            self._moved.notify_all()


@dataclass
class Naps:
    """Sleeps no time, and keeps how long it was asked to."""

    taken: list[float] = field(default_factory=list)
    now: float = 1000.0

    async def __call__(self, seconds: float) -> None:
        self.taken.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)

    def clock(self) -> float:
        return self.now


def faults(sent: Sent) -> list[str]:
    """Return what Teams' documentation forbids about an activity."""
    body = sent.body
    entities = sent.entities
    roots = [one for one in entities if one.get("type") == "https://schema.org/Message"]
    citations = [one for root in roots for one in root.get("citation", [])]
    aimed = body.get("recipient", {}).get("isTargeted") is True
    found = [] if body.get("type") in _TYPES else [f"type {body.get('type')}"]
    found += ["Multiple root message entities"] if len(roots) > 1 else []
    found += ["more than 20 citations"] if len(citations) > 20 else []
    found += [wrong for one in citations for wrong in _citation_faults(one)]
    found += ["another conversation"] if _conversation_of(body) != sent.conversation_id else []
    found += ["isTargeted without its query, or the other way"] if aimed != sent.targeted else []
    channel = body.get("channelData", {})
    twice = "feedbackLoop" in channel and "feedbackLoopEnabled" in channel
    found += ["feedbackLoop and feedbackLoopEnabled"] if twice else []
    actions = body.get("suggestedActions", {}).get("actions", [])
    found += ["suggested actions with attachments"] if actions and body.get("attachments") else []
    both = body.get("text") and body.get("attachments")
    found += ["a text with a card: two messages, and the id of neither"] if both else []
    is_text = body.get("type") == "message" and body.get("text")
    plain = is_text and body.get("textFormat") != "markdown"
    return found + (["no textFormat markdown"] if plain else [])


def _ends_stream(sent: Sent) -> bool:
    return any(one.get("streamType") == "final" for one in sent.entities)


def _citation_faults(citation: dict[str, Any]) -> list[str]:
    appearance = citation.get("appearance", {})
    limits = {"name": 80, "abstract": 160}
    where = f"Error while parsing citation entity with ID {citation.get('position')}"
    found = [] if isinstance(citation.get("position"), int) else [where]
    for key, most in limits.items():
        value = appearance.get(key)
        fits = isinstance(value, str) and 0 < len(value) <= most
        found += [] if fits else [f"{where}: {key}"]
    keywords = appearance.get("keywords", [])
    few = len(keywords) <= 3 and all(len(one) <= 28 for one in keywords)
    return found + ([] if few else [f"{where}: keywords"])


def _conversation_of(body: dict[str, Any]) -> object:
    conversation = body.get("conversation")
    return conversation.get("id") if isinstance(conversation, dict) else None


def _ends_the_same(one: Sent, other: Sent) -> bool:
    return _ends_stream(other) and _stream_of(one) == _stream_of(other)


def _stream_of(sent: Sent) -> object:
    return [one.get("streamId") for one in sent.entities if one.get("type") == "streaminfo"]
