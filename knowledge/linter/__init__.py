"""Finds documents that are in force together and give other values for one subject."""

from knowledge.linter.rivals import Clash, Side, clashes

__all__ = ["Clash", "Side", "clashes"]
