"""Which version of a document a source is: its version and days, or who answered and when."""

from collections.abc import Callable
from datetime import date

from bot import texts
from bot.model import Source
from knowledge.model.documents import Language

Written = Callable[[date, Language], str]
"""Writes a day, in words or in short."""


def edition(
    source: Source, language: Language, written: Written, named: Callable[[str], str] = str
) -> list[str]:
    """Returns the parts of it; `named` makes a name safe where it is shown."""
    parts = []
    if source.written_on is not None:
        by = named(source.owner) if source.owner else texts.STORE_MANAGER[language]
        day = written(source.written_on, language)
        parts.append(texts.ANSWERED_BY[language].format(owner=by, date=day))
    elif source.version:
        parts.append("v" + named(source.version.removeprefix("v")))
    if source.effective_from is not None and source.effective_from != source.written_on:
        day = written(source.effective_from, language)
        parts.append(texts.EFFECTIVE[language].format(date=day))
    if source.review_by is not None and (source.overdue or source.written_on is not None):
        said = texts.NOT_REVIEWED if source.overdue else texts.REVIEW_BY
        parts.append(said[language].format(date=written(source.review_by, language)))
    return parts
