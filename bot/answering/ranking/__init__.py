"""Which statement of what was found answers a question: learnt from the questions of many stores.

The weights, their data and their figures: docs/decisions/0023-a-learnt-ranker.md.
"""

from bot.answering.ranking.ranker import Ranker
from bot.answering.ranking.signs import Seen, signs

__all__ = ["Ranker", "Seen", "signs"]
