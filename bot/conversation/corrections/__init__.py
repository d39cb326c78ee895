"""Corrects answers in their threads after a rule has changed or was withdrawn."""

from bot.conversation.corrections.corrections import Corrections
from bot.conversation.corrections.posting import Posts

__all__ = ["Corrections", "Posts"]
