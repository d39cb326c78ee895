"""Waits until Slack has our acknowledgement: it would overwrite a modal filled earlier."""

import asyncio
import time
from contextlib import suppress

from slack_bolt.async_app import AsyncBoltContext

_LEFT = "acknowledgement_left"
_TRAVELS_S = 0.5
"""Seconds that an acknowledgement takes to reach Slack, at most."""
_LOST_S = 3.0
"""Seconds after which Slack stops waiting for one."""


class Acknowledged:
    """An acknowledgement just given by a listener; Bolt sends it a little later."""

    def __init__(self, context: AsyncBoltContext) -> None:
        """By HTTP, the context knows when it leaves; by socket it is sent at once."""
        self._left: asyncio.Future[float] | None = context.get(_LEFT)
        self._given_at = time.monotonic()

    async def arrived(self) -> None:
        """Waits until Slack should have it."""
        left_at = self._given_at
        if self._left is not None:
            with suppress(TimeoutError):
                left_at = await asyncio.wait_for(asyncio.shield(self._left), _LOST_S)
        await asyncio.sleep(left_at + _TRAVELS_S - time.monotonic())


def expected(context: AsyncBoltContext) -> asyncio.Future[float]:
    """Returns a future; the sender sets it to the time when the acknowledgement left."""
    left: asyncio.Future[float] = asyncio.get_running_loop().create_future()
    context[_LEFT] = left
    return left
