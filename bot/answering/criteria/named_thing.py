"""Criterion: the sentence that names the asked thing beats the general one beside it.

"Wallets go to the police within 3 days" stands in the document whose first sentence says how long
lost property is kept. To the encoders the general sentence is nearer to the question.
"""

from collections.abc import Sequence, Set

from bot.answering.criteria.answer_kind import Slot, fills, slot_of
from bot.answering.criteria.criterion import Adjust, Asked
from bot.answering.criteria.subject import nouns_of
from bot.model.found import Seen
from knowledge.language.terms import terms

_RAREST = 0.9
"""Share of the rarity of the question's rarest noun that the thing has at least."""
_FEW = 3
"""Statements of a document that name the thing and may answer, at most: with more, all of the
document is about it."""
_BEHIND = 2.5
"""Log odds that such a statement may be behind the best one."""
_ABOVE = 1.2
"""Log odds that it is put above that one, so that the general sentence is not shown with it."""


def named_thing(asked: Asked) -> Adjust:
    """Moves up a statement with a rare noun if the best one, of the same document, has none."""
    nouns = _rarest(asked)
    words = [frozenset(terms(text)) for text in asked.texts]
    naming = {n for n, own in enumerate(words) if not own.isdisjoint(nouns)}
    holders = _holders(asked, nouns, naming)

    def adjust(scores: Sequence[float]) -> list[float]:
        turns = [0.0] * len(scores)
        best = max(range(len(scores)), key=lambda place: scores[place], default=0)
        if best in naming or not scores:
            return turns
        for place in holders.get(_document(asked.seen[best]), ()):
            behind = scores[best] - scores[place]
            if behind <= _BEHIND:
                turns[place] = behind + _ABOVE
        return turns

    return adjust


def _rarest(asked: Asked) -> frozenset[str]:
    """The terms of the question's rarest nouns."""
    rarity = asked.found.rarity
    each = [
        (sum(rarity[term] for term in noun.terms) / len(noun.terms), noun.terms)
        for noun in nouns_of(asked.question, rarity)
    ]
    most = max((rare for rare, _ in each), default=0.0)
    return frozenset(term for rare, some in each if rare >= _RAREST * most for term in some)


def _holders(asked: Asked, nouns: Set[str], naming: Set[int]) -> dict[str, list[int]]:
    """By document, the few statements that name the thing and may answer.

    None of a document whose title or headings name it: all of that is about the thing.
    """
    about = {
        _document(one) for one in asked.seen if not nouns.isdisjoint(terms(one.hit.passage.above))
    }
    slot = slot_of(asked.question.own_words)
    found: dict[str, list[int]] = {}
    for n in sorted(naming):
        answers = slot in (None, Slot.YES_NO) or fills(slot, [asked.texts[n]])
        if answers and _document(asked.seen[n]) not in about:
            found.setdefault(_document(asked.seen[n]), []).append(n)
    return {key: some for key, some in found.items() if len(some) <= _FEW}


def _document(seen: Seen) -> str:
    return seen.hit.passage.header.key
