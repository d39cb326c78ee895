"""What a message was understood to be, before anything is looked up."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Intent(StrEnum):
    """What a question is after."""

    POLICY_LOOKUP = "policy_lookup"
    HOW_TO = "how_to"
    EXCEPTION = "exception"
    COMPARE_VERSIONS = "compare_versions"
    WHAT_IS_NEW = "what_is_new"
    UNKNOWN = "unknown"
    """A few words that could be any of them."""


class Talk(StrEnum):
    """What is no question about the store, and is answered without a search."""

    GREETING = "greeting"
    THANKS = "thanks"
    INSULT = "insult"
    GENERAL_KNOWLEDGE = "general_knowledge"
    ABOUT_YOU = "about_you"
    EMPTY = "empty"
    TOO_SHORT = "too_short"


@dataclass(frozen=True, slots=True)
class Hint:
    """What a question seems to be about; soft below a confidence of one half."""

    value: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Understood:
    """A message as it was understood."""

    talk: Talk | None = None
    """None for a question."""
    intent: Intent = Intent.UNKNOWN
    as_of: date | None = None
    """The day whose rules are asked for, where the words name one."""
    day: date | None = None
    """The day that the words are about: that one, or another one that they name."""
    since: date | None = None
    """From when on changes are asked for."""
    until: date | None = None
    """Until when, where what is new in a time that ends is asked for: last week."""
    bought: date | None = None
    """The day of a purchase that the question tells of."""
    delivered: date | None = None
    """The day on which that was delivered."""
    inexact: bool = False
    """Whether it is told when that was, but no day: last month, or one that is still to come."""
    before_newest: bool = False
    """Whether the rules before the last change are asked for, without a day."""
    store_type: Hint | None = None
    category: Hint | None = None
    words: str = ""
    """The message without the days that it is as of, or that something was bought on, and without
    words that carry no subject: latest, in detail."""
    parts: tuple[str, ...] = ()
    """The questions of the message, each as far as its own words go."""
