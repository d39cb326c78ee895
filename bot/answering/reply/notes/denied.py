"""Says "no" first, if the rule that answers forbids what a question asks to be allowed to do."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from bot import texts
from bot.answering.criteria.answer_kind import Slot, slot_of
from bot.answering.criteria.condition.agreement import contradicts, names_a_state
from bot.answering.reply.citations import said
from bot.model import Answer, Question, Sentence, Verdict
from knowledge.language.grammar import ABLE, Clause
from knowledge.language.grammars import grammar_for, grammar_of
from knowledge.language.polarity.opposites import clauses_of
from knowledge.language.sentences import plain
from knowledge.language.terms import query_terms
from knowledge.language.values import values
from knowledge.split.statements import statements

_SHARED, _COVERED = 0.4, 0.75
"""Share of the question's words that the clause that denies has at least; with the heading's, if it
says the verb otherwise: "used with" and "cannot be combined"."""
_PLACE = re.compile(
    r"\b(?P<only>only\b[^,;.]*?)?\b(?:in|on|at|inside|outside) (?:(?:the|an?|our|my|their) )?"
    r"(?P<en>[a-z-]+(?: [a-z-]+){0,2})|(?P<ko>[가-힣]+)에서(?P<only_ko>만)?",
    re.IGNORECASE,
)
"""A place, and whether something may be done there only."""
_AND = re.compile(
    r",\s(?!but\b|not\b|except\b)(?:and |or )?|\s(?:and|or)\s|"
    r"(?<=[가-힣])(?:와|과|이나|나)\s|\s?·\s?"
)
_FIRST = re.compile("[:.。]")
_MOST_NAMED = 2
"""Words of a name beside others: "energy drinks"."""


def with_denial(answer: Answer, question: Question) -> Answer:
    """Heads an answer with a no, if its rule forbids the very thing that is asked for.

    Every word of that rule is the question's or stands above it: a rule for one case denies nothing
    of the others. A sentence beside it that allows as much leaves the question open.
    """
    asked = question.text
    clauses = clauses_of(asked)
    has_modals = grammar_for(question.language).has_modals
    may_be = not has_modals or any(one.signs.get(ABLE) for one in clauses)
    is_asked = slot_of(question.text) is Slot.YES_NO and may_be and not any(map(_denies, clauses))
    if answer.verdict is not Verdict.PASS or not is_asked or _is_said(answer):
        return answer
    words = frozenset().union(*(one.words for one in clauses))
    if any(_forbids(one, asked, words) for one in answer.sentences):
        line = texts.NO_BY_RULE[question.language]
        return replace(answer, text=said([line, answer.text]))
    return answer


def _is_said(answer: Answer) -> bool:
    """Whether a number or a day has headed it with a no already."""
    heads = (texts.NO_TOO_LATE, texts.IS_TOO_LATE, texts.NO_BY_LIMIT)
    language = answer.question.language
    return answer.text.startswith(tuple(_FIRST.split(one[language])[0] for one in heads))


def _forbids(sentence: Sentence, asked: str, words: frozenset[str]) -> bool:
    """Whether a sentence forbids what is asked, and none beside it allows it."""
    passage, rule = sentence.citations[0].passage, sentence.text
    is_of_a_state = names_a_state(rule) and not names_a_state(asked)
    if is_of_a_state or contradicts(asked, rule):
        return False
    if any(one.text not in asked for one in values(rule)):
        return False
    known = words | frozenset(query_terms(passage.above))
    known |= _siblings(rule, known)
    said = f"{asked} {passage.above}"
    shared = max(_reaches(sentence, said, words, known), default=0)
    if shared < _SHARED * len(words):
        return False
    others = (one.text for one in statements(passage) if one.text != rule)
    return not any(_allows(one, words, shared) for one in others)


def _reaches(
    sentence: Sentence, asked: str, words: frozenset[str], known: frozenset[str]
) -> Iterator[int]:
    """How many words of the question each thing has that a sentence forbids."""
    rule = sentence.text
    lead, item = _with_item(sentence)
    if item and any(_denies(one) and not one.hedges for one in clauses_of(lead)):
        own = frozenset(query_terms(item))
        is_it = _is_of(item, own, known, asked)
        yield len(words & {*own, *query_terms(lead)}) if is_it else 0
    before = frozenset[str]()
    above = frozenset(query_terms(sentence.citations[0].passage.above))
    for one in clauses_of(rule):
        denied = frozenset(key for key, sign in one.signs.items() if not sign)
        if _denies(one) and not one.hedges and _is_of(rule, one.words, known, asked):
            about = one.words if ABLE in one.signs else one.words | before
            yield len(about & words)
        elif one.denials and not one.hedges and _is_of(rule, one.words, known | denied, asked):
            covered = len(words & (one.words | above))
            yield len(words & one.words) if covered >= _COVERED * len(words) else 0
        before = one.words
    where, other = _only_place(rule, asked.removesuffix(sentence.citations[0].passage.above))
    if where:
        yield len(words & (other | frozenset(query_terms(rule.replace(where, "")))))


def _with_item(sentence: Sentence) -> tuple[str, str]:
    """A lead-in with its item: "Guests must not:" and "smoke"."""
    lead = plain(sentence.citations[-1].quote)
    is_led = len(sentence.citations) > 1 and sentence.text.startswith(lead)
    return (lead, sentence.text.removeprefix(lead)) if is_led else ("", "")


def _siblings(rule: str, known: frozenset[str]) -> frozenset[str]:
    """The words of a rule that it only names beside one of the question: "cats" in "dogs, cats"."""
    names = [frozenset(query_terms(one)) for one in _AND.split(rule)]
    pairs = (pair for one in pairwise(names) for pair in (one, one[::-1]))
    return frozenset().union(*(b for a, b in pairs if a and a <= known and len(b) <= _MOST_NAMED))


def _is_of(text: str, clause: frozenset[str], known: frozenset[str], asked: str) -> bool:
    """Whether all words of a rule are known."""
    only_names = grammar_of(text).only_names
    return only_names(text, asked) if only_names else bool(clause) and clause <= known


def _denies(clause: Clause) -> bool:
    """Whether a clause forbids, or denies all that it says: "but not in kayaks"."""
    able = clause.signs.get(ABLE, not clause.denials)
    return not able and (ABLE in clause.signs or not any(clause.signs.values()))


def _only_place(rule: str, asked: str) -> tuple[str, frozenset[str]]:
    """The only place that a rule allows, and the other one that a question names instead."""
    where = next((one for one in _PLACE.finditer(rule) if one["only"] or one["only_ko"]), None)
    if where is None or not any(one.signs.get(ABLE) for one in clauses_of(rule)):
        return "", frozenset()
    own = frozenset(query_terms(where["en"] or where["ko"]))
    named = (query_terms(one["en"] or one["ko"]) for one in _PLACE.finditer(asked))
    other = frozenset(term for some in named for term in some)
    return (where[0] if other and own.isdisjoint(query_terms(asked)) else ""), other


def _allows(text: str, words: frozenset[str], shared: int) -> bool:
    return any(one.signs.get(ABLE) and len(one.words & words) >= shared for one in clauses_of(text))
