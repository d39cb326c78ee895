"""Whether two sentences answer a question otherwise: another value, day or person, or a ban."""

from collections.abc import Iterator, Set
from functools import lru_cache
from itertools import chain

from bot.answering.criteria.answer_kind import Slot, slot_of
from bot.answering.criteria.answer_kind.given import kinds_of
from bot.answering.criteria.answer_kind.who_or_where import asks_who, people_in
from knowledge.language.calendar.weekdays import weekdays
from knowledge.language.grammar import ABLE
from knowledge.language.grammars import conditional
from knowledge.language.meanings.glossary import Glossary, load
from knowledge.language.polarity.opposites import clauses_of, opposites_in
from knowledge.language.terms import language_of, query_terms
from knowledge.language.values import Value, differ, values

_WHEN = (Slot.WEEKDAY, Slot.DATE, Slot.DAYS, Slot.FREQUENCY)
_NO_CASE = frozenset({"only"})
"""Words that restrict a sentence to no case of its own."""


def answers_otherwise(question: str, one: str, other: str) -> bool:
    """Whether both cannot be the answer. Not of rules for a case: "if it is opened"."""
    if any(conditional(one)) or any(conditional(other)) or opposites_in(one) != opposites_in(other):
        return False
    slot = slot_of(question)
    if asks_who(question):
        # A role has another name in another language.
        is_same_language = language_of(one) == language_of(other)
        return is_same_language and _are_others(people_in(one), people_in(other))
    if slot in _WHEN and _are_others(weekdays(one), weekdays(other)):
        return True
    if slot not in (None, Slot.YES_NO):
        return _have_other_values(_of(slot, one), _of(slot, other))
    return _is_forbidden_in_one(question, one, other)


def _are_others(mine: Set[str] | Set[int], theirs: Set[str] | Set[int]) -> bool:
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def _of(slot: Slot, text: str) -> list[Value]:
    return [one for one in values(text) if one.kind in kinds_of(slot)]


def _have_other_values(mine: list[Value], theirs: list[Value]) -> bool:
    """Whether all differ, and not only by a bound: from 19:00 on, after 19:00."""
    pairs = [(one, each) for one in mine for each in theirs]
    return bool(pairs) and all(differ(a, b) and a.amount != b.amount for a, b in pairs)


def _is_forbidden_in_one(question: str, one: str, other: str) -> bool:
    """Whether one allows and the other forbids, the same people as far as they name any."""
    may_be = [{c.signs[ABLE] for c in clauses_of(text) if ABLE in c.signs} for text in (one, other)]
    hedges = frozenset(word for text in (one, other) for c in clauses_of(text) for word in c.hedges)
    if may_be not in ([{False}, {True}], [{True}, {False}]) or hedges - _NO_CASE:
        return False
    asked, *named = ({*_meant(people_in(text))} for text in (question, one, other))
    if asked:
        return all(not some or some & asked for some in named)
    return not all(named) or bool(named[0] & named[1])


def _meant(words: Set[str]) -> Iterator[str]:
    """The terms of some words and of those that mean the same."""
    for word in words:
        yield from query_terms(word)
        for others in _glossary().alternatives(word).values():
            yield from chain.from_iterable(others)


@lru_cache(maxsize=1)
def _glossary() -> Glossary:
    return load()
