"""All that a chat, the page or the API needs for rules that people write."""

from dataclasses import dataclass

from bot.conversation.corrections import Corrections
from bot.rules.forms import Forms
from bot.rules.pins import Pinning
from bot.rules.publishing import Publishing
from bot.rules.queue import Queue
from bot.rules.receipts import Receipts
from bot.rules.reviews import Reviewing
from bot.rules.writing import Writing


@dataclass(frozen=True, slots=True)
class Rules:
    """The parts of it, from a form to those who are told."""

    forms: Forms
    writing: Writing
    publishing: Publishing
    pinning: Pinning
    reviewing: Reviewing
    receipts: Receipts
    corrections: Corrections
    """Corrects the answers that quoted what a rule no longer says."""
    queue: Queue
    """What waits for a rule."""
