"""Criteria: the sentence that names the asked thing beats the general one, and those of its kind.

"Wallets go to the police within 3 days" stands in the document whose first sentence says how long
lost property is kept. To the encoders the general sentence is nearer to the question.
"""

from collections.abc import Sequence

from bot.answering.criteria.answer_kind import Slot, fills, slot_of
from bot.answering.criteria.criterion import Adjust, Asked, whatever_the_scores
from bot.answering.criteria.subject import nouns_of
from bot.model.found import Seen
from knowledge.language.meanings.kinds import shipped
from knowledge.language.terms import terms

_RAREST = 0.85
"""Share of the rarity of the question's rarest noun that the thing has at least."""
_PAST = frozenset(
    """gave found took went bought got sold told made left lost kept said brought sent paid put had
    ate drank forgot threw tore spilt fell felt stole wore chose wrote""".split()
)
"""Verbs that look like nouns: what was done, not the thing."""
_FEW = 3
"""Statements of a document that name the thing and may answer, at most: with more, all of the
document is about it."""
_BEHIND = 2.5
"""Log odds that such a statement may be behind the best one."""
_ABOVE = 1.2
"""Log odds that it is put above that one, so that the general sentence is not shown with it."""


def named_thing(asked: Asked) -> Adjust:
    """Moves up a statement with a rare noun that the best one, of the same document, lacks."""
    nouns = _rarest(asked)
    naming = [nouns.intersection(terms(text)) for text in asked.texts]
    about = _about(asked, nouns)
    holders = _holders(asked, naming)

    def adjust(scores: Sequence[float]) -> list[float]:
        turns = [0.0] * len(scores)
        best = max(range(len(scores)), key=lambda place: scores[place], default=None)
        if best is None:
            return turns
        document = _document(asked.seen[best])
        for place in holders.get(document, ()):
            behind = scores[best] - scores[place]
            more = naming[place] - naming[best] - about[document]
            if naming[best] <= naming[place] and more and behind <= _BEHIND:
                turns[place] = behind + _ABOVE
        return turns

    return adjust


def _rarest(asked: Asked) -> frozenset[str]:
    """The terms of the question's rarest nouns."""
    rarity = asked.found.rarity
    each = [
        (sum(rarity[term] for term in noun.terms) / len(noun.terms), noun.terms)
        for noun in nouns_of(asked.question, rarity)
        if noun.text.lower() not in _PAST
    ]
    most = max((rare for rare, _ in each), default=0.0)
    return frozenset(term for rare, some in each if rare >= _RAREST * most for term in some)


def _about(asked: Asked, nouns: frozenset[str]) -> dict[str, set[str]]:
    """By document, the nouns of its title and headings: all of it is about these."""
    found: dict[str, set[str]] = {}
    for one in asked.seen:
        over = nouns.intersection(terms(one.hit.passage.above))
        found.setdefault(_document(one), set()).update(over)
    return found


def _holders(asked: Asked, naming: Sequence[frozenset[str]]) -> dict[str, list[int]]:
    """By document, the few statements that name the thing and may answer."""
    slot = slot_of(asked.question.own_words)
    found: dict[str, list[int]] = {}
    for n, one in enumerate(asked.seen):
        answers = slot in (None, Slot.YES_NO) or fills(slot, [asked.texts[n]])
        if naming[n] and answers:
            found.setdefault(_document(one), []).append(n)
    return {key: _most_naming(some, naming) for key, some in found.items()}


def _most_naming(places: Sequence[int], naming: Sequence[frozenset[str]]) -> list[int]:
    """Those that name the most of it; none if there are many."""
    most = max(len(naming[place]) for place in places)
    some = [place for place in places if len(naming[place]) == most]
    return some if len(some) <= _FEW else []


def _document(seen: Seen) -> str:
    return seen.hit.passage.header.key


_OTHER = 6.0
"""Log odds that a statement about another thing of the kind loses."""


def other_of_kind(asked: Asked) -> Adjust:
    """Moves back statements about other things of the kinds that the question names."""
    kinds, question = shipped(), asked.question
    # A follow-up's own words beat those of the question before: "and cameras?"
    wanted = {**kinds.named(question.text), **kinds.named(question.said or "")}
    return whatever_the_scores(
        [
            -_OTHER * kinds.are_others(wanted, one.statement.text, one.hit.passage.above)
            for one in asked.seen
        ]
    )
