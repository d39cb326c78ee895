"""What a person clicked, rated, searched or selected in Teams; no I/O here."""

import json
import re
from dataclasses import dataclass, field
from enum import StrEnum

from adapters.teams.receive.wording import Activity, of_html, of_plain, part, word

QUESTION = "question"
"""The field of the form that asks about a message."""
LONGEST_NOTE = 1000
MOST_RESULTS = 10
_ID = re.compile(r"[\w:.-]{1,80}")
_LONGEST_QUERY = 300


class Verb(StrEnum):
    """What a card's button does."""

    SOURCES = "sources"
    FOLLOW_UP = "follow_up"
    EXAMPLE = "example"
    HELP = "help"


@dataclass(frozen=True, slots=True)
class Rating:
    """What a person thinks of an answer, with the buttons that Teams shows under it."""

    good: bool
    message_id: str
    """The message that is rated; some clients do not say which."""
    comment: str = field(default="", repr=False)
    """A person's words: they may hold personal data."""


@dataclass(frozen=True, slots=True)
class Query:
    """What a person types in the search of the message extension."""

    text: str = field(repr=False)
    skip: int = 0
    count: int = MOST_RESULTS


@dataclass(frozen=True, slots=True)
class Selected:
    """A message that a person asks about."""

    text: str = field(repr=False)
    question: str = field(default="", repr=False)
    """Empty as long as the form is not sent."""
    message_id: str = ""


@dataclass(frozen=True, slots=True)
class CardAction:
    """A click on a card."""

    verb: Verb
    about: str = ""
    """An answer's id, or the key of an example."""
    number: int = 0
    """Which of the answer's suggestions."""


def to_feedback(activity: Activity) -> Rating | None:
    """Return a rating; None where it is another submission."""
    value = part(activity, "value")
    said = part(value, "actionValue")
    reaction = word(said, "reaction")
    if value.get("actionName") != "feedback" or reaction not in ("like", "dislike"):
        return None
    comment = _comment(said.get("feedback"))[:LONGEST_NOTE]
    return Rating(reaction == "like", word(activity, "replyToId"), comment)


def to_query(activity: Activity) -> Query:
    """Return what is searched for; nothing yet where the search was only opened."""
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
    """Return the message that is asked about, and the question where the form is sent."""
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
    """Return a click on one of our cards, whichever way Teams sends it; None for anything else."""
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
    """The words of a rating: Teams sends JSON in a string, its test tool the words themselves."""
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
