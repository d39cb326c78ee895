"""What a chat adapter needs of the bot."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from adapters.database import Database
from bot.conversation.documents.listing import LinkedDocuments
from bot.conversation.overview import Overviews
from bot.conversation.owners import Telling
from bot.conversation.rate_limits import Limits
from bot.model.health import Trouble
from bot.ports import Handle, Inbox, Records, ShortLived
from bot.privacy import Redactor
from bot.rules.rules import Rules
from bot.stores import Stores
from bot.upkeep.history.trail import Trail
from bot.upkeep.reports.daily import KeptShifts, NoShifts

# Counts the replies that no platform took, and tells administrators of them.


SHOWN_S = 600.0
"""Seconds for which a lost reply is a trouble: long enough for each look."""
_NO_FAULT = "othing to do."


class GivenUp:
    """The replies that were given up since the start, whichever platform took none of them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.counts: Counter[str] = Counter()
        """By platform."""
        self._last: tuple[float, Trouble] | None = None

    def note(self, platform: str, reason: str, cure: str) -> None:
        """Counts a reply. If its person wants none, such as after a block, that is no trouble."""
        self.counts[platform] += 1
        if not cure.endswith(_NO_FAULT):
            self._last = self._clock(), Trouble(reason, cure)

    async def trouble(self) -> Trouble | None:
        """Why a reply was given up in the last minutes; None if none was."""
        if self._last is None or self._clock() - self._last[0] >= SHOWN_S:
            return None
        return self._last[1]


@dataclass(frozen=True, slots=True)
class Bot:
    """The parts of the bot that an adapter needs."""

    handle: Handle
    records: Records
    overviews: Overviews
    data: Path
    """The folder for files that an adapter keeps."""
    database: Database
    """Holds the settings of channels, and what else an adapter keeps."""
    inbox: Inbox
    short_lived: ShortLived
    trail: Trail = field(default_factory=Trail)
    limits: Limits = field(default_factory=Limits)
    redactor: Redactor = field(default_factory=Redactor)
    stores: Stores = field(default_factory=Stores)
    shifts: KeptShifts = field(default_factory=NoShifts)
    linked: LinkedDocuments | None = None
    """The documents behind posted links."""
    telling: Telling = field(default_factory=Telling)
    """Tells owners of what their documents contradict or lack."""
    rules: Rules | None = None
    """For rules that people write; None where nobody can."""
    given_up: GivenUp = field(default_factory=GivenUp)
    """Replies that no platform took."""
