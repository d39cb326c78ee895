"""Clicks, ratings, searches and selected messages in Teams; no I/O."""

import json
import re
from dataclasses import dataclass, field
from enum import StrEnum

from adapters.teams.receive.wording import Activity, of_html, of_plain, part, word

QUESTION = "question"
"""The field of the form for a question about a message."""
LONGEST_NOTE = 1000
MOST_RESULTS = 10
_ID = re.compile(r"[\w:.-]{1,80}")
_LONGEST_QUERY = 300


class Verb(StrEnum):
    """The action of a card's button."""

    SOURCES = "sources"
    FOLLOW_UP = "follow_up"
    EXAMPLE = "example"
    HELP = "help"
    READ = "read"
    """Somebody has read a message of the day."""
    CHANNEL = "channel"
    """The settings of a channel."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating, from the buttons that Teams shows under an answer."""

    good: bool
    message_id: str
    """The rated message; some clients do not send it."""
    comment: str = field(default="", repr=False)
    """A person's words: they may hold personal data."""


@dataclass(frozen=True, slots=True)
class Query:
    """A search in the message extension."""

    text: str = field(repr=False)
    skip: int = 0
    count: int = MOST_RESULTS


@dataclass(frozen=True, slots=True)
class Selected:
    """A message selected for a question."""

    text: str = field(repr=False)
    question: str = field(default="", repr=False)
    """Empty until the form is sent."""
    message_id: str = ""


@dataclass(frozen=True, slots=True)
class CardAction:
    """A click on a card."""

    verb: Verb
    about: str = ""
    """An answer's id, or the key of an example."""
    number: int = 0
    """The index of the suggested question."""


def to_feedback(activity: Activity) -> Rating | None:
    """Returns a rating; None for another kind of submission."""
    value = part(activity, "value")
    said = part(value, "actionValue")
    reaction = word(said, "reaction")
    if value.get("actionName") != "feedback" or reaction not in ("like", "dislike"):
        return None
    comment = _comment(said.get("feedback"))[:LONGEST_NOTE]
    return Rating(reaction == "like", word(activity, "replyToId"), comment)


def to_query(activity: Activity) -> Query:
    """Returns the search; empty if it was only opened."""
    value = part(activity, "value")
    listed = value.get("parameters")
    given = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    texts = [word(one, "value") for one in given if one.get("name") != "initialRun"]
    options = part(value, "queryOptions")
    return Query(
        text=" ".join(" ".join(texts).split())[:_LONGEST_QUERY],
        skip=max(0, _number(options.get("skip"))),
        count=min(max(1, _number(options.get("count")) or MOST_RESULTS), MOST_RESULTS),
    )


def to_selected(activity: Activity) -> Selected:
    """Returns the selected message, with the question once the form is sent."""
    value = part(activity, "value")
    message = part(value, "messagePayload")
    body = part(message, "body")
    content = word(body, "content")
    is_plain = body.get("contentType") == "text" or "<" not in content
    return Selected(
        text=of_plain(content) if is_plain else of_html(content),
        question=" ".join(word(part(value, "data"), QUESTION).split()),
        message_id=word(message, "id"),
    )


def to_card_action(activity: Activity) -> CardAction | None:
    """Returns a click on one of our cards, in any of Teams' formats; None otherwise."""
    value = part(activity, "value")
    action = part(value, "action")
    sent = part(action, "data") or part(value, "data") or value
    verb = word(action, "verb") or word(sent, "verb")
    if verb not in set(Verb):
        return None
    about = word(sent, "about")
    return CardAction(
        Verb(verb), about if _ID.fullmatch(about) else "", max(0, _number(sent.get("number")))
    )


def _comment(feedback: object) -> str:
    """The comment of a rating: Teams sends JSON in a string, its test tool plain text."""
    if isinstance(feedback, str) and feedback.lstrip().startswith("{"):
        try:
            feedback = json.loads(feedback)
        except ValueError:
            return str(feedback).strip()
    if isinstance(feedback, dict):
        feedback = feedback.get("feedbackText")
    return feedback.strip() if isinstance(feedback, str) else ""


def _number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
