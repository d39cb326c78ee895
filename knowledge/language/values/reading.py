"""Reads a text's values: finds their parts, joins them to ranges and sums, adds bounds."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise

from knowledge.language.ja.figures import with_figures_read
from knowledge.language.ja.words import may_be_japanese
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.values import dates, identifiers, quantities, shorthand, slashed
from knowledge.language.values.around import Around, look_around
from knowledge.language.values.atom import Atom, Form
from knowledge.language.values.units import UNITS
from knowledge.language.values.value import Value, ValueKind

_FIGURES = (
    *identifiers.FIGURES,
    *dates.FIGURES,
    *shorthand.FIGURES,
    *slashed.FIGURES,
    *identifiers.LATER_FIGURES,
    *quantities.FIGURES,
)
_KOREAN = (*identifiers.KOREAN, *dates.KOREAN, *quantities.KOREAN)
_ENGLISH = (*shorthand.ENGLISH, *identifiers.ENGLISH, *dates.ENGLISH, *quantities.ENGLISH)
_FORMS = (*identifiers.ANYWHERE, *_FIGURES, *_KOREAN, *_ENGLISH)
_FORM_OF = {f"f{number}": form for number, form in enumerate(_FORMS)}
_READER_OF = {name: LazyPattern(form.pattern) for name, form in _FORM_OF.items()}
# The first syllables of numbers in words; no form is tried at others.
_BEGINS = (
    "일이삼사오육륙칠팔구십백천만억한두세네석넉다여아열스서마쉰예하너대보나닷엿당익반절낮새저밤정자매"
    "별부영지"
)


def _any_of(forms: Sequence[Form]) -> str:
    number = _FORMS.index(forms[0])
    return "|".join(
        f"(?P<f{number + n}>{re.sub('[(][?]P<[a-z_]+>', '(?:', form.pattern)})"
        for n, form in enumerate(forms)
    )


_ANY = LazyPattern(
    rf"{_any_of(identifiers.ANYWHERE)}|(?=[\d₩$€£¥+(-])(?:{_any_of(_FIGURES)})"
    rf"|(?<![가-힣\d])(?=[{_BEGINS}])(?:{_any_of(_KOREAN)})"
    rf"|(?<![a-z\d_-])(?=[a-z])(?:{_any_of(_ENGLISH)})"
)
_DAY = Decimal(86_400)
_AND_A_HALF = LazyPattern(r"\s(?:and|n|&)\sa\shalf\b|\s?반(?![가-힣](?<![이을은동만쯤정]))")


# Cached: comparing documents reads most statements many times.
@lru_cache(maxsize=4096)
def values(text: str) -> tuple[Value, ...]:
    """The values of a text, in order, without look-alikes (삼일절, May I, item 3.)."""
    plain, places = folded(text)
    found: list[Value] = []
    reached = 0
    atoms = _joined(plain, list(_atoms(plain)))
    for before, atom in pairwise([None, *atoms]):
        # "a month" after a value belongs to it, and is not a value of its own.
        if atom is None or atom.start < reached:
            continue
        around = look_around(plain, atom, before)
        if around.takes_before and found:
            found.pop()
        reached = around.end
        found.append(_value(atom, around, text, (places[atom.start], places[atom.end])))
    return tuple(found)


def _value(atom: Atom, around: Around, text: str, span: tuple[int, int]) -> Value:
    kind, unit, per = atom.kind, atom.unit, around.per
    amount, high = atom.amount, atom.high
    if around.business:
        kind, unit, amount = ValueKind.BUSINESS_DAYS, "day", amount / _DAY
        high = None if high is None else high / _DAY
    return Value(kind, amount, unit, around.bound, high, per, text[slice(*span)], span)


def _atoms(text: str) -> Iterator[Atom]:
    match = _ANY.search(text)
    while match:
        name, start = str(match.lastgroup), match.start()
        again = _READER_OF[name].match(text, start)
        atom = _FORM_OF[name].read(again) if again else None
        end = (atom.end if atom else 0) or match.end()
        if atom is not None:
            weekday = slashed.WEEKDAY.match(text, end) if _is_day(atom) else None
            end = weekday.end() if weekday else end
            half = _AND_A_HALF.match(text, end) if atom.kind is ValueKind.DURATION else None
            if half:
                atom, end = atom._replace(amount=atom.amount + _size(atom) / 2), half.end()
            yield atom._replace(start=start, end=end)
        match = _ANY.search(text, end)


def _is_day(atom: Atom) -> bool:
    return atom.kind in (ValueKind.DATE, ValueKind.MONTH_DAY) and atom.unit == "day"


# --- joining neighbours: 1시간 30분, 7-14일, 오전 10시~오후 10시 --------------------------------

_SUM = re.compile(r"\s?(?:and\s)?")
_RANGE = re.compile(r"\s?[~-]\s?|\s(?:to|내지)\s|(?:에서|부터)\s?|\sthrough\s")
_TO_WEEKDAY = re.compile(rf"(?<=\s){slashed.DAY_NAME},?\s$", re.IGNORECASE)
"""The weekday in a range, such as Sun in "Mon 16 November to Sun 29 November"."""
_BETWEEN = re.compile(rf"\bbetween\s(?:{slashed.DAY_NAME},?\s)?$", re.IGNORECASE)
_LEAD = 20
"""Characters before a value in which "between" may be."""
_MOMENTS = ("당일", "익일", "이튿날", "다음날", "다음 날", "same day", "next day", "following day")
"""Durations that say from when, not how long: 다음 날부터 60일 is not a range."""
_NOON = 12 * 60
_HOURS, _LAST_MINUTE = 24, 59
_LONGEST_MONTH = 31


def _joined(text: str, atoms: list[Atom]) -> list[Atom]:
    found: list[Atom] = []
    for atom in atoms:
        if found:
            gap = text[found[-1].end : atom.start]
            between = bool(_BETWEEN.search(text[max(0, found[-1].start - _LEAD) : found[-1].start]))
            joined = _sum(found[-1], atom, gap) or _range(found[-1], atom, gap, between=between)
            if joined:
                found[-1] = joined._replace(start=found[-1].start, end=atom.end)
                continue
        found.append(atom)
    return found


def _sum(one: Atom, other: Atom, gap: str) -> Atom | None:
    if (
        one.kind is not ValueKind.DURATION
        or other.kind is not ValueKind.DURATION
        or one.unit != other.unit
    ):
        return None
    if one.high is not None or other.high is not None or not _SUM.fullmatch(gap):
        return None
    if not _size(one) > _size(other) > 0 or _is_period(one, other):
        return None
    return one._replace(amount=one.amount + other.amount, word=other.word)


def _size(atom: Atom) -> Decimal:
    return UNITS[atom.word].factor if atom.word in UNITS else Decimal(0)


def _is_period(one: Atom, other: Atom) -> bool:
    # "1일 8시간" is 8 hours a day, "2일 12시간" is a sum.
    return one.amount == _size(one) and one.word in ("일", "주", "주일") and other.word == "시간"


def _range(one: Atom, other: Atom, gap: str, *, between: bool) -> Atom | None:
    if one.high is not None or other.high is not None or one.word in _MOMENTS:
        return None
    if _is_day(one):
        gap = _TO_WEEKDAY.sub("", gap.removeprefix("."))
    if not _RANGE.fullmatch(gap) and not (between and gap == " and "):
        return None
    low, high = _ends(one, other)
    if (low.kind, low.unit) != (high.kind, high.unit) or low.kind is ValueKind.IDENTIFIER:
        return None
    if high.amount <= low.amount and low.kind not in (ValueKind.TIME, ValueKind.MONTH_DAY):
        return None
    return high._replace(amount=low.amount, high=high.amount)


def _ends(one: Atom, other: Atom) -> tuple[Atom, Atom]:
    """Completes both ends: 7 in 7-14일 means 7 days, 5 in 5~10만 원 means 50,000 won."""
    if one.kind is ValueKind.NUMBER and other.kind is ValueKind.TIME:
        one = _clock(one)
    if one.kind is ValueKind.NUMBER and other.kind is not ValueKind.NUMBER:
        return _like(one, other), other
    if other.kind in (ValueKind.NUMBER, ValueKind.DURATION) and one.kind in (
        ValueKind.DATE,
        ValueKind.MONTH_DAY,
    ):
        return one, _day_of(one, other)
    if one.kind is ValueKind.DATE and other.kind is ValueKind.MONTH_DAY and one.unit == other.unit:
        year = one.amount // 10_000 if one.unit == "day" else one.amount // 100
        return one, one._replace(
            amount=year * (10_000 if one.unit == "day" else 100) + other.amount
        )
    if one.kind is ValueKind.TIME and other.kind is ValueKind.NUMBER and other.amount % 1:
        other = _clock(other)
    if one.kind is other.kind is ValueKind.TIME:
        return _times(one, other)
    return one, other


def _clock(number: Atom) -> Atom:
    """Turns the 9 of "9-11pm" and the 9.30 of "9.30-11pm" into a time; keeps other numbers."""
    hours, rest = divmod(int(number.amount * 100), 100)
    figures = -int(number.amount.as_tuple().exponent)
    if figures not in (0, 2) or number.scale != 1 or hours > _HOURS or rest > _LAST_MINUTE:
        return number
    return number._replace(kind=ValueKind.TIME, amount=Decimal(hours * 60 + rest), unit="minute")


def _times(one: Atom, other: Atom) -> tuple[Atom, Atom]:
    """Moves the 5시 of "오후 2시~5시" and the 3:30 of "3:30 - 6:30 pm" to the afternoon, too."""
    if one.word and not other.word and one.amount >= _NOON > other.amount:
        return one, other._replace(amount=other.amount + _NOON)
    if other.word and not one.word and one.amount + _NOON < other.amount:
        return one._replace(amount=one.amount + _NOON), other
    return one, other


def _like(number: Atom, other: Atom) -> Atom:
    if other.kind in (ValueKind.DATE, ValueKind.MONTH_DAY):
        return _day_of(other, number) if other.unit == "day" else number
    factor = UNITS[other.word].factor if other.word in UNITS else Decimal(1)
    scale = number.scale
    if scale == 1 and number.amount * other.scale * factor < other.amount:
        scale = other.scale
    return other._replace(amount=number.amount / number.scale * scale * factor)


def _day_of(date: Atom, day: Atom) -> Atom:
    """Completes the 31일 of "12월 20일부터 31일까지" to a day of December; reads 11.29 as a day."""
    if day.kind is ValueKind.NUMBER and day.amount % 1 and _is_day(date):
        month, _, number_of = f"{day.amount:f}".partition(".")
        return slashed.same_year(date, int(month), int(number_of)) or day
    number = day.amount / _DAY if day.kind is ValueKind.DURATION else day.amount
    if (
        date.unit != "day"
        or day.word not in ("일", "")
        or number != int(number)
        or number > _LONGEST_MONTH
    ):
        return day
    return date._replace(amount=date.amount // 100 * 100 + number)


# Normalises the characters of a text, with a map of offsets to the original.

# One character for one, so that offsets stay. A superscript or circled digit marks a note or an
# item: NFKC would join it to the number beside it.
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043", "-"),
        **dict.fromkeys("\u301c\u223c\u02dc", "~"),
        **dict.fromkeys("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", " "),
        **{chr(code): " " for code in range(0x2460, 0x249C)},
        "ㆍ": "·",
    }
)
_FRACTIONS = {"½": "0.5", "¼": "0.25", "¾": "0.75"}
# A character with its accents or conjoining jamo.
_CLUSTER = re.compile("[^\u0300-\u036f\u1160-\u11ff][\u0300-\u036f\u1160-\u11ff]{0,4}|.", re.DOTALL)


def folded(text: str) -> tuple[str, Sequence[int]]:
    """The normalised text, and the original offsets of its characters and of its end."""
    plain, places = _normalised(text)
    return with_figures_read(plain, places) if may_be_japanese(plain) else (plain, places)


def _normalised(text: str) -> tuple[str, Sequence[int]]:
    plain = text.translate(_PLAIN)
    if unicodedata.is_normalized("NFKC", plain):
        return plain, range(len(text) + 1)
    parts: list[str] = []
    places: list[int] = []
    for match in _CLUSTER.finditer(plain):
        cluster = match.group()
        part = _FRACTIONS.get(cluster) or unicodedata.normalize("NFKC", cluster)
        if cluster in _FRACTIONS and parts and parts[-1].isdecimal():
            part = part.removeprefix("0")
        parts.append(part)
        places += [match.start()] * len(part)
    return "".join(parts), [*places, len(text)]
