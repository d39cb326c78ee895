"""What Teams may rely on, whichever SDK runs its turns."""

import asyncio
import logging
from typing import Any, get_args

import pytest

from adapters.teams.sdk import Body, Turns, UnreadableActivityError
from adapters.teams.sdk_choice import Name, build_turns
from tests.flow.teams.stand_in.identity import TENANT, activity

SDKS: tuple[Name, ...] = get_args(Name)
CLAIMS: Body = {"iss": "https://api.botframework.com", "aud": ["an-app"], "ver": "1.0"}
INVOKE: Body = {"type": "invoke", "name": "task/fetch", "value": {}, "text": None}
EDITED = {"tenant": {"id": TENANT}, "eventType": "editMessage"}
RESTORED = EDITED | {"eventType": "undeleteMessage"}


class FakeListeners:
    """Keeps what each listener heard."""

    def __init__(self, answer: Body | None = None, bug: Exception | None = None) -> None:
        self.heard: list[tuple[str, Body]] = []
        self._answer = answer
        self._bug = bug

    async def on_message(self, body: Body) -> None:
        await self._hear("message", body)

    async def on_edited(self, body: Body) -> None:
        await self._hear("edited", body)

    async def on_deleted(self, body: Body) -> None:
        await self._hear("deleted", body)

    async def on_installed(self, body: Body) -> None:
        await self._hear("installed", body)

    async def on_invoke(self, body: Body) -> Body | None:
        await self._hear("invoke", body)
        return self._answer

    async def _hear(self, kind: str, body: Body) -> None:
        self.heard.append((kind, body))
        await asyncio.sleep(0)
        if self._bug is not None:
            raise self._bug


@pytest.fixture(params=SDKS)
def sdk(request: pytest.FixtureRequest) -> Name:
    """Each SDK in turn."""
    found: Name = request.param
    return found


def turns(sdk: Name, listeners: FakeListeners) -> Turns:
    return build_turns(sdk, listeners)


@pytest.mark.parametrize(
    ("listener", "changes"),
    [
        ("message", {"text": "how long for headphones?"}),
        ("message", {"text": "헤드폰 환불 기간은?"}),
        ("message", {"text": None, "value": {"verb": "follow_up", "about": "r1"}}),
        ("edited", {"type": "messageUpdate", "channelData": EDITED}),
        ("deleted", {"type": "messageDelete"}),
        ("installed", {"type": "installationUpdate", "action": "add"}),
        ("invoke", INVOKE),
    ],
)
async def test_each_activity_is_heard_once_as_it_was_received(
    sdk: Name, listener: str, changes: dict[str, Any]
) -> None:
    listeners, unknown = FakeListeners(answer={}), {"entities": [{"type": "x", "of": [1, None]}]}
    body = activity(**changes | unknown)

    said = await turns(sdk, listeners).run(body, CLAIMS)

    assert said == (200, {})
    assert listeners.heard == [(listener, activity(**changes | unknown))]


@pytest.mark.parametrize(
    "changes",
    [
        {"type": "messageUpdate", "channelData": RESTORED},
        {"type": "messageUpdate", "channelData": None},
        {"type": "installationUpdate", "action": "add-upgrade"},
        {"type": "installationUpdate", "action": "remove"},
        {"type": "installationUpdate"},
        {"type": "conversationUpdate", "membersAdded": [{"id": "29:kim"}]},
        {"type": "messageReaction", "reactionsAdded": [{"type": "like"}]},
        {"type": "event", "name": "application/vnd.microsoft.meetingStart"},
        {"type": "endOfConversation"},
        {"type": "typing"},
        {"type": "trace"},
        {"type": "invokeResponse"},
        {"type": "unheardOf"},
    ],
)
async def test_what_is_for_no_listener_is_acknowledged_and_dropped(
    sdk: Name, changes: dict[str, Any]
) -> None:
    listeners = FakeListeners()

    said = await turns(sdk, listeners).run(activity(**changes), CLAIMS)

    assert said == (200, {})
    assert listeners.heard == []


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"task": {"type": "continue", "value": {"title": "출처", "height": None, "card": [{}]}}},
        {"statusCode": 200, "type": "application/vnd.microsoft.card.adaptive", "value": {"a": 1}},
    ],
)
async def test_an_invoke_is_answered_with_the_listeners_own_body(sdk: Name, answer: Body) -> None:
    said = await turns(sdk, FakeListeners(answer)).run(activity(**INVOKE), CLAIMS)

    assert said == (200, answer)


@pytest.mark.parametrize("name", ["unheard/of", "adaptiveCard/action", "signin/verifyState", None])
async def test_an_invoke_that_no_listener_knows_is_not_implemented(
    sdk: Name, name: str | None
) -> None:
    said = await turns(sdk, FakeListeners()).run(activity(**INVOKE | {"name": name}), CLAIMS)

    assert said == (501, {})


@pytest.mark.parametrize(
    "odd",
    [
        {"textFormat": None, "replyToId": None, "action": None, "membersAdded": None},
        {"locale": "", "textFormat": "", "name": ""},
        {"from": {"id": "29:mina", "name": None}, "recipient": None, "conversation": {"id": "a:1"}},
        {"entities": [{"type": "mention", "mentioned": None, "text": None}, {"of": "no type"}]},
        {"deliveryMode": "expectReplies"},
        {"serviceUrl": None, "channelId": None, "channelData": None},
    ],
)
@pytest.mark.parametrize("kind", ["message", "invoke"])
async def test_fields_that_nothing_needs_cost_nobody_an_answer(
    sdk: Name, kind: str, odd: Body, caplog: pytest.LogCaptureFixture
) -> None:
    listeners = FakeListeners(answer={"a": 1})
    body = activity() | {"type": kind} | odd

    said = await turns(sdk, listeners).run(body, {})

    assert said == (200, {} if kind == "message" else {"a": 1})
    assert [heard for heard, _ in listeners.heard] == [kind]
    assert [one for one in caplog.records if one.levelno >= logging.WARNING] == []


@pytest.mark.parametrize(
    "body", [{}, {"text": "hi"}, activity(type=""), activity() | {"type": None}]
)
async def test_what_is_no_activity_is_unreadable(sdk: Name, body: Body) -> None:
    listeners = FakeListeners()

    with pytest.raises(UnreadableActivityError):
        await turns(sdk, listeners).run(body, CLAIMS)

    assert listeners.heard == []


@pytest.mark.parametrize("changes", [{}, INVOKE])
async def test_a_listeners_bug_comes_out_as_it_is_and_ends_no_other_turn(
    sdk: Name, changes: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    bug = ValueError("010-1234-5678")

    with pytest.raises(ValueError) as raised:  # noqa: PT011 - this very one
        await turns(sdk, FakeListeners(bug=bug)).run(activity(**changes), CLAIMS)

    assert raised.value is bug
    assert capsys.readouterr() == ("", "")


async def test_turns_at_once_are_not_mixed_up(sdk: Name) -> None:
    listeners = FakeListeners(answer={})
    running, bodies = turns(sdk, listeners), [activity(id=str(n)) for n in range(20)]

    await asyncio.gather(*(running.run(body, CLAIMS) for body in bodies))

    assert sorted(body["id"] for _, body in listeners.heard) == sorted(str(n) for n in range(20))
