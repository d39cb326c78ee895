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

from tests.flow.slack.stand_in.rules import LONGEST_TITLE, MOST_PROMPTS, NEEDED, TRIGGER_S

SECRET = "signing-secret"
TOKEN = "xoxb-1"
BOT = "UBOT"
TRIGGER = "1.1"
VIEW = "V1"

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
    although_done: bool = False
    """Whether Slack did it all the same."""


TOO_SOON = Refusal("ratelimited", 429, {"Retry-After": "1"})
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
            "auth.test": {"user_id": BOT, "bot_id": "BBOT", "team_id": "T1", "user": "bot"},
            "views.open": {"view": {"id": VIEW}},
            "users.info": {"user": {"id": "U1", "team_id": "T1", "locale": "en-US"}},
        }
        """What methods that post nothing answer besides `ok`."""
        self.expired: set[str] = set()
        """Triggers that are older than 3 seconds, however young they are."""
        self.scopes: frozenset[str] | None = None
        """What the app was granted; everything, where that is None."""
        self.deleted: set[str] = set()
        """The times of messages that are gone, with nothing left in their threads."""
        self.threads: set[tuple[str, str]] = set()
        """The threads that are agent sessions, by channel and time."""
        self.is_strict = False
        """Whether a channel takes no more than one message a second."""
        self._triggers: list[float] = []
        """When the requests were sent whose triggers are not used yet."""
        self._taken_at: dict[str, float] = {}
        self.awaits_form = False
        """Whether a form was sent, and not acknowledged yet."""
        self.headers: dict[str, str] = {}
        """What these answers have in their head."""
        self.arguments: dict[str, dict[str, Any]] = {}
        """What these methods were last called with."""
        self.messages: list[dict[str, Any]] = []
        """What the bot has posted for everybody, as `conversations.replies` gives it."""
        self._moved = asyncio.Condition()
        self.gates: dict[str, asyncio.Event] = {}
        """Methods that answer only when their gate is open."""
        self.application = web.Application()
        self.application.router.add_route("*", "/api/{method}", self._call)
        self.application.router.add_post("/{method:respond}/{id}", self._call)

    def refuse(self, method: str, *refusals: Refusal) -> None:
        """Answer the next calls of a method with these."""
        self.refusals.setdefault(method, deque()).extend(refusals)

    def asked(self) -> None:
        """Note that a person does something: that opens one window, within 3 seconds."""
        self._triggers.append(time.monotonic())

    async def post(self) -> Post:
        """Return the next message of the bot."""
        return await asyncio.wait_for(self.posted.get(), timeout=10)

    def view(self, method: str) -> dict[str, Any]:
        """Return the window or the tab that a method was last called with."""
        view = self.arguments[method]["view"]
        shown: dict[str, Any] = json.loads(view) if isinstance(view, str) else view
        return shown

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
        post = Post(method, await _arguments(request))
        if refusal := self._forbidden(post):
            if refusal.although_done:
                self._take(post)
            return _refused(refusal, method)
        self.arguments[method] = post.body
        posts = method.startswith(("chat.", "respond"))
        if posts and method not in ("chat.unfurl", "chat.delete"):
            return self._take(post)
        if method != "auth.test":
            self.unseen.append(post)
        async with self._moved:
            self._moved.notify_all()
        if refusal := self._view_refused(post) or self._agent_refused(post):
            return _refused(refusal, method)
        if method == "conversations.replies":
            return web.json_response({"ok": True, "messages": self._replies(post)})
        answer = {"ok": True} | self.answers.get(method, {})
        return web.json_response(answer, headers=self.headers)

    def _forbidden(self, post: Post) -> Refusal | None:
        """What Slack says to an app without the right, or without the patience, for a call."""
        if waiting := self.refusals.get(post.method):
            return waiting.popleft()
        if post.method == "respond":
            return None
        if post.method not in NEEDED:
            return Refusal("unknown_method")
        needed = NEEDED[post.method]
        if needed and self.scopes is not None and needed not in self.scopes:
            return Refusal("missing_scope", needed=needed)
        return TOO_SOON if post.method == "chat.postMessage" and self._is_too_soon(post) else None

    def _is_too_soon(self, post: Post) -> bool:
        channel, now = str(post.body["channel"]), time.monotonic()
        if self.is_strict and now - self._taken_at.get(channel, 0.0) < 1:
            return True
        self._taken_at[channel] = now
        return False

    def _view_refused(self, post: Post) -> Refusal | None:
        if post.method == "views.update" and self.awaits_form:
            # Slack would put into the window what the acknowledgement says, over this.
            self.refused.append("a window was filled before its form was acknowledged")
        if wrong := view_faults(post.body.get("view")):
            self.refused += wrong
            return Refusal("invalid_arguments")
        return self._trigger_refused(post) if post.method == "views.open" else None

    def _trigger_refused(self, post: Post) -> Refusal | None:
        if not self._triggers:
            return Refusal("exchanged_trigger_id")
        late = time.monotonic() - self._triggers.pop() > TRIGGER_S
        is_expired = late or post.body.get("trigger_id") in self.expired
        return Refusal("expired_trigger_id") if is_expired else None

    def _agent_refused(self, post: Post) -> Refusal | None:
        """What Slack says to a call about the agent view, or to a preview."""
        thread = str(post.body.get("channel_id")), str(post.body.get("thread_ts"))
        if post.method == "agents.sessions.setStatus":
            self.threads.add(thread)
        if wrong := agent_faults(post) + unfurl_faults(post):
            self.refused += wrong
            return Refusal("invalid_arguments")
        is_gone = post.method == "agents.sessions.rename" and thread not in self.threads
        return Refusal("session_not_found") if is_gone else None

    def _replies(self, post: Post) -> list[dict[str, Any]]:
        where = str(post.body["channel"]), str(post.body["ts"])
        mine = [one for one in self.messages if (one["channel"], one.get("thread_ts")) == where]
        if str(post.body.get("include_all_metadata")).lower() in ("true", "1"):
            return mine
        return [{k: v for k, v in one.items() if k != "metadata"} for one in mine]

    def _take(self, post: Post) -> web.Response:
        if wrong := faults(post.body):
            self.refused += wrong
            return _refused(Refusal("invalid_blocks"), post.method)
        self.posted.put_nowait(post)
        if post.method == "chat.postMessage":
            self.messages.append(post.body | {"ts": "2.0"})
        channel = str(post.body.get("channel", ""))
        opened = "D" + channel[1:] if channel.startswith("U") else channel
        answer = {"ok": True, "ts": "2.0", "channel": opened}
        if post.body.get("thread_ts") in self.deleted:
            # Without its parent, a reply stands in the channel.
            answer["message"] = {"text": post.text, "ts": "2.0"}
        return web.json_response(answer)


def faults(body: dict[str, Any]) -> list[str]:
    """Return what Slack's documentation forbids about a message."""
    if body.get("delete_original"):
        return []
    blocks = body.get("blocks", [])
    size = len(json.dumps(blocks, ensure_ascii=False))
    found = [] if body.get("text") else ["no text"]
    found += ["text is longer than 3000"] if len(body.get("text", "")) > 3000 else []
    found += ["more than 50 blocks"] if len(blocks) > 50 else []
    found += [f"{size} characters of blocks"] if size > 12_000 else []
    return found + [fault for block in blocks for fault in _block_faults(block)]


def view_faults(view: Any) -> list[str]:
    """Return what Slack's documentation forbids about a window or a Home tab."""
    if view is None:
        return []
    shown = json.loads(view) if isinstance(view, str) else view
    blocks = shown["blocks"]
    only_messages = {"markdown", "context_actions", "plan", "task_card"}
    found = ["more than 100 blocks"] if len(blocks) > 100 else []
    found += [f"{one['type']} in a view" for one in blocks if one["type"] in only_messages]
    titles = [shown[key]["text"] for key in ("title", "submit", "close") if key in shown]
    found += [f"a title of {len(title)}" for title in titles if not 0 < len(title) <= 24]
    found += ["long metadata"] if len(shown.get("private_metadata", "")) > 3000 else []
    return found + [fault for block in blocks for fault in _block_faults(block)]


def agent_faults(post: Post) -> list[str]:
    """Return what Slack's documentation forbids about a title or suggested questions."""
    body, found = post.body, []
    if post.method in ("agents.sessions.rename", "assistant.threads.setTitle"):
        size = len(str(body.get("title", "")))
        found += [] if 0 < size <= LONGEST_TITLE else [f"a title of {size}"]
    if post.method == "assistant.threads.setSuggestedPrompts":
        prompts = body.get("prompts", [])
        prompts = json.loads(prompts) if isinstance(prompts, str) else prompts
        found += [] if 0 < len(prompts) <= MOST_PROMPTS else [f"{len(prompts)} prompts"]
        whole = all(one.get("title") and one.get("message") for one in prompts)
        found += [] if whole else ["a prompt without title or message"]
    return found


def unfurl_faults(post: Post) -> list[str]:
    """Return what Slack's documentation forbids about previews of links."""
    if post.method != "chat.unfurl":
        return []
    previews = post.body.get("unfurls", {})
    found = [] if previews and post.body.get("channel") and post.body.get("ts") else ["no unfurls"]
    blocks = [block for one in previews.values() for block in one["blocks"]]
    found += [f"{one['type']} in an unfurl" for one in blocks if one["type"] == "markdown"]
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


def clicked(post: Post, action_id: str, user: str, response_url: str) -> Signed:
    """Return the request of a click on a button under a message, or in a window."""
    [value] = [one.get("value", "") for one in _buttons(post.blocks) if one["id"] == action_id]
    private = post.method in ("respond", "chat.postEphemeral")
    container = {"type": "message", "message_ts": "2.0", "is_ephemeral": private}
    thread = {"thread_ts": post.body["thread_ts"]} if post.body.get("thread_ts") else {}
    body = _by(user) | {
        "type": "block_actions",
        "channel": {"id": post.body.get("channel", "C1")},
        "container": container,
        "message": {"ts": "2.0", "text": post.body.get("text", ""), **thread},
        "actions": [{"type": "button", "action_id": action_id.rstrip("+"), "value": value}],
        "response_url": response_url,
    }
    return _interaction(body)


def clicked_preview(preview: dict[str, Any], url: str, user: str, response_url: str) -> Signed:
    """Return the request of a click on the only button of a link's preview in channel C1."""
    [button] = _buttons(preview["blocks"])
    container = {
        "type": "message_attachment",
        "message_ts": "5.0",
        "attachment_id": 1,
        "channel_id": "C1",
        "is_ephemeral": False,
        "is_app_unfurl": True,
        "app_unfurl_url": url,
    }
    body = _by(user) | {
        "type": "block_actions",
        "channel": {"id": "C1"},
        "container": container,
        "app_unfurl": {"id": 1, "is_app_unfurl": True, "blocks": preview["blocks"]},
        "actions": [{"type": "button", "action_id": button["id"], "value": button["value"]}],
        "response_url": response_url,
    }
    return _interaction(body)


def clicked_in(view: dict[str, Any], view_id: str, action_id: str, user: str = "U1") -> Signed:
    """Return the request of a click in a window, or in the Home tab."""
    [value] = [one.get("value", "") for one in _buttons(view["blocks"]) if one["id"] == action_id]
    body = _by(user) | {
        "type": "block_actions",
        "container": {"type": "view", "view_id": view_id},
        "view": view | {"id": view_id},
        "actions": [{"type": "button", "action_id": action_id, "value": value}],
    }
    return _interaction(body)


def shortcut(text: str, user: str, response_url: str) -> Signed:
    """Return the request of "Ask about this message" on a message of channel C1."""
    body = _by(user) | {
        "type": "message_action",
        "callback_id": "ask_about_message",
        "channel": {"id": "C1"},
        "message": {"ts": "7.0", "text": text},
        "response_url": response_url,
    }
    return _interaction(body)


def submitted(view: dict[str, Any], user: str, fields: dict[str, Any]) -> Signed:
    """Return the request of a form that is sent: fields by their names."""
    values = {name: {name: value} for name, value in fields.items()}
    state = {"state": {"values": values}, "id": VIEW}
    return _interaction(_by(user) | {"type": "view_submission", "view": view | state})


def _by(user: str) -> dict[str, Any]:
    return {"user": {"id": user}, "team": {"id": "T1"}, "trigger_id": TRIGGER}


def _interaction(body: dict[str, Any]) -> Signed:
    return sign(
        urlencode({"payload": json.dumps(body)}).encode(), "application/x-www-form-urlencoded"
    )


def _buttons(node: object) -> list[dict[str, Any]]:
    """Everything with an action id, its value with it; thumbs are one each."""
    if isinstance(node, list):
        return [found for item in node for found in _buttons(item)]
    if not isinstance(node, dict):
        return []
    if node.get("type") == "feedback_buttons":
        return [
            {"id": f"{node['action_id']}", "value": node["negative_button"]["value"]},
            {"id": f"{node['action_id']}+", "value": node["positive_button"]["value"]},
        ]
    own = [{"id": node["action_id"], "value": node.get("value", "")}] if "action_id" in node else []
    return own + [found for item in node.values() for found in _buttons(item)]


def mention(text: str, *, ts: str = "1.0", user: str = "U1", **more: str) -> dict[str, Any]:
    """Return the event of a mention in channel C1."""
    kind = {"type": "app_mention", "channel": "C1", "user": user, "ts": ts}
    return kind | {"text": f"<@{BOT}> {text}"} | more


def direct(text: str, *, ts: str = "1.0", user: str = "U1", **more: Any) -> dict[str, Any]:
    """Return the event of a direct message."""
    kind = {"type": "message", "channel_type": "im", "channel": "D1", "user": user, "ts": ts}
    return kind | {"text": text} | more


def beside(channel: str) -> dict[str, Any]:
    """Return the context of the agent view beside a channel; "" where none is open."""
    if not channel:
        return {}
    entity = {"type": "slack#/types/channel_id", "value": channel, "team_id": "T1"}
    return {"entities": [entity]}


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
