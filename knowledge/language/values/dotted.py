"""Reads times of day with a dot and without am or pm, as opposed to amounts."""

from knowledge.language.values.units import LATIN


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
