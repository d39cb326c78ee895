"""Gives a program citations from a corpus with one function call, without server or index."""

from collections.abc import Mapping
from pathlib import Path

from knowledge.model.errors import SegmentError
from knowledge.search.programs.corpora import shared
from knowledge.search.programs.retrieval import Retrieved, Segment


def segment_of(values: object) -> Segment:
    """Reads a segmenter's result. Raises SegmentError."""
    if not isinstance(values, Mapping):
        raise SegmentError('a segment must be a dictionary, such as {"use_case": "refund"}')
    return Segment.of(values)


def retrieved(segment: object, top_k: int, corpus: Path) -> Retrieved:
    """Searches a corpus for the passages that fit a segment. Raises SegmentError, KnowledgeError.

    Works in any thread. Called in one that runs an event loop, it blocks that loop.
    """
    query = segment_of(segment).query
    return shared().retrieved(query, corpus, top_k)
