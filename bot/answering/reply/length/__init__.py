"""Fits an answer to the question: what completes a sentence where it stands, within a length."""

from bot.answering.reply.length.fitted import in_length

__all__ = ["in_length"]
