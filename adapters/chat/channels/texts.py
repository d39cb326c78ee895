"""The sentences of a channel's settings, in English and Korean."""

from bot.texts import Section, Text

_TEXTS = Section("channels")

FIELDS = _TEXTS.table("FIELDS")
"""Labels of the fields."""
HINTS = _TEXTS.table("HINTS")
MODES = _TEXTS.table("MODES")
AUDIENCES = _TEXTS.table("AUDIENCES")


def __getattr__(name: str) -> Text:
    return _TEXTS.__getattr__(name)
