"""When an acknowledgement has reached Slack: what it puts into a window would replace what is
shown there before."""

import asyncio
import time
from contextlib import suppress

from slack_bolt.async_app import AsyncBoltContext

_LEFT = "acknowledgement_left"
_TRAVELS_S = 0.5
"""How long an acknowledgement takes to Slack at most, from when it has left."""
_LOST_S = 3.0
"""From when on Slack waits for none."""


class Acknowledged:
    """An acknowledgement that a listener has just given; Bolt sends it a little later."""

    def __init__(self, context: AsyncBoltContext) -> None:
        """Of a request by HTTP it is known when it leaves; by socket it is sent at once."""
        self._left: asyncio.Future[float] | None = context.get(_LEFT)
        self._given_at = time.monotonic()

    async def arrived(self) -> None:
        """Return when Slack should have it."""
        left_at = self._given_at
        if self._left is not None:
            with suppress(TimeoutError):
                left_at = await asyncio.wait_for(asyncio.shield(self._left), _LOST_S)
        await asyncio.sleep(left_at + _TRAVELS_S - time.monotonic())


def expected(context: AsyncBoltContext) -> asyncio.Future[float]:
    """What to give the time at which the acknowledgement of a request has left."""
    left: asyncio.Future[float] = asyncio.get_running_loop().create_future()
    context[_LEFT] = left
    return left
