"""Shows a list whole: the steps of a task, or the items below a lead-in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot import texts
from bot.answering.check import fault
from bot.answering.criteria.answer_kind.steps import without_how
from bot.answering.criteria.subject import share_held
from bot.model import Citation, Evidence, Question, Sentence
from bot.model.reason import Reason
from bot.model.written import sentence_of
from knowledge.language.addresses import without_addresses
from knowledge.language.sentences import plain
from knowledge.language.terms import query_terms, terms_meant
from knowledge.model.documents import Passage
from knowledge.split.injections import is_planted
from knowledge.split.statements import Statement, statements
from knowledge.split.units import Unit, UnitKind, unit_of, units

_MOST_ITEMS, _MOST_STEPS = 12, 25
"""Items and steps that are shown; the source has the rest."""
_LONGEST = 2_500
"""Characters of a list that are shown: more does not fit on two screens."""
_MOST_BEFORE = 2
"""Sentences of the paragraph before a list that are shown above it."""
_ABOUT, _HEADED = 0.75, 0.3
"""Share of the question's words in the title and headings above a list that is about it, and
their least share in the heading itself."""


@dataclass(frozen=True, slots=True)
class _Listed:
    """A list in a found passage."""

    unit: Unit
    before: Unit | None
    """The paragraph before it in its passage."""
    as_whole: bool
    """Whether it fits the question better as a whole than any of its parts."""

    @property
    def passage(self) -> Passage:
        """The passage in which it begins."""
        return self.unit.parts[0].passage

    @property
    def above(self) -> str:
        """The title, the headings and the lead-in above it."""
        return f"{self.passage.above} {self.unit.lead}"


def listed(
    kept: Sequence[Sentence],
    question: Question,
    evidence: Evidence,
    section: Sequence[Passage],
    *,
    how: bool,
) -> tuple[Sentence, ...] | None:
    """The whole list that the question wants, with what else was kept; None if it wants none."""
    asked, first = _Asked(question, evidence), kept[0]
    lists = sorted(
        _lists(first, evidence, section),
        key=lambda one: (not _holds(one.unit, first), -asked.share(one.above)),
    )
    for one in lists:
        if not _may_be_shown(one):
            continue
        if how and one.unit.kind is UnitKind.PROCEDURE and _is_meant(one, first, asked):
            return (*_before(one, kept, asked), *_shortened(one, question))
        if _wants_all(one, first):
            lead = one.unit.lead
            others = (
                each
                for each in kept
                if not _holds(one.unit, each) and each.citations[0].quote != lead
            )
            return (*_shortened(one, question), *others)
    return None


def sentences_of(unit: Unit) -> tuple[Sentence, ...]:
    """A list's lead-in, and each item as a sentence with its mark."""
    lead = [_verbatim(unit.parts[0].passage, unit.lead)] if unit.lead else []
    return (*lead, *(_verbatim(one.passage, one.quote, one.mark) for one in unit.parts))


class _Asked:
    """The words of the question's subject."""

    def __init__(self, question: Question, evidence: Evidence) -> None:
        self.language = question.language
        self._found = evidence.found
        subject = set(query_terms(without_how(question.to_look_up)))
        rarity = evidence.found.rarity
        self._rarity = {term: weight for term, weight in rarity.items() if term in subject}

    def share(self, text: str) -> float:
        """The share of these words in a text, weighted by rarity; 0 without a subject."""
        words = frozenset(terms_meant(text))
        return share_held(words, self._rarity, self._found) if self._rarity else 0.0


def _wants_all(one: _Listed, first: Sentence) -> bool:
    """Whether the best sentence is the lead-in, or stands for the whole list."""
    if one.unit.lead and first.citations[0].quote == one.unit.lead:
        return first.citations[0].passage == one.passage
    return one.as_whole and _holds(one.unit, first)


def _is_meant(one: _Listed, first: Sentence, asked: _Asked) -> bool:
    """Whether a how-to question means these steps, not one of them or a sentence elsewhere.

    A heading in another language than the question's shares no words with it.
    """
    headed = asked.share(one.unit.above)
    if _holds(one.unit, first):
        return headed >= _HEADED or one.as_whole or asked.language != one.passage.header.language
    follows = one.before is not None and _holds(one.before, first)
    return asked.share(one.above) >= _ABOUT and (headed > 0 or follows)


def _before(one: _Listed, kept: Sequence[Sentence], asked: _Asked) -> list[Sentence]:
    """The paragraph above the list, if the heading says what both are for; else what was kept."""
    if one.before is None:
        return []
    placed = [sentence_of(one.passage, each) for each in statements(one.passage)]
    own = [each for each in placed if _holds(one.before, each)]
    if asked.share(one.unit.above) < _HEADED or len(own) > _MOST_BEFORE:
        own = [each for each in own if each in kept]
    return own


def _may_be_shown(one: _Listed) -> bool:
    """Whether every item passes the check: word for word, and no instruction to a model."""
    known = {each.passage.passage_id: each.passage for each in one.unit.parts}
    return all(
        # Below its heading or lead-in, a note of one word says enough.
        fault(each, known) in (None, Reason.QUOTE_TOO_SHORT)
        and not is_planted(Statement(each.text, (each.citations[0].quote,)), one.passage)
        for each in sentences_of(one.unit)
    )


def _shortened(one: _Listed, question: Question) -> tuple[Sentence, ...]:
    """The list from its beginning; behind what has room, a line says how much more there is."""
    most = _MOST_STEPS if one.unit.kind is UnitKind.PROCEDURE else _MOST_ITEMS
    every = sentences_of(one.unit)
    room, shown = _LONGEST, list[Sentence]()
    for each in every:
        room -= len(each.text)
        if len(shown) == most + bool(one.unit.lead) or (room < 0 and shown):
            break
        shown.append(each)
    rest = every[len(shown) :]
    if not rest:
        return every
    line = texts.MORE_IN_SOURCE[question.language].format(count=len(rest))
    return (*shown, Sentence(line, tuple(each.citations[0] for each in rest)))


def _lists(first: Sentence, evidence: Evidence, section: Sequence[Passage]) -> Iterator[_Listed]:
    """The lists in the found passages of the same language as a sentence."""
    here = first.citations[0].passage
    for passage in (hit.passage for hit in evidence.found.hits):
        if passage.header.language == here.header.language:
            yield from _in_passage(passage, evidence, section)


def _in_passage(
    passage: Passage, evidence: Evidence, section: Sequence[Passage]
) -> Iterator[_Listed]:
    before: Unit | None = None
    for one in units(passage):
        if one.kind in (UnitKind.LIST, UnitKind.PROCEDURE):
            whole = unit_of(passage, [one.parts[0].quote], section) or one
            as_whole = any(
                each.as_whole and whole.has(each.hit.passage, each.statement.quotes[:1])
                for each in evidence.candidates
            )
            yield _Listed(whole, before, as_whole)
        before = one if one.kind is UnitKind.PARAGRAPH else None


def _holds(unit: Unit, sentence: Sentence) -> bool:
    """Whether a sentence is one of the unit's parts, or holds one: it may be a list's statement."""
    quotes = [one.quote for one in sentence.citations]
    return unit.has(sentence.citations[0].passage, quotes)


def _verbatim(passage: Passage, quote: str, mark: str = "") -> Sentence:
    return Sentence(without_addresses(plain(quote)), (Citation(passage, quote),), mark)
