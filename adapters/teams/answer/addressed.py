"""Which messages of a channel the bot answers although nobody mentioned it.

Teams delivers them where a team has granted it: every message of its channels.
"""

from datetime import timedelta
from enum import StrEnum

from adapters.chat.threads import is_followed
from adapters.teams.receive.activities import Kind, is_addressed, to_command, to_place
from adapters.teams.receive.wording import Activity, mentions_somebody, to_text
from bot.answering.understand import asks, talk_of
from bot.ports import Records

_IDLE = timedelta(hours=24)
"""A thread is followed for so long after the last answer in it."""


class Wanted(StrEnum):
    """Whether a message is answered, and why."""

    ASKED = "asked"
    """It is said to the bot: whatever comes of it is said."""
    FOLLOWED = "followed"
    """It is a question in a thread in which the bot has answered."""
    OVERHEARD = "overheard"
    """People tell each other something there: only an answer is worth saying, no refusal."""
    NO = "no"


async def wanted(activity: Activity, records: Records) -> Wanted:
    """Whether the bot answers a message."""
    if is_addressed(activity):
        return Wanted.ASKED
    text = to_text(activity)
    if _is_talk(activity, text) or not await is_followed(
        records, to_place(activity).conversation_id, _IDLE
    ):
        return Wanted.NO
    return Wanted.FOLLOWED if asks(text) else Wanted.OVERHEARD


def _is_talk(activity: Activity, text: str) -> bool:
    """Whether people speak to one another: outside of threads, by name, or to be polite."""
    if to_place(activity).kind is not Kind.CHANNEL or mentions_somebody(activity):
        return True
    return to_command(activity) is not None or talk_of(text) is not None
