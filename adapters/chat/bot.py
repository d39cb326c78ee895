"""What a chat adapter needs of the bot."""

from dataclasses import dataclass, field
from pathlib import Path

from adapters.chat.under_way.given_up import GivenUp
from adapters.database import Database
from bot.conversation.documents.listing import LinkedDocuments
from bot.conversation.overview import Overviews
from bot.conversation.owners import Telling
from bot.conversation.rate_limits import Limits
from bot.ports import Handle, Inbox, Records, ShortLived
from bot.privacy import Redactor
from bot.stores import Stores
from bot.upkeep.history.trail import Trail
from bot.upkeep.reports.daily import KeptShifts, NoShifts


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
    given_up: GivenUp = field(default_factory=GivenUp)
    """Replies that no platform took."""
