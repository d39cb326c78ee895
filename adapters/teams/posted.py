"""Which answer a message holds: Teams names the message when somebody rates it."""

from collections import OrderedDict

_MOST = 10_000


class Posted:
    """Remembers answers by the ids of their messages, in memory; the oldest are forgotten first."""

    def __init__(self) -> None:
        self._answers: OrderedDict[str, str] = OrderedDict()

    def keep(self, message_id: str, answer_id: str) -> None:
        """Remember which answer a message holds."""
        self._answers[message_id] = answer_id
        while len(self._answers) > _MOST:
            self._answers.popitem(last=False)

    def answer(self, message_id: str) -> str | None:
        """Return the id of the answer; None where it is not known any more."""
        return self._answers.get(message_id)
