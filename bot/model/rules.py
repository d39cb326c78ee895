"""Rules that people write in a chat, on the page or by the API: each a document of its own.

A rule is drafted, shown with what it contradicts, confirmed, and then in force from its first day.
Where a second person has to approve, it waits in between.
"""

import re
import secrets
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from bot.model.errors import BotError
from knowledge.model.documents import Audience, Language

FIRST_VERSION = "1"
"""Of a document that begins with what somebody wrote here."""
LONGEST_TITLE = 150
LONGEST_RULE = 20_000
_ID = re.compile(r"w[0-9a-f]{11}")
_DOC_ID = re.compile(r"\w[\w.-]{0,99}")


class State(StrEnum):
    """How far a rule is."""

    DRAFT = "draft"
    """Shown to its author, and not confirmed yet."""
    WAITING = "waiting"
    """For a second person's approval."""
    IN_FORCE = "in_force"
    """From its first day on, until a later version or its last day."""
    REFUSED = "refused"
    """By the second person."""
    WITHDRAWN = "withdrawn"
    """Since the day on which that was decided."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What a person wrote: one version of a document, without personal data."""

    doc_id: str
    title: str
    text: str = field(repr=False)
    """In Markdown."""
    effective_from: date
    version: str = FIRST_VERSION
    language: Language = "en"
    audience: Audience = Audience.STAFF
    stores: tuple[str, ...] = ()
    """The ids of the stores that it is for; empty means all. The same for kinds of store."""
    store_types: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    brands: tuple[str, ...] = ()
    category: str = "general"
    owner: str | None = None
    effective_until: date | None = None
    review_by: date | None = None
    receipt: bool = False
    """Whether its readers are asked to say that they have read it."""
    question: str = field(default="", repr=False)
    """The question that it answers; "" if nobody asked."""
    answer_id: str = ""
    """The answer under which somebody told the owner; "" if nobody did."""

    @property
    def is_for_all(self) -> bool:
        """Whether it counts in every store and for everybody who works there."""
        limits = (*self.stores, *self.store_types, *self.regions, *self.brands)
        return not limits and self.audience is Audience.STAFF


@dataclass(frozen=True, slots=True)
class WrittenRule:
    """A rule as it is kept, with who wrote it and how far it is."""

    rule_id: str
    rule: Rule
    state: State
    written_by: str
    """The author: platform, workspace and id, joined by `:`."""
    written_at: datetime
    """With its time zone."""
    decided_by: str | None = None
    """Who approved, refused or withdrew it."""
    decided_at: datetime | None = None
    indexed_at: datetime | None = None
    told_at: datetime | None = None
    """When those were told who had asked in vain."""


@dataclass(frozen=True, slots=True)
class Author:
    """Somebody who writes or decides about rules."""

    person: str
    """Platform, workspace and id, joined by `:`."""
    role: Audience
    owns: frozenset[str] = frozenset()
    """The owners, by their names in `stores.yaml`, for whom this person reads; in small letters."""

    def is_owner(self, owner: str | None) -> bool:
        """Whether this person looks after the documents of an owner."""
        return owner is not None and owner.casefold() in self.owns


class Fault(StrEnum):
    """Why a rule is not taken; each has a sentence in `bot/texts`."""

    NOT_ALLOWED = "NOT_ALLOWED"
    GONE = "GONE"
    """It is not kept, or somebody decided about it meanwhile."""
    STALE = "STALE"
    """Somebody has put another version into force since it was drafted."""
    SECOND_PERSON = "SECOND_PERSON"
    """Its author may not approve it."""
    EMPTY = "EMPTY"
    TOO_LONG = "TOO_LONG"
    DAYS = "DAYS"
    """It ends, or is to be reviewed, before it begins."""
    UNKNOWN_STORE = "UNKNOWN_STORE"
    UNKNOWN_DOCUMENT = "UNKNOWN_DOCUMENT"
    NOT_WRITTEN_HERE = "NOT_WRITTEN_HERE"
    """It comes from a file, which has to be changed where it lies."""
    UNREADABLE = "UNREADABLE"
    """Nothing of its text would be indexed."""


class RuleError(BotError):
    """A rule cannot be taken as it is."""

    def __init__(self, fault: Fault, about: str = "") -> None:
        super().__init__(fault.value)
        self.fault = fault
        self.about = about
        """What is at fault, such as the id of a store."""


def new_rule_id() -> str:
    """Makes an id of a rule's writing."""
    return f"w{secrets.token_hex(6)[:11]}"


def is_rule_id(text: str) -> bool:
    """Whether a text may be the id of a rule's writing."""
    return _ID.fullmatch(text) is not None


def is_doc_id(text: str) -> bool:
    """Whether a text may be the id of a document written here."""
    return _DOC_ID.fullmatch(text) is not None


# Fixed answers: what an owner wants people to read who ask a question, or one like it.


@dataclass(frozen=True, slots=True)
class PinnedQuote:
    """A sentence of a document, word for word."""

    doc_id: str
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Pin:
    """An answer that is shown first to whoever asks its question or one like it."""

    pin_id: str
    question: str = field(repr=False)
    """Without personal data."""
    quotes: tuple[PinnedQuote, ...]
    """In the order in which they are shown."""
    audience: Audience
    """Who may read all of them."""
    person: str
    """Who pinned it: platform, workspace and id, joined by `:`."""
    at: datetime
    """With its time zone."""
    ends_on: date | None = None
    """Its last day; None if it has none."""
    owner: str | None = None
    """Whose it is, as it is shown."""
    also_asked: tuple[str, ...] = ()
    """Other wordings of the question, without personal data."""

    @property
    def questions(self) -> tuple[str, ...]:
        """All wordings that it answers."""
        return (self.question, *self.also_asked)


def new_pin_id() -> str:
    """Makes an id of a fixed answer."""
    return f"p{secrets.token_hex(6)[:11]}"


# Receipts: who has said that they read a rule, and understood it.


@dataclass(frozen=True, slots=True)
class Receipt:
    """Somebody's word that they read a rule."""

    rule_id: str
    person: str
    """Platform and id there, joined by `:`."""
    store: str
    """The store in whose channel they said so."""
    at: datetime
    understood: bool | None = None
    """Whether they chose the right value; None if nothing was asked."""


@dataclass(frozen=True, slots=True)
class Check:
    """A question of one tap: a sentence of the rule with its value left out."""

    sentence: str = field(repr=False)
    gap: str = field(repr=False)
    """The sentence with ___ in its place."""
    options: tuple[str, ...]
    right: int
    """The place of the right one among them, from 0."""
