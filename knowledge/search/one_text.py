"""One text searched by itself, as if there were no other document."""

from collections.abc import Mapping, Sequence

from knowledge.index.vector_rows import rows_of
from knowledge.language.asked import as_read
from knowledge.language.meanings.glossary import NO_GLOSSARY, Alternatives, Glossary
from knowledge.language.terms import held, query_terms, terms_meant
from knowledge.model.documents import Document, Found, Header, Hit, Language, Passage
from knowledge.models.embedder import Embedder, RememberedVectors, share_of_good
from knowledge.models.reader import CrossEncoder, Pair
from knowledge.search.nearness import Said, nearness
from knowledge.search.snapshot import ALTERNATIVE, MEANING, fused
from knowledge.split.passages import split

NAME = "selected-text"
"""The doc_id of what is nobody's document."""
_TOKENS_HANGUL, _TOKENS_OTHER = 0.62, 0.2
"""Tokens of a character, the median of a thousand paragraphs: no encoding has to be loaded."""


class Selection:
    """A text that somebody selected, cut into passages; its vectors are forgotten with it."""

    def __init__(
        self,
        text: str,
        title: str,
        language: Language,
        embedder: Embedder | None = None,
        glossary: Glossary = NO_GLOSSARY,
        cross_encoder: CrossEncoder | None = None,
        bi_encoder: Embedder | None = None,
    ) -> None:
        """Without an embedder it is searched, and its statements are compared, by words alone."""
        header = Header(NAME, title, NAME, version="", language=language)
        self.whole = Passage(f"{header.key}#1", header, (), text, 0, len(text))
        self._passages = split(Document(header, text), _tokens)
        self._words = [frozenset(terms_meant(one.searchable)) for one in self._passages]
        self._embedder = embedder
        self._glossary = glossary
        self._cross_encoder = cross_encoder
        self._bi_encoder = bi_encoder
        self._vectors = RememberedVectors()

    async def find(self, text: str, limit: int) -> Found:
        """The passages that fit best, best first."""
        # A text of its own cannot say which of its words are rare: all of them count the same.
        rarity = dict.fromkeys(query_terms(text), 1.0)
        alternatives = self._glossary.alternatives(text)
        meaning = await self._by_meaning(text)
        hits = [
            _hit(passage, near, _share(words, rarity, alternatives))
            for passage, words, near in zip(self._passages, self._words, meaning, strict=True)
        ]
        best = sorted(hits, key=lambda hit: -hit.score)[:limit]
        return Found(tuple(best), rarity, alternatives)

    def beginning(self, limit: int) -> Found:
        """The first passages, in order."""
        return Found(tuple(Hit(passage, 1.0) for passage in self._passages[:limit]))

    async def likeness(self, text: str, others: Sequence[str]) -> list[float]:
        """How near each of the others is in meaning, as cosines; zeros without an embedder."""
        return await self._vectors.likeness(self._embedder, text, others)

    async def relevance(self, question: str, pairs: Sequence[Pair]) -> list[float] | None:
        """How well each of the statements answers, as log-odds; None without a cross-encoder."""
        encoder = self._cross_encoder
        return None if encoder is None else await encoder.relevance(question, pairs)

    async def nearness(
        self, question: str, said: Sequence[Said], most: int
    ) -> list[float | None] | None:
        """How near the question is to so many statements at most; None without a bi-encoder."""
        encoder = self._bi_encoder
        if encoder is None:
            return None
        return await nearness(self._vectors, encoder, question, said, {}, most)

    async def kinship(self, one: Said, others: Sequence[Said]) -> list[float | None] | None:
        """None: a selected text has no index."""
        return None

    async def _by_meaning(self, text: str) -> list[float]:
        """How near in meaning each passage is, as a share: as near as the nearest of its rows."""
        embedder = self._embedder
        if embedder is None:
            return [0.0] * len(self._passages)
        rows = [rows_of(one, by_statement=embedder.by_statement) for one in self._passages]
        texts = list(dict.fromkeys(row.text for some in rows for row in some))
        cosines = await self._vectors.likeness(embedder, as_read(text), texts)
        near = dict(zip(texts, cosines, strict=True))
        return [share_of_good(max(near[row.text] for row in some), embedder) for some in rows]


def _tokens(text: str) -> int:
    hangul = sum("가" <= char <= "힣" for char in text)
    return round(_TOKENS_HANGUL * hangul + _TOKENS_OTHER * (len(text) - hangul))


def _share(words: frozenset[str], rarity: Mapping[str, float], alternatives: Alternatives) -> float:
    """How much of the question's words a passage has."""
    shares = (held(words, term, alternatives.get(term, ()), ALTERNATIVE) for term in rarity)
    return sum(shares) / (len(rarity) or 1)


def _hit(passage: Passage, meaning: float, lexical: float) -> Hit:
    share = MEANING if meaning else 0.0
    return Hit(passage, fused(meaning, lexical, share), meaning, lexical)
