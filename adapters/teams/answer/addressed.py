"""Decides which channel messages without a mention the bot answers.

If a team has granted it, Teams delivers every message of its channels.
"""

from datetime import timedelta
from enum import StrEnum

from adapters.chat.channels.settings import AnswerMode
from adapters.chat.threads import is_followed
from adapters.teams.receive.activities import ActivityKind, is_addressed, to_command, to_place
from adapters.teams.receive.wording import Activity, mentions_somebody, to_text
from bot.answering.understand import about_answer, asks, is_small_talk, only_a_place, only_yes_or_no
from bot.ports import Records

_IDLE = timedelta(hours=24)
"""Threads are followed for this long after their last answer."""


class Wanted(StrEnum):
    """Whether a message is answered, and why."""

    ASKED = "asked"
    """Addressed to the bot: post any reply, refusals too."""
    FOLLOWED = "followed"
    """A message in a thread where the bot has answered: people talk to each other there, too."""
    OVERHEARD = "overheard"
    """Looks like a question, in a channel where every question is answered."""
    NO = "no"


async def wanted(activity: Activity, records: Records, mode: AnswerMode) -> Wanted:
    """Whether the bot answers a message, where the channel is set to a mode."""
    if is_addressed(activity):
        return Wanted.ASKED
    text, place = to_text(activity), to_place(activity)
    if mode is AnswerMode.MENTION or _is_talk(activity, text):
        return Wanted.NO
    if mode is AnswerMode.EVERY and not place.in_thread and asks(text):
        return Wanted.OVERHEARD
    is_its_thread = await is_followed(records, place.conversation_id, _IDLE)
    return Wanted.FOLLOWED if is_its_thread else Wanted.NO


def _is_talk(activity: Activity, text: str) -> bool:
    """Whether people talk to each other: outside threads, by name, or small talk."""
    if to_place(activity).kind is not ActivityKind.CHANNEL or mentions_somebody(activity):
        return True
    if only_a_place(text) or only_yes_or_no(text) or about_answer(text):
        # Too short for a question, but it chooses a closest rule, replies, or means the answer.
        return False
    return to_command(activity) is not None or is_small_talk(text)
