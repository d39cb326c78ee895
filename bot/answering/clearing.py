"""An answer on its way out: nothing that it shows holds personal data."""

from collections.abc import Sequence
from dataclasses import replace

from bot.model import Answer, Citation, Draft, Sentence
from bot.privacy import EntityType, Redactor

_CONTACTS = frozenset({EntityType.PHONE, EntityType.EMAIL})


def cleared(answer: Answer, redactor: Redactor) -> Answer:
    """The answer without personal data, but with the contacts that its sources publish."""
    contacts = _contacts(answer.citations, redactor)
    back = answer.follow_up
    return replace(
        answer,
        text=redactor.told(answer.text, contacts),
        follow_up=redactor.told(back, contacts) if back else back,
        suggestions=tuple(redactor.told(one, contacts) for one in answer.suggestions),
        draft=_published(answer.draft, redactor),
    )


def _contacts(citations: Sequence[Citation], redactor: Redactor) -> set[str]:
    """Phone numbers and e-mail addresses that the cited passages publish may be said."""
    return {
        citation.passage.text[entity.start : entity.end]
        for citation in citations
        for entity in redactor.redact(citation.passage.text).entities
        if entity.type in _CONTACTS
    }


def _published(draft: Draft, redactor: Redactor) -> Draft:
    """What was written before the check: a language model may make up somebody's number."""
    return replace(draft, sentences=tuple(_without(one, redactor) for one in draft.sentences))


def _without(sentence: Sentence, redactor: Redactor) -> Sentence:
    citations = tuple(
        replace(one, quote=redactor.published(one.quote)) for one in sentence.citations
    )
    return Sentence(redactor.published(sentence.text), citations)
