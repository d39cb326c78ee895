"""Replaces a posted answer by a better choice: once, unless its asker has written again."""

from collections import OrderedDict
from collections.abc import Collection, Hashable

from adapters.chat.under_way.work import Work
from bot.model import Message, Reply
from bot.model.said import Replace

_MOST = 2000
"""People in threads whose latest message is remembered; those longest silent are dropped first."""


class LaterWordings:
    """Follows posted answers for as long as a better choice may come."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._latest: OrderedDict[tuple[Hashable, str], str] = OrderedDict()
        """The latest message of a person in a thread."""

    def written(self, thread: Hashable, message: Message) -> None:
        """Notes a person's message, for the bot or not: their earlier answers stay as they are."""
        self._latest[thread, message.sender_id] = message.trace_id
        self._latest.move_to_end((thread, message.sender_id))
        if len(self._latest) > _MOST:
            self._latest.popitem(last=False)

    def forget(self, answer_ids: Collection[str]) -> None:
        """Has nothing shown in place of these answers."""
        for key in [key for key, trace_id in self._latest.items() if trace_id in answer_ids]:
            del self._latest[key]

    def follow(self, thread: Hashable, message: Message, reply: Reply, put: Replace | None) -> None:
        """Has a better choice than a posted reply put in its place, if one comes in time."""
        later = reply.later
        if later is None or put is None:
            return

        async def once(better: Reply) -> bool:
            key = thread, message.sender_id
            if self._latest.get(key) != message.trace_id:
                return False
            del self._latest[key]
            return await put(better)

        self._work.aside(lambda: later(reply, once))
