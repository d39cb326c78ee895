"""What stands before every listener: no event twice, and no trouble that Slack would count."""

import logging
from collections.abc import Awaitable, Callable

from slack_bolt import BoltResponse

from adapters.dedup import Seen
from adapters.edge import wordless
from adapters.slack.translate import Payload
from adapters.slack.trouble import SlackUnavailableError

logger = logging.getLogger(__name__)


class Guard:
    """Stops what was delivered before."""

    def __init__(self) -> None:
        self._seen = Seen()

    async def once(
        self, body: Payload, next: Callable[[], Awaitable[BoltResponse]]
    ) -> BoltResponse:
        """Stop an event that Slack delivers again."""
        event_id = body.get("event_id")
        if isinstance(event_id, str) and not self._seen.first(event_id):
            return BoltResponse(status=200)
        return await next()


async def on_error(error: Exception, response: BoltResponse | None) -> BoltResponse | None:
    """Let Slack try again while it does not know the bot; refuse what no listener can read."""
    if isinstance(error, SlackUnavailableError):
        return BoltResponse(status=503)
    logger.error("a bug stopped a request from Slack", exc_info=wordless(error))
    if response is None:
        return None
    return BoltResponse(status=400, headers={"x-slack-no-retry": "1"})
