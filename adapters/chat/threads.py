"""Whether the bot takes part in a thread and listens to follow-ups."""

import logging
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from adapters.chat.channels.channels import AnswerMode
from bot.answering.understand import (
    about_answer,
    asks,
    danger_in,
    is_small_talk,
    only_a_place,
    only_yes_or_no,
)
from bot.model.errors import RecordsError
from bot.ports import Records

logger = logging.getLogger(__name__)

_ASKED_FOR = timedelta(minutes=15)
_LATEST = 10
"""Latest answers to a person that are looked through."""


class Wanted(StrEnum):
    """Whether a message is answered, and why."""

    ASKED = "asked"
    """Addressed to the bot: post any reply, refusals too."""
    FOLLOWED = "followed"
    """A message in a thread where the bot has answered: people talk to each other there, too."""
    OVERHEARD = "overheard"
    """Looks like a question, in a channel where every question is answered."""
    NO = "no"

    def __bool__(self) -> bool:
        return self is not Wanted.NO


def wanted(words: str, mode: AnswerMode, *, in_thread: bool, followed: bool) -> Wanted:
    """Whether a channel's mode lets the bot answer a message that mentions nobody.

    In a thread where the bot has not answered lately, people talk among themselves.
    """
    if mode is AnswerMode.MENTION:
        return Wanted.NO
    # Too short for a question, but it chooses a closest rule, replies, or means the answer.
    is_reply = only_a_place(words) or only_yes_or_no(words) or about_answer(words)
    if in_thread or followed:
        return Wanted.FOLLOWED if followed and (is_reply or not is_small_talk(words)) else Wanted.NO
    return Wanted.OVERHEARD if mode is AnswerMode.EVERY and asks(words) else Wanted.NO


async def goes_on(records: Records, thread: str, person: str) -> bool:
    """Whether a person has asked the bot in this thread before."""
    try:
        return any(one.thread == thread for one in await records.recent(person, _LATEST))
    except RecordsError:
        logger.exception("cannot tell whether a person asked here before")
        return False


async def is_meant(records: Records, thread: str, person: str, said: str) -> bool | None:
    """Whether a message without a mention is for the bot; None where its words do not tell.

    A danger always is, and words about an answer from a person who asked in this thread.
    """
    if (danger := danger_in(said)) and danger.sure:
        return True
    if about_answer(said) is None:
        return None
    return await goes_on(records, thread, person)


async def is_followed(records: Records, thread: str, idle: timedelta) -> bool:
    """Whether the bot has answered in a thread within `idle`."""
    try:
        return await records.answered(thread, datetime.now(UTC) - idle)
    except RecordsError:
        logger.exception("cannot tell whether a thread is followed")
        return False


async def asked_back_in(records: Records, person: str, said: str, among: str) -> str | None:
    """The thread of the answer that a message outside of threads is about, if any.

    That is a yes or no to a question back, or words about the answer. It is the person's last
    answer, of the last minutes, in a thread whose name starts with `among`.
    """
    is_about = about_answer(said) is not None
    if not is_about and not only_yes_or_no(said):
        return None
    try:
        last = next(iter(await records.recent(person, 1)), None)
    except RecordsError:
        logger.exception("cannot tell what a person was asked back")
        return None
    if last is None or not last.thread.startswith(among):
        return None
    if last.reply.follow_up is None and not is_about:
        return None
    return last.thread if datetime.now(UTC) - last.given_at < _ASKED_FOR else None
