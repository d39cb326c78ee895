"""Chooses the rows of a table that a question wants: those that it names, or all of them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot import texts
from bot.answering.criteria.amount import for_amount
from bot.answering.criteria.subject import share_held
from bot.model import Absence, Candidate, Citation, Evidence, Question, Sentence
from bot.model.written import sentence_of
from knowledge.language.calendar.weekdays import weekdays
from knowledge.language.grammars import grammar_for
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import query_terms, terms_meant
from knowledge.split.statements import Statement
from knowledge.split.units import rows_of

_MOST = 10
"""Rows that are shown; the others are named."""
_YES = frozenset("● ◎ ✓ ✔ √ ✅ ☑ ■ o yes y 있음 함유 예 유 가능".split())
_NO = frozenset("x × ✗ ✘ ✕ ❌ - – — no n none 없음 무 아니요 불가 미함유".split())
_RINGS = frozenset("○ ◯ ⭕".split())
"""A yes beside crosses, a no beside discs."""
_WITHOUT = LazyPattern(
    r"\b(?:without|no|not|free|lacks?|excl\w+)\b|n't\b|-free\b|안 |않|없|빠진|뺀|못 "
)
_FOOTNOTE = re.compile(r"[\s*†‡()\d]+$")


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows to show, and what the table has none for."""

    sentences: tuple[Sentence, ...]
    absent: Absence | None = None


@dataclass(frozen=True, slots=True)
class _Row:
    sentence: Sentence
    statement: Statement
    as_whole: bool

    @property
    def key(self) -> str:
        """The cell that names it."""
        return next((cell for _, cell in self.statement.row if cell), "")


def rows(kept: Sequence[Sentence], question: Question, evidence: Evidence) -> Rows | None:
    """The rows that a question wants of the table whose row answers it best.

    None if the best sentence is no row of a table with column names, or the right one by itself.
    """
    table = _table(kept[0], evidence)
    chosen, absent = _chosen(table, question, evidence) if len(table) > 1 else ([], None)
    if not chosen:
        return None
    others = (one for one in kept if one not in [row.sentence for row in table])
    return Rows((*_shown(chosen, question), *others), absent)


def _chosen(
    table: Sequence[_Row], question: Question, evidence: Evidence
) -> tuple[Sequence[_Row], Absence | None]:
    """The rows that a question wants, and what there is none for; no rows to leave it as it is."""
    if amounts := for_amount(question.text, [one.statement.row for one in table]):
        fitting = [one for one, fits in zip(table, amounts.fits, strict=True) if fits]
        line = texts.NO_ROW[question.language].format(asked=amounts.asked)
        return (fitting, None) if fitting else (table, Absence(line, amounts.asked))
    asked = _Asked(question, evidence, table)
    if named := asked.named(table) or asked.marked(table) or asked.holding(table):
        return named, None
    is_of_a_day = question.about.day and any(weekdays(f"{one.key}:") for one in table)
    of_all = evidence.by_name or any(one.as_whole for one in table)
    return (table if of_all and not is_of_a_day else ()), None


class _Asked:
    """The words of a question, as far as they tell one row of a table from another."""

    def __init__(self, question: Question, evidence: Evidence, table: Sequence[_Row]) -> None:
        self._text = question.text
        self._found = evidence.found
        columns = frozenset(terms_meant(" ".join(name for name, _ in table[0].statement.row)))
        cells = [frozenset(terms_meant(one.statement.text)) for one in table]
        above = terms_meant(table[0].sentence.citations[0].passage.above)
        shared = columns.union(above, frozenset.intersection(*cells))
        asked = query_terms(question.to_look_up)
        words = set(asked)
        rarity = evidence.found.rarity
        # A glossary's translation of one word names no row in the other language.
        header = table[0].sentence.citations[0].passage.header
        own = words - shared if header.language == question.language else frozenset[str]()
        self._own = {term: rarity[term] for term in rarity if term in own}
        self._columns = words & columns
        over = terms_meant(table[0].statement.row[0][0])
        self._places = {term: place for place, term in enumerate(asked)}
        self._way = -1 if grammar_for(question.language).head_last else 1
        self._over = [self._places[term] for term in over if term in self._places]

    def named(self, table: Sequence[_Row]) -> list[_Row]:
        """The rows whose first cell has most of these words; none if none has any.

        "Milk" is meant by milk, "oat milk" is not. Below "Paid with", "he paid by card but wants
        cash" names the card.
        """
        best = self._best(table := self._nearest(table), [one.key for one in table])
        return [one for one in best if set(terms_meant(one.key)) <= self._own.keys()] or best

    def _nearest(self, table: Sequence[_Row]) -> Sequence[_Row]:
        """The rows whose name stands nearest to the column's in the question, if both do.

        Of two as near, the one behind it is meant, "paid by card"; or the one before it,
        as in Korean.
        """
        steps = {
            n: min(
                abs(2 * (self._places[term] - over) - self._way)
                for term in named
                for over in self._over
            )
            for n, one in enumerate(table)
            if self._over and (named := self._own.keys() & set(terms_meant(one.key)))
        }
        least = min(steps.values(), default=0)
        return [table[n] for n, step in steps.items() if step == least] or table

    def holding(self, table: Sequence[_Row]) -> list[_Row]:
        """The rows with most of these words in another cell."""
        cells = [" ".join(cell for _, cell in one.statement.row) for one in table]
        return [] if _WITHOUT.search(self._text) else self._best(table, cells)

    def marked(self, table: Sequence[_Row]) -> list[_Row]:
        """The rows with a yes in the column that the question names; with a no, if it denies it."""
        for column, (name, _) in enumerate(table[0].statement.row):
            cells = [_FOOTNOTE.sub("", one.statement.row[column][1]).lower() for one in table]
            known = _YES | _NO | _RINGS
            is_named = not self._columns.isdisjoint(terms_meant(name))
            if (
                column == 0
                or not is_named
                or 3 * sum(c in known for c in cells if c) < 2 * len(cells)
            ):
                continue
            no = _NO | (_RINGS if any(one in _YES for one in cells) else frozenset())
            denies = bool(_WITHOUT.search(self._text))
            return [
                one
                for one, cell in zip(table, cells, strict=True)
                if (cell in no or not cell) is denies
            ]
        return []

    def _best(self, table: Sequence[_Row], said: Sequence[str]) -> list[_Row]:
        if not self._own:
            return []
        shares = [share_held(frozenset(terms_meant(one)), self._own, self._found) for one in said]
        most = max(shares)
        return [one for one, share in zip(table, shares, strict=True) if share == most > 0]


def _table(first: Sentence, evidence: Evidence) -> list[_Row]:
    """The rows of the table that a sentence is a row of, in order."""
    here = next((one for one in evidence.candidates if _is_it(one, first)), None)
    if here is None or not here.statement.row:
        return []
    passage = here.hit.passage
    own = {
        one.statement.text: one.as_whole
        for one in evidence.candidates
        if one.hit.passage == passage
    }
    return [
        _Row(sentence_of(passage, one), one, own[one.text])
        for one in rows_of(passage, here.statement)
        if one.text in own
    ]


def _is_it(candidate: Candidate, sentence: Sentence) -> bool:
    here = candidate.hit.passage == sentence.citations[0].passage
    return here and candidate.statement.text == sentence.text


def _shown(table: Sequence[_Row], question: Question) -> list[Sentence]:
    """The first rows; a line names the others, and cites them."""
    shown, rest = [one.sentence for one in table[:_MOST]], table[_MOST:]
    if not rest:
        return shown
    names = ", ".join(one.key for one in rest)
    line = texts.MORE_ROWS[question.language].format(count=len(rest), names=names)
    cited = tuple(
        Citation(one.sentence.citations[0].passage, one.statement.quotes[0]) for one in rest
    )
    return [*shown, Sentence(line, cited)]
