"""Submitted forms as our own types."""

import re
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import get_args

from adapters.chat.channels.channels import AnswerMode, ChannelSettings
from adapters.chat.rules.owning import WantedPin, to_pin
from adapters.chat.rules.writing import Written
from adapters.slack.receive.clicks import about_of
from adapters.slack.receive.reading import Payload, part, word
from bot.rules.forms import NEW, Form
from knowledge.model.documents import Audience, Language

REASON, NOTE, PERSON = "reason", "note", "person"
STORE, STORE_TYPE, CATEGORY, LANGUAGE = "store", "store_type", "category", "language"
MODE, PRIVATE, GROUPS, AUDIENCE = "answer_mode", "private", "allowed_groups", "audience"
QUESTION = "question"
NAME, NAMED = "name", "named"
ON = "on"
ANY = "*"
"""The choice for a setting that the channel leaves open."""
LONGEST_NOTE = 1000


class Reason(StrEnum):
    """What was wrong with an answer."""

    WRONG = "wrong"
    OUT_OF_DATE = "out_of_date"
    INCOMPLETE = "incomplete"
    NOT_MY_QUESTION = "not_my_question"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Complaint:
    """The feedback form about an unhelpful answer."""

    answer_id: str
    reason: Reason
    note: str = field(default="", repr=False)
    """A person's words: they may hold personal data."""


@dataclass(frozen=True, slots=True)
class Handover:
    """The form that hands a question over to a colleague."""

    answer_id: str
    person: str
    note: str = field(default="", repr=False)
    """A person's words: they may hold personal data."""


@dataclass(frozen=True, slots=True)
class Telling:
    """The form that tells the owners of documents."""

    answer_id: str
    named: bool
    """Whether the owners may read who sends it."""


def to_complaint(view: Payload) -> Complaint:
    """Returns the submitted feedback form."""
    chosen = _chosen(view, REASON)
    reason = Reason(chosen) if chosen in set(Reason) else Reason.OTHER
    return Complaint(_about(view), reason, _written(view, NOTE))


def to_handover(view: Payload) -> Handover:
    """Returns the submitted handover form."""
    person = word(_field(view, PERSON), "selected_user")
    return Handover(_about(view), person, _written(view, NOTE))


def to_channel(view: Payload) -> tuple[str, ChannelSettings]:
    """Returns the channel id and its submitted settings."""
    store_type, mode = _chosen(view, STORE_TYPE), _chosen(view, MODE)
    language, audience = _chosen(view, LANGUAGE), _chosen(view, AUDIENCE)
    store = _chosen(view, STORE)
    settings = ChannelSettings(
        store_type=None if store_type in ("", ANY) else store_type,
        category=_written(view, CATEGORY).lower() or None,
        language=next((one for one in get_args(Language) if one == language), None),
        answer_mode=AnswerMode(mode) if mode in set(AnswerMode) else AnswerMode.THREADS,
        private=bool(_field(view, PRIVATE).get("selected_options")),
        audience=Audience(audience) if audience in set(Audience) else Audience.STAFF,
        store=None if store in ("", ANY) else store,
        allowed_groups=frozenset(re.findall(r"[^\s,;]+", _written(view, GROUPS))),
    )
    return _about(view), settings


def to_telling(view: Payload) -> Telling:
    """Returns the submitted form for an owner."""
    return Telling(_about(view), named=_chosen(view, NAME) == NAMED)


def to_rule(view: Payload, form: Form) -> Written:
    """Returns a submitted rule; what the form did not ask for is as it began."""
    audience = _chosen(view, AUDIENCE)
    return Written(
        title=word(_field(view, "title"), "value"),
        text=word(_field(view, "text"), "value"),
        effective_from=_day(view, "effective_from") or form.effective_from,
        review_by=_day(view, "review_by"),
        place=_chosen(view, "place") or NEW,
        stores=_several(view, "stores"),
        store_types=_several(view, "store_types"),
        audience=Audience(audience) if audience in set(Audience) else form.audience,
        receipt=ON in _several(view, "receipt"),
    )


def to_wanted_pin(view: Payload) -> WantedPin:
    """Returns the submitted form by which an answer is pinned."""
    return to_pin(word(_field(view, "questions"), "value"), _day(view, "ends_on"))


def to_question(view: Payload) -> str:
    """Returns the question about a message."""
    return _written(view, QUESTION)


def _about(view: Payload) -> str:
    return about_of(view)[0]


def is_channel(place: str) -> bool:
    """Whether an id is that of a channel, not of a person."""
    return place.startswith(("C", "G"))


def _chosen(view: Payload, name: str) -> str:
    return word(part(_field(view, name), "selected_option"), "value")


def _day(view: Payload, name: str) -> date | None:
    chosen = word(_field(view, name), "selected_date")
    return date.fromisoformat(chosen) if chosen else None


def _several(view: Payload, name: str) -> tuple[str, ...]:
    chosen = _field(view, name).get("selected_options")
    return tuple(word(one, "value") for one in chosen) if isinstance(chosen, list) else ()


def _written(view: Payload, name: str) -> str:
    return word(_field(view, name), "value").strip()[:LONGEST_NOTE]


def _field(view: Payload, name: str) -> Payload:
    """The state of a field; empty if the form did not have it."""
    return part(part(part(part(view, "state"), "values"), name), name)
