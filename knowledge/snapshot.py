"""Finding passages in one generation: by meaning and by words, fused by absolute scores."""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from knowledge.embedding import Embedder, RememberedVectors, Vector, nearness
from knowledge.errors import EmbedderUnavailableError, KnowledgeError
from knowledge.glossary import NO_GLOSSARY, Glossary
from knowledge.lexical import identifiers
from knowledge.library import Library, reach
from knowledge.model import Filters, Found, Generation, Hit, Language, Passage
from knowledge.store import PassageStore
from knowledge.wording import Asked, Wording

logger = logging.getLogger(__name__)

MEANING = 0.5
"""Share of nearness in meaning in a score; words have the rest (measured, worst set hit@5 .896)."""
ALTERNATIVE = 0.5
"""A word from the glossary counts this much of one that the person used."""
OTHER_LANGUAGE = 0.9
"""A passage in another language than the question's counts this much, and is never left out.

Measured on 167 questions over a mixed corpus (`benchmarks/mixed.py`): hit@5 .946, without .934;
Korean questions on English documents .957 with and without.
"""
PER_DOCUMENT = 2
"""No document may crowd out the others."""
_FETCHES = (300, 1000, 10_000)
"""Chroma is asked for many and SQLite filters: 5 ms at 100k passages against 380 by `where`."""
_WORD_LIMIT = 100
_PLACEHOLDER = re.compile(r"\[REDACTED_[A-Z]+\]")


@dataclass(frozen=True, slots=True)
class Halves:
    """What a search needs: where passages and vectors are, and what makes and compares vectors."""

    library: Library
    store: PassageStore
    embedder: Embedder | None
    weigher: Embedder | None = None
    """Compares sentences at question time: an embedder on this machine, or none."""
    glossary: Glossary = NO_GLOSSARY


class Snapshot:
    """Finds passages in one generation, whatever is published meanwhile."""

    def __init__(self, halves: Halves, vectors: RememberedVectors, generation: Generation) -> None:
        self._library = halves.library
        self._store = halves.store
        self._embedder = halves.embedder
        self._weigher = halves.weigher
        self._wording = Wording(halves.library, halves.glossary, generation.number)
        self._vectors = vectors
        self._generation = generation

    async def find(self, text: str, filters: Filters, limit: int = 6) -> Found:
        """Return the best passages for the text, best first."""
        text = _PLACEHOLDER.sub(" ", text)
        (asked, words), (meaning, passages) = await asyncio.gather(
            asyncio.to_thread(self._by_words, text, filters), self._by_meaning(text, filters)
        )
        missing = [passage_id for passage_id in words if passage_id not in passages]
        passages |= await asyncio.to_thread(
            self._library.allowed, self._generation.number, missing, filters
        )
        hits = [
            _hit(passage, meaning.get(passage_id), words.get(passage_id, 0.0))
            for passage_id, passage in passages.items()
        ]
        if not meaning:
            hits = [replace(hit, score=hit.lexical) for hit in hits]
        return replace(asked, hits=tuple(_selected(hits, filters.language, limit)))

    async def likeness(self, text: str, others: Sequence[str]) -> list[float]:
        """How near each of the others is in meaning, as cosines; zeros without an embedder."""
        if self._weigher is None:
            return [0.0] * len(others)
        try:
            [asked] = await self._vectors.of(self._weigher, [text], asked=True)
            vectors = await self._vectors.of(self._weigher, others)
        except EmbedderUnavailableError as error:
            logger.warning("weighing words only", extra={"reason": type(error).__name__})
            return [0.0] * len(others)
        return [float(asked @ vector) for vector in vectors]

    def _by_words(self, text: str, filters: Filters) -> tuple[Found, dict[str, float]]:
        """How much of the question's words each passage has, as a share of what can be expected."""
        asked = self._wording.asked(text)
        best = reach(asked.found.rarity)
        # An article number as a whole weighs on top of its parts, so that it comes first.
        words = [*((term,) for term in asked.found.rarity), *identifiers(text)]
        shares = {passage_id: bm25 / best for passage_id, bm25 in self._sharing(words, filters)}
        for weight, phrases in _by_weight(asked).items():
            for passage_id, bm25 in self._sharing(phrases, filters):
                share = ALTERNATIVE * weight * bm25 / best
                shares[passage_id] = shares.get(passage_id, 0.0) + share
        return asked.found, {passage_id: min(1.0, share) for passage_id, share in shares.items()}

    def _sharing(
        self, phrases: Sequence[Sequence[str]], filters: Filters
    ) -> list[tuple[str, float]]:
        return self._library.sharing(self._generation.number, phrases, filters, _WORD_LIMIT)

    async def _by_meaning(
        self, text: str, filters: Filters
    ) -> tuple[dict[str, float], dict[str, Passage]]:
        """How near passages are in meaning, and those of them that the filters let through."""
        embedder = self._embedder
        if embedder is None or self._generation.embedder != embedder.name:
            return {}, {}  # vectors of two models are never compared
        try:
            async with asyncio.timeout(embedder.deadline_s):
                [vector] = await self._vectors.of(embedder, [text], asked=True)
            near, passages = await self._nearest(vector, filters)
        except (KnowledgeError, TimeoutError) as error:
            # Never another model's vectors: this one question is searched by its words alone.
            logger.warning("searching words only", extra={"reason": type(error).__name__})
            return {}, {}
        return {passage_id: nearness(cosine, embedder) for passage_id, cosine in near}, passages

    async def _nearest(
        self, vector: Vector, filters: Filters
    ) -> tuple[list[tuple[str, float]], dict[str, Passage]]:
        number = self._generation.number
        near: list[tuple[str, float]] = []
        passages: dict[str, Passage] = {}
        for fetch in _FETCHES:
            near = await self._store.nearest(number, vector, fetch)
            ids = [passage_id for passage_id, _ in near]
            passages = await asyncio.to_thread(self._library.allowed, number, ids, filters)
            if len(passages) >= _WORD_LIMIT or len(near) < fetch:
                break
        return near, passages


def _by_weight(asked: Asked) -> dict[int, list[tuple[str, ...]]]:
    """What stands for the question's words, by how much it weighs.

    트레일마스터 is five pairs of syllables, and the one word "trailmaster" stands for all of them.
    """
    grouped: dict[int, list[tuple[str, ...]]] = {}
    phrases = {phrase for others in asked.found.alternatives.values() for phrase in others}
    for phrase in sorted(phrases):
        grouped.setdefault(asked.weights.get(phrase, 1), []).append(phrase)
    return grouped


def _hit(passage: Passage, meaning: float | None, lexical: float) -> Hit:
    score = MEANING * (meaning or 0.0) + (1 - MEANING) * lexical
    return Hit(passage, min(1.0, score), meaning or 0.0, lexical)


def _selected(hits: Iterable[Hit], language: Language | None, limit: int) -> list[Hit]:
    """The best hits, with at most a few of each document; records count by themselves."""

    def rank(hit: Hit) -> tuple[float, str]:
        foreign = language is not None and hit.passage.header.language != language
        return -hit.score * (OTHER_LANGUAGE if foreign else 1.0), hit.passage.passage_id

    taken: Counter[str] = Counter()
    selected: list[Hit] = []
    for hit in sorted(hits, key=rank):
        key = hit.passage.passage_id if hit.passage.record else hit.passage.header.key
        if taken[key] == PER_DOCUMENT:
            continue
        taken[key] += 1
        selected.append(hit)
        if len(selected) == limit:
            break
    return selected
