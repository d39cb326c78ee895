"""What people send of the form for a rule; no I/O."""

from collections.abc import Iterator
from datetime import date

from adapters.chat.rules.owning import WantedPin, to_pin
from adapters.chat.rules.writing import Written
from adapters.teams.receive.clicks import ON
from adapters.teams.receive.wording import Activity, part, word
from bot.model.rules import LONGEST_RULE
from bot.rules.forms import NEW
from knowledge.model.documents import Audience

TITLE, TEXT, PLACE, STORES, STORE_TYPES = "title", "text", "place", "stores", "store_types"
QUESTIONS, ENDS_ON = "questions", "ends_on"
AUDIENCE, FROM, REVIEW, RECEIPT = "audience", "effective_from", "review_by", "receipt"


def to_written(activity: Activity, today: date) -> Written:
    """Returns what a person wrote; without a first day it begins `today`."""
    value = part(activity, "value")
    sent = part(value, "data") or value
    audience = word(sent, AUDIENCE)
    return Written(
        title=" ".join(word(sent, TITLE).split()),
        # One letter too long, so that nobody takes a cut text for what they wrote.
        text=word(sent, TEXT).strip()[: LONGEST_RULE + 1],
        effective_from=_day(word(sent, FROM)) or today,
        review_by=_day(word(sent, REVIEW)),
        place=word(sent, PLACE) or NEW,
        stores=tuple(_listed(word(sent, STORES))),
        store_types=tuple(_listed(word(sent, STORE_TYPES))),
        audience=Audience(audience) if audience in set(Audience) else Audience.STAFF,
        receipt=word(sent, RECEIPT) == ON,
    )


def to_wanted_pin(activity: Activity) -> WantedPin:
    """Returns what a person sent of the form by which an answer is pinned."""
    value = part(activity, "value")
    sent = part(value, "data") or value
    return to_pin(word(sent, QUESTIONS), _day(word(sent, ENDS_ON)))


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _listed(text: str) -> Iterator[str]:
    """Teams joins several choices by commas."""
    return filter(None, (one.strip().casefold() for one in text.split(",")))
