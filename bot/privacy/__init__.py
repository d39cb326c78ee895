"""Takes personal data out of text, Korean and English, one way."""

from bot.privacy.entities import Entity, EntityType, Profile, Redaction
from bot.privacy.reading import unmarked
from bot.privacy.redaction import REDACTION_VERSION, redact, safe

__all__ = [
    "REDACTION_VERSION",
    "Entity",
    "EntityType",
    "Profile",
    "Redaction",
    "redact",
    "safe",
    "unmarked",
]
