"""How the bot answers in one channel."""

from dataclasses import dataclass
from enum import StrEnum

from bot.model import Scope
from knowledge.model.documents import Audience, Language


class AnswerMode(StrEnum):
    """Which messages of a channel the bot answers."""

    MENTION = "mention"
    """Messages that mention the bot."""
    THREADS = "threads"
    """Also replies in threads where the bot has answered."""
    EVERY = "every"
    """Also everything that looks like a question."""


@dataclass(frozen=True, slots=True)
class ChannelSettings:
    """How the bot answers in a channel; None means not set."""

    store_type: str | None = None
    category: str | None = None
    language: Language | None = None
    answer_mode: AnswerMode = AnswerMode.THREADS
    private: bool = False
    """Only the asker sees the answer."""
    allowed_groups: frozenset[str] = frozenset()
    """Ids of the user groups that may ask; empty for everybody."""
    audience: Audience = Audience.STAFF
    """Whose documents may be used for answers that the whole channel reads."""
    store: str | None = None
    """The id of the store that its people work in."""

    @property
    def scope(self) -> Scope:
        """The scope that the channel sets for each question."""
        return Scope(self.store_type, self.category, self.language, store=self.store)
