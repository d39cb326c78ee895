"""Finds documents with different values for one subject, versions mistaken for separate documents,
and orders to a language model."""

from knowledge.compare.contradictions.rivals import Clash, Linted, Side, clashes, linted
from knowledge.compare.contradictions.stated import namesakes, planted

__all__ = ["Clash", "Linted", "Side", "clashes", "linted", "namesakes", "planted"]
