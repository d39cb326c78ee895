"""Writes the data directory into one file while storewise runs, and puts it back."""

from bot.upkeep.backup.making import back_up
from bot.upkeep.backup.manifest import FORMAT, Manifest, Member
from bot.upkeep.backup.restoring import Restored, restore

__all__ = ["FORMAT", "Manifest", "Member", "Restored", "back_up", "restore"]
