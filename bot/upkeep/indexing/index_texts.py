"""Texts about the index in Korean and English."""

from collections.abc import Mapping

from bot.texts import Section, Text

_TEXTS = Section("index")

LOST = _TEXTS.table("LOST")
WITHHELD = _TEXTS.table("WITHHELD")
COUNTED = _TEXTS.table("COUNTED")
STEPS = _TEXTS.table("STEPS")
"""The activity shown beside each count."""
ORDER_IN = _TEXTS.table("ORDER_IN")
ASIDE = _TEXTS.table("ASIDE")
ASIDE_DAY: Mapping[str, Text] = {
    "not yet in force": _TEXTS.FROM_DAY,
    "expired": _TEXTS.UNTIL_DAY,
    "superseded": _TEXTS.UNTIL_DAY,
}


def __getattr__(name: str) -> Text:
    return _TEXTS.__getattr__(name)
