"""Renews tokens that expire, before they do (Slack calls it token rotation)."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress

from slack_sdk.oauth.installation_store import Bot
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.api.calls import answered
from adapters.slack.api.trouble import STORAGE, SlackUnavailableError, passes
from adapters.slack.workspace.installations import Installations
from bot.model.errors import InstallationsError

logger = logging.getLogger(__name__)

_EARLY_S = 2 * 60 * 60.0  # of twelve hours: Slack may be away for some of them
_SPARE_S = 5 * 60.0
"""Seconds that a token has to last at least: an answer may take so long."""
_AGAIN_S = 60.0
"""Seconds until a renewal that failed is tried again."""
_WAIT_S = 2.5  # Slack waits 3 s for the answer to an event
_STORE_S = 5.0
"""Seconds until a renewed token that could not be stored is stored again."""
_STOP_S = 5.0
_AGAIN = "Install it in that workspace again: open /slack/install of this server."


class Rotation:
    """Renews each token once at a time; requests only wait if the present one is over.

    A refresh token is good for one renewal, so only one of several replicas makes the call.
    """

    def __init__(
        self,
        installations: Installations,
        client: AsyncWebClient,
        client_id: str,
        client_secret: str,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """The client needs no token: the app's id and secret renew all of them."""
        self._installations = installations
        self._client = client
        self._app = {"client_id": client_id, "client_secret": client_secret}
        self._clock = clock
        self._renewals: dict[str, asyncio.Task[Bot | None]] = {}
        """The latest renewal of each refresh token, running or failed."""
        self._storing: set[asyncio.Task[None]] = set()
        self._failed: dict[str, tuple[str, float]] = {}
        """Why a renewal failed, and when it may be tried again."""

    async def fresh(self, bot: Bot) -> Bot | None:
        """Returns a bot with a valid token; None if Slack does not renew it any more.

        Raises SlackUnavailableError.
        """
        refresh, left_s = bot.bot_refresh_token, self._left_s(bot)
        if left_s is None or refresh is None or left_s > _EARLY_S:
            return bot
        word, again_at = self._failed.get(refresh, ("", 0.0))
        is_over = left_s <= 0
        if again_at > self._clock():
            if is_over and passes(word):
                raise SlackUnavailableError(word)
            return None if is_over else bot
        renewal = self._renewals.get(refresh) or self._begun(refresh, bot)
        if left_s > _SPARE_S:
            return bot
        done, _ = await asyncio.wait({renewal}, timeout=_WAIT_S)
        renewed = renewal.result() if done else None
        if renewed is None and is_over:
            word = self._failed.get(refresh, ("unreachable", 0.0))[0]
            if passes(word):
                raise SlackUnavailableError(word)
            return None
        return renewed or bot

    async def drain(self) -> None:
        """Waits for renewals: Slack would know a new token that this server does not."""
        for running in (self._renewals.values, lambda: self._storing):
            if left := set(running()):
                await asyncio.wait(left, timeout=_STOP_S)
        for one in self._storing:
            one.cancel()

    def _left_s(self, bot: Bot) -> float | None:
        ends_at = bot.bot_token_expires_at
        return None if ends_at is None else ends_at - self._clock()

    def _begun(self, refresh: str, bot: Bot) -> asyncio.Task[Bot | None]:
        # A task of its own: a request that gives up may not cut it off.
        renewal = self._renewals[refresh] = asyncio.create_task(self._renewed(refresh, bot))
        renewal.add_done_callback(lambda _: self._renewals.pop(refresh, None))
        return renewal

    async def _renewed(self, refresh: str, bot: Bot) -> Bot | None:
        try:
            stored = await self._installations.to_renew(bot)
        except InstallationsError:
            self._fail(refresh, bot, STORAGE)
            return None
        if stored is None or stored.bot_refresh_token != refresh:
            return stored  # it was removed, or another replica renewed it
        return await self._exchanged(refresh, stored)

    async def _exchanged(self, refresh: str, bot: Bot) -> Bot | None:
        asked = {"grant_type": "refresh_token", "refresh_token": refresh, **self._app}
        word, given = await answered(self._client.api_call("oauth.v2.access", data=asked))
        token = given.get("access_token") if given is not None else None
        if given is None or not isinstance(token, str):
            self._fail(refresh, bot, word or "bad_response")
            with suppress(InstallationsError):
                await self._installations.not_renewed(bot)
            return None
        renewed = Bot(**bot.to_dict_for_copying())
        renewed.bot_token = token
        renewed.bot_refresh_token = given.get("refresh_token") or refresh
        renewed.bot_token_expires_at = int(self._clock()) + int(given.get("expires_in") or 0)
        try:
            await self._installations.renew(bot, renewed)
        except InstallationsError:
            logger.exception("a renewed token is not stored yet: a restart would lose it")
            storing = asyncio.create_task(self._store(bot, renewed))
            self._storing.add(storing)
            storing.add_done_callback(self._storing.discard)
        self._failed.pop(refresh, None)
        logger.info("a token was renewed", extra={"team_id": bot.team_id})
        return renewed

    async def _store(self, bot: Bot, renewed: Bot) -> None:
        """Stores a renewed token as soon as that is possible; until then this server has it."""
        while True:
            await asyncio.sleep(_STORE_S)
            with suppress(InstallationsError):
                await self._installations.renew(bot, renewed)
                return

    def _fail(self, refresh: str, bot: Bot, word: str) -> None:
        lasts = not passes(word)
        if lasts or refresh not in self._failed:
            about = {"reason": word, "team_id": bot.team_id, "enterprise_id": bot.enterprise_id}
            about["cure"] = _AGAIN if lasts else "Nothing: it is tried again in a minute."
            logger.log(
                logging.ERROR if lasts else logging.WARNING,
                "a token was not renewed",
                extra=about,
            )
        again_at = float("inf") if lasts else self._clock() + _AGAIN_S
        self._failed[refresh] = (word, again_at)
