"""Builds the models that find and choose answers, as set."""

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

from bot.answering.choose.by_model import ModelChooser
from bot.answering.choose.timed import TimedModel
from bot.answering.wording.wording import Wording
from bot.privacy import Redactor
from bot.settings import Settings
from knowledge.models.e5.bi_encoder import BiEncoder
from knowledge.models.embedder import Embedder
from knowledge.models.shipped import EMBEDDERS
from knowledge.split.token_count import TokenCounter

if TYPE_CHECKING:
    from adapters.database import Database as SharedDatabase
    from adapters.records import SqlCalls


def quota_of(
    settings: Settings, database: "SharedDatabase", today: Callable[[], date]
) -> "SqlCalls | None":
    """Counts the calls of a day; None without a limit."""
    most = settings.openai.daily_calls
    if not most:
        return None
    from adapters.records import SqlCalls

    return SqlCalls(database, most, today)


def racer_of(
    settings: Settings, redactor: Redactor, quota: "SqlCalls | None"
) -> tuple[TimedModel | None, Wording | None]:
    """The language model that chooses beside the ranking, and the one that words, if any."""
    openai = settings.openai
    if not openai.writes:
        return None, None
    from adapters.openai.chat import build_chat

    count = TokenCounter().count
    chat = build_chat(openai, count, redactor)
    racer = TimedModel(
        ModelChooser(chat, count, redactor),
        openai.chat_budget_s,
        load=chat.warm_up,
        quota=quota,
        patience_s=openai.patience_s,
    )
    if openai.wording == "off":
        return racer, None
    return racer, Wording(chat, openai.wording, openai.chat_budget_s, redactor, quota)


def embedder_of(settings: Settings, embedded: Embedder, redactor: Redactor) -> Embedder:
    """Makes the vectors of passages."""
    if not settings.openai.embeds:
        chosen = settings.store.embedder
        return embedded if chosen in ("auto", "use") else EMBEDDERS[chosen]()
    from adapters.openai.client import build_embedder

    return build_embedder(settings.openai, redactor)


def bi_encoder() -> BiEncoder | None:
    """Makes the vectors of statements; None if its weights are not installed."""
    encoder = BiEncoder()
    return encoder if encoder.installed else None
