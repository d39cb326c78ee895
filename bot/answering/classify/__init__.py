"""Step 1: what a message is: a question, about what, as of when, or several; or only talk."""

from bot.answering.classify.asking import asks
from bot.answering.classify.parts import leans
from bot.answering.classify.talk import talk_of
from bot.answering.classify.understanding import classify, narrowed

LONGEST = 2000
"""Characters of a question."""

__all__ = ["LONGEST", "asks", "classify", "leans", "narrowed", "talk_of"]
