"""Replaces a model's sentences by the documents' own statements behind their quotes."""

from collections.abc import Sequence

from bot.model import Candidate, Citation, Draft, Evidence, Sentence
from bot.model.written import sentence_of
from knowledge.language.sentences import normalised
from knowledge.split.statements import Statement, statements


def in_own_words(sentences: Sequence[Sentence], evidence: Evidence) -> tuple[Sentence, ...]:
    """The statements that the sentences quote. A sentence that is itself a statement stays."""
    own = {one.statement.text for one in evidence.candidates}
    behind: dict[Sentence, None] = {}
    for sentence in sentences:
        carried = [] if sentence.text in own else _carriers(sentence, evidence)
        behind.update(dict.fromkeys(carried or [sentence]))
    return tuple(behind)


def quoted_in(draft: Draft) -> Draft:
    """The statements that hold the quotes of a draft, in its order.

    Keeps what the model found and drops how it worded it.
    """
    citations = [citation for one in draft.sentences for citation in one.citations]
    found = [
        sentence_of(citation.passage, statement)
        for citation in citations
        for statement in statements(citation.passage)
        if _stands_in(citation.quote, statement)
    ]
    return Draft(tuple(dict.fromkeys(found)))


def _carriers(sentence: Sentence, evidence: Evidence) -> list[Sentence]:
    return [
        sentence_of(one.hit.passage, one.statement)
        for one in evidence.candidates
        if any(_carries(one, citation) for citation in sentence.citations)
    ]


def _carries(candidate: Candidate, citation: Citation) -> bool:
    same = candidate.hit.passage.passage_id == citation.passage.passage_id
    return same and _stands_in(citation.quote, candidate.statement)


def _stands_in(quote: str, statement: Statement) -> bool:
    quoted, said = normalised(quote), normalised(" ".join(statement.quotes))
    return quoted in said or said in quoted
