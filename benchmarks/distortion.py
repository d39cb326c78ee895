"""Changes one value, name or permission of a sentence, as a model that errs would."""

import re
from collections.abc import Iterator

from knowledge.language.terms import language_of
from knowledge.language.values import Value, ValueKind, values

_UNITS = (
    ("business days", "days"),
    ("days", "weeks"),
    ("minutes", "hours"),
    ("hours", "days"),
    ("months", "weeks"),
    ("km", "m"),
    ("items", "people"),
    ("%", " points"),
    ("₩", "$"),
    ("개월", "주"),
    ("영업일 기준 ", ""),
    ("일", "개월"),
    ("시간", "일"),
    ("분", "시간"),
    ("만 원", "천 원"),
    ("원", "달러"),
    ("장", "명"),
)
_BOUNDS = (
    ("within ", "at least "),
    ("up to ", "at least "),
    ("at least ", "at most "),
    ("at most ", "at least "),
    (" 이내", " 이상"),
    (" 이상", " 이하"),
    (" 이하", " 이상"),
    ("최대 ", "최소 "),
)
_NAMES = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+(?: [A-Z][a-z]+)*\b|(?<![\w.])[A-Z]{2,}-[A-Z\d-]+")
_DAY = re.compile(r"[월화수목금토일](?=요일)|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)(?=days?\b)")
_DAYS = {"월": "화", "화": "목", "수": "금", "목": "토", "금": "일", "토": "수", "일": "월"} | {
    "Mon": "Tues",
    "Tues": "Thurs",
    "Wednes": "Fri",
    "Thurs": "Satur",
    "Fri": "Sun",
    "Satur": "Wednes",
    "Sun": "Mon",
}
_PARTICLED = re.compile(r"(?<![가-힣])[가-힣]{2,6}(?=[은는이가을를]\s)")
_BEFORE_VERB = re.compile(r"\b[a-z]{4,}s(?= (?:can|cannot|may|must|are|need|have)\b)")
_OTHER_NAME, _OTHER_CODE = "Zenith", "QX-77"
_FLIPS = (
    (r"\bcannot\b", "can"),
    (r"\b(can|may) (?!not)", r"\1 not "),
    (r"\b(is|are) not\b", r"\1"),
    (r"\bdo(?:es)? not ", ""),
    (
        r"\b(is|are) (?=(?:refunded|removed|paid|kept|matched|lent|sold|reported|handed)\b)",
        r"\1 not ",
    ),
    (r"수 있습니다", "수 없습니다"),
    (r"수 없습니다", "수 있습니다"),
    (r"수는 없습니다", "수 있습니다"),
    (r"(?:하|되)지 않습니다", "합니다"),
    (r"가능합니다", "불가능합니다"),
    (r"금지합니다", "허용합니다"),
    (r"(환불|적립|보관|판매|교환)합니다", r"\1하지 않습니다"),
    (r"받습니다", "받지 않습니다"),
    (r"됩니다", "되지 않습니다"),
)


def changed_value(text: str, known: str) -> Iterator[str]:
    """Yields the sentence with another number, unit or bound that is not in the known text."""
    found = [
        one for one in values(text) if one.kind not in (ValueKind.IDENTIFIER, ValueKind.NUMBER)
    ]
    for value in found:
        start, end = value.span
        for other in (*_other_numbers(value, known), *_other_units(value)):
            yield f"{text[:start]}{other}{text[end:]}"
        yield from _other_bounds(text, value)


def changed_name(text: str) -> Iterator[str]:
    """Yields the sentence with another name, code or day of the week."""
    for match in _NAMES.finditer(text):
        other = _OTHER_CODE if "-" in match[0] else _OTHER_NAME
        if not values(match[0]):
            yield f"{text[: match.start()]}{other}{text[match.end() :]}"
    for match in _DAY.finditer(text):
        yield f"{text[: match.start()]}{_DAYS[match[0]]}{text[match.end() :]}"


def changed_subject(text: str, known: str) -> Iterator[str]:
    """Yields the sentence with another noun, not in the known text, before a verb or particle."""
    korean = language_of(text) == "ko"
    other = "우산" if korean else "umbrellas"
    if other[:8] in known.lower():
        return
    for match in (_PARTICLED if korean else _BEFORE_VERB).finditer(text):
        yield f"{text[: match.start()]}{other}{text[match.end() :]}"


def changed_polarity(text: str) -> Iterator[str]:
    """Yields the sentence with its permission reversed: "can" becomes "cannot"."""
    for pattern, other in _FLIPS:
        flipped = re.sub(pattern, other, text, count=1)
        if flipped != text:
            yield flipped
            return


def _other_numbers(value: Value, known: str) -> Iterator[str]:
    digits = re.search(r"\d[\d,]*", value.text)
    if digits is None:
        return
    taken = set(re.findall(r"\d+", known.replace(",", "")))
    number = int(digits[0].replace(",", ""))
    while str(number) in taken or f"{number:02}" in taken:
        number += 1
    yield value.text.replace(digits[0], f"{number:,}", 1)


def _other_units(value: Value) -> Iterator[str]:
    for unit, other in _UNITS:
        if unit in value.text and any(char.isdigit() for char in value.text):
            yield value.text.replace(unit, other)
            return


def _other_bounds(text: str, value: Value) -> Iterator[str]:
    start, end = value.span
    for bound, other in _BOUNDS:
        if text[:start].endswith(bound):
            yield f"{text[: start - len(bound)]}{other}{text[start:]}"
        elif text[end:].startswith(bound):
            yield f"{text[:end]}{other}{text[end + len(bound) :]}"
