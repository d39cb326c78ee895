"""Stores dataclasses as JSON, and reads them again."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter

T = TypeVar("T")

_form: Callable[[Any], TypeAdapter[Any]] = cache(TypeAdapter)


def as_json(one: object) -> str:
    """Writes one as its text."""
    return _form(type(one)).dump_json(one).decode()


def of_json(kind: type[T], text: str | bytes) -> T:
    """Reads one from its text; fields that it has not are ignored. Raises ValueError."""
    found: T = _form(kind).validate_json(text)
    return found


def of_values(kind: type[T], values: object) -> T:
    """Reads one from values that JSON has. Raises ValueError."""
    found: T = _form(kind).validate_python(values)
    return found
