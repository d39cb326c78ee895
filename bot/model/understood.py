"""The types of an understood message, before any search."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Intent(StrEnum):
    """The aim of a question."""

    POLICY_LOOKUP = "policy_lookup"
    HOW_TO = "how_to"
    EXCEPTION = "exception"
    COMPARE_VERSIONS = "compare_versions"
    WHAT_IS_NEW = "what_is_new"
    UNKNOWN = "unknown"
    """A few words that could mean any of them."""


class Talk(StrEnum):
    """A message that is no question about the store and is answered without a search."""

    GREETING = "greeting"
    THANKS = "thanks"
    INSULT = "insult"
    GENERAL_KNOWLEDGE = "general_knowledge"
    ABOUT_YOU = "about_you"
    EMPTY = "empty"
    TOO_SHORT = "too_short"
    WHICH_RULE = "which_rule"
    """A "yes" to several closest rules: which one is meant?"""
    WHICH_STORE = "which_store"
    """A question that only documents of particular stores answer: which store is it?"""
    ABOUT_ANSWER = "about_answer"
    """Words about the answer before that need no rule: "who wrote this?", "that is wrong"."""
    DANGER = "danger"
    """A danger that no document has a rule for: call for help."""
    UNCLEAR_REPLY = "unclear_reply"
    """A yes or no to a question of the bot that it does not answer: "When was it bought?"."""
    POINTS = "points"
    """It only points at another message: "can you answer this?"."""


class About(StrEnum):
    """What a message wants of the answer before it; the names are those in `kinds.npz`."""

    DOUBT = "doubt"
    WRONG = "wrong"
    SHORTER = "shorter"
    REPEAT = "repeat"
    WHY = "why"
    AUTHOR = "author"
    EXPLAIN = "explain"
    FIRST = "first"
    """What was asked first?"""
    TRANSLATE = "translate"
    PERSON = "person"
    """Whom can I talk to?"""


@dataclass(frozen=True, slots=True)
class Hint:
    """A guess at what a question is about; below a confidence of .5 it only hints."""

    value: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Understood:
    """An understood message."""

    talk: Talk | None = None
    """The kind of talk; None for a question."""
    intent: Intent = Intent.UNKNOWN
    as_of: date | None = None
    """The day whose rules are asked for, if the words name one."""
    day: date | None = None
    """The day that the words are about: `as_of`, or another day that they name."""
    since: date | None = None
    """The first day of the changes asked for."""
    until: date | None = None
    """The last day of the changes asked for, if the time ends: last week."""
    bought: date | None = None
    """The day of a purchase that the question mentions."""
    delivered: date | None = None
    """The day of the delivery that it mentions."""
    inexact: bool = False
    """Whether the purchase or delivery has no exact day (last month) or is in the future."""
    before_newest: bool = False
    """Whether the question asks for the rules before the last change, without a day."""
    store_type: Hint | None = None
    words: str = ""
    """The message without its days and without words that name no subject: latest, in detail."""
    about: About | None = None
    """What the message wants of the answer before, which it repeats or judges."""
    danger: bool = False
    """Whether the message reports a danger."""
    replies: bool = False
    """Whether the message replies to a question that the bot asked back."""
    parts: tuple[str, ...] = ()
    """The questions of the message, each in its own words."""
