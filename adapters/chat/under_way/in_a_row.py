"""Keeps the bot from talking with other bots for ever."""

from adapters.chat.under_way.once import hashed, soon
from bot.ports import ShortLived

MOST = 3
"""Replies to apps in a row; more are a loop."""
_KEEP_S = 24 * 60 * 60.0
"""Seconds in which a thread without a person's word gets no more of them."""


class InARow:
    """Counts the replies to apps in each thread until a person writes there, on any replica."""

    def __init__(self, short_lived: ShortLived) -> None:
        self._short_lived = short_lived

    async def may_reply(self, thread: str) -> bool:
        """Counts a message of an app; False if it gets no reply."""
        for key in _keys(thread):
            claimed = self._short_lived.claim(key, _KEEP_S)
            if await soon(claimed, otherwise=True, says="replies to an app are not counted"):
                return True
        return False

    async def person_wrote(self, thread: str) -> None:
        """Begins to count anew."""
        first, *_ = keys = _keys(thread)
        says = "a person between apps is not noted"
        if await soon(self._short_lived.find(first), None, says) is not None:
            for key in keys:
                await soon(self._short_lived.forget(key), None, says)


def _keys(thread: str) -> list[str]:
    return [f"apps in a row {number} {hashed(thread)}" for number in range(MOST)]
