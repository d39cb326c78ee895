"""Reads typed, comparable values in text: how long, how much, how many, when, which."""

from knowledge.language.values.reading import values
from knowledge.language.values.value import (
    UNCOMPARED,
    Bound,
    Value,
    ValueKind,
    all_the_same,
    differ,
    same,
    without_values,
)

__all__ = [
    "UNCOMPARED",
    "Bound",
    "Value",
    "ValueKind",
    "all_the_same",
    "differ",
    "same",
    "values",
    "without_values",
]
