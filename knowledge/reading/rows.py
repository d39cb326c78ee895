"""Reading records: policies and products as CSV or JSON, each one passage."""

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

from knowledge.errors import UnreadableDocumentError
from knowledge.reading.content import Content, decoded, joined_rows

_SIGNS = {"KRW": "₩", "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}


def read_csv(raw: bytes, currency: str) -> Content:
    """A table with a header line: policies, products, or any other records."""
    reader = csv.DictReader(io.StringIO(decoded(raw)), strict=True)
    try:
        records = list(reader)
    except csv.Error as error:
        raise UnreadableDocumentError("this is no valid CSV", reader.line_num) from error
    for record in records:
        if None in record or None in record.values():
            raise UnreadableDocumentError("a row has more or fewer cells than the header")
    return joined_rows([row_text(record, currency) for record in records])


def read_json(raw: bytes, currency: str) -> Content:
    """A list of policies, products or other records."""
    try:
        records = json.loads(decoded(raw))
    except json.JSONDecodeError as error:
        raise UnreadableDocumentError("this is no valid JSON", error.lineno) from error
    if not isinstance(records, list) or not all(isinstance(record, dict) for record in records):
        raise UnreadableDocumentError("a JSON file must hold a list of records")
    return joined_rows([row_text(record, currency) for record in records])


def row_text(record: Mapping[str, Any], currency: str) -> str:
    """The passage of one record."""
    if "policy_type" in record:
        return _policy(record)
    if "name" in record and "price" in record:
        return _product(record, currency)
    return "\n".join(f"{key}: {_value(value)}" for key, value in record.items() if _value(value))


def _policy(record: Mapping[str, Any]) -> str:
    text = (
        f"{record['policy_type']}: {record.get('description', '')}\n{record.get('conditions', '')}"
    )
    timeframe = _value(record.get("timeframe"))
    # The time frame is often part of the description already; said once is enough.
    return text if timeframe.casefold() in text.casefold() else f"{text}\n{timeframe}"


def _product(record: Mapping[str, Any], currency: str) -> str:
    lines = {
        "Product": _value(record["name"]),
        "Category": _value(record.get("category")),
        "Price": _price(record["price"], currency),
        "Description": _value(record.get("description")),
    }
    return "\n".join(f"{label}: {value}" for label, value in lines.items())


def _price(price: object, currency: str) -> str:
    if not isinstance(price, int | float):
        return _value(price)
    sign = _SIGNS.get(currency, f"{currency} ")
    return f"{sign}{price:,}" if float(price).is_integer() else f"{sign}{price:,.2f}"


def _value(value: object) -> str:
    return "" if value is None else str(value).strip()
