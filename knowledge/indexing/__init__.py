"""Making the index: read, clean, split, embed what is new, judge, publish all at once."""

from knowledge.indexing.building import Builder
from knowledge.indexing.contents import Clean, cleaned, fingerprint
from knowledge.indexing.indexer import Indexer
from knowledge.indexing.publishing import Judge
from knowledge.indexing.reviews import Reviews

__all__ = ["Builder", "Clean", "Indexer", "Judge", "Reviews", "cleaned", "fingerprint"]
