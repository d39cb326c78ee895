"""Makes the index: read, clean, split, embed new passages, judge, publish in one step."""

from knowledge.index.builder import Builder
from knowledge.index.contents import Clean, cleaned, fingerprint
from knowledge.index.indexer import Indexer
from knowledge.index.publishing import Judge, Reviews

__all__ = ["Builder", "Clean", "Indexer", "Judge", "Reviews", "cleaned", "fingerprint"]
