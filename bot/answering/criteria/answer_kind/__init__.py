"""The kind of value that a question asks for, and whether quotes have one: how long, how much."""

from bot.answering.criteria.answer_kind.asked import Slot, slot_of
from bot.answering.criteria.answer_kind.given import fills
from bot.answering.criteria.answer_kind.telling import demanded, says_shut

__all__ = ["Slot", "demanded", "fills", "says_shut", "slot_of"]
