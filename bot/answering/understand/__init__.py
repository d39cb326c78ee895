"""Step 1: reads a message: small talk, or questions with their intent, days and store."""

from bot.answering.understand.follow_up.chosen_rule import only_a_place
from bot.answering.understand.follow_up.yes_or_no import replies as only_yes_or_no
from bot.answering.understand.kinds import about_answer, asks, danger_in
from bot.answering.understand.message import (
    as_typed,
    classify,
    in_one_form,
    narrowed,
    turn_in_one_form,
)
from bot.answering.understand.questions import leans
from bot.answering.understand.talk import is_small_talk, talk_of

LONGEST = 2000
"""Characters of a message; a longer one is not answered."""

__all__ = [
    "LONGEST",
    "about_answer",
    "as_typed",
    "asks",
    "classify",
    "danger_in",
    "in_one_form",
    "is_small_talk",
    "leans",
    "narrowed",
    "only_a_place",
    "only_yes_or_no",
    "talk_of",
    "turn_in_one_form",
]
