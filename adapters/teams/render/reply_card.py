"""A reply as a card, for when it has buttons."""

from collections.abc import Sequence

from adapters.chat.about import doubt, edition, scope_line
from adapters.chat.cutting import cut, cut_at_sentence
from adapters.chat.texts import DOCUMENT
from adapters.teams.render.budget import MAX_BYTES, size
from adapters.teams.render.elements import Card, Element, card, paragraphs, rich, words
from adapters.teams.render.entities import MOST_CITATIONS
from adapters.teams.render.markdown import to_label
from bot.model import Reply, Source
from knowledge.model.documents import as_place

_LONGEST = (6000, 3000, 1500, 700)
"""Characters of the answer; the next is used if the card is too large."""
_PLACE = 200


def reply_card(reply: Reply, buttons: Sequence[Element]) -> Card:
    """Returns notice, doubt, answer, sources in grey, the question back, and the buttons."""
    cards = (_made(reply, buttons, most) for most in _LONGEST)
    fits = (one for one in cards if size(one) <= MAX_BYTES)
    return next(fits, None) or _made(reply, buttons, _LONGEST[-1])


def _made(reply: Reply, buttons: Sequence[Element], most: int) -> Card:
    above = [words(line, subtle=True) for line in [reply.notice or ""] if line]
    above += [words(line) for line in [doubt(reply)] if line]
    said = paragraphs(cut_at_sentence(reply.text.strip(), most))
    grey = [_source(one, reply) for one in reply.sources[:MOST_CITATIONS]]
    scope = scope_line(reply, to_label)
    grey += [_close(words(scope, subtle=True))] if scope else []
    asked = [words(line) for line in (reply.follow_up or "").split("\n") if line]
    return card([*above, *said, *grey, *asked], reply.language, buttons)


def _source(source: Source, reply: Reply) -> Element:
    title = to_label(source.title) or DOCUMENT[reply.language]
    place = cut(as_place(title, to_label(source.section)), _PLACE)
    told = " · ".join([place, *edition(source, reply.language, to_label)])
    return _close(rich([(f"[{source.number}] {told}", False)], subtle=True))


def _close(element: Element) -> Element:
    return element | {"spacing": "Small"}
