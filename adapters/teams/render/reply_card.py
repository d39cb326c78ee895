"""A reply as a card, for when it has buttons."""

from collections.abc import Sequence

from adapters.chat.about import doubt, edition, is_unsure, scope_line, topics
from adapters.chat.cutting import cut, cut_at_sentence
from adapters.chat.texts import ASK_PERSON, DOCUMENT, VIEW_SOURCES
from adapters.teams.receive.activities import Place
from adapters.teams.receive.clicks import Verb
from adapters.teams.render.cards import fitted, said_in
from adapters.teams.render.elements import Card, Element, button, card, words
from adapters.teams.render.entities import MOST_CITATIONS
from adapters.teams.render.markdown import to_label
from adapters.teams.texts import SHARE
from bot.conversation.owners import TELL
from bot.model import Reply

_LONGEST = (6000, 3000, 1500, 700)
"""Characters of the answer; the next is used if the card is too large."""
_TITLE = 200


def reply_card(reply: Reply, buttons: Sequence[Element]) -> Card:
    """Returns notice, doubt, answer, sources in grey, the question back, and the buttons."""
    return fitted(lambda most: _made(reply, buttons, most), _LONGEST)


def _made(reply: Reply, buttons: Sequence[Element], most: int) -> Card:
    above = [words(line, subtle=True) for line in [reply.notice or ""] if line]
    above += [words(line) for line in [doubt(reply)] if line]
    said = said_in(reply, lambda text: cut_at_sentence(text, most))
    grey = [_close(words(line, subtle=True)) for line in _source_lines(reply)]
    scope = scope_line(reply, to_label)
    grey += [_close(words(scope, subtle=True))] if scope else []
    asked = [words(line) for line in (reply.follow_up or "").split("\n") if line]
    return card([*above, *said, *grey, *asked], reply.language, buttons)


def _source_lines(reply: Reply) -> list[str]:
    """A line for each version of a document, with the numbers of its sources."""
    numbers: dict[str, list[str]] = {}
    for one in reply.sources[:MOST_CITATIONS]:
        title = cut(to_label(one.title), _TITLE) or DOCUMENT[reply.language]
        told = " · ".join([title, *edition(one, reply.language, to_label)])
        numbers.setdefault(told, []).append(f"[{one.number}]")
    return [" ".join([*some, told]) for told, some in numbers.items()]


def _close(element: Element) -> Element:
    return element | {"spacing": "Small"}


# The buttons under a reply: what a person may tap instead of typing it.


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
