"""How the bot answers in one channel."""

from dataclasses import dataclass
from enum import StrEnum

from bot.model import Scope
from knowledge.model.documents import Audience, Language


class AnswerMode(StrEnum):
    """Which messages of a channel the bot answers."""

    MENTION = "mention"
    """Those that mention it."""
    THREADS = "threads"
    """Those, and replies in threads in which it has answered."""
    EVERY = "every"
    """Those, and whatever looks like a question."""


@dataclass(frozen=True, slots=True)
class ChannelSettings:
    """How the bot answers in a channel; None leaves a thing open."""

    store_type: str | None = None
    category: str | None = None
    language: Language | None = None
    answer_mode: AnswerMode = AnswerMode.THREADS
    private: bool = False
    """Only who asked sees the answer."""
    allowed_groups: frozenset[str] = frozenset()
    """Ids of the user groups that may ask; empty for everybody."""
    audience: Audience = Audience.STAFF
    """Whose documents may answer where everybody in the channel reads along."""

    @property
    def scope(self) -> Scope:
        """What the channel sets about each question."""
        return Scope(self.store_type, self.category, self.language)
