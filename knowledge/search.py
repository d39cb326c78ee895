"""Finding the passages for a question: by meaning and by words, fused by absolute scores."""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from knowledge.embedding import Embedder, Vector
from knowledge.errors import EmbedderUnavailableError, IndexMissingError, KnowledgeError
from knowledge.glossary import NO_GLOSSARY, Glossary
from knowledge.lexical import may_be_misspelt, query_terms
from knowledge.library import Library, reach
from knowledge.model import Filters, Found, Generation, Hit, Passage
from knowledge.store import PassageStore

logger = logging.getLogger(__name__)

MEANING = 0.5
"""Share of nearness in meaning in a score; words have the rest (measured, worst set hit@5 .896)."""
ALTERNATIVE = 0.5
"""A word from the glossary counts this much of one that the person used."""
PER_DOCUMENT = 2
"""No document may crowd out the others."""
_FETCHES = (300, 1000, 10_000)
"""Chroma is asked for many and SQLite filters: 5 ms at 100k passages against 380 by `where`."""
_WORD_LIMIT = 100
_REMEMBERED = 10_000
"""Vectors of questions and sentences kept in memory: 20 MB."""
_PLACEHOLDER = re.compile(r"\[REDACTED_[A-Z]+\]")


class HybridSearch:
    """Finds passages in the published index."""

    def __init__(
        self,
        library: Library,
        store: PassageStore,
        embedder: Embedder | None,
        weigher: Embedder | None = None,
        glossary: Glossary = NO_GLOSSARY,
    ) -> None:
        """The weigher compares sentences at question time: an embedder on this machine, or none."""
        self._library = library
        self._store = store
        self._embedder = embedder
        self._weigher = weigher
        self._glossary = glossary
        self._vectors: dict[tuple[str, str], Vector] = {}

    async def find(self, text: str, filters: Filters, limit: int = 6) -> Found:
        """Return the best passages for the text, best first. Raises IndexMissingError."""
        text = _PLACEHOLDER.sub(" ", text)
        try:
            return await self._find(text, filters, limit)
        except IndexMissingError:
            # Another generation may have been published between the two halves of the search.
            return await self._find(text, filters, limit)

    async def warm_up(self) -> None:
        """Load what the first question would have to wait for."""
        await self.find("환불 refund", Filters(as_of=date.max), limit=1)
        await self.likeness("환불", ["refund"])

    async def likeness(self, text: str, others: Sequence[str]) -> list[float]:
        """How near each of the others is in meaning, as cosines; zeros without an embedder."""
        if self._weigher is None:
            return [0.0] * len(others)
        try:
            [asked, *vectors] = await self._embed(self._weigher, [text, *others])
        except EmbedderUnavailableError as error:
            logger.warning("weighing words only", extra={"reason": type(error).__name__})
            return [0.0] * len(others)
        return [float(asked @ vector) for vector in vectors]

    async def _embed(self, embedder: Embedder, texts: Sequence[str]) -> list[Vector]:
        """Vectors of texts; the same sentences and questions come again and again."""
        if len(self._vectors) > _REMEMBERED:
            self._vectors = {}
        known = self._vectors
        missing = [text for text in dict.fromkeys(texts) if (embedder.name, text) not in known]
        if missing:
            vectors = await embedder.embed(missing)
            known.update(
                ((embedder.name, text), vector)
                for text, vector in zip(missing, vectors, strict=True)
            )
        return [known[embedder.name, text] for text in texts]

    async def _find(self, text: str, filters: Filters, limit: int) -> Found:
        generation = await asyncio.to_thread(self._library.published)
        asked = await asyncio.to_thread(self._asked, generation.number, text)
        words = await asyncio.to_thread(self._by_words, generation.number, asked, filters)
        meaning, passages = await self._by_meaning(generation, text, filters)
        missing = [passage_id for passage_id in words if passage_id not in passages]
        passages |= await asyncio.to_thread(
            self._library.allowed, generation.number, missing, filters
        )
        hits = [
            _hit(passage, meaning.get(passage_id), words.get(passage_id, 0.0))
            for passage_id, passage in passages.items()
        ]
        if not meaning:
            hits = [replace(hit, score=hit.lexical) for hit in hits]
        if generation.number not in await asyncio.to_thread(self._library.generations):
            raise IndexMissingError("the index was replaced twice meanwhile")
        return replace(asked, hits=tuple(_selected(hits, limit)))

    def _asked(self, generation: int, text: str) -> Found:
        """How rare each term of the question is, and what may stand for it."""
        terms = query_terms(text)
        known = self._library.rarity(generation, [(term,) for term in terms])
        alternatives = dict(self._glossary.alternatives(text))
        for term, own in zip(terms, known, strict=True):
            if own is None and term not in alternatives and may_be_misspelt(term):
                near = self._library.spelt_like(generation, term)
                alternatives[term] = tuple((other,) for other in near)
        rarity = {
            term: self._stand_in(generation, alternatives.get(term, ())) if own is None else own
            for term, own in zip(terms, known, strict=True)
        }
        return Found(rarity=rarity, alternatives=alternatives)

    def _stand_in(self, generation: int, others: Sequence[Sequence[str]]) -> float:
        """The rarity of a term that the documents never use: that of what stands for it."""
        known = [one for one in self._library.rarity(generation, others) if one is not None]
        return min(known) if known else self._library.rarest(generation)

    def _by_words(self, generation: int, asked: Found, filters: Filters) -> dict[str, float]:
        """How much of the question's words each passage has, as a share of what can be expected."""
        best = reach(asked.rarity)
        own = self._library.sharing(
            generation, [(term,) for term in asked.rarity], filters, _WORD_LIMIT
        )
        others = {phrase for phrases in asked.alternatives.values() for phrase in phrases}
        like = self._library.sharing(generation, sorted(others), filters, _WORD_LIMIT)
        shares = {passage_id: bm25 / best for passage_id, bm25 in own}
        for passage_id, bm25 in like:
            shares[passage_id] = shares.get(passage_id, 0.0) + ALTERNATIVE * bm25 / best
        return {passage_id: min(1.0, share) for passage_id, share in shares.items()}

    async def _by_meaning(
        self, generation: Generation, text: str, filters: Filters
    ) -> tuple[dict[str, float], dict[str, Passage]]:
        vector = await self._vector(generation, text)
        if vector is None:
            return {}, {}
        near: list[tuple[str, float]] = []
        passages: dict[str, Passage] = {}
        for fetch in _FETCHES:
            try:
                near = await self._store.nearest(generation.number, vector, fetch)
            except KnowledgeError as error:
                logger.warning("searching words only", extra={"reason": type(error).__name__})
                return {}, {}
            ids = [passage_id for passage_id, _ in near]
            passages = await asyncio.to_thread(
                self._library.allowed, generation.number, ids, filters
            )
            if len(passages) >= _WORD_LIMIT or len(near) < fetch:
                break
        scale = self._embedder.scale if self._embedder else 1.0
        return {passage_id: max(0.0, cosine) / scale for passage_id, cosine in near}, passages

    async def _vector(self, generation: Generation, text: str) -> Vector | None:
        if self._embedder is None or generation.embedder != self._embedder.name:
            return None
        try:
            async with asyncio.timeout(self._embedder.deadline_s):
                [vector] = await self._embed(self._embedder, [text])
        except (EmbedderUnavailableError, TimeoutError) as error:
            # Never another model's vectors: this one question is searched by its words alone.
            logger.warning("searching words only", extra={"reason": type(error).__name__})
            return None
        return vector


def _hit(passage: Passage, meaning: float | None, lexical: float) -> Hit:
    score = MEANING * (meaning or 0.0) + (1 - MEANING) * lexical
    return Hit(passage, min(1.0, score), meaning or 0.0, lexical)


def _selected(hits: Iterable[Hit], limit: int) -> list[Hit]:
    """The best hits, with at most a few of each document; records count by themselves."""
    taken: Counter[str] = Counter()
    selected: list[Hit] = []
    for hit in sorted(hits, key=lambda hit: (-hit.score, hit.passage.passage_id)):
        key = hit.passage.passage_id if hit.passage.record else hit.passage.header.key
        if taken[key] == PER_DOCUMENT:
            continue
        taken[key] += 1
        selected.append(hit)
        if len(selected) == limit:
            break
    return selected
