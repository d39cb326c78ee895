"""Criterion: the sentence that names the asked thing beats the general one beside it.

"Wallets go to the police within 3 days" stands in the document whose first sentence says how long
lost property is kept. To the encoders the general sentence is nearer to the question.
"""

from collections.abc import Sequence

from bot.answering.criteria.answer_kind import Slot, fills, slot_of
from bot.answering.criteria.criterion import Adjust, Asked
from bot.answering.criteria.subject import nouns_of
from knowledge.language.terms import terms

_RAREST = 0.8
"""Share of the rarity of the question's rarest noun that the thing has at least."""
_FEW = 3
"""Statements of a document that name the thing and may answer, at most: with more, all of the
document is about it."""
_BEHIND = 2.5
"""Log odds that such a statement may be behind the best one."""
_ABOVE = 1.2
"""Log odds that it is put above that one, so that the general sentence is not shown with it."""


def named_thing(asked: Asked) -> Adjust:
    """Moves up a statement with a rare noun that the best one, of the same document, lacks."""
    holders = _holders(asked)
    documents = [one.hit.passage.header.key for one in asked.seen]

    def adjust(scores: Sequence[float]) -> list[float]:
        turns = [0.0] * len(scores)
        best = max(range(len(scores)), key=lambda place: scores[place], default=0)
        for places in holders:
            for place in () if best in places else places:
                behind = scores[best] - scores[place]
                if documents[place] == documents[best] and behind <= _BEHIND:
                    turns[place] = behind + _ABOVE
        return turns

    return adjust


def _holders(asked: Asked) -> list[list[int]]:
    """The few statements of a document that name one of the question's rarest nouns."""
    found = asked.found
    words = [frozenset(terms(text)) for text in asked.texts]
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
    above = [frozenset(terms(one.hit.passage.above)) for one in asked.seen]
    holders: list[list[int]] = []
    for noun in (noun for rarity, noun in nouns if rarity >= _RAREST * rarest):
        of_each: dict[str, list[int]] = {}
        general = {
            one.hit.passage.header.key
            for one, over in zip(asked.seen, above, strict=True)
            if not over.isdisjoint(noun.terms)
        }
        for n in answering:
            if not words[n].isdisjoint(noun.terms):
                of_each.setdefault(asked.seen[n].hit.passage.header.key, []).append(n)
        holders += [
            some for key, some in of_each.items() if len(some) <= _FEW and key not in general
        ]
    return holders
