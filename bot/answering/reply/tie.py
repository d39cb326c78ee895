"""Decides whether a text has to do with a question: nothing else is shown or suggested."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.answering.criteria.subject import NO_THING, share_held
from bot.model import Candidate, Question
from knowledge.language.terms import korean_words, latin_words, query_terms, terms, terms_meant
from knowledge.model.documents import Found, Passage
from knowledge.search.catalogue.catalogue import Product

_OF_RETURNS = frozenset("return returns refund refunds exchange exchanges 환불 교환 반품".split())
"""Fit many rules, but a question about refunds is about them."""
_GENERAL = NO_THING - _OF_RETURNS
_LIKE, _READ = 0.4, 0.0
"""Likeness, and log odds of the cross-encoder, from which a sentence needs no word in common.

Of 199 questions to eight stores that the closest rules help, 197 stay; by a word alone, 113.
"""


@dataclass(frozen=True, slots=True)
class Tie:
    """The words of a question that name its subject, in both languages."""

    words: Mapping[str, float]
    """Their terms, with the rarity of each."""
    found: Found

    @classmethod
    def of(cls, question: Question, found: Found) -> "Tie":
        """The tie of a question, by the search that looked its words up."""
        words = content_terms(question.to_look_up)
        return cls({term: found.rarity.get(term, 1.0) for term in words}, found)

    def shares_a_word(self, text: str) -> bool:
        """Whether a text has a word of the subject, or an alternative of the glossary."""
        words = frozenset(terms_meant(text))
        return bool(self.words) and share_held(words, self.words, self.found) > 0

    def holds(self, candidate: Candidate) -> bool:
        """Whether a statement shares a word of the subject, or is near in meaning.

        A product has to be named: by its meaning alone, a chestnut cake is near a night shift.
        """
        passage = candidate.hit.passage
        if self.shares_a_word(said_of(passage, candidate.statement.text)):
            return True
        if Product.of(passage):
            return False
        read = candidate.relevance
        return candidate.likeness >= _LIKE or (read is not None and read >= _READ)


def content_terms(text: str) -> tuple[str, ...]:
    """The terms of the words that name a subject: no fee, price, customer, store or rule."""
    latin = [one for one in latin_words(text) if one not in _GENERAL]
    korean = [one for one in korean_words(text) if one not in _GENERAL]
    found = [term for one in latin for term in query_terms(one)]
    # 영업시간 is about opening, not about any 시간.
    found += [term for one in korean for term in terms(one) if term not in _GENERAL]
    return tuple(dict.fromkeys(found))


def said_of(passage: Passage, text: str) -> str:
    """A text of a passage with the title and the headings above it."""
    return f"{passage.header.title} {passage.heading} {text}"
