"""Decides which channel messages without a mention the bot answers.

If a team has granted it, Teams delivers every message of its channels.
"""

from datetime import timedelta
from enum import StrEnum

from adapters.chat.threads import is_followed
from adapters.teams.receive.activities import ActivityKind, is_addressed, to_command, to_place
from adapters.teams.receive.wording import Activity, mentions_somebody, to_text
from bot.answering.understand import is_small_talk, only_a_place, only_yes_or_no
from bot.ports import Records

_IDLE = timedelta(hours=24)
"""Threads are followed for this long after their last answer."""


class Wanted(StrEnum):
    """Whether a message is answered, and why."""

    ASKED = "asked"
    """Addressed to the bot: post any reply, refusals too."""
    FOLLOWED = "followed"
    """A message in a thread where the bot has answered: people talk to each other there, too."""
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
    return Wanted.FOLLOWED


def _is_talk(activity: Activity, text: str) -> bool:
    """Whether people talk to each other: outside threads, by name, or small talk."""
    if to_place(activity).kind is not ActivityKind.CHANNEL or mentions_somebody(activity):
        return True
    if only_a_place(text) or only_yes_or_no(text):
        return False  # too short for a question, but it chooses a closest rule, or replies
    return to_command(activity) is not None or is_small_talk(text)
