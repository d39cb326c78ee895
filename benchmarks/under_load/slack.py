"""A Slack on loopback that keeps every message, so that one can read its threads afterwards."""

import asyncio
import itertools
import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from benchmarks.under_load.counting import Said, asks_for_patience
from benchmarks.under_load.faults import Faults
from tests.flow.slack.stand_in.api import BOT, faults
from tests.flow.slack.stand_in.rules import NEEDED

_DELAY_S = (0.01, 0.06)  # before and after a message is stored; Slack itself takes longer
_READING = ("conversations.history", "conversations.replies")
_PAGE = 1000
Body = dict[str, Any]


@dataclass
class Kept:
    """A message in a channel, or for one person's eyes."""

    channel: str
    ts: str
    body: Body
    ephemeral: bool = False

    @property
    def thread(self) -> str:
        """The thread's name, as in `Posed.thread`."""
        return f"{self.channel}:{self.body.get('thread_ts') or self.ts}"


@dataclass
class Workspace:
    """Answers the Web API, and keeps the messages."""

    moments: random.Random
    trouble: Faults
    kept: list[Kept] = field(default_factory=list)
    calls: Counter[str] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)
    """What was wrong with calls: methods that Slack does not have, and Block Kit's limits."""
    _waiting: dict[str, asyncio.Future[Said]] = field(default_factory=dict)
    _numbers: "itertools.count[int]" = field(default_factory=itertools.count)

    def application(self) -> web.Application:
        """Returns the Web API, to be served."""
        middlewares = [self.trouble.around(_is_post)]
        application = web.Application(middlewares=middlewares, client_max_size=10_000_000)
        application.router.add_route("*", "/api/{method}", self._call)
        return application

    def written(self, event: Body) -> None:
        """Keeps a person's message: it stands in the thread, too."""
        self.kept.append(Kept(event["channel"], event["ts"], event))

    def said(self) -> list[Said]:
        """Returns the bot's messages as they read now."""
        return [_said(one) for one in self.kept if one.body.get("bot_id")]

    def coming(self, thread: str, person: str) -> asyncio.Future[Said]:
        """Returns the bot's next message in a thread, or for a person, once it is there.

        A message that only asks for patience is none.
        """
        future = asyncio.get_running_loop().create_future()
        self._waiting[thread] = self._waiting[person] = future
        return future

    async def _call(self, request: web.Request) -> web.Response:
        method = request.match_info["method"]
        self.calls[method] += 1
        body = await _arguments(request)
        if method in ("chat.postMessage", "chat.postEphemeral"):
            # What has been sent is stored, even if its sender is killed meanwhile.
            whispered = method == "chat.postEphemeral"
            return await asyncio.shield(self._posted(body, ephemeral=whispered))
        if method in ("chat.update", "chat.delete"):
            return self._changed(method, body)
        if method in _READING:
            return web.json_response(self._read(method, body))
        if method not in NEEDED:
            self.refused.append(f"unknown method {method}")
            return _refusal("unknown_method")
        return web.json_response({"ok": True} | _ANSWERS.get(method, {}))

    async def _posted(self, body: Body, *, ephemeral: bool) -> web.Response:
        if wrong := faults(body):
            self.refused += wrong
            return _refusal("invalid_blocks")
        await self._pause()
        channel = str(body["channel"])
        ts = f"{time.time():.2f}{next(self._numbers) % 10_000:04d}"
        kept = Kept(channel, ts, body | {"bot_id": "BBOT", "user": BOT}, ephemeral)
        if ephemeral:
            kept.body["to"] = body.get("user", "")
        self.kept.append(kept)
        self._arrived(kept)
        await self._pause()
        return web.json_response({"ok": True, "ts": ts, "message_ts": ts, "channel": channel})

    def _arrived(self, kept: Kept) -> None:
        said = _said(kept)
        if asks_for_patience(said.text):
            return
        for key in (said.thread, said.person):
            future = self._waiting.pop(key, None)
            if future is not None and not future.done():
                future.set_result(said)

    def _changed(self, method: str, body: Body) -> web.Response:
        where = str(body.get("channel")), str(body.get("ts"))
        found = [one for one in self.kept if (one.channel, one.ts) == where]
        if not found:
            return _refusal("message_not_found")
        if method == "chat.delete":
            self.kept.remove(found[0])
        else:
            found[0].body |= {key: body[key] for key in _EDITED if key in body}
            self._arrived(found[0])
        return web.json_response({"ok": True, "channel": where[0], "ts": where[1]})

    def _read(self, method: str, body: Body) -> Body:
        """Returns a page of a thread, or of a channel without its threads' replies."""
        in_thread = method == "conversations.replies"
        thread = f"{body.get('channel')}:{body.get('ts')}"
        shown = [
            _shown(one, with_metadata=_is_set(body.get("include_all_metadata")))
            for one in self.kept
            if not one.ephemeral
            and (
                one.thread == thread
                if in_thread
                else one.channel == body.get("channel") and one.thread.endswith(f":{one.ts}")
            )
            and one.ts >= str(body.get("oldest") or "")
        ]
        shown.sort(key=lambda one: str(one["ts"]), reverse=not in_thread)
        start, size = int(body.get("cursor") or 0), int(body.get("limit") or _PAGE)
        has_more = len(shown) > start + size
        cursor = str(start + size) if has_more else ""
        return {
            "ok": True,
            "messages": shown[start : start + size],
            "has_more": has_more,
            "response_metadata": {"next_cursor": cursor},
        }

    async def _pause(self) -> None:
        await asyncio.sleep(self.moments.uniform(*_DELAY_S))


_EDITED = ("text", "blocks", "metadata")
_ANSWERS: dict[str, Body] = {
    "auth.test": {
        "user_id": BOT,
        "bot_id": "BBOT",
        "team_id": "T1",
        "user": "bot",
        "team": "Store",
        "url": "https://store.slack.com/",
    },
    "users.info": {"user": {"id": "U1", "team_id": "T1", "locale": "en-US"}},
    "usergroups.users.list": {"users": []},
}


async def _is_post(request: web.Request) -> bool:
    return request.path.endswith("/chat.postMessage")


def _said(kept: Kept) -> Said:
    to = str(kept.body.get("to", ""))
    return Said(kept.thread, str(kept.body.get("text", "")), to, whispered=kept.ephemeral)


def _shown(kept: Kept, *, with_metadata: bool) -> Body:
    hidden = {"channel", "to"} | (set() if with_metadata else {"metadata"})
    shown = {key: value for key, value in kept.body.items() if key not in hidden}
    return {"thread_ts": kept.ts, **shown, "type": "message", "ts": kept.ts}


def _is_set(value: object) -> bool:
    return str(value).lower() in ("1", "true")


def _refusal(error: str) -> web.Response:
    return web.json_response({"ok": False, "error": error})


async def _arguments(request: web.Request) -> Body:
    if request.content_type == "application/json":
        return dict(request.query) | dict(await request.json())
    body: Body = dict(request.query) | dict(await request.post())
    structured = {key: json.loads(body[key]) for key in ("blocks", "metadata") if key in body}
    return body | structured
