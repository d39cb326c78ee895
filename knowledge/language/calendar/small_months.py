"""Recognises months in lower case: "1 may" is a day, "may I" is not."""

import re

from knowledge.language.en.day_words import MONTH_NAME

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
