"""Finds documents that give other values for one subject, versions that are taken for documents of
their own, and orders to a language model."""

from knowledge.linter.namesakes import namesakes
from knowledge.linter.planted import planted
from knowledge.linter.rivals import Clash, Linted, Side, clashes, linted

__all__ = ["Clash", "Linted", "Side", "clashes", "linted", "namesakes", "planted"]
