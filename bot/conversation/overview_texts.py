"""Texts of the front page in Korean and English."""

from bot.texts import Section, Text

_TEXTS = Section("overview")

IN_LANGUAGE = _TEXTS.table("IN_LANGUAGE")


def __getattr__(name: str) -> Text:
    return _TEXTS.__getattr__(name)
