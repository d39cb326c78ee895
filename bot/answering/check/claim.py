"""What a sentence says, beside all that it may say it from."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from bot.model import Question, Sentence
from knowledge.language.patterns.late import Late
from knowledge.language.sentences import normalised
from knowledge.language.terms import language_of, terms
from knowledge.language.values import Value, values
from knowledge.model.documents import Language, Passage
from knowledge.split.injections import is_named_so, words_that_ask
from knowledge.split.statements import statements

_HANGUL = re.compile("[가-힣]+")
_ANSWER = Late(r"(?:yes|no|네|예|아니요|아니오|안 돼요|안 됩니다)[,.]\s")


@dataclass(frozen=True)
class Claim:
    """A sentence of a draft, ready to be held against its quotes."""

    text: str
    """One form of each character, no Markdown."""
    written: str
    """As it came."""
    quotes: tuple[str, ...]
    """In the same form as `text`."""
    above: str
    """Titles, headings and column names of what it cites."""
    asked: str
    language: Language
    """The question's."""

    @cached_property
    def assertion(self) -> str:
        """The sentence without the yes or no before it: that answers, and stands in no quote."""
        match = _ANSWER.match(self.text)
        return self.text[match.end() :] if match else self.text

    @cached_property
    def in_one_language(self) -> bool:
        """Whether the quotes are in the sentence's language: words of two cannot be compared."""
        return all(language_of(one) == language_of(self.text) for one in self.quotes)

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """The values that the sentence gives."""
        return values(self.text)

    @cached_property
    def around(self) -> str:
        """All that words and names may come from."""
        return "\n".join((*self.quotes, self.above, self.asked))

    @cached_property
    def quoted(self) -> frozenset[str]:
        """The terms of the quotes and of what stands above them."""
        return frozenset(terms("\n".join((*self.quotes, self.above))))

    @cached_property
    def available(self) -> frozenset[str]:
        """The terms of the same."""
        return frozenset(terms(self.around))

    @cached_property
    def hangul(self) -> list[str]:
        """The Korean words of the same."""
        return _HANGUL.findall(self.around)

    def has(self, term: str) -> bool:
        """Whether a term, or its opposite, is among them.

        Whether it was opened or unopened is for the rule of polarity to say.
        """
        return not {term, f"un{term}", term.removeprefix("un")}.isdisjoint(self.available)


def claimed(sentence: Sentence, question: Question, known: Mapping[str, Passage]) -> Claim:
    """The claim of a sentence all of whose passages are known."""
    cited = [(known[one.passage.passage_id], one.quote) for one in sentence.citations]
    return Claim(
        normalised(sentence.text),
        sentence.text,
        tuple(normalised(citation.quote) for citation in sentence.citations),
        normalised(
            "\n".join(f"{_above(source)} {_columns(source, quote)}" for source, quote in cited)
        ),
        # What tells the model what to say lends no words to its answer.
        normalised(words_that_ask(question.text)),
        question.language,
    )


def _above(passage: Passage) -> str:
    names = (passage.header.title, *passage.section)
    return " ".join(name for name in names if not is_named_so(name))


def _columns(passage: Passage, quote: str) -> str:
    """A row of a table with the names of its columns, which its quote is without."""
    if not quote.startswith("|"):
        return ""
    return next((one.text for one in statements(passage) if quote in " ".join(one.quotes)), "")
