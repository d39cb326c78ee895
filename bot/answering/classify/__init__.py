"""Step 1: what a message is: a question, about what, as of when, or several; or only talk."""

from bot.answering.classify.asking import asks
from bot.answering.classify.parts import leans
from bot.answering.classify.talk import talk_of
from bot.answering.classify.typed import as_typed, in_one_form, turn_in_one_form
from bot.answering.classify.understanding import classify, narrowed

LONGEST = 2000
"""Characters of a question."""

__all__ = [
    "LONGEST",
    "as_typed",
    "asks",
    "classify",
    "in_one_form",
    "leans",
    "narrowed",
    "talk_of",
    "turn_in_one_form",
]
