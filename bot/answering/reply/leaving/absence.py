"""Takes back "I couldn't find a price" where a price is shown: all that is said must be true."""

import re
from collections.abc import Iterator
from dataclasses import replace

from bot import texts
from bot.answering.criteria.answer_kind import Slot, fills
from bot.answering.criteria.subject import share_held
from bot.answering.reply.closest import in_context
from bot.model import Absence, Answer
from bot.model.written import texts_of
from bot.privacy import still_safe
from knowledge.language.terms import numbers, query_terms, terms_meant

_NUMBERING = re.compile(r"^\s*\d{1,3}[.)] ", re.MULTILINE)
"""The marks of a list's items, which are no numbers of the rule."""


_NAMED = 0.75
"""Share of the missing words that is shown where they are named: not "manager" alone of "manager is
away", but another word for a thing."""


def with_true_absence(answer: Answer) -> Answer:
    """Replaces each line on absence by a doubt if what it misses is shown anywhere."""
    if not answer.absent:
        return answer
    shown = list(_shown(answer))
    untrue = [one for one in answer.absent if _is_among(one, shown, answer)]
    text = str(answer.text)
    for one in untrue:
        text = text.replace(one.line, texts.MAY_NOT_FIT[answer.question.language])
    stay = tuple(one for one in answer.absent if one not in untrue)
    return replace(answer, text=still_safe(text), absent=stay)


def _shown(answer: Answer) -> Iterator[str]:
    """Yields all that people read of the documents, but titles and headings."""
    yield from texts_of(answer.sentences)
    yield from (_NUMBERING.sub("", in_context(one)) for one in answer.closest)
    yield from (one.lines for one in answer.tables)
    for citation in answer.citations:
        yield from citation.quotes


def _is_among(absence: Absence, shown: list[str], answer: Answer) -> bool:
    """Whether a missing word, in any form, a value of a missing kind, or a new rule is shown."""
    headers = [citation.passage.header for citation in answer.citations]
    if absence.days:
        first, last = absence.days
        named = [one for one in headers if absence.word in ("", one.title)]
        return any(one.effective_from and first <= one.effective_from <= last for one in named)
    above = [citation.passage.above for citation in answer.citations]
    if absence.kind:
        # The capitals of a title are no company's name.
        texts_shown = shown if absence.kind == Slot.COMPANY else [*shown, *above]
        return fills(Slot(absence.kind), texts_shown)
    if numbers(absence.word):  # "4 cars" is not among 3 cars and 4 hours
        return any(_in_row(absence.word) in _in_row(one) for one in shown)
    rarity = {one: answer.found.rarity.get(one, 1.0) for one in query_terms(absence.word)}
    asked = (*filter(None, [answer.follow_up]), *answer.suggestions)
    words = frozenset(terms_meant(" ".join((*shown, *above, *asked))))
    return share_held(words, rarity, answer.found) >= _NAMED


def _in_row(text: str) -> str:
    """The terms of a text in their order."""
    return f" {' '.join(terms_meant(text))} "
