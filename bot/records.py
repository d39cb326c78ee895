"""Answers that were given, kept for a while: to show their sources, to be rated, to be improved."""

from dataclasses import dataclass
from datetime import datetime

from bot.model import Reply, SafeText, Verdict


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
