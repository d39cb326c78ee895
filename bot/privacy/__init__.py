"""Redacts personal data in Korean and English text; it cannot be restored."""

from bot.privacy.choices import Choices
from bot.privacy.entities import Entity, EntityType, Profile, Redaction
from bot.privacy.log_redaction import assert_clean
from bot.privacy.reading import unmarked
from bot.privacy.redaction import (
    REDACTION_VERSION,
    Detector,
    Redactor,
    redact,
    safe,
    still_safe,
)

__all__ = [
    "REDACTION_VERSION",
    "Choices",
    "Detector",
    "Entity",
    "EntityType",
    "Profile",
    "Redaction",
    "Redactor",
    "assert_clean",
    "redact",
    "safe",
    "still_safe",
    "unmarked",
]
