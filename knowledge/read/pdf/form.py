"""The values that people filled into a PDF's form, as letters at the place of their field."""

from collections.abc import Iterator, Sequence
from typing import Any

from pdfminer.psparser import PSLiteral
from pdfminer.utils import decode_text
from pdfplumber.page import Page

from knowledge.read.pdf.letters import Letter

_HIDDEN = 2 | 32
"""Flags of an annotation that is not shown: hidden, no view."""
_PASSWORD = 1 << 13
_BUTTON = 1 << 16
_LABEL_SIZE = 10.0
_INSET = 2.0
_TALL = 3
"""A field higher than so many lines is filled from its top."""
_PITCH = 1.2
_MOST_FIELDS = 2_000
_MOST_ABOVE = 10
_TICKED, _EMPTY = "☒", "☐"


def filled_in(page: Page, letters: Sequence[Letter]) -> list[Letter]:
    """One letter for each line of a value, beside the line of its label, and blanks around it."""
    shown: list[Letter] = []
    for field in page.annots[:_MOST_FIELDS]:
        for line, text in enumerate(_value(field["data"]).splitlines()):
            if text.strip():
                shown += _placed(field, line, " ".join(text.split()), letters)
    return shown


def _value(field: dict[str, Any]) -> str:
    """What a person reads in a field; nothing for links, comments and hidden fields."""
    if _number(field.get("F")) & _HIDDEN:
        return ""
    if _name(field.get("Subtype")) == "FreeText":
        return _text(field.get("Contents"))
    return _filled(field) if _name(field.get("Subtype")) == "Widget" else ""


def _filled(field: dict[str, Any]) -> str:
    kind, flags = _name(_inherited(field, "FT")), _number(_inherited(field, "Ff"))
    if kind == "Btn" and not flags & _BUTTON:
        return _tick(field)
    if kind == "Tx" and not flags & _PASSWORD:
        return _text(_inherited(field, "V"))
    return _chosen(field) if kind == "Ch" else ""


def _inherited(field: Any, key: str) -> Any:
    """A field's entry, or that of the group it belongs to."""
    for _ in range(_MOST_ABOVE):
        if not isinstance(field, dict):
            return None
        if field.get(key) is not None:
            return field[key]
        field = field.get("Parent")
    return None


def _tick(field: dict[str, Any]) -> str:
    state = _name(field.get("AS")) or _name(_inherited(field, "V"))
    return _EMPTY if state in ("", "Off") else _TICKED


def _chosen(field: dict[str, Any]) -> str:
    """The chosen entries of a list as it shows them: [stored, shown] or one text for both."""
    given = _inherited(field, "V")
    names = {
        _text(one[0]): _text(one[1])
        for one in _list(_inherited(field, "Opt"))
        if isinstance(one, list) and len(one) == 2  # noqa: PLR2004 - stored and shown
    }
    chosen = [_text(one) for one in (given if isinstance(given, list) else [given])]
    return ", ".join(names.get(one, one) for one in chosen if one)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0


def _name(value: Any) -> str:
    return str(value.name) if isinstance(value, PSLiteral) else ""


def _text(value: Any) -> str:
    if isinstance(value, bytes):
        return decode_text(value).replace("\r\n", "\n").replace("\r", "\n")
    return value if isinstance(value, str) else ""


def _placed(field: Letter, line: int, text: str, letters: Sequence[Letter]) -> Iterator[Letter]:
    left, top, bottom = float(field["x0"]), float(field["top"]), float(field["bottom"])
    label = next(
        (one for one in letters if top <= (one["top"] + one["bottom"]) / 2 <= bottom), None
    )
    size = float(label["size"]) if label else _LABEL_SIZE
    start = float(label["top"]) if label else max(top, (top + bottom - size) / 2)
    if line or bottom - top > _TALL * size:
        start = top + _INSET + line * size * _PITCH
    right = max(min(float(field["x1"]), left + len(text) * size / 2), left + size / 2)
    letter = {
        "text": text, "x0": left, "x1": right, "top": start, "bottom": start + size,
        "doctop": start, "height": size, "width": right - left, "size": size, "upright": True,
        "fontname": "", "is_value": True, "matrix": (1, 0, 0, 1, left, start),
    }  # fmt: skip
    blank = {**letter, "text": " "}
    yield {**blank, "x0": left - 0.1, "x1": left}
    yield letter
    yield {**blank, "x0": right, "x1": right + 0.1}
