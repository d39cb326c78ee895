"""Ranks the found statements with a model trained on the questions of many stores.

The weights, their data and their figures: docs/decisions/0023-a-learnt-ranker.md.
"""

from bot.answering.find.ranking.ranker import Kind, Ranker
from bot.answering.find.ranking.reranking import Scored, reranked
from bot.answering.find.ranking.signs import signs

__all__ = ["Kind", "Ranker", "Scored", "reranked", "signs"]
