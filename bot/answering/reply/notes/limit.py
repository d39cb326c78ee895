"""Says a verdict first, if the number in a question decides about the rule that answers it.

It is a "no" where a limit on what may be is broken. Of any other rule it says that it does not
apply: "Ring the depot if a delivery is more than 60 minutes late" leaves open what to do after 20.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from bot import texts
from bot.answering.criteria.amount import BEYOND, GOES_ON, given, is_range, like, meets
from bot.answering.criteria.answer_kind import Slot, slot_of
from bot.answering.reply.citations import said
from bot.model import Answer, Question, Sentence, Verdict
from knowledge.language.grammar import ABLE
from knowledge.language.grammars import conditional, grammar_of
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.polarity.opposites import clauses_of
from knowledge.language.values import Bound, Value, ValueKind, values
from knowledge.model.documents import Language
from knowledge.split.statements import statements

_DENIES = LazyPattern(
    r"\b(?:not|never|cannot|no|prohibited|forbidden|banned|refused?)\b|n't\b"
    r"|않|못|없|금지|불가|안 ?[되돼됩]|거절"
)
_UNCLEAR = LazyPattern(rf"{_DENIES.pattern}|\btoo\b|너무")
"""What a "no" to a question would say either way: "is a four year old too young?"."""
_ONLY_BOUNDS = LazyPattern(
    r"\b(?:not|no) (?:more|longer|older|over) than\b|(?:넘을|초과할) 수(?:는)? 없|넘지 (?:않|못)"
)
_LEAST = LazyPattern(r"\b(?:min(?:imum)?|least|from|only)\b|최소|가능")
_MOST = LazyPattern(
    r"\b(?:max(?:imum)?|most|up to|limit(?:ed)?|can|may)\b|최대|한도|이하|까지|수 있"
)
_BACK = re.compile(r"\s*(?:before|prior|전(?:까지|에|$|\s))", re.IGNORECASE)
_AHEAD = re.compile(rf"{_BACK.pattern}|\s*(?:ahead|in advance|early)", re.IGNORECASE)
_OBLIGES = LazyPattern(
    r"\b(?:needs?|must(?! be (?:at least|over|under|older|younger))|requires?|approv\w+)\b"
    r"|필요|해야|승인"
)
"""A rule that does not say what may be, but what else is needed from a number on."""
_CLAUSE = re.compile(
    r"[;.]\s|,\s(?:but|and|so|or)\s|\sbut\s|(?<=[하되있없않이]고)\s|(?<=[가-힣][고며]),\s"
    r"|(?<=[하되으이]며)\s|(?<=지만)[,\s]|(?<=으나)[,\s]"
)
_PASSED = re.compile(r"^\s?[을를이가은는]?\s?(?:넘|초과|지나|지난|경과)")
_AFTER = re.compile(r"\bafter(?: the first)? $", re.IGNORECASE)
_EXCEPT = LazyPattern(r"\b(?:except|unless|other than)\b|다만|제외|단,")
_LOOSE_NOT = LazyPattern(
    r"(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bdo )(?<!\bdoes )(?<!\bcan )(?<!\bmay )(?<!\bmust )"
    r"(?<!\bwill )(?<!\bshould )(?<!\bhave )(?<!\bhas )\b(?:not\b|(?<!^)never\b)"
)
"""A "not" that belongs to no verb of a sentence: "a bag not picked up within an hour"."""
_FREE = LazyPattern(r"\bfree\b|무료|공짜")
"""A limit of what is free: what is beyond may be, at a price."""
_MAY = LazyPattern(r"\b(?:can|may|able|allowed)\b")
_NOT_KO = LazyPattern(r"지 ?(?:않|못)|없|(?<![가-힣])[안못] ")
_FAR = 10
"""Times by which durations may differ; a shift of 6 hours is no break of 30 minutes."""
_MONTH_S, _NEARLY = Decimal(30 * 86_400), Decimal("1.1")
"""Seconds of a month, and times by which months and days differ at least to be compared."""
_BOUNDED: Mapping[Bound, texts.Text] = {
    Bound.AT_MOST: texts.LIMIT_AT_MOST,
    Bound.BELOW: texts.LIMIT_BELOW,
    Bound.AT_LEAST: texts.LIMIT_AT_LEAST,
    Bound.ABOVE: texts.LIMIT_ABOVE,
}


def with_limit(answer: Answer, question: Question) -> Answer:
    """Heads an answer with the verdict that a number decides: 17 years, and a limit of 19."""
    told_by_day = question.about.bought or question.about.delivered  # `last_day` has counted it
    if answer.verdict is not Verdict.PASS or told_by_day:
        return answer
    asked = [_since(one, question.text) for one in given(question.text)]
    lines = (_line(value, asked, answer, question) for value in asked)
    line = next(filter(None, lines), "")
    return replace(answer, text=said([line, answer.text])) if line else answer


def _line(value: Value, asked: Sequence[Value], answer: Answer, question: Question) -> str:
    """The verdict on a value by the first rule; nothing if the rule is for that value, too."""
    rule, *others = answer.sentences
    text, limits = _limits(value, rule.text, question.text)
    if not limits or any(_is_for(value, one.text) or BEYOND.search(one.text) for one in others):
        return ""
    limit, language = limits[0], question.language
    is_met, slot = any(meets(one, value) for one in limits), slot_of(question.text)
    forbids, is_limit = text == rule.text and _forbids(limit, text), _is_limit(limit, text)
    is_limit = is_limit and not rule.text.startswith(f"{text}; ")  # the name of a row
    clause = _CLAUSE.search(text)
    is_second = clause is not None and clause.start() < limit.span[0]
    is_limit = is_limit and not (is_second and limit.bound in (Bound.AT_LEAST, Bound.ABOVE))
    is_limit = is_limit and not (_FREE.search(rule.text) and not _FREE.search(question.text))
    is_no = slot is Slot.YES_NO if is_met else slot in (None, Slot.YES_NO) and is_limit
    is_clear = not _UNCLEAR.search(question.text) and not _goes_on_behind(value, rule)
    if is_no and is_met is forbids and is_clear:
        stated = f"{limit.amount}" if limit.kind is ValueKind.NUMBER else limit.text
        return texts.NO_BY_LIMIT[language].format(limit=stated)
    also = [each for one in limits for each in asked if _alike(one, each) and meets(one, each)]
    if also or is_second or (limit.per and value.text.lower().startswith(("a ", "an "))):
        return ""
    return texts.OUTSIDE_LIMIT[language].format(limit=_in_words(limit, language))


def _alike(one: Value, other: Value) -> bool:
    is_age = ValueKind.NUMBER in (one.kind, other.kind)
    return is_age or (one.kind, one.unit) == (other.kind, other.unit)


def _in_words(limit: Value, language: Language) -> str:
    text = _BOUNDED.get(limit.bound)
    return text[language].format(value=limit.text) if text else limit.text


def _limits(value: Value, rule: str, asked: str) -> tuple[str, list[Value]]:
    """The ranges of a rule, or of a cell, that a value compares with, and the text they stand in.

    None if the rule says more than its range.
    """
    if _is_row(rule):
        every = [(cell, _of_cell(value, cell, rule)) for cell in rule.split("; ")]
        return next((one for one in every if one[1]), ("", []))
    limits = _ranges(value, rule)
    is_other = limits and _is_ahead(value, asked) is not _is_ahead(limits[0], rule)
    if not limits or is_other or _is_far(value, limits[0], rule) or _says_more(rule, limits[0]):
        return "", []
    return rule, limits


def _is_row(rule: str) -> bool:
    return ": " in rule.partition("; ")[0] and "; " in rule


def _ranges(value: Value, text: str) -> list[Value]:
    """The ranges that compare with a value; none if it is nearer to one that is no range."""
    found = _comparable(value, text) or _bare(value, text)
    each = [(one, _bounded(one, text)) for one in found]
    ranges = [one for _, one in each if one is not None]
    others = [_times(value, one) for one, bounded in each if bounded is None]
    nearest = min((_times(value, one) for one in ranges), default=0)
    return ranges if all(nearest < one for one in others) else []


def _comparable(value: Value, text: str) -> list[Value]:
    """The values of a text that compare with one, months with days if they are not nearly equal."""
    own = like(value, text)
    if own or value.kind is not ValueKind.DURATION:
        return own
    factor = 1 / _MONTH_S if value.unit == "month" else _MONTH_S
    found = [one for one in values(text) if one.kind is ValueKind.DURATION]
    others = [one.times(factor, value.unit) for one in found]
    return [one for one in others if _times(value, one) > _NEARLY]


def _times(value: Value, other: Value) -> Decimal:
    """How many times the larger of two amounts has the smaller one."""
    low, high = sorted(abs(one.amount) for one in (value, other))
    return high / low if low else Decimal(_FAR)


def _of_cell(value: Value, cell: str, row: str) -> list[Value]:
    """The limit in a cell of a table; in the cell that names the row, any range."""
    ranges = _ranges(value, cell)
    is_limit = row.startswith(cell) or any(_is_limit(one, cell) for one in ranges)
    # A number in a column's name is for other cells: "Up to 5 kg: 19 pounds".
    is_label = any(one.span[0] < cell.find(": ") for one in ranges)
    return ranges if is_limit and not is_label and not GOES_ON.search(cell) else []


def _bare(value: Value, text: str) -> list[Value]:
    """Ages without their unit: "Minimum age: 19", "children under 14"."""
    label, _, cell = text.partition(": ")
    is_age = value.unit == "age" and (not cell or "age" in label.lower().split())
    bare = [one for one in values(text) if one.kind is ValueKind.NUMBER]
    return [one for one in bare if cell or is_range(one)] if is_age else []


def _bounded(one: Value, text: str) -> Value | None:
    """A value that is a range by itself, or by the name of its column: "Minimum age: 19"."""
    before = text[: one.span[0]]
    is_back = one.kind is ValueKind.DURATION and _BACK.match(text[one.span[1] :])
    is_most = one.bound is Bound.AT_MOST or (one.bound is Bound.EXACTLY and _MOST.search(text))
    if is_back and is_most:
        return replace(one, bound=Bound.AT_LEAST)  # "until 48 hours before"
    if is_range(one):
        return one
    if is_range(since := _since(one, text)):
        return since
    if before.endswith(": ") and _LEAST.search(before):
        return replace(one, bound=Bound.AT_LEAST)
    is_cell = before.endswith(": ") and _MOST.search(before)
    return replace(one, bound=Bound.AT_MOST) if is_cell else None


def _since(one: Value, text: str) -> Value:
    """A duration as at least as long, if something holds after it: "after 30 days"."""
    is_time = one.kind in (ValueKind.DURATION, ValueKind.BUSINESS_DAYS)
    is_since = _AFTER.search(text[: one.span[0]]) or _PASSED.search(text[one.span[1] :])
    is_plain = one.bound is Bound.EXACTLY and one.high is None
    return replace(one, bound=Bound.AT_LEAST) if is_time and is_plain and is_since else one


def _is_limit(one: Value, text: str) -> bool:
    """Whether a range limits what may be, and is no condition of something else."""
    start = one.span[0]
    if _OBLIGES.search(text) or any(a <= start < b for a, b in conditional(text)):
        return False
    if _is_ahead(one, text):
        return bool(_MOST.search(text))
    if one.high is not None:
        return False
    if one.bound in (Bound.AT_MOST, Bound.BELOW):
        return bool(_MOST.search(text) or _ONLY_BOUNDS.search(text))
    # "Free from ₩30,000" forbids no smaller order.
    is_age = one.unit == "age" or one.kind is ValueKind.NUMBER
    return bool(is_age or _LEAST.search(text[:start])) and one.kind is not ValueKind.MONEY


def _is_ahead(one: Value, text: str) -> bool:
    """Whether a duration counts back from an event: "48 hours before", "이틀 전까지"."""
    return one.kind is ValueKind.DURATION and bool(_AHEAD.match(text[one.span[1] :]))


def _is_far(value: Value, limit: Value, rule: str) -> bool:
    is_time = value.kind is ValueKind.DURATION and not _is_ahead(limit, rule)
    return is_time and _times(value, limit) >= _FAR


def _says_more(rule: str, limit: Value) -> bool:
    """Whether a rule says something beyond its limit, or against it: "not within …"."""
    start, end = limit.span
    behind = _PASSED.sub("", rule[end:])
    if _EXCEPT.search(rule) or GOES_ON.search(behind) or BEYOND.search(behind):
        return True
    if grammar_of(rule).has_modals:
        return bool(_LOOSE_NOT.search(_ONLY_BOUNDS.sub("", rule[:end])))
    return any(a <= start < b and _NOT_KO.search(rule[a:b]) for a, b in conditional(rule))


def _goes_on_behind(value: Value, rule: Sentence) -> bool:
    """Whether the sentence behind a rule is for the value."""
    said = statements(rule.citations[0].passage)
    behind = next((b for a, b in pairwise(said) if a.text == rule.text and not b.row), None)
    if behind is None or BEYOND.search(behind.text):
        return behind is not None
    return not _DENIES.search(behind.text) and _is_for(value, behind.text)


def _is_for(value: Value, text: str) -> bool:
    """Whether a value is in a range of a text."""
    return any(is_range(one) and meets(one, value) for one in like(value, text))


def _forbids(limit: Value, rule: str) -> bool:
    """Whether the clause of a limit forbids: "Children under 7 years cannot get a card"."""
    start = limit.span[0]
    parts = [0, *(one.start() for one in _CLAUSE.finditer(rule)), len(rule)]
    first, last = next((a, b) for a, b in pairwise(parts) if a <= start < b)
    main = rule[first:last]
    for a, b in reversed([*conditional(main)]):
        main = f"{main[:a]} {main[b:]}" if "; " not in rule else main
    plain = _ONLY_BOUNDS.sub("", main)
    is_plain = grammar_of(plain).has_modals and not _MAY.search(plain)
    signs = [one.signs.get(ABLE, not (is_plain and one.denials)) for one in clauses_of(plain)]
    return False in signs
