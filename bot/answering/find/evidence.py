"""Ranks the statements of the found passages by how well they answer the question."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType

from bot.answering.criteria.amount import amount
from bot.answering.criteria.condition.agreement import condition
from bot.answering.criteria.criterion import Asked, Criterion
from bot.answering.criteria.day import day
from bot.answering.criteria.named import form_number, other_of_kind
from bot.answering.criteria.place import just_cited, own_rule
from bot.answering.criteria.subject import Noun, is_held, missing, nouns_of, share_held
from bot.answering.criteria.topic import Topic
from bot.answering.find.ranking import Ranker, Scored, SignsKind, reranked
from bot.answering.find.translations import with_translations
from bot.model import Candidate, Evidence, Question
from bot.model.found import Seen
from bot.ports import Likeness
from bot.privacy import unmarked
from knowledge.language.asked import as_read
from knowledge.language.terms import terms, terms_meant
from knowledge.model.documents import Found, Hit
from knowledge.models.e5.rare_words import is_uncommon
from knowledge.split.context import says_nothing
from knowledge.split.injections import is_planted
from knowledge.split.statements import Statement, statements


@dataclass(frozen=True, slots=True)
class _Placed:
    hit: Hit
    statement: Statement
    place: int
    own: frozenset[str]
    """The terms of the statement."""
    around: frozenset[str]
    """The same with the headings and the statements before and after."""
    whole: frozenset[str]
    """The terms of the passage with its headings."""


async def weigh(
    question: Question,
    found: Found,
    search: Likeness,
    before: Found | None = None,
) -> Evidence:
    """Returns every statement of the found passages, best first.

    The cross-encoder reads the best. Of passages that a second search added to `before`, it reads
    hardly any.
    """
    seen = await seen_in(question, found, search)
    kind: SignsKind = "with_embedder" if any(one.near for one in seen) else "words_only"
    ranked = Ranker.shipped(kind).log_odds(question, len(found.rarity), seen)
    scored = [Scored(score) for score in ranked]
    adjustments = Adjustments(Asked(question, seen, found))
    if kind == "with_embedder":
        asked, added = _asked_for(question), _added(found, before or Found())
        scored = await reranked(asked, seen, ranked, search, adjustments.at(ranked), added)
    each = adjustments.each([one.score for one in scored])
    final = summed(each, len(scored))
    fits = [one._replace(score=one.score + extra) for one, extra in zip(scored, final, strict=True)]
    candidates = [_candidate(one, fit) for one, fit in zip(seen, fits, strict=True)]
    best_first = sorted(candidates, key=lambda one: -one.score)
    if not best_first:
        return Evidence(found)
    unmentioned = _unmentioned(question, best_first[0], found)
    place = candidates.index(best_first[0])
    moved = {name: round(added[place], 2) for name, added in each.items() if added[place]}
    by_name = adjustments.is_named(place)
    return Evidence(
        found,
        tuple(await with_translations(best_first, search, question.language)),
        unmentioned,
        by_name,
        moved,
    )


async def seen_in(question: Question, found: Found, search: Likeness) -> list[Seen]:
    """Every statement of the found passages, with its figures in comparison to the question."""
    placed = [one for hit in found.hits for one in _placed(hit) if _may_answer(one)]
    pairs = [(one.statement.text, one.hit.passage.above) for one in placed]
    compared = [text for text in dict.fromkeys(chain.from_iterable(pairs)) if text]
    likeness = await search.likeness(_asked_for(question), compared)
    near = dict(zip(compared, likeness, strict=True))
    named = list(nouns_of(question, found.rarity))
    lacking = {one.whole: _lacking(named, one.whole, found) for one in placed}
    return [
        Seen(
            one.hit,
            one.statement,
            one.place,
            cover=_share(one.own, found),
            context=_share(one.around, found),
            near=near[one.statement.text],
            near_above=near.get(one.hit.passage.above, 0.0),
            lacking=lacking[one.whole],
        )
        for one in placed
    ]


def _added(found: Found, before: Found) -> frozenset[str]:
    """The ids of passages that a search added to an earlier one. Empty if it lost any."""
    now, earlier = (
        frozenset(hit.passage.passage_id for hit in one.hits) for one in (found, before)
    )
    return now - earlier if earlier and earlier <= now else frozenset()


def _unmentioned(question: Question, best: Candidate, found: Found) -> int:
    """The number of rare nouns of the question that the best statement's passage misses."""
    # The gate uses it only with a cross-encoder; without one, e5 may be missing, which knows words.
    if best.relevance is None:
        return 0
    nowhere = missing(question, best.hit.passage, found)
    return sum(is_uncommon(one.text) for one in nowhere)


def _asked_for(question: Question) -> str:
    # A placeholder for personal data would make every statement look less like the question.
    return as_read(unmarked(question.to_look_up))


def _may_answer(placed: _Placed) -> bool:
    """Whether the check could pass a statement: no instruction to a model, no fragment."""
    statement = placed.statement
    if statement.only_asks or says_nothing(statement.text, statement.quotes):
        return False
    return not is_planted(statement, placed.hit.passage)


def _placed(hit: Hit) -> list[_Placed]:
    known = statements(hit.passage)
    words = [frozenset(terms_meant(statement.text)) for statement in known]
    over = frozenset(terms(hit.passage.above))
    whole = over.union(*words)
    return [
        _Placed(
            hit,
            statement,
            place,
            own=words[place],
            around=over.union(*words[max(0, place - 1) : place + 2]),
            whole=whole,
        )
        for place, statement in enumerate(known)
    ]


def _candidate(seen: Seen, scored: Scored) -> Candidate:
    likeness = max(0.0, seen.near)
    return Candidate(
        seen.hit,
        seen.statement,
        seen.place,
        seen.cover,
        seen.context,
        likeness,
        scored.score,
        scored.relevance,
        scored.lifted,
    )


def _lacking(named: Sequence[Noun], words: frozenset[str], found: Found) -> float:
    """The rarity of the rarest noun of the question that is missing, as a share of all rarity."""
    weights = (
        sum(found.rarity[term] for term in one.terms)
        for one in named
        if not is_held(one, words, found)
    )
    return max(weights, default=0.0) / (sum(found.rarity.values()) or 1.0)


def _share(words: frozenset[str], found: Found) -> float:
    """The share of the question's words among these, weighted by rarity."""
    return share_held(words, found.rarity, found) if found.rarity else 0.0


# Score adjustments: the sum of what the criteria add to a statement or take from it.


CRITERIA: Mapping[str, Criterion] = MappingProxyType(
    {
        "condition": condition,
        "amount": amount,
        "topic": Topic,
        "form_number": form_number,
        "other_of_kind": other_of_kind,
        "day": day,
        "own_rule": own_rule,
        "just_cited": just_cited,
    }
)
"""All criteria by name; `python -m benchmarks.criteria` measures what each of them is worth."""


class Adjustments:
    """The adjustments to the scores of the found statements, in log odds."""

    def __init__(self, asked: Asked) -> None:
        """Prepares the criteria once; their adjustments also depend on the scores."""
        self._criteria = {name: criterion(asked) for name, criterion in CRITERIA.items()}

    def is_named(self, place: int) -> bool:
        """Whether a statement belongs to the section or document that the question only names."""
        topic = self._criteria.get("topic")
        return isinstance(topic, Topic) and place in topic.places

    def each(self, scores: Sequence[float]) -> dict[str, Sequence[float]]:
        """By criterion, the adjustment for each of these scores, in their order."""
        return {name: adjust(scores) for name, adjust in self._criteria.items()}

    def at(self, scores: Sequence[float]) -> list[float]:
        """The sum of the adjustments for each of these scores, in their order."""
        return summed(self.each(scores), len(scores))


def summed(each: Mapping[str, Sequence[float]], count: int) -> list[float]:
    """Adds up the criteria's adjustments for each of `count` statements."""
    return [sum(some) for some in zip(*each.values(), strict=True)] if each else [0.0] * count
