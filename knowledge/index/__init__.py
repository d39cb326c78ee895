"""Making the index: read, clean, split, embed what is new, judge, publish all at once."""

from knowledge.index.builder import Builder
from knowledge.index.contents import Clean, cleaned, fingerprint
from knowledge.index.indexer import Indexer
from knowledge.index.publishing import Judge
from knowledge.index.reviews import Reviews

__all__ = ["Builder", "Clean", "Indexer", "Judge", "Reviews", "cleaned", "fingerprint"]
