"""What a person sent with a form."""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, get_args

from adapters.slack.texts import NO_GROUPS
from knowledge.model import Language

REASON, NOTE, PERSON = "reason", "note", "person"
STORE_TYPE, CATEGORY, LANGUAGE, MODE = "store_type", "category", "language", "mode"
PRIVATE, GROUPS = "private", "groups"
ANY = "*"
"""Chosen where a channel leaves something open."""
LONGEST_NOTE = 1000

_GROUP = re.compile(r"S[A-Z0-9]{2,20}")

Payload = dict[str, Any]


class Reason(StrEnum):
    """What was wrong with an answer."""

    WRONG = "wrong"
    OUT_OF_DATE = "out_of_date"
    INCOMPLETE = "incomplete"
    NOT_MY_QUESTION = "not_my_question"
    OTHER = "other"


class Mode(StrEnum):
    """Which messages of a channel are answered."""

    MENTION = "mention"
    THREADS = "threads"
    """Mentions, and what follows in their threads."""
    EVERY = "every"
    """Every question."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """A form about an answer that was no help."""

    answer_id: str
    reason: Reason
    note: str = field(default="", repr=False)
    """A person's words: they may hold personal data."""


@dataclass(frozen=True, slots=True)
class Handover:
    """A form that hands a question over to a person."""

    answer_id: str
    person: str
    note: str = field(default="", repr=False)
    """A person's words: they may hold personal data."""


@dataclass(frozen=True, slots=True)
class ChannelChoice:
    """How the bot answers in a channel; None leaves it open."""

    channel: str
    store_type: str | None = None
    category: str | None = None
    language: Language | None = None
    mode: Mode = Mode.THREADS
    private: bool = False
    """Only the asker sees an answer."""
    groups: tuple[str, ...] = ()
    """The user groups that may ask; none means everybody."""


def to_complaint(view: Payload) -> Complaint:
    """Return what was sent with the feedback form."""
    chosen = _chosen(view, REASON)
    reason = Reason(chosen) if chosen in set(Reason) else Reason.OTHER
    return Complaint(_about(view), reason, _written(view, NOTE))


def to_handover(view: Payload) -> Handover:
    """Return who was chosen to be asked."""
    person = _field(view, PERSON).get("selected_user")
    return Handover(_about(view), _text(person), _written(view, NOTE))


def to_channel_choice(view: Payload) -> ChannelChoice:
    """Return what was chosen for a channel."""
    store_type, mode = _chosen(view, STORE_TYPE), _chosen(view, MODE)
    language = _chosen(view, LANGUAGE)
    return ChannelChoice(
        channel=_about(view),
        store_type=None if store_type in ("", ANY) else store_type,
        category=_written(view, CATEGORY) or None,
        language=next((one for one in get_args(Language) if one == language), None),
        mode=Mode(mode) if mode in set(Mode) else Mode.THREADS,
        private=bool(_field(view, PRIVATE).get("selected_options")),
        groups=tuple(dict.fromkeys(re.findall(r"[^\s,;]+", _written(view, GROUPS)))),
    )


def to_mend(choice: ChannelChoice, language: Language) -> dict[str, str]:
    """Return what a person has to mend in the form, by field: `response_action: errors`."""
    wrong = [one for one in choice.groups if not _GROUP.fullmatch(one)]
    return {GROUPS: NO_GROUPS[language].format(names=", ".join(wrong)[:100])} if wrong else {}


def _about(view: Payload) -> str:
    return _text(view.get("private_metadata"))


def _chosen(view: Payload, name: str) -> str:
    option = _field(view, name).get("selected_option")
    return _text(option.get("value")) if isinstance(option, dict) else ""


def _written(view: Payload, name: str) -> str:
    return _text(_field(view, name).get("value")).strip()[:LONGEST_NOTE]


def _field(view: Payload, name: str) -> Payload:
    """The state of a field; an empty one where the form did not have it."""
    values = _of(_of(view.get("state")).get("values"))
    return _of(_of(values.get(name)).get(name))


def _of(value: object) -> Payload:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
