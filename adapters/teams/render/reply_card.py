"""A reply as a card, for when it has buttons."""

from collections.abc import Sequence

from adapters.chat.about import doubt, edition, scope_line
from adapters.chat.cutting import cut, cut_at_sentence
from adapters.chat.texts import DOCUMENT
from adapters.teams.render.cards import fitted, said_in
from adapters.teams.render.elements import Card, Element, card, words
from adapters.teams.render.entities import MOST_CITATIONS
from adapters.teams.render.markdown import to_label
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
