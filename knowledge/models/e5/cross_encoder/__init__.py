"""Reads a question and a statement together and scores whether it answers.

The weights, their data and their figures: docs/decisions/0026-a-cross-encoder.md.
"""

from knowledge.models.e5.cross_encoder.adapted import AdaptedE5
from knowledge.models.e5.cross_encoder.remembering import Remembering

__all__ = ["AdaptedE5", "Remembering"]
