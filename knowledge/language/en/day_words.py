"""English words for days relative to today: yesterday, last Friday, the end of next month."""

import re

MONTH_NAME = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    "|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
NEAR = {
    "the day before yesterday": -2, "yesterday": -1, "today": 0, "right now": 0, "now": 0,
    "currently": 0, "at the moment": 0, "the day after tomorrow": 2, "tomorrow": 1,
}  # fmt: skip
STEPS = {"last": -1, "previous": -1, "this": 0, "next": 1, "coming": 1}
WEEKDAYS = {name: number for number, name in enumerate("mon tue wed thu fri sat sun".split())}
_STEP = rf"(?P<step>{'|'.join(STEPS)})"
_MONTH = rf"(?P<month>{MONTH_NAME})"
_EDGE = (
    r"(?:\b(?P<edge>end|start|beginning|middle)\sof\s(?:the\s)?"
    r"|\b(?P<edge2>early|late|mid)[\s-])?"
)
FORMS = (
    ("near", rf"\b(?P<near>{'|'.join(NEAR)})\b(?<!from now)"),
    ("weekday", rf"\b{_STEP}\s(?P<weekday>{'|'.join(WEEKDAYS)})\w{{0,3}}day\b"),
    ("month_of_year", rf"\b{_MONTH}\s(?:of\s)?(?P<step>last|this|next)\syear\b"),
    ("month_of_year", rf"\b(?P<step>last|this|next)\syear,?\sin\s{_MONTH}\b"),
    ("next_such", rf"{_EDGE}\b(?P<step>last|this|next|coming)\s{_MONTH}\b(?!\s\d)"),
    ("unit", rf"{_EDGE}(?P<same>this\stime\s)?\b{_STEP}\s(?P<unit>week|month|year)\b"),
)

_DAY = r"(?<![\d.,])(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_YEAR = r"(?:19|20)\d\d\b"
_NO_VERB = (
    r"(?=\s*(?:$|[?!.,;:)\]]|['’]s\b)"
    r"|,?\s(?:(?:19|20)\d\d|or|to|until|till|is|are|was|were|does|did|can|will|if|for"
    r"|what|how|when|where|which|who|this|last|next|as|at|in|on|with|without|because|since|than"
    r"|rules?|hours|opening|holiday|and(?!\s\d))\b(?!\sto\b))"
)
"""Words that may follow a day. The verb "may" is followed by another verb or a person."""
_NO_MODAL = r"(?!\s(?:be|have|not|only|also)\b)"
_SMALL = re.compile(
    rf"(?<=\d )(?!may\b)(?:{MONTH_NAME})\b|(?<=\d(?:st|nd|rd|th) )(?!may\b)(?:{MONTH_NAME})\b"
    rf"|(?<=\b(?:on|of|by) )(?:{MONTH_NAME})\b(?=\s\d)|(?!may\b)\b(?:{MONTH_NAME})(?=\s\d)"
    rf"|\bmay(?=,?\s{_YEAR}|\s{_DAY}{_NO_VERB}|\s\d\d?(?:st|nd|rd|th)\b)"
)
_DAY_OF_MAY = re.compile(
    rf"\b(?:on|since|until|till|before|after)\s(?:the\s)?{_DAY}\s(?:of\s)?may\b{_NO_MODAL}"
    rf"|{_DAY}\s(?:of\s)?may\b{_NO_VERB}"
    rf"|\d(?:st|nd|rd|th)\s(?:of\s)?may\b{_NO_MODAL}"
)


def with_capitals(text: str) -> str:
    """Capitalises each month beside a number; the text keeps its length."""
    text = _SMALL.sub(lambda month: month[0].capitalize(), text)
    return _DAY_OF_MAY.sub(lambda day: f"{day[0][:-3]}May", text)
