"""Where the vectors of passages are kept: the one folder that knows Chroma."""

from knowledge.store.embedded import ChromaStore
from knowledge.store.memory import MemoryStore
from knowledge.store.protocol import PassageStore

__all__ = ["ChromaStore", "MemoryStore", "PassageStore"]
