"""Questions as Slack and Teams send them: in channels, in threads of two, and in direct chats."""

import json
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from benchmarks.under_load.questions import question
from benchmarks.under_load.slack import Workspace
from benchmarks.under_load.teams import Tenant
from tests.flow.slack.stand_in.api import direct, mention, signed_json
from tests.flow.teams.stand_in.identity import activity

_CHANNELS = 20
_TWO = 5
"""Of so many questions, one is a second one in the thread of the one before."""
_DIFFERENT = 24
"""Questions that are repeated."""
_DIRECT = 4
"""Of so many questions, one is asked where nobody else reads."""


@dataclass(frozen=True, slots=True)
class Request:
    """One try of a request."""

    path: str
    body: bytes
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Posed:
    """A question in its place, and the request that brings it."""

    key: str
    person: str
    thread: str
    text: str
    mark: str
    request: Callable[[], Request]
    """Signs the request anew: an old signature is refused."""


class SlackPeople:
    """People who ask in a workspace."""

    patience_s = 3.0
    """Slack waits so long for the 200."""

    def __init__(
        self, workspace: Workspace, moments: random.Random, *, everywhere: bool = True
    ) -> None:
        """Without `everywhere`, each question is a mention that begins a thread."""
        self.are_repeated = False
        """Whether the same few questions are asked again and again."""
        self._workspace = workspace
        self._moments = moments
        self._everywhere = everywhere
        self._last: tuple[str, str] | None = None

    def pose(self, number: int, person: str = "") -> Posed:
        """Returns the next question; from now on its message stands in the workspace."""
        asked = question(number % _DIFFERENT if self.are_repeated else number)
        person = person or f"U{number:05}"
        ts = f"{time.time() // 1:.0f}.{number:06}"
        event, thread_ts = self._event(asked.text, ts, person)
        self._workspace.written(event)
        event_id = f"Ev{number:07}"
        body = {
            "type": "event_callback",
            "team_id": "T1",
            "api_app_id": "A1",
            "event_id": event_id,
            "event_time": int(time.time()),
            "authorizations": [{"team_id": "T1", "user_id": "UBOT", "is_bot": True}],
            "event": event,
        }

        def request() -> Request:
            raw, headers = signed_json(body)
            return Request("/slack/events", raw, headers)

        thread = f"{event['channel']}:{thread_ts}"
        return Posed(event_id, person, thread, asked.text, asked.mark, request)

    def _event(self, text: str, ts: str, person: str) -> tuple[dict[str, Any], str]:
        channel = f"C{self._moments.randrange(_CHANNELS):05}"
        last, self._last = self._last, (channel, ts)
        if not self._everywhere:
            return _at(mention(text, ts=ts, user=person), channel), ts
        if last is not None and self._moments.randrange(_TWO) == 0:
            self._last = None
            channel, thread_ts = last
            return _at(mention(text, ts=ts, user=person, thread_ts=thread_ts), channel), thread_ts
        if self._moments.randrange(_DIRECT) == 0:
            self._last = None
            return _at(direct(text, ts=ts, user=person), f"D{person[1:]}"), ts
        return _at(mention(text, ts=ts, user=person), channel), ts


class TeamsPeople:
    """People who ask in a tenant."""

    patience_s = 15.0
    """Teams waits so long for the 200."""

    def __init__(self, tenant: Tenant, moments: random.Random) -> None:
        self._tenant = tenant
        self._moments = moments
        self._last: dict[str, Any] | None = None

    def pose(self, number: int) -> Posed:
        """Returns the next question."""
        asked, person = question(number), f"29:{number:05}"
        conversation = self._conversation(number)
        body = activity(
            f"<at>storewise</at> {asked.text}",
            id=f"17{number:011}",
            serviceUrl=self._tenant.service,
            conversation=conversation,
            entities=[
                {
                    "type": "mention",
                    "text": "<at>storewise</at>",
                    "mentioned": activity()["recipient"],
                }
            ],
            **{"from": {"id": person, "aadObjectId": f"bbbbbbbb-0000-4000-8000-{number:012}"}},
        )

        def request() -> Request:
            headers = {
                "Authorization": self._tenant.identity.bearer(body),
                "Content-Type": "application/json",
            }
            return Request("/api/messages", json.dumps(body).encode(), headers)

        return Posed(body["id"], person, conversation["id"], asked.text, asked.mark, request)

    def _conversation(self, number: int) -> dict[str, Any]:
        last, self._last = self._last, None
        if last is not None and self._moments.randrange(_TWO) == 0:
            return last
        tenant = activity()["conversation"]["tenantId"]
        if self._moments.randrange(_DIRECT) == 0:
            return {"id": f"a:{number}", "conversationType": "personal", "tenantId": tenant}
        channel = f"19:{self._moments.randrange(_CHANNELS)}@thread.tacv2"
        thread = f"{channel};messageid=17{number:011}"
        self._last = {"id": thread, "conversationType": "channel", "tenantId": tenant}
        return self._last


def _at(event: dict[str, Any], channel: str) -> dict[str, Any]:
    return event | {"channel": channel, "event_ts": event["ts"], "team": "T1"}
