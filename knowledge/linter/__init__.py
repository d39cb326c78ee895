"""Finds documents that are in force together and give other values for one subject."""

from knowledge.linter.rivals import Clash, Linted, Side, clashes, linted

__all__ = ["Clash", "Linted", "Side", "clashes", "linted"]
