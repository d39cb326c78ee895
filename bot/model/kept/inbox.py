"""The types of the inbox: questions that were accepted and not yet answered."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.model.sent import Platform


@dataclass(frozen=True, slots=True)
class Accepted:
    """A question that the platform may forget, because it is written down."""

    answer_id: str
    """The trace id of its message, and of the reply once there is one."""
    key: str
    """What the platform calls the message: two deliveries of it share the key."""
    platform: Platform
    body: str = field(repr=False)
    """All that its adapter needs to answer it, as JSON, without personal data."""
    received_at: datetime
    tries: int = 1
    """How often somebody set about answering it, this time included."""
    maybe_posted: bool = False
    """Whether its reply was about to be posted when its server stopped."""
    thread: str = ""
    """The name of its thread, whose questions are answered in order; "" if it has none."""


@dataclass(frozen=True, slots=True)
class Depth:
    """How much waits in the inbox."""

    count: int = 0
    oldest: datetime | None = None
    """When the oldest of them came; None if nothing waits."""

    def age_s(self, now: datetime) -> float:
        """Returns the seconds that the oldest has waited; 0 if nothing waits."""
        return (now - self.oldest).total_seconds() if self.oldest else 0.0
