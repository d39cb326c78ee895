"""Wraps every listener: drops repeated events, has others retried, and apologises for bugs."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from slack_bolt import BoltResponse
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.under_way.once import SeenEvents
from adapters.slack.api.trouble import SlackUnavailableError
from adapters.slack.post.delivery import Delivery, tell
from adapters.slack.receive.clicks import to_click
from adapters.slack.receive.events import is_addressed, is_written, to_place
from adapters.slack.receive.reading import Payload, word
from adapters.web.edge import apology, wordless
from bot.model import Message, Platform
from bot.model.errors import InboxError

logger = logging.getLogger(__name__)

_WITH_A_KEY = frozenset({"message", "app_mention"})
"""Events that the intake recognises, once the first of them is written down."""
_SENT_S = 0.05
"""Seconds; Bolt checks every 10 ms whether a listener has acknowledged."""


class Guard:
    """Drops events that were delivered before."""

    def __init__(self) -> None:
        self._seen = SeenEvents()

    async def once(
        self, body: Payload, next: Callable[[], Awaitable[BoltResponse]]
    ) -> BoltResponse:
        """Drops an event that Slack sends again; a 200 for a message says that it is kept."""
        event_id, event = body.get("event_id"), body.get("event")
        if isinstance(event, dict) and event.get("type") in _WITH_A_KEY:
            return await next()
        if isinstance(event_id, str) and not self._seen.first(event_id):
            return BoltResponse(status=200)
        return await next()

    async def on_error(
        self, error: Exception, body: Payload, client: AsyncWebClient, response: BoltResponse | None
    ) -> BoltResponse | None:
        """Asks Slack to retry what cannot be taken now; any other error is a bug.

        A bug is apologised for to the person, and Slack is told not to retry.
        """
        if not isinstance(error, SlackUnavailableError | InboxError):
            return await _on_bug(error, body, client, response)
        event_id = body.get("event_id")
        if isinstance(event_id, str):
            self._seen.forget(event_id)
        return BoltResponse(status=503)


async def _on_bug(
    error: Exception, body: Payload, client: AsyncWebClient, response: BoltResponse | None
) -> BoltResponse | None:
    if response is None:
        # Bolt would drop an acknowledgement that it has not sent yet.
        await asyncio.sleep(_SENT_S)
    try:
        await _tell(error, body, client)
    except Exception as another:  # the adapter's edge
        logger.exception("a bug stopped an apology", exc_info=wordless(another))
    if response is None:
        return None
    return BoltResponse(status=400, headers={"x-slack-no-retry": "1"})


async def _tell(error: Exception, body: Payload, client: AsyncWebClient) -> None:
    """Apologises to a waiting person, in the language of what they read or wrote."""
    event = body.get("event")
    text = word(event, "text") if isinstance(event, dict) else ""
    click = to_click(body)
    message = Message(Platform.SLACK, "", click.user, text or click.text)
    reply = apology(message, error)
    # Without a token, the request may not be from Slack.
    if client.token and isinstance(event, dict):
        if is_written(event) and is_addressed(event):
            await Delivery(client).post(to_place(event), reply)
    elif client.token and click.user:
        await tell(click, client, reply)
