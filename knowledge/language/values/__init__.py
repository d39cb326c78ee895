"""Reads typed, comparable values in text: how long, how much, how many, when, which."""

from knowledge.language.values.model import Bound, Value, ValueKind, differ, same
from knowledge.language.values.reading import values

__all__ = ["Bound", "Value", "ValueKind", "differ", "same", "values"]
