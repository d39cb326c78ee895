"""Clicks, ratings, searches and selected messages in Teams; no I/O."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import get_args

from adapters.chat.channels.channels import AnswerMode, ChannelSettings
from adapters.teams.receive.wording import Activity, of_html, of_plain, part, word
from knowledge.model.documents import Audience, Language

STORE, STORE_TYPE, CATEGORY, LANGUAGE = "store", "store_type", "category", "language"
MODE, PRIVATE, AUDIENCE = "answer_mode", "private", "audience"
ANY = "*"
"""The choice for a setting that the channel leaves open."""
ON = "on"
_LONGEST = 200


def to_channel(activity: Activity) -> ChannelSettings:
    """Returns the submitted settings."""
    sent = part(activity, "value", "data")
    language, mode, audience = (word(sent, one) for one in (LANGUAGE, MODE, AUDIENCE))
    return ChannelSettings(
        store=_chosen(sent, STORE),
        store_type=_chosen(sent, STORE_TYPE),
        category=word(sent, CATEGORY).strip().lower()[:_LONGEST] or None,
        language=next((one for one in get_args(Language) if one == language), None),
        answer_mode=AnswerMode(mode) if mode in set(AnswerMode) else AnswerMode.THREADS,
        private=sent.get(PRIVATE) == ON,
        audience=Audience(audience) if audience in set(Audience) else Audience.STAFF,
    )


def _chosen(sent: Activity, name: str) -> str | None:
    chosen = word(sent, name).strip()[:_LONGEST]
    return None if chosen in ("", ANY) else chosen


QUESTION = "question"
"""The field of the form for a question about a message."""
PERSON, NOTE = "person", "note"
NAMED = 1
"""The number of the button that tells an owner with the person's name."""
LONGEST_NOTE = 1000
MOST_RESULTS = 10
_ID = re.compile(r"[\w:.-]{1,100}")
_OBJECT_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
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
    CHOICE = "choice"
    """A reply to the question back."""
    TELL_OWNER = "tell_owner"
    """Opens the form for an owner; TELL sends it."""
    TELL = "tell"
    ASK_PERSON = "ask_person"
    """Opens the form for a colleague; HAND_OVER sends it."""
    HAND_OVER = "hand_over"
    AGAIN = "again"
    """A question that its person asked before."""
    SHARE = "share"
    """Shows a private answer to everybody in its chat."""
    INSERT = "insert"
    """Puts the answer of a dialog into the person's message box."""
    WRITE_RULE = "write_rule"
    """Opens the form for a rule: an answer, a change, or a new one. PREVIEW_RULE sends it."""
    PREVIEW_RULE = "preview_rule"
    SAVE_RULE = "save_rule"
    APPROVE_RULE = "approve_rule"
    REFUSE_RULE = "refuse_rule"
    END_RULE = "end_rule"
    """Asks whether a rule is to end; WITHDRAW_RULE ends it."""
    WITHDRAW_RULE = "withdraw_rule"
    CORRECT = "correct"
    """Posts corrections of earlier answers."""
    STILL_TRUE = "still_true"
    """Says that a document that is due for review is still true."""
    PIN = "pin"
    """Opens the form by which an answer is pinned; PIN_ANSWER sends it."""
    PIN_ANSWER = "pin_answer"
    UNPIN = "unpin"


MENU: Mapping[str, Verb] = {"ask_person": Verb.ASK_PERSON, "pin_answer": Verb.PIN}
"""What opens a form about an answer from its message's menu, by the commands of the manifest."""


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
class Handover:
    """The form that hands a question over to a colleague."""

    person: str
    """An Entra object id; empty if it is none."""
    note: str = field(default="", repr=False)
    """A person's words: they may hold personal data."""


@dataclass(frozen=True, slots=True)
class CardAction:
    """A click on a card."""

    verb: Verb
    about: str = ""
    """An answer's id, or the key of an example."""
    number: int = 0
    """The index of the suggested question or of the reply; NAMED for a name to be told."""


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


def command_of(activity: Activity) -> str:
    """Returns the id of the message extension's command."""
    return word(part(activity, "value"), "commandId")


def to_handover(activity: Activity) -> Handover:
    """Returns the submitted form for a colleague."""
    value = part(activity, "value")
    sent = part(value, "data") or value
    person = word(sent, PERSON).strip().lower()
    note = " ".join(word(sent, NOTE).split())[:LONGEST_NOTE]
    return Handover(person if _OBJECT_ID.fullmatch(person) else "", note)


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
