"""Corrects answers in their threads after a rule has changed or was withdrawn."""

from bot.conversation.corrections.corrections import Corrections

__all__ = ["Corrections"]
