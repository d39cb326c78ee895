"""Remembers which calls a workspace refuses for good, so that each is tried and logged once."""

import logging

from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.api.trouble import cure

logger = logging.getLogger(__name__)

_MOST_TOKENS = 1000


class Granted:
    """The calls that an app may make: its scopes belong to its token."""

    def __init__(self) -> None:
        self._refused: dict[str, set[str]] = {}

    def allows(self, client: AsyncWebClient, method: str) -> bool:
        """Whether a call was not refused yet."""
        return method not in self._refused.get(client.token or "", ())

    def refused(self, client: AsyncWebClient, method: str, word: str) -> None:
        """Notes a call that would be refused every time, with Slack's word for it."""
        token = client.token or ""
        if token not in self._refused and len(self._refused) >= _MOST_TOKENS:
            self._refused.pop(next(iter(self._refused)))
        self._refused.setdefault(token, set()).add(method)
        about = {"method": method, "reason": word, "cure": cure(word)}
        logger.warning("Slack refuses a call; the bot works without it", extra=about)
