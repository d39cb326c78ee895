"""One question back, where its answer would change what was said."""

import re
from collections.abc import Iterable

from bot import texts
from bot.model import Citation, Evidence, Question, SafeText
from bot.privacy import safe
from bot.texts import Text
from knowledge.model import Language

_CONDITIONS: tuple[tuple[re.Pattern[str], Text], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), text)
    for pattern, text in (
        (r"\b(?:un)?opened\b|개봉", texts.ASK_OPENED),
        (r"\breceipt\b|proof of purchase|영수증|구매 증빙", texts.ASK_RECEIPT),
        (r"\bonline\b|온라인", texts.ASK_CHANNEL),
        (r"\b(?:gold|silver)\b|골드|실버", texts.ASK_GRADE),
    )
)


def follow_up(
    question: Question, citations: Iterable[Citation], evidence: Evidence
) -> SafeText | None:
    """The question back, or None when nothing in the documents depends on it."""
    cited = list(citations)
    stores = _other_stores(question, cited, evidence)
    if stores:
        names = ", ".join(texts.STORE_TYPES[store][question.language] for store in stores)
        return safe(texts.ASK_STORE_TYPE[question.language].format(stores=names))
    return _condition(question.text, question.language, cited)


def _other_stores(question: Question, cited: list[Citation], evidence: Evidence) -> list[str]:
    """Kinds of store that have rules of their own for this, when the question names none."""
    if question.filters.store_type or not cited:
        return []
    subject = cited[0].passage.header
    near = [hit.passage.header for hit in evidence.found.hits if hit.score >= 0.5 * _best(evidence)]
    same = [header for header in near if header.category == subject.category]
    stores = {
        store for header in same for store in header.store_types if len(header.store_types) == 1
    }
    known = [store for store in texts.STORE_TYPES if store in stores]
    named = any(name in question.text.lower() for store in known for name in _names(store))
    return known if len(known) > 1 and not named else []


def _names(store: str) -> tuple[str, ...]:
    return (store, *(text.lower() for text in texts.STORE_TYPES[store].values()))


def _best(evidence: Evidence) -> float:
    return max((hit.score for hit in evidence.found.hits), default=0.0)


def _condition(asked: str, language: Language, cited: list[Citation]) -> SafeText | None:
    said = " ".join(citation.quote for citation in cited)
    for pattern, text in _CONDITIONS:
        if pattern.search(said) and not pattern.search(asked):
            return safe(text[language])
    return None
