"""Sentences around an answer that all chats share."""

from bot.texts import Section, Text

_TEXTS = Section("chat")


def __getattr__(name: str) -> Text:
    return _TEXTS.__getattr__(name)
