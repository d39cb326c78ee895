"""The stores of the company: who they are, where their staff ask, what documents count there."""

from bot.stores.store import Owner, Store, Stores

__all__ = ["Owner", "Store", "Stores"]
