"""Collects a new generation's vectors: reuses those of unchanged passages, computes the rest."""

from collections.abc import Mapping, Sequence

from knowledge.index.progress import Meter
from knowledge.index.vector_rows import Row, with_above
from knowledge.index.vector_store import PassageStore
from knowledge.model.documents import Entry
from knowledge.model.errors import IndexMissingError, KnowledgeError
from knowledge.model.report import Show
from knowledge.models.embedder import Embedder, Vector

Rows = Mapping[str, Sequence[Row]]
"""The rows of each passage that get a vector, by the passage's fingerprint."""

_BATCH = 64
_LOOKED_UP = 20
"""Rows that are looked up by their own vectors before a generation is published."""
_MISSED = 0.25
"""Share of them that may be missed: Chroma's graph normally misses about one in a hundred."""
_SAME = 0.99


async def reusable(
    store: PassageStore, number: int, known: Mapping[str, str], entries: Sequence[Entry], rows: Rows
) -> dict[str, Vector]:
    """Returns the vectors of unchanged passages, by the id of their row in the new index.

    `known` maps fingerprints to passage ids of generation `number`.
    """
    old_ids = {
        row.id_in(entry.passage.passage_id): row.id_in(known[entry.fingerprint])
        for entry in entries
        if entry.fingerprint in known
        for row in rows[entry.fingerprint]
    }
    try:
        vectors = await store.vectors(number, list(set(old_ids.values())))
    except IndexMissingError:
        return {}
    return {new: vectors[old] for new, old in old_ids.items() if old in vectors}


async def completed(
    vectors: dict[str, Vector], entries: Sequence[Entry], rows: Rows, embedder: Embedder, show: Show
) -> int:
    """Computes and adds the missing vectors; returns the number of passages that lacked some."""
    missing = [entry for entry in entries if not vectors.keys() >= set(_ids(entry, rows))]
    # The versions of one document share most of their passages: each text is embedded once.
    order = list(dict.fromkeys(entry.fingerprint for entry in missing))
    made: dict[str, list[Vector]] = {}
    meter = Meter(show, "passages", len(order))
    for start in range(0, len(order), _BATCH):
        some = order[start : start + _BATCH]
        made |= await _embedded({one: rows[one] for one in some}, embedder)
        meter.reached(len(made))
    for entry in missing:
        vectors.update(zip(_ids(entry, rows), made[entry.fingerprint], strict=True))
    return len(missing)


def _ids(entry: Entry, rows: Rows) -> list[str]:
    return [row.id_in(entry.passage.passage_id) for row in rows[entry.fingerprint]]


async def _embedded(rows: Rows, embedder: Embedder) -> dict[str, list[Vector]]:
    """Embeds the rows of some passages; returns vectors by the passages' fingerprints."""
    each = [row for some in rows.values() for row in some]
    made = await (_added if embedder.apart else _together)(each, embedder)
    return {one: [made[row.above, row.text] for row in some] for one, some in rows.items()}


async def _together(rows: Sequence[Row], embedder: Embedder) -> dict[tuple[str, str], Vector]:
    """Embeds each text together with its headings, as one text."""
    each = {(row.above, row.text): row.whole for row in rows}
    return dict(zip(each, await embedder.embed(list(each.values())), strict=True))


async def _added(rows: Sequence[Row], embedder: Embedder) -> dict[tuple[str, str], Vector]:
    """Embeds texts and headings separately, and adds their vectors."""
    texts = list(dict.fromkeys(text for row in rows for text in (row.text, row.above) if text))
    made = dict(zip(texts, await embedder.embed(texts), strict=True))
    return {
        (row.above, row.text): with_above(made[row.text], made[row.above])
        if row.above
        else made[row.text]
        for row in rows
    }


async def stored(
    store: PassageStore, number: int, vectors: Mapping[str, Vector], show: Show
) -> None:
    """Stores the vectors, and checks that they can be found. Raises KnowledgeError."""
    ids = list(vectors)
    meter = Meter(show, "vectors", len(ids))
    await store.add(number, ids, list(vectors.values()), meter.reached)
    if await store.size(number) != len(ids):
        raise KnowledgeError("not all vectors were stored; run `storewise reindex` again")
    looked_up = ids[:: max(1, len(ids) // _LOOKED_UP)]
    if await _missed(store, number, looked_up, vectors) > _MISSED * len(looked_up):
        raise KnowledgeError("stored vectors cannot be found; run `storewise reindex` again")


async def _missed(
    store: PassageStore, number: int, ids: Sequence[str], vectors: Mapping[str, Vector]
) -> int:
    """Counts the rows that their own vectors do not find."""
    missed = 0
    for row_id in ids:
        near = await store.nearest(number, vectors[row_id], 1)
        # Two passages may say the same, so the cosine decides, not the id.
        missed += not near or near[0][1] < _SAME
    return missed
