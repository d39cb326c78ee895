"""Embeds a question near the statements that answer it, also across languages.

The weights, their data and their figures: docs/decisions/0027-a-bi-encoder.md.
"""

from knowledge.models.e5.bi_encoder.adapted import BiEncoder

__all__ = ["BiEncoder"]
