"""What kind of thing a question asks for, and whether quotes hold one: how long, how much, when."""

from bot.answering.slot.asking import Slot, slot_of
from bot.answering.slot.demanded import demanded, says_shut, telling_first
from bot.answering.slot.filling import fills

__all__ = ["Slot", "demanded", "fills", "says_shut", "slot_of", "telling_first"]
