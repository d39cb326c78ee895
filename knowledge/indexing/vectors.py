"""The vectors of a new generation: those of unchanged passages again, the others computed."""

from collections.abc import Sequence

from knowledge.embedding import Embedder, Vector
from knowledge.errors import IndexMissingError, KnowledgeError
from knowledge.meter import Meter
from knowledge.model import Entry
from knowledge.report import Show
from knowledge.store import PassageStore

_BATCH = 64
_LOOKED_UP = 20
"""Passages that are to find themselves before a generation is published."""
_MISSED = 0.25
"""The share that may not: Chroma's graph misses about one in a hundred by nature."""
_SAME = 0.99


async def reusable(
    store: PassageStore, number: int, known: dict[str, str], entries: Sequence[Entry]
) -> dict[str, Vector]:
    """Vectors of passages that are as they were, by their id in the new index.

    `known` has the passage id of each fingerprint in generation `number`.
    """
    old_ids = {
        entry.passage.passage_id: known[entry.fingerprint]
        for entry in entries
        if entry.fingerprint in known
    }
    try:
        vectors = await store.vectors(number, list(set(old_ids.values())))
    except IndexMissingError:
        return {}
    return {new: vectors[old] for new, old in old_ids.items() if old in vectors}


async def completed(
    vectors: dict[str, Vector], entries: Sequence[Entry], embedder: Embedder, show: Show
) -> int:
    """Add the vectors that are missing; return how many passages they are for."""
    missing = [entry for entry in entries if entry.passage.passage_id not in vectors]
    # The versions of one document share most of their passages: each text is embedded once.
    texts = {entry.fingerprint: entry.passage.searchable for entry in missing}
    made: dict[str, Vector] = {}
    order = list(texts)
    meter = Meter(show, "passages", len(order))
    for start in range(0, len(order), _BATCH):
        some = order[start : start + _BATCH]
        made |= zip(some, await embedder.embed([texts[one] for one in some]), strict=True)
        meter.reached(len(made))
    vectors.update((entry.passage.passage_id, made[entry.fingerprint]) for entry in missing)
    return len(missing)


async def stored(
    store: PassageStore, number: int, entries: Sequence[Entry], vectors: dict[str, Vector]
) -> None:
    """Put the vectors into the store, and look whether they can be found again."""
    ids = [entry.passage.passage_id for entry in entries]
    await store.add(number, ids, [vectors[passage_id] for passage_id in ids])
    if await store.size(number) != len(ids):
        raise KnowledgeError("the vectors were not stored whole; run `storewise reindex` again")
    looked_up = ids[:: max(1, len(ids) // _LOOKED_UP)]
    if await _missed(store, number, looked_up, vectors) > _MISSED * len(looked_up):
        raise KnowledgeError("stored vectors cannot be found; run `storewise reindex` again")


async def _missed(
    store: PassageStore, number: int, ids: Sequence[str], vectors: dict[str, Vector]
) -> int:
    """How many of these passages are not found by their own vectors."""
    missed = 0
    for passage_id in ids:
        near = await store.nearest(number, vectors[passage_id], 1)
        # Two passages may say the same, so it is the cosine that tells, not the id.
        missed += not near or near[0][1] < _SAME
    return missed
