"""Finds documents that give other values for one subject, and orders to a language model."""

from knowledge.linter.planted import planted
from knowledge.linter.rivals import Clash, Linted, Side, clashes, linted

__all__ = ["Clash", "Linted", "Side", "clashes", "linted", "planted"]
