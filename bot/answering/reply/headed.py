"""Puts the heading before a sentence that is unclear without it: "Sauna: Free for members."."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.answering.choose.with_qualifier import leans_back
from bot.answering.reply.tie import Tie
from bot.model import Evidence, Question, Sentence
from knowledge.model.documents import Passage
from knowledge.split.context import STOPS, denies, ends
from knowledge.split.units import UnitKind, unit_of


def headed(sentences: Sequence[Sentence], question: Question, evidence: Evidence) -> list[Sentence]:
    """The sentences, each that would be unclear alone behind the heading above it.

    Steps of an emergency, for which nothing is weighed, stay as they are.
    """
    tie = Tie.of(question, evidence.found)
    return list(_headed(sentences, tie) if evidence.candidates else sentences)


def _headed(sentences: Sequence[Sentence], tie: Tie) -> Iterator[Sentence]:
    before: Passage | None = None
    for one in sentences:
        passage = one.citations[0].passage
        heading = passage.section[-1] if passage.section else passage.header.title
        is_clear = passage == before or not heading or one.mark or heading in one.text
        before = passage
        if is_clear or not _needs(one, passage, heading, tie):
            yield one
        else:
            yield replace(one, text=f"{heading.rstrip('.:')}: {one.text}")


def _needs(one: Sentence, passage: Passage, heading: str, tie: Tie) -> bool:
    """Whether a sentence goes on from its heading, is a bare note, or names nothing asked about."""
    unit = unit_of(passage, [each.quote for each in one.citations])
    if unit is None or unit.kind is UnitKind.TABLE or len(one.citations) > 1:
        return False
    is_item = unit.kind is not UnitKind.PARAGRAPH and not unit.lead
    is_note = is_item and (not ends(one.text, STOPS) or (denies(heading) and not denies(one.text)))
    is_unnamed = tie.shares_a_word(heading) and not tie.shares_a_word(one.text)
    return leans_back(one.text) or is_note or is_unnamed
