"""Cards that list rules and what waits for one: each with what its reader may do."""

from collections.abc import Sequence

from adapters.chat.cutting import cut
from adapters.chat.rules import texts
from adapters.chat.rules.correcting import Offer
from adapters.chat.rules.deciding import Listed
from adapters.chat.rules.owning import Held, Shelf
from adapters.teams.receive.clicks import Verb
from adapters.teams.render.cards import fitted
from adapters.teams.render.elements import (
    Card,
    Element,
    action_set,
    beside,
    button,
    card,
    heading,
    note,
    paragraphs,
    part,
    said_lines,
    words,
)
from adapters.teams.texts import WRONG_RULE
from bot.model import Reply
from bot.model.said import WaitingQuestion
from bot.upkeep.indexing.review_report import more_lines
from knowledge.model.documents import Language

_LINES = (60, 20, 10, 5)
"""Lines of a list; the next is used if the card is too large."""
_WAITING = (20, 10, 5, 3, 1)
"""Questions of a report; the next is used if the card is too large."""
_QUESTION = 500


def rules_card(shelf: Shelf, language: Language) -> Card:
    """What somebody looks after, each with what they may do."""
    due = texts.DUE[language], texts.STILL_TRUE[language], Verb.STILL_TRUE
    pinned = texts.PINNED[language], texts.UNPIN[language], Verb.UNPIN

    def made(most: int) -> Card:
        items = [*_held(shelf.due[:most], *due), part([heading(texts.LIST[language])])]
        items += said_lines(filter(None, [shelf.line]))
        items += [_listed(one, language) for one in shelf.rules[:most]]
        return card([*items, *_held(shelf.pinned[:most], *pinned)], language)

    return fitted(made, _LINES)


def _held(shown: Sequence[Held], title: str, label: str, verb: Verb) -> list[Element]:
    """Lines below a heading, each with one button."""
    items = [
        part([*paragraphs(one.line), action_set([button(label, verb, one.about)])]) for one in shown
    ]
    return [part([heading(title)]), *items] if items else []


def _listed(one: Listed, language: Language) -> Element:
    actions = decisions(one.written.rule_id, language) if one.decides else []
    if one.withdraws:
        doc_id = one.written.rule.doc_id
        actions += [button(texts.WITHDRAW[language], Verb.END_RULE, doc_id)]
    return part([*paragraphs(one.line), *([action_set(actions)] if actions else [])])


def decisions(rule_id: str, language: Language) -> list[Element]:
    """The buttons of a rule that waits."""
    named = ((texts.APPROVE, Verb.APPROVE_RULE), (texts.REFUSE, Verb.REFUSE_RULE))
    return [button(label[language], verb, rule_id) for label, verb in named]


def withdraw_card(lines: Sequence[str], doc_id: str, language: Language) -> Card:
    """Asks whether a rule is to end."""
    ends = button(texts.WITHDRAW[language], Verb.WITHDRAW_RULE, doc_id)
    return card(said_lines([*lines, texts.SURE[language]]), language, [ends])


def changes_card(places: Sequence[tuple[str, str]], language: Language) -> Card:
    """The rules behind an answer, each with a button that opens its form."""
    listed = [
        beside(words(place), button(texts.CHANGE[language], Verb.WRITE_RULE, about))
        for about, place in places
    ]
    return card([words(WRONG_RULE[language]), *listed], language)


def corrections_card(offer: Offer, language: Language) -> Card:
    """The corrections of earlier answers, before they are posted."""
    post = button(texts.POST[language], Verb.CORRECT, offer.token)
    return fitted(lambda most: card(said_lines(offer.lines[:most]), language, [post]), _LINES)


def waiting_card(reply: Reply) -> Card:
    """The questions of a report that wait for a rule, each with a button to answer it."""
    head, *_, last = reply.text.split("\n")
    language = reply.language

    def made(most: int) -> Card:
        items = [_waiting(one, language) for one in reply.waiting[:most]]
        more = [note(one) for one in more_lines(len(reply.waiting) - most, language)]
        return card([words(head, bold=True), *items, *more, part([note(last)])], language)

    return fitted(made, _WAITING)


def _waiting(one: WaitingQuestion, language: Language) -> Element:
    facts = [words(line, subtle=True) | {"spacing": "Small"} for line in one.facts]
    answer = button(texts.ANSWER[language], Verb.WRITE_RULE, one.answer_id)
    return part([words(cut(one.question, _QUESTION), bold=True), *facts, action_set([answer])])
