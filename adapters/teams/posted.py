"""Which answer a message holds: Teams names the message when somebody rates it.

Ids of messages are times: two chats may have the same.
"""

from collections import OrderedDict

_MOST = 10_000


class Posted:
    """Remembers answers by the ids of their messages, in memory; the oldest are forgotten first."""

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[str, str], str] = OrderedDict()

    def keep(self, chat: str, message_id: str, answer_id: str) -> None:
        """Remember which answer a message of a chat holds."""
        self._answers[chat, message_id] = answer_id
        while len(self._answers) > _MOST:
            self._answers.popitem(last=False)

    def answer(self, chat: str, message_id: str) -> str:
        """Return the id of the answer; an empty one where it is not known any more."""
        return self._answers.get((chat, message_id), "")
