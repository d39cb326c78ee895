"""The settings and what follows from them alone: all parts of the app are built from these."""

from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from bot.answering.reply.next_questions.suggestions import Clock
from bot.model.said import USUAL_NAME, Corpus
from bot.privacy import Redactor
from bot.settings import Settings
from bot.stores import Stores


@dataclass(frozen=True, slots=True)
class Given:
    """What all parts of the app are built from."""

    settings: Settings
    redactor: Redactor
    stores: Stores
    clock: Clock
    """Gives monotonic seconds and limits the time for suggestions."""

    @property
    def zone(self) -> ZoneInfo:
        """The store's time zone."""
        return ZoneInfo(self.settings.store.timezone)

    def today(self) -> date:
        """Returns today's date in the store."""
        return datetime.now(self.zone).date()

    @property
    def corpus(self) -> Corpus:
        """The name of the documents in each language."""
        store = self.settings.store
        is_usual = store.corpus_name == USUAL_NAME["en"]
        each = {one: usual if is_usual else store.corpus_name for one, usual in USUAL_NAME.items()}
        return {**each, "ko": store.corpus_name_ko}
