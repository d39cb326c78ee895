"""Stores the vectors of passages: the only folder that knows Chroma."""

from knowledge.index.vector_store.embedded import ChromaStore
from knowledge.index.vector_store.protocol import PassageStore

__all__ = ["ChromaStore", "PassageStore"]
