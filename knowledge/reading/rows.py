"""Reading records: policies and products as CSV or JSON, each one passage."""

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from knowledge.dittos import first_cells
from knowledge.errors import UnreadableDocumentError
from knowledge.model import Record
from knowledge.reading.content import Content, decoded, well_formed
from knowledge.reading.limits import check_rows

_NUMBER = re.compile(r"(?:[0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3})(?:\.[0-9]{1,2})?")
_DIGIT = re.compile(r"\d|@")
_SERIAL = re.compile(r"[0-9]{0,4}")
_SIGNS = {"KRW": "₩", "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}


def read_csv(raw: bytes, currency: str) -> Content:
    """A table with a header line: policies, products, or any other records."""
    reader = csv.DictReader(io.StringIO(decoded(raw)), strict=True)
    records: list[dict[str, Any]] = []
    try:
        for record in reader:
            if None in record or None in record.values():
                raise UnreadableDocumentError(
                    "this row has more or fewer cells than the header", reader.line_num
                )
            records.append(record)
            check_rows(len(records))
    except csv.Error as error:
        too_long = "limit" in str(error)
        reason = "a cell is longer than 131,072 characters" if too_long else "this is no valid CSV"
        raise UnreadableDocumentError(reason, reader.line_num) from error
    return _joined(without_dittos(records), currency)


def read_json(raw: bytes, currency: str) -> Content:
    """A list of policies, products or other records."""
    try:
        records = json.loads(decoded(raw))
    except json.JSONDecodeError as error:
        raise UnreadableDocumentError("this is no valid JSON", error.lineno) from error
    if not isinstance(records, list) or not all(isinstance(record, dict) for record in records):
        raise UnreadableDocumentError("a JSON file must hold a list of records")
    return _joined(records, currency)


def _joined(records: Sequence[Mapping[str, Any]], currency: str) -> Content:
    check_rows(len(records))
    return placed([(record_name(record), record_text(record, currency)) for record in records])


def placed(named: Sequence[tuple[str, str]]) -> Content:
    """Records, each a name and a text, as one text that knows the place of each."""
    records: list[Record] = []
    start = 0
    for name, text in named:
        records.append(Record(start, start + len(text), name))
        start += len(text) + len("\n\n")
    return Content("\n\n".join(text for _, text in named), records=tuple(records))


def without_dittos(records: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Records of one table; a blank first value is filled in from above where it is words."""
    rows = [[_value(value) for value in record.values()] for record in records]
    filled: list[Mapping[str, Any]] = []
    for number, first in enumerate(first_cells(rows)):
        record = records[number]
        # A number or a code that is missing is none of the one above.
        if first != number and not _DIGIT.search(rows[first][0]):
            record = {**record, next(iter(record)): rows[first][0]}
        filled.append(record)
    return filled


def record_name(record: Mapping[str, Any]) -> str:
    """What a record is called: its name, or its first value that is more than a serial number."""
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
    return "\n".join(f"{key}: {_value(value)}" for key, value in record.items() if _value(value))


def _policy(record: Mapping[str, Any]) -> str:
    kind, description, conditions, timeframe = (
        _value(record.get(name))
        for name in ("policy_type", "description", "conditions", "timeframe")
    )
    text = f"{kind}: {description}\n{conditions}"
    # The time frame is often part of the description already; said once is enough.
    return text if timeframe.casefold() in text.casefold() else f"{text}\n{timeframe}"


def _product(record: Mapping[str, Any], currency: str) -> str:
    lines = {
        "Product": _value(record["name"]),
        "Category": _value(record.get("category")),
        "Price": _price(_value(record["price"]), currency),
        "Description": _value(record.get("description")),
    }
    return "\n".join(f"{label}: {value}" for label, value in lines.items())


def _price(price: str, currency: str) -> str:
    """A plain number with its currency; anything else as it is written."""
    if not _NUMBER.fullmatch(price):
        return price
    whole, _, cents = price.replace(",", "").partition(".")
    amount = f"{int(whole):,}" + (f".{cents:0<2}" if cents.strip("0") else "")
    return f"{_SIGNS.get(currency, f'{currency} ')}{amount}"


def _value(value: object) -> str:
    return "" if value is None else well_formed(str(value).strip())
