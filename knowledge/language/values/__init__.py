"""Reads typed, comparable values in text: how long, how much, how many, when, which."""

from knowledge.language.values.reading import values
from knowledge.language.values.value import Bound, Value, ValueKind, differ, same

__all__ = ["Bound", "Value", "ValueKind", "differ", "same", "values"]
