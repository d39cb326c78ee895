"""Ranks the found statements with a model trained on the questions of many stores.

The weights, their data and their figures: docs/decisions/0023-a-learnt-ranker.md.
"""

from bot.answering.find.ranking.ranker import Ranker, SignsKind
from bot.answering.find.ranking.reranking import Scored, reranked
from bot.answering.find.ranking.signs import signs

__all__ = ["Ranker", "Scored", "SignsKind", "reranked", "signs"]
