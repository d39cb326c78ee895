"""Criterion: rules for ranges of amounts: up to 2,000 won, from there to 10,000, above.

Handbooks grade rules by amounts, weights and times, with a sentence or a row for each range. These
are alike in words and in meaning; only the number in the question decides between them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from bot.answering.criteria.answer_kind import Slot, slot_of
from bot.answering.criteria.criterion import Adjust, Asked
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import latin_words, terms
from knowledge.language.values import Bound, Value, ValueKind, values
from knowledge.search.nearness import PlacedStatement

Row = Sequence[tuple[str, str]]
"""A table's row: its column names and cells."""
_AGE, _OF_YEAR = "age", Decimal(1) / 12
_AGED = LazyPattern(r"^[^.;:]{0,30}\b(?:aged?|ages)\b[^.;:]{0,20}")
_OF_AGES = frozenset(
    """age ages aged under over from up to at least below above and or older younger years
    old""".split()
)
"""Words before a colon that grade by age: "Under 18: £8.00", "21 and over: £12.71"."""
_GRADED = frozenset(
    {
        ValueKind.MONEY,
        ValueKind.COUNT,
        ValueKind.DURATION,
        ValueKind.BUSINESS_DAYS,
        ValueKind.PERCENT,
    }
)
_MEANT = frozenset({Bound.EXACTLY, Bound.ABOUT})
_UPPER = frozenset({Bound.AT_MOST, Bound.BELOW})
_LOWER = frozenset({Bound.AT_LEAST, Bound.ABOVE})
GOES_ON = LazyPattern(
    r"\b(?:above|over|beyond|after|before|below|under|than) (?:that|this)\b"
    r"|(?<!\bor )(?<!\band )(?<!\bno )(?<!\bnot )"
    r"\b(?:larger|bigger|higher|longer|heavier|older|later|farther|further|more)\b(?! than)"
    r"|(?<!\bor )(?<!\band )\b(?:above|below|over|under)(?=[.,;]|$)"
    r"|\b(?:beyond|anything|afterwards?|otherwise)\b"
    r"|그보다|그 ?(?:이상|뒤|후|밖|위|아래|밑|다음)"
    r"|(?<![을를이가] )(?<![을를이가])넘|초과 ?(?:만큼|부분|분)|나머지"
)
"""Words of a sentence that also says what holds beyond its range."""
BEYOND = LazyPattern(
    r"^(?:larger|bigger|higher|greater|longer|heavier|older|more than that|above (?:that|this)"
    r"|over (?:that|this)|beyond (?:that|this)|anything (?:more|above|over|beyond|larger))\b"
    r"|^(?:그보다|이보다|그 ?이상|이 ?이상|그 ?금액을 넘|이를 넘|그 한도를 넘)"
)
"""The start of a sentence that says what holds beyond the range of the one before it."""


_ANSWERED_BY: Mapping[Slot | None, frozenset[ValueKind]] = {
    Slot.MONEY: frozenset({ValueKind.MONEY, ValueKind.PERCENT}),
    Slot.PERCENT: frozenset({ValueKind.PERCENT}),
    Slot.DURATION: frozenset({ValueKind.DURATION, ValueKind.BUSINESS_DAYS}),
    Slot.DAYS: frozenset({ValueKind.DURATION, ValueKind.BUSINESS_DAYS}),
    Slot.COUNT: frozenset({ValueKind.COUNT}),
    Slot.AMOUNT: frozenset({ValueKind.MONEY, ValueKind.PERCENT, ValueKind.DURATION}),
}
_JUST_ABOVE = 0.2
_AGAINST, _MOST_LIFTED = 3.0, 4.0
"""Log odds that a statement for another range loses, and that one for the range of the question
gains at most, up to the score of the other."""


class _End(NamedTuple):
    amount: Decimal
    included: bool


class _Range(NamedTuple):
    """A range; None is an open end."""

    low: _End | None
    high: _End | None

    def meets(self, other: "_Range") -> bool:
        """Whether an amount is in both."""
        return _reaches(self.high, other.low) and _reaches(other.high, self.low)

    def overlaps(self, other: "_Range") -> bool:
        """Whether they share more than an end; 5 to 10 kg and 10 to 20 kg do not."""
        return _goes_beyond(self.high, other.low) and _goes_beyond(other.high, self.low)


def amount(asked: Asked) -> Adjust:
    """Moves back statements for another range than the asker's."""
    said = [PlacedStatement(one.hit.passage, one.statement.text) for one in asked.seen]
    return lambda scores: turned(asked.question.text, said, scores)


class RowsForAmount(NamedTuple):
    """Which rows of a table are for the amount that a question gives."""

    asked: str
    """The amount, as the question has it."""
    fits: tuple[bool, ...]


def for_amount(asked: str, rows: Sequence[Row]) -> RowsForAmount | None:
    """The rows of a table whose first cell is the question's amount, or a range that holds it.

    None if the rows are not named by amounts like that.
    """
    for value in given(asked):
        ranges = [_range_in_cell(value, *row[0]) for row in rows]
        if value.bound not in _MEANT or 2 * sum(map(bool, ranges)) < max(3, len(rows)):
            continue
        meant = range_of(value)
        fitting = [one for one in ranges if one and one.meets(meant)]
        # Of "up to 5 kg" and "up to 10 kg", the first is for 4 kg.
        closest = [one for one in fitting if not any(_is_within(other, one) for other in fitting)]
        return RowsForAmount(value.text, tuple(one in closest for one in ranges))
    return None


def _range_in_cell(value: Value, column: str, cell: str) -> _Range | None:
    """The range of a first cell, also "over 5 kg, up to 10 kg".

    A bare number counts what its column, or the question, names.
    """
    own = [one for one in values(cell) if (one.kind, one.unit) == (value.kind, value.unit)]
    bare = [one for one in values(cell) if one.kind is ValueKind.NUMBER]
    counted = {value.unit, *terms(value.text)} & {*terms(column)}
    found = own or (bare if counted and value.kind is ValueKind.COUNT else [])
    return range_of(found[0]) if len(found) == 1 else stated_range(value, cell) if own else None


def _is_within(one: _Range, other: _Range) -> bool:
    """Whether a range is a part of another one, and shorter."""
    lower = other.low is None or (one.low is not None and one.low.amount >= other.low.amount)
    upper = other.high is None or (one.high is not None and one.high.amount <= other.high.amount)
    return one != other and lower and upper


def meets(one: Value, other: Value) -> bool:
    """Whether two values, as ranges, have an amount in common."""
    return range_of(one).meets(range_of(other))


def turned(asked: str, said: Sequence[PlacedStatement], scores: Sequence[float]) -> list[float]:
    """The change of each statement's score, by the values that the question gives.

    A statement for another range moves back only if its passage has one for the right range, which
    moves up to its score. If there is only "up to 15 kg", that is the answer for 17 kg. Ranges that
    overlap are no grades, but two limits: of "from ₩15,000 on" and "less than ₩1,000,000" the first
    decides for a bill of ₩12,000. A row named by another value always moves back: rope of 9.8 mm,
    if 8 mm are asked about.
    """
    turns = [0.0] * len(said)
    answered_by = _ANSWERED_BY.get(slot_of(asked), frozenset())
    for value in given(asked):
        for better, worse in _grades(value, said):
            turns[worse] = -_AGAINST
            # "A refund of $120: what is the fee?": a range of dollars may be the answer.
            if turns[better] >= 0 and value.kind not in answered_by:
                lift = min(_MOST_LIFTED, scores[worse] - scores[better])
                turns[better] = max(turns[better], lift)
        for limit, behind in _beyond(value, said):
            # Both are shown: "Larger compensation needs …" is clear only behind the limit.
            turns[limit] = 0.0
            turns[behind] = max(turns[behind], scores[limit] - scores[behind] + _JUST_ABOVE)
        for place, one in enumerate(said):
            if _is_named_by_another(value, one.text):
                turns[place] = -_AGAINST
    return turns


def _grades(value: Value, said: Sequence[PlacedStatement]) -> Iterator[tuple[int, int]]:
    """Yields pairs of places in one passage: a statement that decides for the value, and another.

    The second has another range, or a limit that the value keeps while it breaks the first one's.
    """
    meant = range_of(value)
    ranges = [stated_range(value, one.text) for one in said]
    known = [(place, one) for place, one in enumerate(ranges) if one]
    for better, fitting in known:
        for worse, other in known:
            if said[better].passage.passage_id != said[worse].passage.passage_id:
                continue
            if _is_instead(fitting, other, meant) or _is_broken_beside(fitting, other, meant):
                yield better, worse


def _beyond(value: Value, said: Sequence[PlacedStatement]) -> Iterator[tuple[int, int]]:
    """Yields places of a statement whose upper limit the value exceeds, and of the one behind it
    that says what holds beyond."""
    meant = range_of(value)
    for place, (one, behind) in enumerate(pairwise(said)):
        stated = stated_range(value, one.text) if _goes_on(one, behind) else None
        if stated and not _goes_beyond(stated.high, meant.low):
            yield place, place + 1


def _is_instead(fitting: _Range, other: _Range, meant: _Range) -> bool:
    """Whether the first range is for the value, and the other is for another value."""
    return fitting.meets(meant) and not other.meets(meant) and not fitting.overlaps(other)


def _is_broken_beside(broken: _Range, kept: _Range, meant: _Range) -> bool:
    """Whether the value breaks the first of two limits, a lowest and a highest value."""
    opposite = (broken.low is None) is not (kept.low is None)
    limits = opposite and None in broken and None in kept and broken.overlaps(kept)
    return limits and kept.meets(meant) and not broken.meets(meant)


def _goes_on(one: PlacedStatement, behind: PlacedStatement) -> bool:
    """Whether the next statement says what holds beyond the range of one."""
    same = one.passage.passage_id == behind.passage.passage_id
    return same and bool(BEYOND.search(behind.text))


def given(asked: str) -> list[Value]:
    """The values of a question that rules may be graded by."""
    return [
        one for one in values(asked) if one.kind in _GRADED and one.high is None and one.per is None
    ]


def stated_range(value: Value, text: str) -> _Range | None:
    """The range of a statement, in the value's unit; None if it has none, or several."""
    if GOES_ON.search(text):
        return None
    stated = [range_of(one) for one in like(value, text) if is_range(one)]
    lows = [one.low for one in stated if one.low]
    highs = [one.high for one in stated if one.high]
    if not stated or max(len(lows), len(highs)) > 1:
        return None
    whole = _Range(lows[0] if lows else None, highs[0] if highs else None)
    # "Free up to 15 km, over 15 km ₩1,000 per km" is about every distance.
    backwards = whole.low and whole.high and whole.low.amount >= whole.high.amount
    return None if backwards else whole


def is_range(value: Value) -> bool:
    """Whether a value has a bound, or two."""
    return value.high is not None or value.bound not in _MEANT


def range_of(value: Value) -> _Range:
    """The range of a value: 5 to 10 kg, at least 5 kg, over 5 kg, 5 kg."""
    end = _End(value.amount, value.bound not in (Bound.BELOW, Bound.ABOVE))
    if value.high is not None:
        return _Range(_End(value.amount, included=True), _End(value.high, included=True))
    return _Range(None if value.bound in _UPPER else end, None if value.bound in _LOWER else end)


def _reaches(upper: _End | None, lower: _End | None) -> bool:
    """Whether a range up to the one end meets a range from the other end on."""
    if upper is None or lower is None or _goes_beyond(upper, lower):
        return True
    return upper.included and lower.included and upper.amount == lower.amount


def _goes_beyond(upper: _End | None, lower: _End | None) -> bool:
    return upper is None or lower is None or upper.amount > lower.amount


def _is_named_by_another(value: Value, text: str) -> bool:
    """Whether a row's first cell has values of this kind, and all differ from this one."""
    name, *others = text.split("; ")
    if value.bound not in _MEANT or not others or ": " not in name:
        return False
    of_kind = like(value, name)
    return bool(of_kind) and all(_is_another(value, one) for one in of_kind)


def like(value: Value, text: str) -> list[Value]:
    """The values of a text that compare with this one; ages may lack their unit."""
    every = values(text)
    own = [one for one in every if (one.kind, one.unit) == (value.kind, value.unit)]
    if own or value.unit != _AGE:
        return own
    months = (one for one in every if one.kind is ValueKind.DURATION and one.unit == "month")
    if years := [one for one in months if one.amount % 12 == 0]:
        return [
            replace(one, amount=one.amount / 12, high=one.high and one.high / 12) for one in years
        ]
    last = _end_of_ages(text)
    return [one for one in every if one.kind is ValueKind.NUMBER and one.span[1] <= last]


def _end_of_ages(text: str) -> int:
    """The end of the part of a text that has ages without a unit; 0 without one."""
    name, _, rest = text.partition(": ")
    head = f"{name}: {rest.partition('; ')[0]}" if name.lower() == _AGE else name
    if rest and set(latin_words(head)) <= _OF_AGES:
        return len(head)
    aged = _AGED.match(text)
    return aged.end() if aged else 0


def _is_another(value: Value, one: Value) -> bool:
    return one.bound in _MEANT and one.high is None and one.amount != value.amount
