"""The mechanical floor: a wording carries what its unit carries, clause by clause, and no more.

Compares what bears meaning: values, weekdays, names, the marks of `marks`, and within one language
the words. What stands in one and not in the other may only be a word that says nothing.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product

from bot.answering.check.plainness import not_plain, tells_a_model
from bot.model.reason import Reason
from knowledge.language.grammar import Mark
from knowledge.language.grammars import READ, SAYING, grammar_for, grammar_of
from knowledge.language.ko import sounds
from knowledge.language.ko.forms import is_form_of
from knowledge.language.ko.stems import stem_of
from knowledge.language.meanings.glossary import Glossary, load
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.polarity.marks import has_list, in_order, marks, verdict_of
from knowledge.language.terms import (
    foreign_names,
    language_of,
    latin_words,
    numbers,
    query_terms,
    terms,
)
from knowledge.language.values import Bound, Value, ValueKind, values

_COUNTED = (ValueKind.COUNT, ValueKind.NUMBER)
_CLAUSE = re.compile(
    r"[;:]\s|(?<!\d),\s|,\s(?!\d)|\.\s|\n|\s(?:and|but|while|whereas)\s|(?<=[고며])\s|(?<=지만)\s"
)
_PART = re.compile(r"[;:]\s|,\s(?!\d)|\.\s|\n|(?<=[고며])\s|(?<=지만)\s")
_CLAUSE_TERMS = 2
"""Content words of a clause; fewer are an item of a list."""
_WEEK = tuple(
    LazyPattern(
        rf"\b(?:{name})\b|{syllable}요일|(?<![가-힣\d]){syllable}(?=[·,~]|\s?[·,~-]\s?[가-힣]\b)"
    )
    for name, syllable in (
        ("mondays?|mon|lunes|lundi|montags?", "월"),
        ("tuesdays?|tues?|martes|mardi|dienstags?", "화"),
        ("wednesdays?|wed|miércoles|mercredi|mittwochs?", "수"),
        ("thursdays?|thu(?:rs?)?|jueves|jeudi|donnerstags?", "목"),
        ("fridays?|fri|viernes|vendredi|freitags?", "금"),
        ("saturdays?|sat|sábados?|samedi|samstags?", "토"),
        ("sundays?|sun|domingos?|dimanche|sonntags?", "일"),
    )
)
_LATIN = re.compile(r"[A-Za-zÀ-ÖØ-öø-ɏ]+(?:['’][a-z]+)?")
_HANGUL = re.compile("[가-힣]+")
_NOT = re.compile(r"(?<=[a-z])n['’]t\b|\b(?:can|won)['’]t\b")
"""The marks count a contracted not."""
_CODE = re.compile(r"\b(?=[\w/-]*[A-Z])(?=[\w/-]*[\dA-Z][\w/-]*[\dA-Z])[A-Z0-9][A-Z0-9/-]+\b")
"""A code or an abbreviation: HM-2041, SOP, F-12/B."""
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{2,}\b")
"""A capitalised word inside an English sentence."""
_ENDING = re.compile(
    "(?:(?:습|입)?니다|으며|습|입|이면|이|(?:하|되)?지|어야|아야|야|으면|면|고|며|거나|지만|어서|아서|어도|아도"
    "|세요|십시오|는|은|을|는?다|(?<=^[가-힣])에)$"
    "|(?<=[가-힣]{2})(?:[하되]|한|된|해야?|돼야?|합|됩|할|될|함|됨)[가-힣]{0,3}$"
)
_PARTICLE = re.compile("^[가-힣]{1,2}(?![가-힣])")
_SWAPPED = ((Mark.BEFORE, Mark.AFTER), (Mark.MUST, Mark.MAY), (Mark.MUST, Mark.SHOULD))
_SOFT = re.compile(r"\b(?:with|without|after|who|that|which)\b")
_TURNING = (Mark.DENIAL, Mark.ONLY, Mark.EVEN)
_UNTIL_BEFORE = re.compile(r"\s*전까지")
_THINGS = frozenset(terms("customers goods items products")) | set(
    "고객 손님 상품 제품 물건".split()
)
"""Words that a wording may leave out and not add: per item is not per customer."""
_MEANINGS = 2
"""Groups of the glossary that may have a word, alone or in a phrase; more, and it is ambiguous."""
_STEM = 4
"""Letters in common of two forms of a word: pay and paid are not, payment and payments are."""


def fault(unit: str, wording: str, spoken: str, wanted: str) -> Reason | None:
    """Why a wording may not stand for its unit; None if it may.

    `spoken` is the unit's language and `wanted` the wording's: "en", "ko", "es".
    """
    in_one = spoken == wanted
    rules: tuple[tuple[Reason, Callable[[], bool]], ...] = (
        (Reason.NOT_PLAIN, lambda: not_plain(wording, (unit,))),
        (Reason.TELLS_A_MODEL, lambda: tells_a_model(wording)),
        (Reason.WRONG_LANGUAGE, lambda: _is_in_another_script(language_of(wording), wanted)),
        (Reason.POLARITY_DIFFERS, lambda: verdict_of(unit) != verdict_of(wording)),
        (Reason.VALUE_NOT_QUOTED, lambda: _values_differ(unit, wording, spoken, wanted)),
        (Reason.NAME_NOT_QUOTED, lambda: _names_differ(unit, wording, spoken, wanted)),
        (Reason.QUALIFIER_DIFFERS, lambda: _marks_differ(unit, wording, spoken, wanted)),
        (Reason.WORD_NOT_QUOTED, lambda: in_one and _words_differ(unit, wording)),
        (Reason.SUBJECT_NOT_QUOTED, lambda: not in_one and _is_of_another(unit, wording)),
        (Reason.VALUE_OF_ANOTHER, lambda: _is_mixed(unit, wording, spoken, wanted)),
    )
    return next((code for code, breaks in rules if breaks()), None)


def _is_in_another_script(written: str, wanted: str) -> bool:
    return written != wanted and any(grammar_for(one).own_script for one in (written, wanted))


def _values_differ(unit: str, wording: str, spoken: str, wanted: str) -> bool:
    """Whether a value or figure stands in one text and not in the other."""
    if not READ.issuperset((spoken, wanted)):
        return _figures(unit) != _figures(wording)
    mine, theirs = _bounded(unit), _bounded(wording)
    in_one = spoken == wanted
    if any(not _is_among(one, theirs, in_one=in_one) for one in mine):
        return True
    if any(not _is_among(one, mine, in_one=in_one) for one in theirs):
        return True
    figures = [set(numbers(_without(*one))) for one in ((unit, mine), (wording, theirs))]
    all_of = [set(numbers(unit)), set(numbers(wording))]
    return not (figures[0] <= all_of[1] and figures[1] <= all_of[0])


def _bounded(text: str) -> tuple[Value, ...]:
    """The values of a text; until 24 hours before, 24시간 전까지, is at least 24 hours before."""
    return tuple(
        replace(one, bound=Bound.AT_LEAST) if _UNTIL_BEFORE.match(text, one.span[1]) else one
        for one in values(text)
    )


def _is_among(value: Value, others: Sequence[Value], *, in_one: bool) -> bool:
    return any(_is_same(value, one, in_one=in_one) for one in others)


def _is_same(one: Value, other: Value, *, in_one: bool) -> bool:
    if (one.amount, one.high) != (other.amount, other.high):
        return False
    if one.bound is not other.bound:
        return False
    if one.kind in _COUNTED and other.kind in _COUNTED:
        return not in_one or one.unit == other.unit or ValueKind.NUMBER in (one.kind, other.kind)
    if one.per != other.per and None not in (one.per, other.per):
        return False
    return one.kind is other.kind and one.unit == other.unit


def _figures(text: str) -> list[str]:
    """The figures of a text in any language, without separators of thousands."""
    return sorted(re.sub(r"[.,\s](?=\d{3}\b)", "", one) for one in re.findall(r"\d[\d.,:]*", text))


def _without(text: str, said: Sequence[Value]) -> str:
    """A text without its values and the Korean particles on them."""
    for value in reversed(said):
        start, end = value.span
        text = f"{text[:start]} {_PARTICLE.sub('', text[end:])}"
    return text


def _names_differ(unit: str, wording: str, spoken: str, wanted: str) -> bool:
    """Whether a weekday, a code or a name stands in one text and not in the other."""
    if any(bool(day.search(unit)) is not bool(day.search(wording)) for day in _WEEK):
        return True
    in_one = spoken == wanted
    if _codes(unit, in_one=in_one) != _codes(wording, in_one=in_one):
        return True
    return not in_one and (
        any(not _is_heard(name, wording) for name in _names(unit, spoken))
        or any(not _is_heard(name, unit) for name in _names(wording, wanted))
    )


def _codes(text: str, *, in_one: bool) -> set[str]:
    """The codes of a text; in another language an abbreviation may be spelled out."""
    found = set(_CODE.findall(text))
    return {one for one in found if in_one or any(char.isdigit() for char in one)}


def _names(text: str, language: str) -> list[str]:
    """The Latin words of a text in another script, the capitalised ones inside a Latin one."""
    if grammar_for(language).own_script:
        return [one for one in _LATIN.findall(text) if len(one) > 1]
    if not grammar_for(language).capitals_name:
        return []
    found = [one for one in _NAME.findall(text) if not any(day.search(one) for day in _WEEK)]
    return [one for one in found if not _glossary().alternatives(one)]


def _is_heard(name: str, text: str) -> bool:
    if name.lower() in text.lower():
        return True
    sound = sounds.consonants(name)
    hangul = [*foreign_names(text), *_HANGUL.findall(text)]
    alike = [one for one in hangul if sound and sounds.consonants(one) == sound]
    return bool(alike) and bool(sounds.alike(name, alike))


def _marks_differ(unit: str, wording: str, spoken: str, wanted: str) -> bool:
    """Whether a mark that turns the meaning is added, dropped or swapped for its opposite."""
    if not (has_list(spoken) and has_list(wanted)):
        return False
    mine, said = marks(unit, spoken), marks(wording, wanted)
    added, dropped = set(said) - set(mine), set(mine) - set(said)
    changed = added if spoken != wanted else added | dropped
    return (
        Mark.OR in changed
        or (spoken == wanted and Mark.BEFORE in changed)
        or mine[Mark.CONDITION] > said[Mark.CONDITION] + _softly(wording)
        or said[Mark.CONDITION] > mine[Mark.CONDITION] + _softly(unit)
        or _denials(mine) != _denials(said)
        or mine[Mark.EVEN] != said[Mark.EVEN]
        or said[Mark.ALL] > mine[Mark.ALL]
        or _turns(unit, spoken) != _turns(wording, wanted)
        or any(_is_opposite(added, dropped, mine, said, pair) for pair in _SWAPPED)
    )


def _softly(text: str) -> int:
    """How many conditions a text may say without an if: with the receipt, after 2 years."""
    return len(_SOFT.findall(text))


def _denials(found: Counter[Mark]) -> int:
    """An only says no twice: not without, not unless."""
    return found[Mark.DENIAL] + 2 * found[Mark.ONLY]


def _is_opposite(
    added: set[Mark],
    dropped: set[Mark],
    mine: Counter[Mark],
    said: Counter[Mark],
    pair: tuple[Mark, Mark],
) -> bool:
    """Whether one of two opposite marks stands where the unit has the other."""
    return any(
        (one in dropped and said[other] > mine[other])
        or (one in added and mine[other] > said[other])
        for one, other in (pair, pair[::-1])
    )


def _turns(text: str, language: str) -> list[Mark]:
    """Before and after in their order, of a text that has both."""
    found = in_order(text, language, (Mark.BEFORE, Mark.AFTER))
    return found if len(set(found)) > 1 else []


def _words_differ(unit: str, wording: str) -> bool:
    """Whether a word with a meaning of its own stands in one text and not in the other."""
    new, missing = _new_words(wording, unit, SAYING - _THINGS), _new_words(unit, wording, SAYING)
    return any(new) or any(missing) or _order_of_steps(unit, wording)


def _new_words(text: str, other: str, free: frozenset[str]) -> Iterator[str]:
    """The words of a text that are not `free` and that the other has in no form or synonym."""
    bare, known = _NOT.sub("", _without(text, values(text))), set(terms(other))
    for word in _LATIN.findall(bare):
        for term in query_terms(word):
            if (
                term not in free
                and not _is_in_a_form(term, known)
                and not _has_synonym(term, other)
            ):
                yield word
    hangul, latin = _HANGUL.findall(other), latin_words(other)
    for word in _HANGUL.findall(bare):
        stem = stem_of(word)
        plain = _ENDING.sub("", stem.removeprefix("미")) or stem
        if not stem or not free.isdisjoint((stem, plain)):
            continue
        if any(is_form_of(one, hangul) for one in (stem, plain)):
            continue
        if not any(sounds.alike(one, [stem]) for one in latin) and not _has_synonym(stem, other):
            yield word


def _is_in_a_form(term: str, known: set[str]) -> bool:
    term = term.removeprefix("un")
    return any(
        one == term or (len(term) >= _STEM and len(one) >= _STEM and _begins(one, term))
        for one in (each.removeprefix("un") for each in known)
    )


def _begins(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


@lru_cache(maxsize=1)
def _glossary() -> Glossary:
    return load()


def _has_synonym(term: str, other: str) -> bool:
    known = set(terms(other))
    return any(
        known.issuperset(words)
        for those in _glossary().alternatives(term).values()
        for words in those
    )


def _is_of_another(unit: str, wording: str) -> bool:
    """Whether each text has a subject of the glossary of which the other has no word at all."""
    mine, theirs = frozenset(terms(unit)), frozenset(terms(wording))
    return _has_own(mine, theirs) and _has_own(theirs, mine)


def _has_own(said: frozenset[str], other: frozenset[str]) -> bool:
    return any(
        any(said.issuperset(word) and _is_plain(word) for word in group)
        and not any(term in other for word in group for term in word)
        for group in _glossary().groups
    )


_NEAR = 3


def _order_of_steps(unit: str, wording: str) -> bool:
    """Whether a word like before or first governs other words than in the unit."""
    mine, theirs = dict(_steps(unit)), dict(_steps(wording))
    return any(
        mark in mine and side and not set(side[:1]) & set(mine[mark][:_NEAR])
        for mark, side in theirs.items()
    )


def _steps(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yields each word that orders two steps, and the words that it governs."""
    grammar = grammar_of(text)
    for match in grammar.steps.finditer(text):
        side = [one for one in query_terms(match["side"]) if one not in SAYING]
        yield match["mark"].lower(), side[::-1] if grammar.head_last else side


@lru_cache(maxsize=4096)
def _is_plain(word: tuple[str, ...]) -> bool:
    """Whether a word of the glossary means one thing: "store" is a shop, and to keep."""
    if SAYING.issuperset(word):
        return False
    groups = _glossary().groups
    return (
        len(word) > 1 or sum(any(word[0] in one for one in group) for group in groups) <= _MEANINGS
    )


def _is_mixed(unit: str, wording: str, spoken: str, wanted: str) -> bool:
    """Whether a value or a mark of one clause of the unit stands in another clause's words."""
    if spoken != wanted:
        return READ.issuperset((spoken, wanted)) and _is_reordered(unit, wording)
    if _is_crossed(_PART.split(unit), _PART.split(wording)):
        return True
    clauses, worded = _CLAUSE.split(unit), _CLAUSE.split(wording)
    return len(worded) >= len(clauses) and any(
        _is_swapped(about, own, [one for one in clauses if one not in own])
        for about in worded
        for own in _bearing(about, clauses)
    )


def _is_crossed(clauses: Sequence[str], worded: Sequence[str]) -> bool:
    """Whether a clause of as many has words that only one clause has, and words of another."""
    if (
        len(clauses) != len(worded)
        or min(map(len, map(_terms, clauses)), default=0) < _CLAUSE_TERMS
    ):
        return False
    each = [_terms(one) for one in clauses]
    own = [one - frozenset().union(*each[:n], *each[n + 1 :]) for n, one in enumerate(each)]
    return any(sum(bool(_terms(about) & one) for one in own) > 1 for about in worded)


def _bearing(about: str, clauses: Sequence[str]) -> Iterator[list[str]]:
    """For each value and mark of a clause, the clauses of the unit that bear it."""
    for value in values(about):
        yield [one for one in clauses if _is_among(value, values(one), in_one=True)]
    for mark in (*_TURNING, Mark.BEFORE, Mark.AFTER, Mark.MUST):
        if marks(about, language_of(about))[mark]:
            yield [one for one in clauses if marks(one, language_of(one))[mark]]


def _is_swapped(about: str, own: Sequence[str], others: Sequence[str]) -> bool:
    """Whether a clause has more words of its own only in `others` than only in `own`."""
    if not own or not others:
        return False
    said, mine = _terms(about), _terms(" ".join(own))
    theirs = _terms(" ".join(others))
    return len(said & theirs - mine) > len(said & mine - theirs)


def _terms(text: str) -> frozenset[str]:
    return frozenset(query_terms(_without(text, values(text)))) - SAYING


def _is_reordered(unit: str, wording: str) -> bool:
    """Whether two like values change places: languages keep their order from clause to clause."""
    mine, theirs = _placed(unit), _placed(wording)
    return any(
        (mine[one] - mine[other]) * (theirs[one] - theirs[other]) < 0
        for one, other in product(mine.keys() & theirs.keys(), repeat=2)
        if one[0] == other[0]
    )


def _placed(text: str) -> dict[tuple[ValueKind, object], int]:
    """The first clause of each value."""
    found: dict[tuple[ValueKind, object], int] = {}
    for place, clause in enumerate(_CLAUSE.split(text)):
        for one in values(clause):
            found.setdefault((one.kind, (one.unit, one.amount, one.high)), place)
    return found
