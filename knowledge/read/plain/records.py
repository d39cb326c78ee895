"""Reads CSV and JSON files of records, such as policies and products: a passage each."""

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from knowledge.model.documents import CatalogueRecord
from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content, decoded, well_formed
from knowledge.read.limits import check_rows
from knowledge.split.dittos import first_cells

_NUMBER = re.compile(r"(?:[0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3})(?:\.[0-9]{1,2})?")
_LABELS = re.compile(r"^(?:Product|Category|Price|Description): ?", re.MULTILINE)
_DIGIT = re.compile(r"\d|@")
_NOTHING = re.compile(r"^(?:none|null|nan|nil|n/?a|없음|해당 ?없음|[-–—.]*)\.?$", re.IGNORECASE)
"""A cell without a value, as programs and people write it."""
_SERIAL = re.compile(r"[0-9]{0,4}")
_UNIT = re.compile(r"(?P<name>.*?)\s*[(（](?P<unit>[^()（）]+)[)）]")
_MONEY = re.compile(
    r"(?:^|[\s_/])(?:price|fee|fare|cost|charge|surcharge|deposit)s?$|(?:가격|요금|금액|비용|단가|정가|판매가"
    r"|할인가|소비자가|수수료|보증금|보관료|이용료|대여료|입장료|배송료|배송비|택배비|포장비|운임|연회비|위약금|과태료)$",
    re.IGNORECASE,
)
"""The heading of a column of amounts of money."""
_SIGNS = {"KRW": "₩", "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}
_CODES = {sign: code for code, sign in _SIGNS.items()} | {"원": "KRW"}
_WITHOUT_CENTS = frozenset({"KRW", "JPY"})
_ONE_RECORD = frozenset({"policy_type", "price"})
"""Fields that only a record has: an object with one of them is not a catalogue with a list."""
_NO_LIST = "a JSON file must hold a list of records, or one object with one such list"


def read_csv(text: str, currency: str) -> Content:
    """Reads a table with a header line: policies, products or any other records.

    Leaves out rows that do not fit the header, and names them.
    """
    table = delimited(text)
    names = [
        name if name not in table.header[:at] else f"{name} {table.header[: at + 1].count(name)}"
        for at, name in enumerate(table.header)
    ]
    records = [dict(zip(names, row, strict=True)) for row in table.rows]
    if table.delimiter != ",":
        records = [_with_decimal_points(record) for record in records]
    return replace(_joined(without_dittos(records), currency), lost=table.lost)


def read_json(raw: bytes, currency: str) -> Content:
    """Reads a list of policies, products or other records, or a catalogue: an object around it."""
    try:
        # A float would drop the last digit of 599.00.
        read = json.loads(decoded(raw), parse_float=_as_written)
    except json.JSONDecodeError as error:
        raise UnreadableDocumentError("this is no valid JSON", error.lineno) from error
    return _joined(_records_of(read), _currency_of(read) or currency)


def _as_written(number: str) -> str:
    return str(float(number)) if "e" in number.lower() else number


def _records_of(read: object) -> list[dict[str, Any]]:
    """The list itself, or the only list of records in an object. Raises UnreadableDocumentError."""
    if isinstance(read, dict) and not _ONE_RECORD & read.keys():
        lists = [one for one in read.values() if _is_records(one)]
        read = lists[0] if len(lists) == 1 else None
    if not isinstance(read, list) or not _is_records(read):
        raise UnreadableDocumentError(_NO_LIST)
    return read


def _is_records(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


def _currency_of(read: object) -> str:
    """The `currency` field of a catalogue, beside its list."""
    return _value(read.get("currency")) if isinstance(read, dict) else ""


def _with_decimal_points(record: Mapping[str, str]) -> dict[str, str]:
    """Writes 3,50 below a heading of money as 3.50: its table has other marks between cells."""
    return {
        name: without_decimal_comma(cell) if _MONEY.search(_parts(name)[0]) else cell
        for name, cell in record.items()
    }


def _joined(records: Sequence[Mapping[str, Any]], currency: str) -> Content:
    check_rows(len(records))
    return placed([(record_name(record), record_text(record, currency)) for record in records])


def placed(named: Sequence[tuple[str, str]]) -> Content:
    """Joins records, each a name and a text, into one text with the place of each."""
    records: list[CatalogueRecord] = []
    start = 0
    for name, text in named:
        records.append(CatalogueRecord(start, start + len(text), name))
        start += len(text) + len("\n\n")
    return Content("\n\n".join(text for _, text in named), records=tuple(records))


def without_dittos(records: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Fills in blank first values of a table's records from the row above, if they are words."""
    rows = [[_value(value) for value in record.values()] for record in records]
    filled: list[Mapping[str, Any]] = []
    for number, first in enumerate(first_cells(rows)):
        record = records[number]
        # A missing number or code is not the one above.
        if first != number and not _DIGIT.search(rows[first][0]):
            record = {**record, next(iter(record)): rows[first][0]}
        filled.append(record)
    return filled


def record_name(record: Mapping[str, Any]) -> str:
    """The name of a record, or its first value that is not a serial number."""
    values = [_value(value) for value in record.values()]
    telling = [value for value in values if not _SERIAL.fullmatch(value)]
    first = next(iter(telling or values), "")
    return _value(record.get("policy_type") or record.get("name")) or first


def record_text(record: Mapping[str, Any], currency: str) -> str:
    """The passage of one record."""
    if "policy_type" in record:
        return _policy(record)
    if "name" in record and "price" in record:
        return _product(record, currency)
    return "\n".join(
        f"{key}: {_amount(key, _value(value), currency)}"
        for key, value in record.items()
        if _value(value)
    )


def _amount(heading: str, value: str, currency: str) -> str:
    """A value below the heading of amounts of money with its currency; others as written."""
    name, unit = _parts(heading)
    unit = unit or currency
    known = _CODES.get(unit, unit.upper()) in _SIGNS
    return _price(value, unit) if known and _MONEY.search(name) else value


def _parts(heading: str) -> tuple[str, str]:
    """The name of a column, and the unit in brackets after it."""
    parts = _UNIT.fullmatch(heading.strip())
    return (parts["name"], parts["unit"].strip()) if parts else (heading.strip(), "")


def _policy(record: Mapping[str, Any]) -> str:
    kind, description, conditions, timeframe = (
        _NOTHING.sub("", _value(record.get(name)))
        for name in ("policy_type", "description", "conditions", "timeframe")
    )
    lines = [f"{kind}: {description}", conditions]
    # The description often contains the time frame already.
    if timeframe.casefold() not in " ".join(lines).casefold():
        lines.append(timeframe)
    return "\n".join(filter(None, lines))


def _product(record: Mapping[str, Any], currency: str) -> str:
    own = _value(record.get("currency"))
    lines = {
        "Product": _value(record["name"]),
        "Category": _value(record.get("category")),
        "Price": _price(_value(record["price"]), own or currency),
        "Description": _value(record.get("description")),
    }
    return "\n".join(f"{label}: {value}" for label, value in lines.items())


def without_labels(text: str) -> str:
    """Removes the labels of products from records: they are English in every catalogue."""
    return _LABELS.sub("", text)


def _price(price: str, currency: str) -> str:
    """A plain number with its currency, and cents if it has any; any other price as written."""
    if not _NUMBER.fullmatch(price):
        return price
    code = _CODES.get(currency, currency.upper())
    whole, _, cents = price.replace(",", "").partition(".")
    if code in _WITHOUT_CENTS:
        cents = cents.strip("0")
    amount = f"{int(whole):,}" + (f".{cents:0<2}" if cents else "")
    return f"{_SIGNS.get(code, f'{code} ')}{amount}"


def _value(value: object) -> str:
    return "" if value is None else well_formed(str(value).strip())


# Splits a text into the rows of its table, whichever character stands between the cells.

_DELIMITERS = (",", ";", "\t", "|")
_SAID = re.compile(r"\Asep=(?P<delimiter>.)\n", re.IGNORECASE)
"""The first line with which programs tell Excel the delimiter."""
_UNQUOTED = ("\t", "|")
"""Delimiters with which a quote is often a letter of the text, such as 24" for inches."""
_LOOKED_AT = 20_000
"""Characters that show the delimiter."""
_MOST_NAMED = 20
"""Rows that a report names."""
_DECIMAL_COMMA = re.compile(r"(?P<sign>-?)(?P<whole>\d{1,3}(?:\.\d{3})+|\d+),(?P<cents>\d{1,2})")
_SHAPE = "this row has more or fewer cells than the header"
_TOO_LONG = "the row in line {line}: it has more cells than the header"
_TOO_SHORT = "the last cells of the row in line {line}: it has fewer than the header"


@dataclass(frozen=True, slots=True)
class Delimited:
    """The header and the rows of a table, each as long as the header."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    delimiter: str
    lost: tuple[str, ...] = ()
    """The rows that were left out."""


def delimited(text: str) -> Delimited:
    """Splits a CSV, a TSV or the like. Raises UnreadableDocumentError if it is no table."""
    said = _SAID.match(text)
    delimiter = said["delimiter"] if said else _delimiter(text)
    rows = _filled(text, delimiter)[1 if said else 0 :]
    if not rows:
        return Delimited((), (), delimiter)
    (_, header), *others = rows
    fitted = [(line, _fitted(row, len(header))) for line, row in others]
    kept = tuple(row for _, row in fitted if row is not None)
    long = [line for line, row in fitted if row is None]
    short = [line for line, row in others if len(row) < len(header)]
    lone = [line for line, row in others if len(row) == 1 < len(header)]
    if len(long) > len(kept) or len(lone) > len(others) / 2:
        raise UnreadableDocumentError(_SHAPE, (long or lone)[0])
    lost = (*_named(long, _TOO_LONG), *_named(short, _TOO_SHORT))
    return Delimited(tuple(header), kept, delimiter, lost)


def split_rows(text: str) -> tuple[str, list[list[str]]]:
    """The delimiter of a text, and its rows without blanks around cells; none if it is no CSV."""
    said = _SAID.match(text)
    delimiter = said["delimiter"] if said else _delimiter(text)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    try:
        rows = [[cell.strip() for cell in row] for row in reader]
    except csv.Error:
        return delimiter, []
    return delimiter, rows[1 if said else 0 :]


def _fitted(row: Sequence[str], width: int) -> tuple[str, ...] | None:
    """A row as wide as the header: programs leave empty last cells out. None if it is wider."""
    if any(row[width:]):
        return None
    return (*row[:width], *[""] * (width - len(row)))


def without_decimal_comma(number: str) -> str:
    """A number such as 1.234,50 as 1234.50; any other text as it is."""
    found = _DECIMAL_COMMA.fullmatch(number.strip())
    return f"{found['sign']}{found['whole'].replace('.', '')}.{found['cents']}" if found else number


def _delimiter(text: str) -> str:
    """The character that splits most rows into as many cells as the header, and into the most."""
    scores = {one: _score(text, one) for one in _DELIMITERS}
    return max(_DELIMITERS, key=lambda one: scores[one])


def _score(text: str, delimiter: str) -> tuple[float, int]:
    reader = csv.reader(io.StringIO(text[:_LOOKED_AT]), delimiter=delimiter)
    try:
        widths = [len(row) for row in reader if row]
    except csv.Error:
        return (0, 0)
    # A line above the head is a title.
    wide = [width for width in widths if width > 1]
    if not wide or (widths[0] == 1 and 2 * len(wide) < len(widths)):
        return (0, 0)
    return (widths.count(wide[0]) / len(widths), wide[0])


def _filled(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """The rows that are not empty, with their lines. Raises UnreadableDocumentError."""
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    rows: list[tuple[int, list[str]]] = []
    try:
        for row in filter(None, reader):
            check_rows(len(rows))
            rows.append((reader.line_num, row))
    except csv.Error as error:
        if delimiter in _UNQUOTED:
            lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line]
            check_rows(len(lines) - 1)
            return [(number, line.split(delimiter)) for number, line in lines]
        too_long = "limit" in str(error)
        reason = "a cell is longer than 131,072 characters" if too_long else "this is no valid CSV"
        raise UnreadableDocumentError(reason, reader.line_num) from error
    return rows


def _named(lines: Sequence[int], what: str) -> tuple[str, ...]:
    named = [what.format(line=line) for line in lines[:_MOST_NAMED]]
    more = len(lines) - _MOST_NAMED
    return (*named, *((f"{more} more such rows",) if more > 0 else ()))
