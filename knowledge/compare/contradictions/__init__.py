"""Finds documents with different values for one subject, versions mistaken for separate documents,
and orders to a language model."""

from knowledge.compare.contradictions.namesakes import namesakes
from knowledge.compare.contradictions.planted import planted
from knowledge.compare.contradictions.rivals import Clash, Linted, Side, clashes, linted

__all__ = ["Clash", "Linted", "Side", "clashes", "linted", "namesakes", "planted"]
