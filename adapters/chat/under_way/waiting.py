"""Tells a person that they have to wait, or why their question is not answered."""

from adapters.chat.under_way.queue import Start, Turn
from adapters.chat.under_way.work import PLACES
from bot import texts
from bot.conversation.rate_limits import Limits
from bot.model import Message, Platform, Reply, Scope
from bot.texts import Text
from knowledge.language.terms import language_of
from knowledge.model.documents import Language

_STEP_S = 5
"""Seconds; a wait is told in steps of this length."""


def turned_away(start: Start, language: Language) -> Reply:
    """Returns the reply to a question that has no place in the queue."""
    if start.turn is Turn.FULL:
        return _private(texts.NO_PLACE, language, count=PLACES)
    return _private(texts.BUSY, language, seconds=_rounded(start.wait_s))


def long_wait(start: Start, language: Language) -> Reply:
    """Returns the note to a person whose answer takes a while."""
    return _private(texts.LONG_WAIT, language, seconds=_rounded(start.wait_s))


def too_late(message: Message) -> Reply:
    """Returns the apology for a question that was left too long."""
    return _private(texts.TOO_LATE, language_of(message.text))


async def too_many(limits: Limits, person: str, channel: str, language: Language) -> str | None:
    """Counts a tap or a sent form as a message; returns what to say to who is over the limit.

    `person` is named as in `bot.model.kept.person_of`.
    """
    platform, workspace, user = person.split(":", 2)
    message = Message(
        Platform(platform),
        "",
        user,
        "",
        scope=Scope(language=language),
        workspace_id=workspace,
        selected_text="",  # whoever waits at a form is told each time
    )
    away = await limits.turned_away(message, channel)
    return away.reply.text if away and away.reply else None


def _private(said: Text, language: Language, **values: object) -> Reply:
    return Reply(said[language].format(**values), language, private=True)


def _rounded(seconds: float) -> int:
    return max(1, round(seconds / _STEP_S)) * _STEP_S
