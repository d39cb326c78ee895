"""Counts forms that pass an answer on, as the messages that they become."""

from bot.conversation.rate_limits import Limits
from bot.model import Message, Platform, Scope
from bot.model.kept.records import StoredAnswer


async def too_many(
    limits: Limits, record: StoredAnswer, workspace: str, user: str, channel: str
) -> str | None:
    """Counts a sent form as a message; returns what to say if its sender is over the limit."""
    message = Message(
        Platform(record.person.partition(":")[0]),
        "",
        user,
        record.question,
        scope=Scope(language=record.reply.language),
        workspace_id=workspace,
        # Whoever waits at a form is told each time.
        selected_text="",
    )
    away = await limits.turned_away(message, channel)
    return away.reply.text if away and away.reply else None
