"""A sentence of a draft together with the texts that may back it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from bot.model import Question, Sentence
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.sentences import normalised
from knowledge.language.terms import language_of, terms
from knowledge.language.values import Value, values
from knowledge.model.documents import Language, Passage
from knowledge.split.injections import is_named_so, words_that_ask
from knowledge.split.statements import statements

_HANGUL = re.compile("[가-힣]+")
_ANSWER = LazyPattern(r"(?:yes|no|네|예|아니요|아니오|안 돼요|안 됩니다)[,.]\s")


@dataclass(frozen=True)
class Claim:
    """A sentence of a draft, prepared for comparison with its quotes."""

    text: str
    """Normalised, without Markdown."""
    written: str
    """The sentence as the draft has it."""
    quotes: tuple[str, ...]
    """Normalised like `text`."""
    above: str
    """Titles, headings and column names of the cited passages."""
    asked: str
    """The question, without instructions to a model."""
    language: Language
    """The question's language."""

    @cached_property
    def assertion(self) -> str:
        """The sentence without a leading yes or no, which no quote holds."""
        match = _ANSWER.match(self.text)
        return self.text[match.end() :] if match else self.text

    @cached_property
    def in_one_language(self) -> bool:
        """Whether the quotes are in the sentence's language. If not, words cannot be compared."""
        return all(language_of(one) == language_of(self.text) for one in self.quotes)

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """The values in the sentence: amounts, times, dates, counts."""
        return values(self.text)

    @cached_property
    def around(self) -> str:
        """The texts that words and names may come from: quotes, headings, question."""
        return "\n".join((*self.quotes, self.above, self.asked))

    @cached_property
    def quoted(self) -> frozenset[str]:
        """The terms of the quotes and of the titles and headings above them."""
        return frozenset(terms("\n".join((*self.quotes, self.above))))

    @cached_property
    def available(self) -> frozenset[str]:
        """The terms of `around`."""
        return frozenset(terms(self.around))

    @cached_property
    def hangul(self) -> list[str]:
        """The Korean words of `around`."""
        return _HANGUL.findall(self.around)

    def has(self, term: str) -> bool:
        """Whether `available` has the term, with or without "un".

        The polarity rule tells opened from unopened.
        """
        return not {term, f"un{term}", term.removeprefix("un")}.isdisjoint(self.available)


def claimed(sentence: Sentence, question: Question, known: Mapping[str, Passage]) -> Claim:
    """Builds the claim of a sentence. `known` must hold all passages that it cites."""
    cited = [(known[one.passage.passage_id], one.quote) for one in sentence.citations]
    return Claim(
        normalised(sentence.text),
        sentence.text,
        tuple(normalised(citation.quote) for citation in sentence.citations),
        normalised(
            "\n".join(f"{_above(source)} {_columns(source, quote)}" for source, quote in cited)
        ),
        # Instructions to a model in the question must not lend words to its answer.
        normalised(words_that_ask(question.text)),
        question.language,
    )


def _above(passage: Passage) -> str:
    names = (passage.header.title, *passage.section)
    return " ".join(name for name in names if not is_named_so(name))


def _columns(passage: Passage, quote: str) -> str:
    """For a quoted table row: the row with its column names. Else empty."""
    if not quote.startswith("|"):
        return ""
    return next((one.text for one in statements(passage) if quote in " ".join(one.quotes)), "")
