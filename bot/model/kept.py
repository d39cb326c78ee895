"""What is kept: answers and their ratings, the audit log, waiting questions, keys, messages."""

import hashlib
import secrets
import unicodedata
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any, NewType

from bot.model import Message, Reply, SafeText, Verdict
from bot.model.sent import Platform
from knowledge.model.documents import Audience, Language

_ENDS = " ?!.,;:~…。？！、"
"""Characters at the end of a question that do not count when questions are compared."""
REPORTS = ("usage", "gaps", "feedback", "contradictions", "damage", "receipts")
"""The reports on stored answers (`bot.upkeep.reports`)."""
NOT_ANSWERED = (Verdict.INSUFFICIENT, Verdict.OFF_TOPIC)
"""The verdicts of questions that the documents do not answer."""


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """A stored answer, without personal data in its words."""

    answer_id: str
    given_at: datetime
    """With its time zone."""
    thread: str
    """Its thread, as in `Message.conversation_id`."""
    person: str
    """The person who asked: platform, workspace and id, joined by `:`."""
    question: SafeText
    """The question, self-contained."""
    verdict: Verdict
    reply: Reply
    """The reply that was shown, without the evidence behind it."""
    place: str = field(default="", repr=False)
    """Where it stands, as its adapter writes it; "" if unknown, as for answers of old versions."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """An answer whose readers were told that a rule no longer says what it quoted."""

    answer_id: str
    doc_id: str
    """The rule's document."""
    at: datetime
    correction_id: str
    """The id of the message that told them."""


@dataclass(frozen=True, slots=True)
class Posting:
    """What became of a correction."""

    word: str | None = None
    """Why it was not posted, in one word; None if it was."""
    cure: str = ""
    """What an operator can do about that."""
    unsure: bool = False
    """Whether it may have been posted all the same: the platform did not say."""
    message: str = ""
    """The key of the message, for `Records.keep_message`; "" if the platform needs none."""


@dataclass(frozen=True, slots=True)
class Feedback:
    """A person's rating of an answer; only the latest of each person counts."""

    answer_id: str
    person: str
    good: bool
    given_at: datetime
    reason: str = ""
    """A reason offered by the form; "" without one."""
    comment: SafeText | None = None


@dataclass(frozen=True, slots=True)
class Ratings:
    """Numbers of good and bad ratings."""

    good: int = 0
    bad: int = 0


def person_of(message: Message) -> str:
    """Returns the sender's unique name: platform, workspace and id."""
    return f"{message.platform}:{message.workspace_id}:{message.sender_id}"


def same_question(question: str) -> str:
    """Returns a key that is the same for questions that differ only in case, spaces and ending."""
    words = " ".join(unicodedata.normalize("NFC", question).casefold().split())
    return words.rstrip(_ENDS) or words


# The types of the audit log: who did what, how it ended, and how each answer was made.
#
# The log holds ids, our own names, counts and times; never a person's words.


CONSOLE = "console::me"
"""The person at this machine's command line."""


class EntryKind(StrEnum):
    """The subject of a line."""

    COMMAND = "command"
    ANSWER = "answer"
    SETTINGS = "settings"
    """A change of settings, such as a channel's."""
    INSTALLATION = "installation"
    START = "start"
    DELIVERY = "delivery"
    """A reply that could not be posted; `what` is its answer's id."""


class Outcome(StrEnum):
    """How a command ended; an answer has its verdict instead."""

    DONE = "done"
    REFUSED = "refused"
    """The person lacks the right."""
    FAILED = "failed"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log."""

    at: datetime
    """With its time zone."""
    kind: EntryKind
    who: str
    """The person: platform, workspace and id, joined by `:`."""
    what: str
    """The command, or the answer's id."""
    outcome: str
    about: Mapping[str, Any] = field(default_factory=dict)
    """Further details, as JSON values."""


@dataclass(frozen=True, slots=True)
class AuditLog:
    """The lines read from the log, and the result of its verification."""

    entries: tuple[Entry, ...] = ()
    """Oldest first."""
    lines: int = 0
    """Number of verified lines."""
    broken: tuple[str, ...] = ()
    """Places where a line does not match the hash of the one before: `2026-11-22.jsonl:14`."""
    unfinished: int = 0
    """Incomplete lines: the process was killed, or is writing now."""
    head: str = ""
    """Hash of the last line; a copy of it elsewhere shows later if lines are missing."""


# The types of the inbox: questions that were accepted and not yet answered.


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


# API keys: they identify a program and its rights.
#
# A key is `sw_` and 43 letters, digits, - or _. It is shown once, when it is made. Only its SHA-256
# is stored, so that nobody can use a key from the file.


Secret = NewType("Secret", str)
"""The key itself, as a program sends it."""

_PREFIX = "sw_"
_LONGEST = 200
"""Characters of a key that are looked up; ours have 46."""


@dataclass(frozen=True, slots=True)
class Key:
    """The stored facts about a key, never the key itself."""

    key_id: str
    """Its name in logs and the audit log."""
    name: str
    """The program or person it was made for."""
    role: Audience
    """The role whose documents may answer it; an admin's key may also reindex."""
    made_at: datetime
    store_type: str | None = None
    """The only type of store that its questions are about; None for all."""
    expires_on: date | None = None
    """The last day on which it is valid, in the store's time zone."""
    revoked_at: datetime | None = None

    def is_valid(self, today: date) -> bool:
        """Whether it is valid on this day."""
        return self.revoked_at is None and (self.expires_on is None or today <= self.expires_on)


def new_secret() -> Secret:
    """Makes a key that nobody can guess: 256 random bits."""
    return Secret(_PREFIX + secrets.token_urlsafe(32))


def new_key_id() -> str:
    """Makes the id of a key."""
    return f"k{uuid.uuid4().hex[:11]}"


def digest_of(secret: str) -> str:
    """Hashes a key with SHA-256; with 256 random bits a slow hash would protect no better."""
    return hashlib.sha256(secret[:_LONGEST].encode("utf-8", "surrogateescape")).hexdigest()


# The type of a store's message of the day.


@dataclass(frozen=True, slots=True)
class ShiftMessage:
    """A store's message of a day in one of its channels."""

    message_id: str
    store: str
    """The store's id."""
    day: str
    """In the store, as ISO 8601."""
    platform: Platform
    channel: str
    language: Language
    text: str
    """In Markdown."""
    readers: tuple[str, ...] = ()
    """Who has said that they read it, the earliest first: ids on the platform."""
    named: bool = True
    """Whether they are named; else they are counted."""
    choices: tuple[str, ...] = ()
    """What to tap instead of "read": the values that may belong into a rule."""
    told: str = field(default="", compare=False)
    """What to tell the one who tapped just now, and nobody else; "" for nothing."""
