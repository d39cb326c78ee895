"""The buttons under a reply: what a person may tap instead of typing it."""

from adapters.chat.about import is_unsure, topics
from adapters.chat.texts import ASK_PERSON, VIEW_SOURCES
from adapters.teams.receive.activities import Place
from adapters.teams.receive.clicks import Verb
from adapters.teams.render.elements import Element, button
from adapters.teams.texts import SHARE
from bot.conversation.owners import TELL
from bot.model import Reply


def offered(reply: Reply, place: Place, *, private: bool = False) -> list[Element]:
    """Returns a reply's buttons; none for a reply that a text says best.

    Buttons take a card, and Teams makes two messages of a text with a card: a reply with buttons is
    a card as a whole. That is worth it where somebody has to decide: which reply to the question
    back (a personal chat shows those as suggested actions), and whom to ask or to tell. And where a
    table is shown: only cards have them. A `private` answer among others can be shared.
    """
    has_more = private or bool(reply.tables)
    if not (is_to_decide(reply, place) or (reply.kept and has_more)):
        return []
    return [*_choices(reply), *_about(reply, private=private), *_suggestions(reply)]


def is_to_decide(reply: Reply, place: Place) -> bool:
    """Whether somebody has to decide something that a tap can do."""
    asks_back = bool(reply.choices) and not place.direct
    return reply.kept and (asks_back or bool(reply.owners) or is_unsure(reply))


def _choices(reply: Reply) -> list[Element]:
    return [
        button(one.label, Verb.CHOICE, reply.trace_id, number)
        for number, one in enumerate(reply.choices)
    ]


def _about(reply: Reply, *, private: bool) -> list[Element]:
    named = (
        (Verb.TELL_OWNER, TELL, bool(reply.owners)),
        # Under a sure answer it is in the message's menu.
        (Verb.ASK_PERSON, ASK_PERSON, bool(reply.owners) or is_unsure(reply)),
        (Verb.SHARE, SHARE, private),
        (Verb.SOURCES, VIEW_SOURCES, bool(reply.sources)),
    )
    return [
        button(label[reply.language], verb, reply.trace_id)
        for verb, label, is_there in named
        if is_there
    ]


def _suggestions(reply: Reply) -> list[Element]:
    return [button(one.label, Verb.FOLLOW_UP, reply.trace_id, one.number) for one in topics(reply)]
