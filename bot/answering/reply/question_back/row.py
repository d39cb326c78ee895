"""Asks back which row of a table is meant, by the name of its first column."""

import re
from collections.abc import Sequence

from bot import texts
from bot.answering.listed_names import one_of
from bot.model import Question
from knowledge.language.calendar.weekdays import weekdays
from knowledge.language.terms import query_terms, terms
from knowledge.model.documents import Language, Passage
from knowledge.split.statements import Statement, statements

_FEWEST_ROWS, _MOST_ROWS = 2, 5
"""Rows to choose from; more are too many to read at the till."""
_NO_NOUN = re.compile(
    r"^(?:when|how|what|where|who|if)\b|\b(?:with|in|to|by|from|of|for|on|at)$", re.I
)
_DIGIT = re.compile(r"\d")


def which_row(passage: Passage, row: Statement, question: Question) -> str | None:
    """Asks for the row. None if the question names one, or all rows say the same."""
    rows = [one for one in statements(passage) if _is_beside(one, row)]
    cells = [one.text.split("; ") for one in rows]
    keys = [one[0].partition(": ") for one in cells if ": " in one[0]]
    names = list(dict.fromkeys(name for _, _, name in keys))
    if not _FEWEST_ROWS <= len(names) <= _MOST_ROWS or len(keys) < len(rows):
        return None
    says_the_same = len({*map(_rest, rows)}) == 1
    if says_the_same or any(map(_DIGIT.search, names)) or _names_one(question.text, rows):
        return None
    names_a_day = question.about.day or weekdays(question.text)
    if names_a_day and any(weekdays(f"{one}:") for one in names):
        return None
    return _worded(keys[0][0], names, question.language)


def _is_beside(one: Statement, row: Statement) -> bool:
    """Whether both are rows of one table with column names."""
    return len(one.quotes) > 1 and "|" in one.quotes[0] and one.quotes[1:] == row.quotes[1:]


def _rest(row: Statement) -> str:
    return row.text.partition("; ")[2]


def _names_one(asked: str, rows: Sequence[Statement]) -> bool:
    """Whether the question has a word of a cell: it names the row, or asks for it."""
    words = set(query_terms(asked))
    cells = (cell.partition(": ")[2] for one in rows for cell in one.text.split("; "))
    return any(words & set(terms(cell)) for cell in cells)


def _worded(column: str, names: Sequence[str], language: Language) -> str:
    listed = one_of(names, language)
    if language == "ko":
        return texts.WHICH_ROW["ko"].format(column=column, names=listed)
    wording = texts.WHICH_OF_THESE if _NO_NOUN.search(column) else texts.WHICH_ROW
    if column[1:2].islower():  # SKU, POS
        column = column[0].lower() + column[1:]
    return wording["en"].format(column=column, names=listed)
