"""A Slack on loopback: it keeps what the bot posts, checks it, and signs requests as Slack does."""

import asyncio
import hashlib
import hmac
import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from aiohttp import web
from slack_sdk.errors import SlackObjectFormationError
from slack_sdk.models.blocks import Block

SECRET = "signing-secret"
TOKEN = "xoxb-1"
BOT = "UBOT"

Signed = tuple[bytes, dict[str, str]]
"""Body and headers of a request."""


@dataclass(frozen=True)
class Post:
    """One call of the bot: the Web API's method, or `respond` for a response_url."""

    method: str
    body: dict[str, Any]

    @property
    def text(self) -> str:
        return str(self.body["text"])

    @property
    def blocks(self) -> list[dict[str, Any]]:
        return list(self.body.get("blocks", []))

    @property
    def shown(self) -> str:
        """Every text in the blocks, top to bottom."""
        return "\n".join(_texts(self.blocks))


@dataclass(frozen=True)
class Refusal:
    """What Slack answers instead of doing it."""

    error: str
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    needed: str | None = None
    """The scope that Slack names."""


RATE_LIMITED = Refusal("ratelimited", 429, {"Retry-After": "0"})
DOWN = Refusal("internal_error", 500)


class SlackApi:
    """Answers the Web API and response_urls; a post that Slack would refuse is refused."""

    def __init__(self) -> None:
        self.posted: asyncio.Queue[Post] = asyncio.Queue()
        self.refused: list[str] = []
        """What was wrong with posts: Block Kit's limits."""
        self.calls: list[str] = []
        self.sessions: set[object] = set()
        """The connections that were used."""
        self.refusals: dict[str, deque[Refusal]] = {}
        self.unseen: list[Post] = []
        """Calls that post nothing, such as a working sign."""
        self.answers: dict[str, dict[str, Any]] = {
            "auth.test": {"user_id": BOT, "bot_id": "BBOT", "team_id": "T1", "user": "bot"}
        }
        """What methods that post nothing answer besides `ok`."""
        self.headers: dict[str, str] = {}
        """What these answers have in their head."""
        self.arguments: dict[str, dict[str, Any]] = {}
        """What these methods were last called with."""
        self._moved = asyncio.Condition()
        self.gates: dict[str, asyncio.Event] = {}
        """Methods that answer only when their gate is open."""
        self.application = web.Application()
        self.application.router.add_route("*", "/api/{method}", self._call)
        self.application.router.add_post("/{method:respond}/{id}", self._call)

    def refuse(self, method: str, *refusals: Refusal) -> None:
        """Answer the next calls of a method with these."""
        self.refusals.setdefault(method, deque()).extend(refusals)

    async def post(self) -> Post:
        """Return the next message of the bot."""
        return await asyncio.wait_for(self.posted.get(), timeout=10)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for calls of the bot."""
        async with asyncio.timeout(10), self._moved:
            await self._moved.wait_for(is_so)

    async def _call(self, request: web.Request) -> web.Response:
        method = request.match_info["method"]
        self.calls.append(method)
        self.sessions.add(request.transport)
        async with self._moved:
            self._moved.notify_all()
        if gate := self.gates.get(method):
            await gate.wait()
        if waiting := self.refusals.get(method):
            return _refused(waiting.popleft(), method)
        post = Post(method, await _arguments(request))
        self.arguments[method] = post.body
        if method.startswith(("chat.", "respond")):
            return self._take(post)
        if method != "auth.test":
            self.unseen.append(post)
        async with self._moved:
            self._moved.notify_all()
        answer = {"ok": True} | self.answers.get(method, {})
        return web.json_response(answer, headers=self.headers)

    def _take(self, post: Post) -> web.Response:
        if wrong := faults(post.body):
            self.refused += wrong
            return _refused(Refusal("invalid_blocks"), post.method)
        self.posted.put_nowait(post)
        channel = str(post.body.get("channel", ""))
        opened = "D" + channel[1:] if channel.startswith("U") else channel
        return web.json_response({"ok": True, "ts": "2.0", "channel": opened})


def faults(body: dict[str, Any]) -> list[str]:
    """Return what Slack's documentation forbids about a message."""
    blocks = body.get("blocks", [])
    size = len(json.dumps(blocks, ensure_ascii=False))
    found = [] if body.get("text") else ["no text"]
    found += ["text is longer than 3000"] if len(body.get("text", "")) > 3000 else []
    found += ["more than 50 blocks"] if len(blocks) > 50 else []
    found += [f"{size} characters of blocks"] if size > 12_000 else []
    return found + [fault for block in blocks for fault in _block_faults(block)]


def signed(
    event: dict[str, Any], *, event_id: str = "Ev1", secret: str = SECRET, age_s: int = 0
) -> Signed:
    """Return an events request."""
    return signed_json(
        {"type": "event_callback", "team_id": "T1", "event_id": event_id, "event": event},
        secret=secret,
        age_s=age_s,
    )


def signed_json(body: object, *, secret: str = SECRET, age_s: int = 0) -> Signed:
    """Return any JSON as a signed request."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return sign(raw, "application/json", secret=secret, age_s=age_s)


def signed_command(command: str, user: str, response_url: str, text: str = "") -> Signed:
    """Return a slash command's request."""
    fields = {
        "team_id": "T1",
        "channel_id": "C1",
        "user_id": user,
        "command": command,
        "text": text,
        "response_url": response_url,
        "trigger_id": "1.1",
    }
    return sign(urlencode(fields).encode(), "application/x-www-form-urlencoded")


def sign(body: bytes, kind: str, *, secret: str = SECRET, age_s: int = 0) -> Signed:
    """Return a request with Slack's signature."""
    stamp = str(int(time.time()) - age_s)
    base = b"v0:" + stamp.encode() + b":" + body
    digest = hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()
    return body, {
        "Content-Type": kind,
        "X-Slack-Request-Timestamp": stamp,
        "X-Slack-Signature": f"v0={digest}",
    }


def mention(text: str, *, ts: str = "1.0", user: str = "U1", **more: str) -> dict[str, Any]:
    """Return the event of a mention in channel C1."""
    kind = {"type": "app_mention", "channel": "C1", "user": user, "ts": ts}
    return kind | {"text": f"<@{BOT}> {text}"} | more


def direct(text: str, *, ts: str = "1.0", user: str = "U1", **more: str) -> dict[str, Any]:
    """Return the event of a direct message."""
    kind = {"type": "message", "channel_type": "im", "channel": "D1", "user": user, "ts": ts}
    return kind | {"text": text} | more


def _refused(refusal: Refusal, method: str) -> web.Response:
    if method == "respond":
        status = refusal.status if refusal.status != 200 else 400
        return web.Response(status=status, text=refusal.error)
    answer = {"ok": False, "error": refusal.error}
    if refusal.needed:
        answer["needed"] = refusal.needed
    return web.json_response(answer, status=refusal.status, headers=refusal.headers)


async def _arguments(request: web.Request) -> dict[str, Any]:
    if request.content_type == "application/json":
        return dict(request.query) | dict(await request.json())
    return dict(request.query) | dict(await request.post())


def _block_faults(block: dict[str, Any]) -> list[str]:
    parsed = Block.parse(block)
    if parsed is None:
        return [f"unknown block {block.get('type')}"]
    try:
        parsed.to_dict()
    except SlackObjectFormationError as error:
        return [f"{block['type']}: {error}"]
    lengths = [len(text) for text in _texts([block])]
    limit = 12_000 if block["type"] == "markdown" else 3000
    return [f"{block['type']}: {n} characters" for n in lengths if not 0 < n <= limit]


def _texts(node: object) -> list[str]:
    if isinstance(node, list):
        return [text for item in node for text in _texts(item)]
    if not isinstance(node, dict):
        return []
    return [
        text
        for key, value in node.items()
        for text in ([value] if key == "text" and isinstance(value, str) else _texts(value))
    ]
