"""Shows that the bot is working, by the best sign Slack offers; no answer waits for it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from weakref import WeakValueDictionary

from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.texts import SEARCHING
from adapters.slack import texts
from adapters.slack.api.calls import refusal
from adapters.slack.api.trouble import RATE_LIMITED, cure, passes
from adapters.slack.receive.events import Place
from adapters.web.edge import wordless
from bot.model import Reply
from knowledge.model.documents import Language

logger = logging.getLogger(__name__)

_DELAY_S = 0.4
"""Seconds; most answers come earlier, and a sign would only flicker and cost calls."""
_SET_LIMIT_S = 5.0
_CLEAR_LIMIT_S = 30.0  # with the waits that Slack asks for when it is rate limited
_PAUSES_S = (1.0, 5.0)
"""Seconds before each retry of a failed clear."""
_MOST_CALLS = 2
"""Calls for one question; with the answer's post that makes three."""
_MOST_TOKENS = 1000

_NOT_SET = RATE_LIMITED | {"team_added_to_org"}
"""After other temporary errors, the sign may or may not be shown."""
_NO_TOKEN = frozenset(
    {"invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired"}
)
_NOT_HERE = frozenset(
    {"channel_not_found", "not_in_channel", "is_archived", "channel_is_archived"}
    | {"thread_not_found", "invalid_thread_ts", "message_not_found", "thread_locked"}
    | {"invalid_channel", "user_not_in_channel", "restricted_action", "cannot_reply_to_message"}
    | {"method_not_supported_for_channel_type", "not_in_conversation"}
    | {"already_reacted", "no_reaction", "too_many_reactions", "too_many_emoji"}
)
"""Errors about one place; any other error is about the app and would repeat every time."""


class Sign:
    """The sign of one question; the poster of the answer tells it when to end."""

    stream = ""
    """No reply ends it."""

    def __init__(self, *, private: bool) -> None:
        self._private = private
        self._ready = asyncio.Event()
        self._over = asyncio.Event()
        self._stands = False
        self._stood = False
        self._gone = False

    async def ready(self) -> None:
        """Tells that the answer is about to be posted: starts no new sign."""
        self._note_ready()

    def _note_ready(self) -> None:
        if not self._ready.is_set():
            self._stood = self._stands
            self._ready.set()

    def answered(self, reply: Reply) -> None:
        """Tells that the answer is posted: if publicly, Slack clears some signs."""
        # A sign still in flight when the answer was posted may have come after it.
        self._gone = self._stood and not (reply.private or self._private)

    def _end(self) -> None:
        self._note_ready()
        self._over.set()

    async def _is_ready_within(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                await self._ready.wait()
        except TimeoutError:
            return self._ready.is_set()
        return True


class WorkingSigns:
    """Shows working signs, from a short delay after the start until the end."""

    def __init__(self, delay_s: float = _DELAY_S, pauses_s: tuple[float, ...] = _PAUSES_S) -> None:
        self._delay_s = delay_s
        self._pauses_s = pauses_s
        self._places: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
        self._reached: dict[str, int] = {}
        """The rung of the ladder for each token: an app's scopes belong to its token."""
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def shown(
        self, client: AsyncWebClient, place: Place, language: Language, *, private: bool = False
    ) -> AsyncIterator[Sign]:
        """Shows a sign during work in a thread; always clears it."""
        sign = Sign(private=private)
        task = asyncio.create_task(self._follow(sign, client, place, language))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            yield sign
        finally:
            sign._end()

    async def drain(self, timeout_s: float = 5.0) -> None:
        """Waits until the signs of finished work are cleared; call before the session closes."""
        if not self._tasks:
            return
        _, late = await asyncio.wait(self._tasks, timeout=timeout_s)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        if late:
            logger.warning("working signs not cleared at shutdown", extra={"count": len(late)})

    async def _follow(
        self, sign: Sign, client: AsyncWebClient, place: Place, language: Language
    ) -> None:
        try:
            if not await sign._is_ready_within(self._delay_s):
                # One at a time in a thread: a late clear would remove the next sign.
                async with self._place(place):
                    await self._show(sign, client, place, language)
        except Exception as error:  # the adapter's edge
            logger.exception("a bug stopped a working sign", exc_info=wordless(error))

    async def _show(
        self, sign: Sign, client: AsyncWebClient, place: Place, language: Language
    ) -> None:
        rung = await self._begun(sign, client, place, language)
        if rung is None:
            return
        await sign._over.wait()
        if not (rung.goes_with_the_answer and sign._gone):
            await self._cleared(rung, client, place)

    async def _begun(
        self, sign: Sign, client: AsyncWebClient, place: Place, language: Language
    ) -> "_Rung | None":
        """Tries the rungs until a sign is shown; None if none works."""
        token = client.token or ""
        first = self._reached.get(token, 0)
        for at, rung in enumerate(_LADDER[first:], start=first):
            if sign._ready.is_set() or not rung.fits(place):
                return None
            if at - first + rung.calls > _MOST_CALLS:
                return None
            word = await refusal(rung.show(client, place, language), _SET_LIMIT_S)
            sign._stands = word is None
            if word is None or _is_unsure(word) or word == "already_reacted":
                return rung
            if passes(word) or word in _NO_TOKEN | _NOT_HERE:
                return None
            self._go_down(token, at, word)
        return None

    async def _cleared(self, rung: "_Rung", client: AsyncWebClient, place: Place) -> None:
        word = await refusal(rung.clear(client, place), _CLEAR_LIMIT_S)
        for pause_s in self._pauses_s:
            if word is None or not passes(word):
                break
            await asyncio.sleep(pause_s)
            word = await refusal(rung.clear(client, place), _CLEAR_LIMIT_S)
        if word is not None and word not in _NOT_HERE:
            about = {"sign": rung.name, "reason": word, "cure": cure(word)}
            logger.warning("a working sign was not cleared", extra=about)

    def _go_down(self, token: str, at: int, word: str) -> None:
        if self._reached.get(token, 0) > at:
            return
        if len(self._reached) >= _MOST_TOKENS:
            self._reached.pop(next(iter(self._reached)))
        self._reached[token] = at + 1
        about = {"sign": _LADDER[at].name, "reason": word, "cure": cure(word)}
        logger.warning("Slack offers no working sign", extra=about)

    def _place(self, place: Place) -> asyncio.Lock:
        return self._places.setdefault((place.channel, place.thread_ts or ""), asyncio.Lock())


@dataclass(frozen=True, slots=True)
class _Rung:
    """One way to show that the bot is working."""

    name: str
    show: Callable[[AsyncWebClient, Place, Language], Awaitable[object]]
    clear: Callable[[AsyncWebClient, Place], Awaitable[object]]
    fits: Callable[[Place], bool]
    goes_with_the_answer: bool = False
    """Whether Slack clears it when the answer is posted."""

    @property
    def calls(self) -> int:
        return 1 if self.goes_with_the_answer else 2


def _is_unsure(word: str) -> bool:
    """Whether the sign may be shown despite the error."""
    return passes(word) and word not in _NOT_SET


async def _begin_session(client: AsyncWebClient, place: Place, language: Language) -> None:
    await client.agents_sessions_setStatus(
        channel_id=place.channel, thread_ts=place.thread_ts, status="processing"
    )


async def _end_session(client: AsyncWebClient, place: Place) -> None:
    await client.agents_sessions_setStatus(
        channel_id=place.channel, thread_ts=place.thread_ts, status="active"
    )


async def _set_status(client: AsyncWebClient, place: Place, language: Language) -> None:
    await client.assistant_threads_setStatus(
        channel_id=place.channel,
        thread_ts=place.thread_ts or "",
        status=texts.WORKING[language],
        loading_messages=[SEARCHING[language], texts.CHECKING[language]],
    )


async def _empty_status(client: AsyncWebClient, place: Place) -> None:
    await client.assistant_threads_setStatus(
        channel_id=place.channel, thread_ts=place.thread_ts or "", status=""
    )


async def _react(client: AsyncWebClient, place: Place, language: Language) -> None:
    await client.reactions_add(channel=place.channel, timestamp=place.ts or "", name="eyes")


async def _take_reaction_back(client: AsyncWebClient, place: Place) -> None:
    await client.reactions_remove(channel=place.channel, timestamp=place.ts or "", name="eyes")


def _in_thread(place: Place) -> bool:
    return place.thread_ts is not None


def _on_message(place: Place) -> bool:
    return place.ts is not None


_LADDER = (
    # With a Stop button; for apps that are declared as agents.
    _Rung("agents.sessions.setStatus", _begin_session, _end_session, _in_thread),
    _Rung("assistant.threads.setStatus", _set_status, _empty_status, _in_thread, True),
    _Rung("reactions.add", _react, _take_reaction_back, _on_message),
)
"""The best sign first."""
