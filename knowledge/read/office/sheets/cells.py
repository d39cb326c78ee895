"""Reads a spreadsheet's cell as people see it: dates as ISO, numbers in their format."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property
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


# The visible rows of a worksheet of any format, with merged cells filled in.

Look = tuple[bool, str]
"""Whether a cell is bold, and its colour: header rows differ from the rows below."""
PLAIN: Look = (False, "")
Place = tuple[int, int]
"""A row and a column, each from 1."""


@dataclass(frozen=True, slots=True)
class Merged:
    """The rows and columns of a merged cell."""

    first_row: int
    last_row: int
    first_column: int
    last_column: int


@dataclass(frozen=True, slots=True)
class Square:
    """One place of the grid."""

    text: str
    """As people see it; empty for a formula that failed or has no result."""
    is_words: bool
    """Whether it is not a number, a date or a time."""
    look: Look = PLAIN
    merged: Merged | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A worksheet: its cells that hold something, and what of it is hidden."""

    title: str
    cells: Mapping[Place, Square]
    merged: Sequence[Merged] = ()
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Row:
    """A row with at least one value."""

    number: int
    after_gap: bool
    """Whether the row above is empty."""
    squares: dict[int, Square]

    @cached_property
    def pieces(self) -> tuple[Square, ...]:
        """Its squares from the left, a merged cell once."""
        seen: set[Merged] = set()
        pieces: list[Square] = []
        for _, square in sorted(self.squares.items()):
            if square.merged is None or square.merged not in seen:
                pieces.append(square)
            if square.merged:
                seen.add(square.merged)
        return tuple(pieces)


def rows(sheet: Sheet) -> list[Row]:
    """The rows of a sheet with values, without hidden rows and columns."""
    filled = _filled(sheet)
    kept: list[Row] = []
    seen: set[Merged | None] = set()
    above = 0
    for number in sorted(filled.keys() - sheet.hidden_rows):
        squares = {
            column: square
            for column, square in filled[number].items()
            if column not in sheet.hidden_columns
        }
        merged = {square.merged for square in squares.values()}
        # A row that only continues merged cells from above adds nothing.
        if merged - seen and any(square.text for square in squares.values()):
            kept.append(Row(number, _is_gap(above, number, sheet.hidden_rows), squares))
        if squares:
            above = number
        seen |= merged - {None}
    return kept


def _filled(sheet: Sheet) -> dict[int, dict[int, Square]]:
    filled: dict[int, dict[int, Square]] = {}
    for (row, column), square in sheet.cells.items():
        filled.setdefault(row, {})[column] = square
    if not filled:
        return filled
    last_row = max(filled)
    last_column = max(max(columns) for columns in filled.values())
    for area in sheet.merged:
        corner = filled.get(area.first_row, {}).get(area.first_column)
        if corner is None:
            continue
        for row in range(area.first_row, min(area.last_row, last_row) + 1):
            for column in range(area.first_column, min(area.last_column, last_column) + 1):
                filled.setdefault(row, {})[column] = replace(corner, merged=area)
    return filled


def _is_gap(above: int, number: int, hidden: frozenset[int]) -> bool:
    return any(between not in hidden for between in range(above + 1, number))
