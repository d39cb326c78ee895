"""Step 4: checks that every sentence of a draft stands in its documents, word for word.

Deterministic. A sentence that breaks a rule is dropped; without sentences left the verdict is
INSUFFICIENT.
"""

from bot.answering.check.rules import VERSION, check, fault

__all__ = ["VERSION", "check", "fault"]
