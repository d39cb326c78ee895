"""What the documents themselves say where a model has put it in other words."""

from collections.abc import Sequence

from bot.answering.check import normalised
from bot.answering.stated import sentence_of
from bot.model import Candidate, Citation, Evidence, Sentence


def in_own_words(sentences: Sequence[Sentence], evidence: Evidence) -> tuple[Sentence, ...]:
    """The statements that carry these sentences; a sentence that is one already stays."""
    own = {one.statement.text for one in evidence.candidates}
    behind: dict[Sentence, None] = {}
    for sentence in sentences:
        carried = [] if sentence.text in own else _carriers(sentence, evidence)
        behind.update(dict.fromkeys(carried or [sentence]))
    return tuple(behind)


def _carriers(sentence: Sentence, evidence: Evidence) -> list[Sentence]:
    return [
        sentence_of(one.hit.passage, one.statement)
        for one in evidence.candidates
        if any(_carries(one, citation) for citation in sentence.citations)
    ]


def _carries(candidate: Candidate, citation: Citation) -> bool:
    if candidate.hit.passage.passage_id != citation.passage.passage_id:
        return False
    quoted, said = normalised(citation.quote), normalised(" ".join(candidate.statement.quotes))
    return quoted in said or said in quoted
