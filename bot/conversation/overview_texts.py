"""Texts of the front page in Korean and English."""

from bot.texts import Section, Text

_TEXTS = Section("overview")


def __getattr__(name: str) -> Text:
    return _TEXTS.__getattr__(name)
