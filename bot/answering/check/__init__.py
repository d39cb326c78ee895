"""Step 4: checks that every sentence of a draft is backed by its quotes.

Deterministic. A sentence that breaks a rule is dropped; without sentences left the verdict is
INSUFFICIENT. `rules` lists the rules in order; most other modules hold one of them each.
"""

from bot.answering.check.rules import VERSION, check, fault

__all__ = ["VERSION", "check", "fault"]
