"""Compares two versions of a document for a command, or says why it cannot."""

from collections.abc import Sequence

from bot.ports import Comparison
from bot.upkeep.indexing import index_texts as texts
from knowledge.compare.version_lines import lines
from knowledge.model.documents import Language
from knowledge.model.errors import (
    KnowledgeError,
    OneVersionError,
    UnknownDocumentError,
    UnknownVersionError,
)

Refused = (UnknownDocumentError, UnknownVersionError, OneVersionError)
"""The errors that `sorry` can explain."""


async def difference_lines(
    comparison: Comparison, names: Sequence[str], language: Language
) -> list[str]:
    """Shows the changes; `names` are a document and up to two versions. Raises `Refused`."""
    found = await comparison.difference(*names)
    shown = lines(found)
    if found.changes or found.headings:
        return shown
    return [*shown, "", texts.SAME_TEXT[language]]


def sorry(error: KnowledgeError, language: Language) -> str:
    """Says why two versions were not compared, and what to ask for instead."""
    if isinstance(error, UnknownDocumentError):
        said = texts.NO_DOCUMENT[language].format(name=error.name)
        near = ", ".join(error.near)
        return f"{said} {texts.DID_YOU_MEAN[language].format(near=near)}" if near else said
    if isinstance(error, UnknownVersionError):
        return texts.NO_VERSION[language].format(name=error.name, known=", ".join(error.known))
    if isinstance(error, OneVersionError):
        return texts.ONE_VERSION[language].format(key=error.key)
    raise error
