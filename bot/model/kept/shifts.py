"""The type of a store's message of the day."""

from dataclasses import dataclass

from bot.model.sent import Platform
from knowledge.model.documents import Language


@dataclass(frozen=True, slots=True)
class ShiftMessage:
    """A store's message of a day in one of its channels."""

    message_id: str
    store: str
    """The store's id."""
    day: str
    """In the store, as ISO 8601."""
    platform: Platform
    channel: str
    language: Language
    text: str
    """In Markdown."""
    readers: tuple[str, ...] = ()
    """Who has said that they read it, the earliest first: ids on the platform."""
