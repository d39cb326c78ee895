"""Passages put into an index by hand, without files."""

from collections.abc import Sequence

from knowledge.embedding import Embedder
from knowledge.indexing import fingerprint
from knowledge.library import Library
from knowledge.model import Document, Entry, Generation, Header, Passage
from knowledge.store import PassageStore


def publish(library: Library, passages: Sequence[Passage], embedder: str | None = None) -> int:
    """Serve these passages, each document with its passages as its text."""
    texts: dict[Header, list[str]] = {}
    for passage in passages:
        texts.setdefault(passage.header, []).append(passage.text)
    number = library.next_number()
    library.publish(
        Generation(number, embedder, rules="1", source="/srv/handbook"),
        [Document(header, "\n\n".join(parts)) for header, parts in texts.items()],
        [Entry(passage, fingerprint(passage)) for passage in passages],
        "2026-11-21T09:00:00+00:00",
    )
    return number


async def shelve(
    library: Library, store: PassageStore, embedder: Embedder, passages: Sequence[Passage]
) -> int:
    """Serve these passages, to be found by meaning too."""
    generation = library.next_number()
    ids = [passage.passage_id for passage in passages]
    vectors = await embedder.embed([passage.searchable for passage in passages])
    await store.add(generation, ids, vectors)
    publish(library, passages, embedder.name)
    await store.keep_only(library.generations())
    return generation
