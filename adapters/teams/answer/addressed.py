"""Decides which channel messages without a mention the bot answers.

If a team has granted it, Teams delivers every message of its channels.
"""

from datetime import timedelta

from adapters.chat.channels.channels import AnswerMode
from adapters.chat.threads import Wanted, is_followed, wanted
from adapters.teams.receive.activities import ActivityKind, is_addressed, to_command, to_place
from adapters.teams.receive.wording import Activity, mentions_somebody, to_text
from bot.ports import Records

_IDLE = timedelta(hours=24)
"""Threads are followed for this long after their last answer."""


async def wish_of(activity: Activity, records: Records, mode: AnswerMode) -> Wanted:
    """Whether the bot answers a message, where the channel is set to a mode."""
    if is_addressed(activity):
        return Wanted.ASKED
    place = to_place(activity)
    is_talk = place.kind is not ActivityKind.CHANNEL or mentions_somebody(activity)
    if is_talk or to_command(activity) is not None:
        return Wanted.NO
    followed = await is_followed(records, place.conversation_id, _IDLE)
    return wanted(to_text(activity), mode, in_thread=place.in_thread, followed=followed)
