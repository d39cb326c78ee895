"""Searches one selected text alone, without any other document."""

from collections.abc import Mapping, Sequence

from knowledge.index.vector_rows import rows_of
from knowledge.language.asked import as_read
from knowledge.language.meanings.glossary import NO_GLOSSARY, Alternatives, Glossary
from knowledge.language.terms import held, query_terms, terms_meant
from knowledge.model.documents import Document, Found, Header, Hit, Language, Passage
from knowledge.models.embedder import Embedder, RememberedVectors, share_of_good
from knowledge.models.reader import CrossEncoder, Pair
from knowledge.search.nearness import PlacedStatement, nearness
from knowledge.search.snapshot import ALTERNATIVE, MEANING, fused
from knowledge.split.passages import split

NAME = "selected-text"
"""The doc_id of a selected text."""
_TOKENS_HANGUL, _TOKENS_OTHER = 0.62, 0.2
"""Tokens per character, median of a thousand paragraphs; saves loading a tokeniser."""


class Selection:
    """A selected text, cut into passages; its vectors are only in memory."""

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
        """Cuts the text. Without an embedder it is searched by words alone."""
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
        """Returns the passages that fit best, best first."""
        # One text alone cannot show which words are rare, so all count the same.
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
        """Returns the first passages, in order."""
        return Found(tuple(Hit(passage, 1.0) for passage in self._passages[:limit]))

    async def likeness(self, text: str, others: Sequence[str]) -> list[float]:
        """Returns the cosine of the text with each other text; zeros without an embedder."""
        return await self._vectors.likeness(self._embedder, text, others)

    async def relevance(self, question: str, pairs: Sequence[Pair]) -> list[float] | None:
        """Returns how well each statement answers, as log-odds; None without a cross-encoder."""
        encoder = self._cross_encoder
        return None if encoder is None else await encoder.relevance(question, pairs)

    async def nearness(
        self, question: str, said: Sequence[PlacedStatement], most: int
    ) -> list[float | None] | None:
        """Returns the cosine of the question with the first `most` statements, None for others.

        Returns None without a bi-encoder.
        """
        encoder = self._bi_encoder
        if encoder is None:
            return None
        return await nearness(self._vectors, encoder, question, said, {}, most)

    async def kinship(
        self, one: PlacedStatement, others: Sequence[PlacedStatement]
    ) -> list[float | None] | None:
        """Returns None: a selected text has no stored vectors."""
        return None

    async def _by_meaning(self, text: str) -> list[float]:
        """Returns the nearness of each passage, that of its nearest row, as a share 0 to 1."""
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
    """Returns the share of the question's words that a passage has."""
    shares = (held(words, term, alternatives.get(term, ()), ALTERNATIVE) for term in rarity)
    return sum(shares) / (len(rarity) or 1)


def _hit(passage: Passage, meaning: float, lexical: float) -> Hit:
    share = MEANING if meaning else 0.0
    return Hit(passage, fused(meaning, lexical, share), meaning, lexical)
