"""The stored answers: to show their sources, to be rated, and to find what documents lack."""

import unicodedata
from dataclasses import dataclass, field
from datetime import datetime

from bot.model import Message, Reply, SafeText, Verdict

_ENDS = " ?!.,;:~…。？！、"
"""Characters at the end of a question that do not count when questions are compared."""
REPORTS = ("usage", "gaps", "feedback", "contradictions", "damage")
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
class Unanswered:
    """A question that the documents did not answer, with its number of times."""

    question: SafeText
    times: int
    last_at: datetime


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
