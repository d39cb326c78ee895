"""When an acknowledgement has reached Slack."""

import asyncio
import time

import pytest
from slack_bolt.async_app import AsyncBoltContext

from adapters.slack.receive import acknowledged
from adapters.slack.receive.acknowledged import Acknowledged, expected


async def test_what_follows_waits_until_it_has_left_and_travelled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(acknowledged, "_TRAVELS_S", 0.0)
    context = AsyncBoltContext()
    left = expected(context)
    follows = asyncio.create_task(Acknowledged(context).arrived())

    await asyncio.sleep(0.05)
    assert not follows.done()

    left.set_result(time.monotonic())
    await asyncio.wait_for(follows, 5)


async def test_what_never_leaves_is_not_waited_for_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(acknowledged, "_TRAVELS_S", 0.0)
    monkeypatch.setattr(acknowledged, "_LOST_S", 0.05)
    context = AsyncBoltContext()
    left = expected(context)

    await asyncio.wait_for(Acknowledged(context).arrived(), 5)

    assert not left.done()


async def test_by_socket_it_has_left_when_it_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acknowledged, "_TRAVELS_S", 0.0)

    await asyncio.wait_for(Acknowledged(AsyncBoltContext()).arrived(), 5)
