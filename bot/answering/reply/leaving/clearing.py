"""Redacts personal data in everything that an answer shows."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot import texts
from bot.model import Answer, Citation, Draft, Sentence, Table
from bot.privacy import EntityType, Redactor, unmarked
from knowledge.language.addresses import ADDRESS, LEFT_OUT

_CONTACTS = frozenset({EntityType.PHONE, EntityType.EMAIL})


def cleared(answer: Answer, redactor: Redactor) -> Answer:
    """Redacts an answer, but keeps phone numbers and e-mail addresses that its sources publish."""
    contacts = _contacts(answer.citations, redactor)
    back = answer.follow_up
    return replace(
        answer,
        text=redactor.told("\n".join((answer.text, *_left_out(answer))), contacts),
        tables=tuple(_told(one, redactor, contacts) for one in answer.tables),
        follow_up=redactor.told(back, contacts) if back else back,
        suggestions=tuple(redactor.told(one, contacts) for one in answer.suggestions),
        draft=_published(answer.draft, redactor),
    )


def _told(table: Table, redactor: Redactor, contacts: set[str]) -> Table:
    """Redacts a table's cells and lines; its headings are words of our own."""
    rows = tuple(tuple(redactor.told(cell, contacts) for cell in row) for row in table.rows)
    return replace(table, rows=rows, lines=redactor.told(table.lines, contacts))


def _left_out(answer: Answer) -> Iterator[str]:
    """Yields a line if a sentence lacks a link or personal data that its source has."""
    said, language = [one.text for one in answer.sentences], answer.question.language
    left = any(LEFT_OUT in text for text in said)
    if left and any(ADDRESS.search(citation.passage.text) for citation in answer.citations):
        yield texts.ADDRESS_LEFT_OUT[language]
    if any(unmarked(text) != text for text in said):
        yield texts.PERSONAL_DATA_LEFT_OUT[language]


def _contacts(citations: Sequence[Citation], redactor: Redactor) -> set[str]:
    """Phone numbers and e-mail addresses in the cited passages: these may be shown."""
    return {
        citation.passage.text[entity.start : entity.end]
        for citation in citations
        for entity in redactor.redact(citation.passage.text).entities
        if entity.type in _CONTACTS
    }


def _published(draft: Draft, redactor: Redactor) -> Draft:
    """Redacts the unchecked draft: a language model may invent somebody's number."""
    return replace(draft, sentences=tuple(_without(one, redactor) for one in draft.sentences))


def _without(sentence: Sentence, redactor: Redactor) -> Sentence:
    contacts = _contacts(sentence.citations, redactor)
    citations = tuple(
        replace(one, quote=redactor.told(one.quote, contacts)) for one in sentence.citations
    )
    return Sentence(redactor.told(sentence.text, contacts), citations)
