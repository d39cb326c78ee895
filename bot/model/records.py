"""Answers that were given, kept for a while: to show their sources, to be rated, to be improved."""

import unicodedata
from dataclasses import dataclass
from datetime import datetime

from bot.model import Message, Reply, SafeText, Verdict

_ENDS = " ?!.,;:~…。？！、"
"""What a question may end with and is none of its words."""
NOT_ANSWERED = (Verdict.INSUFFICIENT, Verdict.OFF_TOPIC)
"""What came of a question that the documents do not answer."""


@dataclass(frozen=True, slots=True)
class Record:
    """An answer as it was given; none of its words are personal data."""

    answer_id: str
    given_at: datetime
    """With its time zone."""
    thread: str
    """Where it was given, as in `Message.conversation_id`."""
    person: str
    """Who asked: platform, workspace and their id there, with `:` between them."""
    question: SafeText
    """In words that stand by themselves."""
    verdict: Verdict
    reply: Reply
    """What the person read; without the evidence behind it."""


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a person thinks of an answer; the last word of each person counts."""

    answer_id: str
    person: str
    good: bool
    given_at: datetime
    reason: str = ""
    """One of the reasons that the form offers; empty without one."""
    comment: SafeText | None = None


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A question that the documents did not answer, and how often it was asked."""

    question: SafeText
    times: int
    last_at: datetime


@dataclass(frozen=True, slots=True)
class Ratings:
    """How many people found an answer good, and how many did not."""

    good: int = 0
    bad: int = 0


def person_of(message: Message) -> str:
    """Who sent a message, by a name that no two people share."""
    return f"{message.platform}:{message.workspace_id}:{message.sender_id}"


def same_question(question: str) -> str:
    """The same for two questions that differ in nothing but capitals, spaces and their end."""
    words = " ".join(unicodedata.normalize("NFC", question).casefold().split())
    return words.rstrip(_ENDS) or words
