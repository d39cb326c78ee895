"""What tells statements apart besides how well they fit: states, ranges, names, numbers, days."""

from collections.abc import Sequence
from itertools import chain

from bot.answering.criteria import amount, day, topic
from bot.answering.criteria.condition import agreement
from bot.answering.criteria.definition import asks_what_it_means, tells_what_it_means
from bot.answering.criteria.proper_name import lacks_a_name, names_in
from bot.answering.criteria.start_or_end import (
    asks_from_when,
    asks_until_when,
    names_its_start,
    names_only_a_start,
    names_only_an_end,
)
from bot.model import Question
from bot.model.found import Seen
from knowledge.language.kinds import shipped
from knowledge.language.terms import identifiers
from knowledge.model.documents import Found
from knowledge.search.nearness import Said

_NUMBERED = _STARTS = _MEANS = 2.0
"""How much a statement gains that has the form or article number asked about: to the encoders P-17
looks much like P-71; one that names the day on which its document starts, where that is asked for;
and one that says what something means, where that is."""
_NAMELESS = 1.5
"""How far one stands back whose passage does not have a name that the question gives: "my dad from
Canada" may be told what holds for everybody."""
_OTHER = 6.0
"""How far one that is about another thing of the kind asked about, silver and not gold, or that
names the other end of a time."""


class Turns:
    """What to add to the scores of the statements that were found, in log odds."""

    def __init__(self, question: Question, seen: Sequence[Seen], found: Found) -> None:
        """Works out once what does not depend on the scores."""
        meant = chain.from_iterable(chain.from_iterable(found.alternatives.values()))
        self._asked = question.text
        self._named_by_subject = topic.places_named(question, seen, found)
        self._case = _case_of(question)
        self._named = frozenset((*found.rarity, *meant))
        self._said = [Said(one.hit.passage, one.statement.text) for one in seen]
        self._by_text = _by_text(question, seen, found)

    def is_named(self, place: int) -> bool:
        """Whether a statement is of what the question names, and asks nothing more of."""
        return place in self._named_by_subject

    def at(self, scores: Sequence[float]) -> list[float]:
        """What to add to each of these scores."""
        rules = [
            agreement.Rule(one.text, one.passage.header.key, score)
            for one, score in zip(self._said, scores, strict=True)
        ]
        by_state = agreement.turned(self._case, rules, self._named)
        by_range = amount.turned(self._asked, self._said, scores)
        by_topic = topic.turned(self._named_by_subject, scores)
        every = (by_state, by_range, by_topic, self._by_text)
        return [sum(some) for some in zip(*every, strict=True)]


def _case_of(question: Question) -> str:
    """What says which case it is: a message that names another than the question before wins."""
    said = question.said
    return said if said and agreement.names_a_state(said) else question.text


def _by_text(question: Question, seen: Sequence[Seen], found: Found) -> list[float]:
    asked, texts = question.text, [one.statement.text for one in seen]
    numbers = _numbers(asked)
    turns = [
        [_NUMBERED * bool(numbers & _numbers(text)) for text in texts],
        [-_OTHER * other for other in _are_others(question, seen)],
        [-_NAMELESS * nameless for nameless in _are_nameless(question, seen, found)],
        day.turned(question, texts),
    ]
    if asks_from_when(asked):
        headers = [one.hit.passage.header for one in seen]
        turns.append([_STARTS * names_its_start(*one) for one in zip(texts, headers, strict=True)])
        turns.append([-_OTHER * names_only_an_end(text) for text in texts])
    if asks_until_when(asked):
        turns.append([-_OTHER * names_only_a_start(text) for text in texts])
    if asks_what_it_means(asked):
        turns.append([_MEANS * tells_what_it_means(text) for text in texts])
    return [sum(some) for some in zip(*turns, strict=True)]


def _are_nameless(question: Question, seen: Sequence[Seen], found: Found) -> list[bool]:
    """Which statements are of passages that do not have a name which the question gives.

    A name may be written otherwise in another language, but for one in Latin letters in Korean.
    """
    names = names_in(question.text)
    if not names:
        return [False] * len(seen)
    passages = {one.hit.passage.passage_id: one.hit.passage for one in seen}
    lacking = {
        key: question.language in (passage.header.language, "ko")
        and lacks_a_name(passage, names, found)
        for key, passage in passages.items()
    }
    return [lacking[one.hit.passage.passage_id] for one in seen]


def _are_others(question: Question, seen: Sequence[Seen]) -> list[bool]:
    """Which statements are about other things of the kinds that the question names."""
    kinds = shipped()
    # Of a message that leans on the question before, its own words count: "and cameras?"
    wanted = {**kinds.named(question.text), **kinds.named(question.said or "")}
    return [kinds.are_others(wanted, one.statement.text, one.hit.passage.above) for one in seen]


def _numbers(text: str) -> set[tuple[str, ...]]:
    """Form and article numbers; a date has no letter."""
    return {one for one in identifiers(text) if any(term.isalpha() for term in one)}
