"""Finds passages in one generation by meaning and by words, and adds the two scores."""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from knowledge.index.vector_rows import MOST, passage_of, row_id
from knowledge.index.vector_store import PassageStore
from knowledge.language.asked import as_read
from knowledge.language.meanings.glossary import NO_GLOSSARY, Glossary
from knowledge.language.terms import identifiers
from knowledge.model.documents import Filters, Found, Generation, Hit, Language, Passage, key_of
from knowledge.model.errors import KnowledgeError
from knowledge.model.spared import Spared
from knowledge.models.embedder import Embedder, RememberedVectors, Vector, share_of_good
from knowledge.models.reader import CrossEncoder, Pair
from knowledge.search.catalogue.catalogue import Catalogue, Catalogues
from knowledge.search.comparison import History
from knowledge.search.library import Library, Visible, reach
from knowledge.search.nearness import PlacedStatement, nearness
from knowledge.search.question_terms import QuestionTerms, Wording

logger = logging.getLogger(__name__)

MEANING = 0.5
"""Share of meaning in a score; words have the rest (measured; hit@5 on the worst set .896)."""
ALTERNATIVE = 0.5
"""Weight of an alternative, such as a glossary word; a word of the question has weight 1."""
PER_DOCUMENT = 3
"""Most passages of one document in a result, so that it does not crowd out others."""
_MOST_NEAR = 10_000
"""Most rows to ask Chroma for. Invisible ones are dropped afterwards: 8 ms at 100,000 passages; its
`where` takes 380. The first request is smaller; this one follows if too few are visible."""
_STATEMENTS = 4
"""Statements to ask for per wanted passage: several belong to one passage."""
_ENOUGH = 25
"""Visible passages that each half has to find before it stops."""
_PLACEHOLDER = re.compile(r"\[REDACTED_[A-Z]+\]")


@dataclass(frozen=True, slots=True)
class Halves:
    """The parts of a search: stored passages and vectors, and the models that compare them."""

    library: Library
    store: PassageStore
    embedder: Embedder | None
    weigher: Embedder | None = None
    """Compares sentences while a question waits: an embedder on this machine, or None."""
    glossary: Glossary = NO_GLOSSARY
    cross_encoder: CrossEncoder | None = None
    bi_encoder: Embedder | None = None
    """Makes the vectors of a small index in place of the embedder, and compares statements."""

    def embedder_of(self, generation: Generation) -> Embedder | None:
        """Returns the embedder of a generation's vectors: two models' vectors do not compare."""
        return next((one for one in self.embedders if one.name == generation.embedder), None)

    @property
    def embedders(self) -> list[Embedder]:
        """Returns the embedders that may have made an index's vectors."""
        return [one for one in (self.bi_encoder, self.embedder) if one]


class Scored(NamedTuple):
    """A passage that was found but not loaded yet, with its scores as in `Hit`."""

    passage_id: str
    score: float
    meaning: float
    lexical: float


class Snapshot:
    """Finds passages in one generation, even if another is published meanwhile."""

    def __init__(
        self,
        halves: Halves,
        vectors: RememberedVectors,
        generation: Generation,
        history: History,
        catalogues: Catalogues,
    ) -> None:
        self.generation = generation
        self.history = history
        self._library = halves.library
        self._store = halves.store
        self._embedder = halves.embedder_of(generation)
        self._weigher = halves.weigher
        self._cross_encoder = halves.cross_encoder
        # Only with stored vectors: making them for one question takes too long.
        made_it = halves.bi_encoder is self._embedder
        self._bi_encoder = halves.bi_encoder if made_it else None
        self._wording = Wording(halves.library, halves.glossary, generation.number)
        self._vectors = vectors
        self._catalogues = catalogues
        self._found: dict[tuple[str, Filters], tuple[Found, list[Scored]]] = {}

    async def find(self, text: str, filters: Filters, limit: int = 6) -> Found:
        """Returns the best passages for the text, best first."""
        text = _PLACEHOLDER.sub(" ", text)
        # Looked up by keys without a thread: waking one would take longer.
        visible = self._library.visible(self.generation, filters)
        # A second attempt has the same words, and often the same filters.
        looked_up = text, replace(filters, language=None)
        if looked_up not in self._found:
            self._found[looked_up] = await self._sought(text, visible)
        asked, scored = self._found[looked_up]
        ranked = _ranked(scored, visible, filters.language)
        return replace(asked, hits=self._selected(ranked, filters.at_most(limit)))

    async def catalogue(self, filters: Filters) -> Catalogue:
        """Returns the products that pass the filters."""
        return await asyncio.to_thread(self._catalogues.of, self.generation, filters)

    async def _sought(self, text: str, visible: Visible) -> tuple[Found, list[Scored]]:
        """Finds the question's terms, and the visible passages that share words or meaning."""
        by_words, meaning = await asyncio.gather(
            asyncio.to_thread(self._words, text, visible), self._by_meaning(text, visible)
        )
        if by_words is None and not meaning:
            raise KnowledgeError("nothing could be searched")
        asked, words = by_words or (Found(), {})
        return asked, _scored(words, meaning)

    async def likeness(self, text: str, others: Sequence[str]) -> list[float]:
        """Returns the cosine of the text with each other text; zeros without an embedder."""
        return await self._vectors.likeness(self._weigher, text, others)

    async def relevance(self, question: str, pairs: Sequence[Pair]) -> list[float] | None:
        """Returns how well each statement answers, as log-odds; None without a cross-encoder."""
        encoder = self._cross_encoder
        return None if encoder is None else await encoder.relevance(question, pairs)

    async def nearness(
        self, question: str, said: Sequence[PlacedStatement], most: int
    ) -> list[float | None] | None:
        """Returns the cosine of the question with each statement.

        Embeds at most `most` statements that are not in the index, in order; the others get None.
        Returns None if the index was not made with the bi-encoder.
        """
        encoder = self._bi_encoder
        if encoder is None:
            return None
        stored = await self._stored(said)
        return await nearness(self._vectors, encoder, question, said, stored, most)

    async def kinship(
        self, one: PlacedStatement, others: Sequence[PlacedStatement]
    ) -> list[float | None] | None:
        """Returns the cosine of one statement with each other one; None for those not stored.

        Returns None if the index has no vector of that statement by the bi-encoder.
        """
        if self._bi_encoder is None:
            return None
        stored = await self._stored([one, *others])
        vector = stored.get(one)
        if vector is None:
            return None
        return [float(vector @ stored[each]) if each in stored else None for each in others]

    async def _stored(self, said: Sequence[PlacedStatement]) -> dict[PlacedStatement, Vector]:
        """Returns the stored vectors of these statements."""
        ids = {one: row_id(*one) for one in said}
        known: dict[str, Vector] = {}
        with Spared("stored vectors"):
            try:
                known = await self._store.vectors(self.generation.number, list(set(ids.values())))
            except KnowledgeError as error:
                about = {"reason": type(error).__name__}
                logger.warning("stored vectors cannot be read", extra=about)
        return {one: known[row] for one, row in ids.items() if row in known}

    def _words(self, text: str, visible: Visible) -> tuple[Found, dict[str, float]] | None:
        """The same as `_by_words`; None if a bug stops it."""
        with Spared("search by words", KnowledgeError):
            return self._by_words(text, visible)
        return None

    def _by_words(self, text: str, visible: Visible) -> tuple[Found, dict[str, float]]:
        """Returns the terms, and each passage's BM25 as a share of that of a good passage."""
        asked = self._wording.asked(text)
        best = reach(asked.found.rarity)
        # An article number counts as a whole, on top of its parts, so that it ranks first.
        words = [*((term,) for term in asked.found.rarity), *identifiers(text)]
        shares = {passage_id: bm25 / best for passage_id, bm25 in self._sharing(words, visible)}
        for weight, phrases in _by_weight(asked).items():
            for passage_id, bm25 in self._sharing(phrases, visible):
                share = ALTERNATIVE * weight * bm25 / best
                shares[passage_id] = shares.get(passage_id, 0.0) + share
        return asked.found, {passage_id: min(1.0, share) for passage_id, share in shares.items()}

    def _sharing(
        self, phrases: Sequence[Sequence[str]], visible: Visible
    ) -> list[tuple[str, float]]:
        return self._library.sharing(self.generation.number, phrases, visible, _ENOUGH)

    async def _by_meaning(self, text: str, visible: Visible) -> dict[str, float]:
        """Returns the nearness of the nearest visible passages, as shares 0 to 1."""
        embedder, near = self._embedder, dict[str, float]()
        if embedder is None:
            return {}
        # Another model's vectors would not compare: the question is searched by words alone.
        with Spared("search by meaning"):
            try:
                [vector] = await self._vectors.of(embedder, [as_read(text)], asked=True)
                near = await self._nearest(vector, visible, _times(embedder, visible))
            except KnowledgeError as error:
                logger.warning("searching words only", extra={"reason": type(error).__name__})
        return {passage_id: share_of_good(cosine, embedder) for passage_id, cosine in near.items()}

    async def _nearest(self, vector: Vector, visible: Visible, times: int) -> dict[str, float]:
        """Returns visible passages with the cosine of their nearest row, nearest first."""
        seen: dict[str, float] = {}
        # A set, so that two requests of the same size become one.
        first = min(times * visible.candidates, _MOST_NEAR)
        looks = {first, _MOST_NEAR} if visible.languages else set()
        for fetch in sorted(looks):
            near = await self._store.nearest(self.generation.number, vector, fetch)
            seen = {}
            for row, cosine in near:
                passage_id = passage_of(row)
                if passage_id not in seen and key_of(passage_id) in visible:
                    seen[passage_id] = cosine
            if len(seen) >= _ENOUGH or len(near) < fetch:
                break
        return seen

    def _selected(self, scored: Sequence[Scored], limit: int) -> tuple[Hit, ...]:
        """Loads the best passages, at most three of each document; each record counts alone."""
        taken: Counter[str] = Counter()
        hits: list[Hit] = []
        for start in range(0, len(scored), 2 * limit):
            for one, passage in self._loaded(scored[start : start + 2 * limit]):
                unit = passage.passage_id if passage.record else passage.header.key
                if taken[unit] == PER_DOCUMENT:
                    continue
                taken[unit] += 1
                hits.append(Hit(passage, one.score, one.meaning, one.lexical))
                if len(hits) == limit:
                    return tuple(hits)
        return tuple(hits)

    def _loaded(self, scored: Sequence[Scored]) -> Iterator[tuple[Scored, Passage]]:
        ids = [one.passage_id for one in scored]
        passages = self._library.passages(self.generation, ids)
        return ((one, passages[one.passage_id]) for one in scored if one.passage_id in passages)


def _times(embedder: Embedder, visible: Visible) -> int:
    """Returns how many rows to ask for per wanted passage."""
    # An index of more passages never has vectors of so many statements.
    may_have = embedder.by_statement and _STATEMENTS * visible.passages <= MOST
    return _STATEMENTS if may_have else 1


def _by_weight(asked: QuestionTerms) -> dict[int, list[tuple[str, ...]]]:
    """Groups the alternatives of the question's words by their weight.

    트레일마스터 is five pairs of syllables, and the one word "trailmaster" replaces all of them.
    """
    grouped: dict[int, list[tuple[str, ...]]] = {}
    phrases = {phrase for others in asked.found.alternatives.values() for phrase in others}
    for phrase in sorted(phrases):
        grouped.setdefault(asked.weights.get(phrase, 1), []).append(phrase)
    return grouped


def _scored(words: Mapping[str, float], meaning: Mapping[str, float]) -> list[Scored]:
    """Adds up both halves of each passage's score."""
    share = MEANING if meaning else 0.0
    return [
        _one(passage_id, meaning.get(passage_id, 0.0), words.get(passage_id, 0.0), share)
        for passage_id in dict.fromkeys((*meaning, *words))
    ]


def _one(passage_id: str, meaning: float, lexical: float, share: float) -> Scored:
    return Scored(passage_id, fused(meaning, lexical, share), meaning, lexical)


def fused(meaning: float, lexical: float, share: float) -> float:
    """Adds both halves of a score; `share` is the weight of meaning."""
    return min(1.0, share * meaning + (1 - share) * lexical)


def _ranked(scored: Iterable[Scored], visible: Visible, language: Language | None) -> list[Scored]:
    """Sorts best first; of equals, passages in the question's language come first."""

    def rank(one: Scored) -> tuple[float, bool, str]:
        foreign = language is not None and visible.languages[key_of(one.passage_id)] != language
        return -one.score, foreign, one.passage_id

    return sorted(scored, key=rank)
