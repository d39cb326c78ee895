"""Makes sentences of chosen statements: the one way in which an answer is built."""

from collections.abc import Sequence

from bot.answering.find.translations import alike
from bot.model import Candidate, Citation, Draft, Sentence
from bot.model.written import sentence_of
from knowledge.compare.swapped import mean_the_same

_NEAR = 20
"""Best statements among which one of another document may say the same."""


def draft_of(chosen: Sequence[Candidate], units: Sequence[Candidate]) -> Draft:
    """The chosen statements in their own words.

    One that another document repeats among the best `units` has both as its sources.
    """
    return Draft(tuple(_sentence(one, units[:_NEAR]) for one in chosen))


def _sentence(one: Candidate, units: Sequence[Candidate]) -> Sentence:
    passage = one.hit.passage
    sentence = sentence_of(passage, one.statement)
    elsewhere = next((other for other in units if _repeats(other, one)), None)
    if elsewhere is None:
        return sentence
    quoted = Citation(elsewhere.hit.passage, elsewhere.statement.quotes[0])
    return Sentence(sentence.text, (*sentence.citations, quoted))


def _repeats(other: Candidate, one: Candidate) -> bool:
    """Whether a statement of another document, in the same language, says the same."""
    mine, theirs = one.hit.passage.header, other.hit.passage.header
    is_elsewhere = theirs.doc_id != mine.doc_id and theirs.language == mine.language
    says_the_same = is_elsewhere and alike(one.statement, other.statement)
    return says_the_same and mean_the_same(one.statement.text, other.statement.text)
