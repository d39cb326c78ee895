"""Reads a spreadsheet's cell as people see it: dates as ISO, numbers in their format."""

import re
from datetime import datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from operator import eq, ge, gt, le, lt, ne

from openpyxl.cell import Cell
from openpyxl.cell.rich_text import CellRichText, TextBlock

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"'
    r"|\\(?P<escaped>.)"
    r"|\[\$(?P<sign>[^\]-]*)[^\]]*\]"
    r"|(?P<unseen>\[[^\]]*\]|[_*].)"
    r"|(?P<digits>[#0?][#0?,.]*)"
    r"|(?P<literal>.)",
    re.DOTALL,
)
_QUOTED = re.compile(r'"[^"]*"')
_CALCULATED = re.compile(r"[Ee][+-]|/")
"""Formats of scientific numbers and fractions, which are written as plain numbers."""
_THOUSANDS = re.compile(r"(?<=\d)(?=(?:\d{3})+$)")
_CONDITION = re.compile(r"\[(?P<sign><=|>=|<>|<|>|=)(?P<limit>-?[0-9.]+)\]")
_HOLDS = {"<=": le, ">=": ge, "<>": ne, "<": lt, ">": gt, "=": eq}
_FIRST_YEAR = 1900
"""The first year of Excel's calendar."""
_HUGE = 10**15
"""Excel stores fifteen digits."""
_PLACES = Decimal("1e-10")
"""Excel shows no more decimals: 0.1 + 0.2 is 0.3."""


def shown(cell: Cell) -> str:
    """A cell's text; empty if it is struck out or its formula failed."""
    value = cell.value
    if value is None or cell.data_type == "e" or (cell.has_style and cell.font.strike):
        return ""
    if isinstance(value, CellRichText):
        return "".join(_part(part) for part in value).strip()
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float):
        return formatted(Decimal(str(value)), cell.number_format)
    return moment(value) or str(value).strip()


def formatted(number: Decimal, form: str) -> str:
    """A number as Excel shows it in a number format: `#,##0"원"`, `0.0%`, `000-0000-0000`."""
    section, signed = _section(number, form)
    if section == "@" or _CALCULATED.search(_QUOTED.sub("", section)) or abs(number) >= _HUGE:
        return plain_number(number)
    pieces = [
        (match.lastgroup or "", match[match.lastgroup or 0])
        for match in _TOKEN.finditer(section.replace("General", "0.##########"))
        if match.lastgroup != "unseen"
    ]
    patterns = [text for kind, text in pieces if kind == "digits"]
    percent = 100 if ("literal", "%") in pieces else 1
    digits = _digits(abs(number) * percent, "".join(patterns))
    text = "".join(_spread(pieces, digits) if len(patterns) > 1 else _put(pieces, digits)).strip()
    return f"-{text}" if signed and text else text


def _section(number: Decimal, form: str) -> tuple[str, bool]:
    """The section of a format for this number, and whether a minus sign must be added."""
    first, *others = form.split(";")
    condition = _CONDITION.match(first)
    if condition and others:
        holds = _HOLDS[condition["sign"]](number, Decimal(condition["limit"]))
        return (first if holds else others[0]), number < 0
    if number < 0 and others:
        return others[0], False
    if number == 0 and len(others) > 1:
        return others[1], False
    return first, number < 0


def _part(part: str | TextBlock) -> str:
    if isinstance(part, str):
        return part
    return "" if part.font.strike else str(part.text)


def _put(pieces: list[tuple[str, str]], digits: str) -> list[str]:
    return [digits if kind == "digits" else text for kind, text in pieces]


def _spread(pieces: list[tuple[str, str]], digits: str) -> list[str]:
    """Distributes the digits over several places from the right, as in a phone number."""
    texts: list[str] = []
    places = sum(kind == "digits" for kind, _ in pieces)
    for kind, text in reversed(pieces):
        if kind != "digits":
            texts.append(text)
            continue
        places -= 1
        cut = max(len(digits) - len(text), 0) if places else 0
        texts.append(digits[cut:])
        digits = digits[:cut]
    return texts[::-1]


def _digits(number: Decimal, pattern: str) -> str:
    whole_pattern, _, decimals = pattern.partition(".")
    thousands = len(pattern) - len(pattern.rstrip(","))
    number = (number / 1000**thousands).quantize(_quantum(decimals), ROUND_HALF_UP)
    whole, _, rest = f"{number:f}".partition(".")
    least = decimals.count("0")
    while len(rest) > least and rest.endswith("0"):
        rest = rest[:-1]
    zeros = whole_pattern.count("0")
    whole = whole.lstrip("0").zfill(zeros) if zeros else whole.lstrip("0")
    if "," in whole_pattern.rstrip(","):
        whole = _THOUSANDS.sub(",", whole)
    return f"{whole}.{rest}" if rest else whole


def _quantum(decimals: str) -> Decimal:
    return Decimal(1).scaleb(-sum(sign in "0#?" for sign in decimals))


def plain_number(number: Decimal) -> str:
    """A number without a format, with no more decimals than Excel shows."""
    text = f"{number.quantize(_PLACES) if abs(number) < _HUGE else number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def moment(value: object) -> str:
    """A date, a time or a duration, as ISO; empty for anything else."""
    match value:
        case datetime():
            return _day_and_clock(value)
        case time():
            return value.isoformat("seconds" if value.second else "minutes")
        case timedelta():
            return _duration(value)
    return ""


def _day_and_clock(value: datetime) -> str:
    # openpyxl reads a time of 24:00 or later without a date as a day of 1900.
    if value.year <= _FIRST_YEAR:
        return moment(value.time())
    day = value.date().isoformat()
    return day if value.time() == time() else f"{day} {moment(value.time())}"


def _duration(value: timedelta) -> str:
    minutes, seconds = divmod(round(value.total_seconds()), 60)
    text = f"{minutes // 60}:{minutes % 60:02}"
    return f"{text}:{seconds:02}" if seconds else text
