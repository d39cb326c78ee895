"""Criterion: the sentence that names the asked thing beats the general one beside it.

"Wallets go to the police within 3 days" stands in the document whose first sentence says how long
lost property is kept. To the encoders the general sentence is nearer to the question.
"""

from collections.abc import Sequence

from bot.answering.criteria.answer_kind import Slot, fills, slot_of
from bot.answering.criteria.criterion import Adjust, Asked
from bot.answering.criteria.subject import is_held, nouns_of
from knowledge.language.terms import terms_meant

_RAREST = 0.8
"""Share of the rarity of the question's rarest noun that the thing has at least."""
_FEW = 3
"""Statements of a document that name the thing and may answer, at most: with more, all of the
document is about it."""
_BEHIND = 3.5
"""Log odds that such a statement may be behind the best one of its document."""
_ABOVE = 1.2
"""Log odds that it is put above that one, so that the general sentence is not shown with it."""


def named_thing(asked: Asked) -> Adjust:
    """Moves up a statement with a rare noun that the best one of its document lacks."""
    holders = _holders(asked)

    def adjust(scores: Sequence[float]) -> list[float]:
        turns = [0.0] * len(scores)
        best: dict[str, int] = {}
        for place, one in enumerate(asked.seen):
            key = one.hit.passage.header.key
            if key not in best or scores[place] > scores[best[key]]:
                best[key] = place
        for places in holders:
            for place in places:
                first = best[asked.seen[place].hit.passage.header.key]
                behind = scores[first] - scores[place]
                if first not in places and behind <= _BEHIND:
                    turns[place] = max(turns[place], behind + _ABOVE)
        return turns

    return adjust


def _holders(asked: Asked) -> list[list[int]]:
    """The few statements of a document that name one of the question's rarest nouns."""
    found = asked.found
    words = [frozenset(terms_meant(text)) for text in asked.texts]
    slot = slot_of(asked.question.own_words)
    answering = [
        n
        for n, text in enumerate(asked.texts)
        if slot in (None, Slot.YES_NO) or fills(slot, [text])
    ]
    nouns = [
        (sum(found.rarity[term] for term in noun.terms) / len(noun.terms), noun)
        for noun in nouns_of(asked.question, found.rarity)
    ]
    rarest = max((rarity for rarity, _ in nouns), default=0.0)
    holders: list[list[int]] = []
    for noun in (noun for rarity, noun in nouns if rarity >= _RAREST * rarest):
        of_each: dict[str, list[int]] = {}
        for n in answering:
            if is_held(noun, words[n], found):
                of_each.setdefault(asked.seen[n].hit.passage.header.key, []).append(n)
        holders += [some for some in of_each.values() if len(some) <= _FEW]
    return holders
