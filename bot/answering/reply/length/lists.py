"""Finds the list that a question asks for: the steps of a task, or the items below a lead-in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.answering.check import fault
from bot.answering.criteria.subject import share_held
from bot.answering.reply.length.asks_how import without_how
from bot.model import Citation, Evidence, Question, Sentence
from bot.model.reason import Reason
from bot.model.written import sentence_of
from knowledge.language.addresses import without_addresses
from knowledge.language.sentences import plain
from knowledge.language.terms import query_terms, terms_meant
from knowledge.model.documents import Passage
from knowledge.split.blocks import BlockKind
from knowledge.split.injections import is_planted
from knowledge.split.statements import Statement, statements
from knowledge.split.units import Unit, units

MOST_ITEMS = 12
_LONGEST = 1_500
"""Characters of a list: more does not fit on a screen."""
_MOST_BEFORE = 2
"""Sentences of the paragraph before a list that are shown above it."""
_ABOUT, _HEADED = 0.75, 0.3
"""Share of the question's words in the title and headings above a list that is about it, and
their least share in the heading itself."""
_BEHIND, _BELOW = 3.0, 1.0
"""Log odds that a list's best step may be behind the best statement: anywhere, and below it in its
passage under a heading with none of the question's words."""
_NEXT = 2.0
"""Log odds within which a second step shows that the list is meant, not one step."""


@dataclass(frozen=True)
class _Listed:
    """A list in a found passage."""

    passage: Passage
    unit: Unit
    before: Unit | None
    """The paragraph before it in its passage."""
    scores: tuple[float, ...]
    """The scores of the statements in it, best first."""
    heading: str
    """The last heading and the lead-in."""
    above: str
    """The same, with the title and the other headings."""

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """The lead-in, and each item as a sentence with its mark."""
        lead = [_verbatim(self.passage, self.unit.lead)] if self.unit.lead else []
        return (
            *lead,
            *(_verbatim(self.passage, one.quote, one.mark) for one in self.unit.parts),
        )

    def has(self, sentence: Sentence) -> bool:
        """Whether a sentence is one of the items, or a part of one."""
        return _holds_it(self.unit, self.passage, sentence)


def with_steps(
    kept: Sequence[Sentence], question: Question, evidence: Evidence
) -> tuple[Sentence, ...] | None:
    """The whole list of the steps asked for; None if no list is surely about the question."""
    asked, best = _Asked(question, evidence), evidence.candidates[0]
    lists = [one for one in _lists(kept[0], evidence) if one.unit.numbered]
    lists.sort(key=lambda one: (not one.has(kept[0]), -asked.share(one.above)))
    for one in lists:
        if _is_meant(one, kept[0], asked, best.score) and _may_be_shown(one, question):
            return (*_before(one, kept, asked), *one.sentences)
    return None


def with_items(
    kept: Sequence[Sentence], question: Question, evidence: Evidence
) -> tuple[Sentence, ...] | None:
    """The whole list instead of an item that adds none of the question's words to its lead-in."""
    asked = _Asked(question, evidence)
    for one in _lists(kept[0], evidence):
        led = asked.share(one.above)
        more = asked.share(f"{one.above} {kept[0].text}")
        if one.unit.lead and one.has(kept[0]) and led >= _ABOUT and more <= led:
            others = (sentence for sentence in kept if not one.has(sentence))
            return (*one.sentences, *others) if _may_be_shown(one, question) else None
    return None


class _Asked:
    """The words of the question's subject."""

    def __init__(self, question: Question, evidence: Evidence) -> None:
        self._found = evidence.found
        subject = set(query_terms(without_how(question.to_look_up)))
        rarity = evidence.found.rarity
        self._rarity = {term: weight for term, weight in rarity.items() if term in subject}

    def share(self, text: str) -> float:
        """The share of these words in a text, weighted by rarity; 0 without a subject."""
        words = frozenset(terms_meant(text))
        return share_held(words, self._rarity, self._found) if self._rarity else 0.0


def _is_meant(one: _Listed, first: Sentence, asked: _Asked, best: float) -> bool:
    headed, about = asked.share(one.heading), asked.share(one.above)
    if one.has(first):
        near = sum(score >= best - _NEXT for score in one.scores)
        return headed >= _HEADED or near > 1
    top = max(one.scores, default=best - _BEHIND - 1)
    if about < _ABOUT or top < best - _BEHIND:
        return False
    follows = one.before is not None and _holds_it(one.before, one.passage, first)
    return headed > 0 or (follows and top >= best - _BELOW)


def _before(one: _Listed, kept: Sequence[Sentence], asked: _Asked) -> list[Sentence]:
    """The paragraph above the list, if the heading says what both are for; else what was kept."""
    if one.before is None:
        return []
    placed = [sentence_of(one.passage, each) for each in statements(one.passage)]
    own = [each for each in placed if _holds_it(one.before, one.passage, each)]
    if asked.share(one.heading) < _HEADED or len(own) > _MOST_BEFORE:
        own = [each for each in own if each in kept]
    return own


def _may_be_shown(one: _Listed, question: Question) -> bool:
    """Whether every item passes the check: word for word, and no instruction to a model."""
    known = {one.passage.passage_id: one.passage}
    short = len(one.unit.parts) <= MOST_ITEMS
    if not short or sum(len(each.text) for each in one.sentences) > _LONGEST:
        return False
    return all(
        # Below its heading or lead-in, a note of one word says enough.
        fault(each, question, known) in (None, Reason.QUOTE_TOO_SHORT)
        and not is_planted(Statement(each.text, (each.citations[0].quote,)), one.passage)
        for each in one.sentences
    )


def _lists(first: Sentence, evidence: Evidence) -> Iterator[_Listed]:
    """The lists in the found passages of the same language as a sentence."""
    language = first.citations[0].passage.header.language
    for passage in (hit.passage for hit in evidence.found.hits):
        if passage.header.language == language:
            yield from _in_passage(passage, evidence)


def _in_passage(passage: Passage, evidence: Evidence) -> Iterator[_Listed]:
    before: Unit | None = None
    own = [one for one in evidence.candidates if one.hit.passage == passage]
    for unit in units(passage):
        if unit.kind is BlockKind.ITEM:
            scores = [one.score for one in own if _is_in(unit, one.statement)]
            heading = f"{passage.section[-1] if passage.section else ''} {unit.lead}"
            above = f"{passage.above} {unit.lead}"
            best_first = tuple(sorted(scores, reverse=True))
            yield _Listed(passage, unit, before, best_first, heading, above)
        before = unit if unit.kind is BlockKind.TEXT else None


def _is_in(unit: Unit, statement: Statement) -> bool:
    return unit.place_of(statement.quotes[:1]) is not None


def _holds_it(unit: Unit, passage: Passage, sentence: Sentence) -> bool:
    first = sentence.citations[0]
    here = first.passage == passage
    quotes = [one.quote for one in sentence.citations]
    # A list quoted as a whole begins with its lead-in.
    return here and any(unit.place_of([quote]) is not None for quote in quotes)


def _verbatim(passage: Passage, quote: str, mark: str = "") -> Sentence:
    return Sentence(without_addresses(plain(quote)), (Citation(passage, quote),), mark)
