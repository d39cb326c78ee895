"""Reads dates, days of a month and times of day in both languages."""

import re
from decimal import Decimal

from knowledge.language.ko import figures as ko
from knowledge.language.values.atom import Atom, Form
from knowledge.language.values.units import LATIN
from knowledge.language.values.value import ValueKind

# Reads times of day with a dot and without am or pm, as opposed to amounts.


def _behind(*words: str) -> str:
    return "|".join(rf"(?<=\b{word} )" for word in words)


_AT = _behind("at", "from", "until", "till", "between", "before", "after")
_OPEN = _behind(
    *("until", "till", "open", "open at", "open from", "opens", "opens at", "opens from"),
    *("close at", "closes", "closes at", "closed at"),
)
_PRICED = _behind("sold at", "priced at", "valued at", "charged at", "start at", "starts at")
_QUARTER = r"\.(?:00|15|30|45)(?!\.?\d)"
_LATE = rf"(?:1\d|2[0-3]){_QUARTER}"
_TO_LATE = rf"(?=\d\.\d\d(?:\s?-\s?|\s(?:to|and|until)\s){_LATE})"
_UNIT = (
    r"(?:\s?-\s?\d\d?\.\d\d|\s(?:to|and)\s\d\d?\.\d\d)?"
    rf"(?:\s?[%°€$£₩/가-힣]|[\s-]?(?:{LATIN}|x)\b|\s(?:each|per|an?|apiece|off)\b)"
)
TIME = (
    rf"(?=\d\d?{_QUARTER})(?:{_OPEN}|(?:{_AT})(?!{_PRICED})(?=0[6-9]|{_LATE})"
    rf"|(?:{_behind('from', 'between')}){_TO_LATE})"
    rf"(?P<hour>[01]?\d|2[0-3])\.(?P<rest>\d\d)(?!{_UNIT})"
)
"""At 12.00, until 17.30, open from 9.00: full quarters of an hour, after a word for time.

"£3.50", "4.30 kg", "version 1.10", "from 4.50" and "sold at 12.00" are not times.
"""


_NAMES = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
# Case matters: "may 5" is not a day.
_NAME = (
    r"(?-i:Jan(?:uary|\.)?|Feb(?:ruary|\.)?|Mar(?:ch|\.)?|Apr(?:il|\.)?|May|June?|July?"
    r"|Aug(?:ust|\.)?|Sept?(?:ember|\.)?|Oct(?:ober|\.)?|Nov(?:ember|\.)?|Dec(?:ember|\.)?)"
)
_YEAR = r"(?:19|20)\d\d(?!\d)"
_MONTH, _DAY = r"(?:1[0-2]|0?[1-9])(?!\d)", r"(?:3[01]|[12]\d|0?[1-9])(?!\d)"
_NTH = r"(?:st|nd|rd|th)"
_LATER = {"오전": 0, "새벽": 0, "아침": 0, "낮": 12, "오후": 12, "저녁": 12, "밤": 12}
_HALF = rf"(?P<half>{'|'.join(_LATER)})"
_PAST = (
    r"(?!간|·|[가-힣](?<![가까는도로만부에와의이인쯤정를]))"
    r"(?:\s?(?P<rest>[0-5]?\d(?=\s?분(?!의))|반(?![가-힣](?<![까부에이])))(?:\s?분)?)?"
)
_HOUR = rf"(?P<hour>1?\d|2[0-4])\s?시{_PAST}"
_CLOCK = (
    r"(?<![\d:.,])(?P<hour>[01]?\d|2[0-4]):(?P<rest>[0-5]\d)(?!\s?[ap]\.?m\b)(?::[0-5]\d)?(?![\d:])"
)
_LASTS = r"(?=\s?(?:이내|이상|이하|미만|간)|[이을]\s?(?:경과|지나|지난))"
"""Words that make 3월 three months, as in statutes."""
_NOON, _DAY_LONG = 12 * 60, 24 * 60


def _date(match: re.Match[str]) -> Atom:
    found = {"year": "", "month": "", "day": "", "name": "", **match.groupdict(default="")}
    year = found["year"] and f"20{found['year']}"[-4:]
    month = found["month"] or (str(_NAMES.index(found["name"][:3]) + 1) if found["name"] else "")
    day = found["day"]
    amount = Decimal(
        f"{year}{month:0>2}{day:0>2}" if day else f"{year}{month:0>2}" if month else year
    )
    unit = "day" if day else "month" if month else "year"
    return Atom(ValueKind.DATE if year else ValueKind.MONTH_DAY, amount, unit)


def _monthly(match: re.Match[str]) -> Atom:
    return Atom(ValueKind.MONTH_DAY, Decimal(match["day"]), "monthly")


def _months(match: re.Match[str]) -> Atom:
    return Atom(ValueKind.DURATION, Decimal(match["months"]), "month", word="개월")


def _time(match: re.Match[str]) -> Atom:
    found = {"half": "", "rest": "", **match.groupdict(default="")}
    hour, rest, half = found["hour"], found["rest"], found["half"]
    hours = int(hour) if hour.isdecimal() else int(ko.native(hour)[0])
    minutes = 30 if rest == "반" else int(rest or 0)
    # 오전 12시 is midnight, 낮 12시 noon; 밤 12시 ends the day.
    if hours == _NOON // 60 and half:
        hours = 0 if half in ("오전", "새벽", "밤") else hours
    elif hours < _NOON // 60:
        hours += _LATER.get(half, 0)
    return _at(hours * 60 + minutes, half)


def _english_time(match: re.Match[str]) -> Atom:
    hours, minutes = int(match["hour"]) % 12, int(match["rest"] or 0)
    afternoon = match["half"].lower() == "p"
    return _at((hours + 12 * afternoon) * 60 + minutes, "오후" if afternoon else "오전")


def _noon(match: re.Match[str]) -> Atom:
    noon = match.group().lower() in ("noon", "정오")
    return _at(_NOON if noon else 0, "오후" if noon else "오전")


def _at(minutes: int, half: str = "") -> Atom:
    return Atom(ValueKind.TIME, Decimal(minutes % _DAY_LONG), "minute", word=half)


FIGURES = (
    Form(
        rf"(?<!\d)(?P<year>{_YEAR}|\d\d(?=년\s?{_MONTH}월\s?{_DAY}일))\s?년"
        rf"(?!\s?(?:간|동안|이상|이내|이하))(?:\s?(?P<month>{_MONTH})\s?월(?:\s?(?P<day>{_DAY})\s?일)?)?",
        _date,
    ),
    Form(rf"(?<![\d.-])(?P<year>{_YEAR})-(?P<month>{_MONTH})-(?P<day>{_DAY})", _date),
    Form(rf"(?<![\d./])(?P<year>{_YEAR})/(?P<month>{_MONTH})/(?P<day>{_DAY})", _date),
    Form(rf"(?<![\d.])(?P<year>{_YEAR})\.\s?(?P<month>{_MONTH})\.\s?(?P<day>{_DAY})", _date),
    Form(rf"(?<!\d)(?P<month>{_MONTH})월\s?(?P<day>{_DAY})\s?일(?!\s?이내)", _date),
    Form(rf"(?<!\d)(?P<day>{_DAY})일(?=\s(?:오전|오후|낮|밤)\s)", _monthly),
    Form(rf"(?<!\d)(?P<months>{_MONTH})월{_LASTS}", _months),
    Form(rf"(?<!\d)(?P<month>{_MONTH})월(?![급세간차드요등]|\s?\d{{1,2}}\s?일)", _date),
    Form(
        rf"\b(?P<day>{_DAY}){_NTH}\s(?:day\s)?of\s(?:the|each|every)\s(?:\w{{4,9}}\s)?month\b",
        _monthly,
    ),
    Form(
        rf"\b(?P<day>{_DAY}){_NTH}?\s(?:of\s)?(?P<name>{_NAME})\b(?:,?\s(?P<year>{_YEAR}))?", _date
    ),
    Form(rf"(?:(?<=\bin )|(?<=\bsince ))(?P<year>{_YEAR})(?![,.]?\d|[\s-]?[a-z%가-힣])", _date),
    Form(rf"{_CLOCK}", _time),
    Form(
        r"(?<![\d:.,£$€₩])(?P<hour>1[0-2]|0?\d)(?:[:.](?P<rest>[0-5]\d))?\s?(?P<half>[ap])"
        r"(?:\.m\.|m\b)",
        _english_time,
    ),
    Form(TIME, _time),
    Form(r"(?<![\d:.,])(?P<hour>1?\d)\s?o'clock\b", _time),
    Form(rf"(?<!\d){_HOUR}", _time),
)
KOREAN = (
    Form(rf"(?:매월|매달|(?:이번|다음|지난)\s달)\s?(?P<day>{_DAY})일(?!\s?이내|간)", _monthly),
    Form(rf"{_HALF}\s?(?:{_CLOCK})", _time),
    Form(rf"{_HALF}\s?{_HOUR}", _time),
    Form(
        rf"{_HALF}\s?(?P<hour>1?\d|2[0-4])(?=\s?[~-]\s?(?:[가-힣]{{2}}\s?)?(?:1?\d|2[0-4])\s?시(?!간))",
        _time,
    ),
    Form(rf"(?:{_HALF}\s?)?(?P<hour>{ko.HOURS})\s?시{_PAST}", _time),
    Form(r"정오|자정", _noon),
)
ENGLISH = (
    Form(rf"(?P<name>{_NAME})\s(?P<day>{_DAY}){_NTH}?\b(?![:%])(?:,?\s(?P<year>{_YEAR}))?", _date),
    Form(rf"(?P<name>{_NAME}),?\s(?P<year>{_YEAR})", _date),
    Form(r"(?:noon|midnight)\b", _noon),
)
