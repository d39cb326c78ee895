"""Step 4: is every sentence of the draft carried by the words that it quotes?

Deterministic. A sentence that breaks a rule is dropped; an answer of which nothing is left is
insufficient. `rules` has the rules in their order, each other module one of them.
"""

from bot.answering.check.rules import VERSION, check, fault

__all__ = ["VERSION", "check", "fault"]
