"""Writes the data directory into one file while storewise runs, and puts it back."""

from bot.upkeep.backup.making import Restored, back_up, restore
from bot.upkeep.backup.manifest import FORMAT, Manifest, Member

__all__ = ["FORMAT", "Manifest", "Member", "Restored", "back_up", "restore"]
