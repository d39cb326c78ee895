"""What kind of thing a question asks for, and whether quotes hold one: how long, how much, when."""

from bot.answering.criteria.answer_kind.asked import Slot, slot_of
from bot.answering.criteria.answer_kind.given import fills
from bot.answering.criteria.answer_kind.telling import demanded, says_shut

__all__ = ["Slot", "demanded", "fills", "says_shut", "slot_of"]
