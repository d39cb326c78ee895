"""Last changes to an answer: personal data out, original letters and trace data in."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot import texts
from bot.answering.criteria.answer_kind import Slot, fills
from bot.answering.criteria.subject import share_held
from bot.answering.reply.closest import in_context
from bot.model import Absence, Answer, Citation, Draft, Question, SafeText, Sentence, Table
from bot.model.text import as_seen
from bot.model.written import texts_of
from bot.ports import History
from bot.privacy import EntityType, Redactor, still_safe, unmarked
from bot.telemetry import current
from knowledge.language.addresses import ADDRESS, LEFT_OUT
from knowledge.language.sentences import normalised
from knowledge.language.terms import numbers, query_terms, terms_meant
from knowledge.model.documents import Filters, Passage
from knowledge.model.versions import Standing, standings

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


# Takes back "I couldn't find a price" where a price is shown: all that is said must be true.


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


# Restores the original letters of a selected text in its quotes: the search normalises them.


_PASSED_OVER = frozenset("\u200c\u200d\ufe0e\ufe0f*_`")
"""Joiners and Markdown marks, which quotes may lack."""
_JAMO = (range(0x1160, 0x1200), range(0xD7B0, 0xD800))
"""Vowels and last consonants of decomposed Hangul."""


class OwnLetters:
    """The original text, in which normalised quotes can be found."""

    def __init__(self, written: SafeText) -> None:
        """Maps each normalised letter to its place in the original text."""
        self._written = written
        letters, spans = "", []
        for start, end in _clusters(written):
            shown = _letters(as_seen(written[start:end]))
            letters += shown
            spans += [(start, end)] * len(shown)
        self._letters = letters
        self._spans = spans

    def of(self, quote: str) -> str:
        """The quote in its original letters, or unchanged if the text does not have it."""
        letters = _letters(quote)
        place = self._letters.find(letters)
        if not letters or place < 0:
            return quote
        start, end = self._spans[place][0], self._spans[place + len(letters) - 1][1]
        own = self._written[start:end]
        return own if normalised(as_seen(own)) == normalised(quote) else quote


def in_own_letters(answer: Answer, written: SafeText) -> Answer:
    """Restores the original letters in an answer's quotes and their passage."""
    if not answer.citations or as_seen(written) == written:
        return answer
    own = OwnLetters(written)

    def cited(citation: Citation) -> Citation:
        quotes = [own.of(quote) for quote in citation.quotes]
        return Citation(_passage(citation.passage, written), quotes[0], tuple(quotes[1:]))

    def said(sentence: Sentence) -> Sentence:
        return replace(sentence, citations=tuple(map(cited, sentence.citations)))

    return replace(
        answer,
        citations=tuple(map(cited, answer.citations)),
        sentences=tuple(map(said, answer.sentences)),
    )


def _passage(whole: Passage, written: SafeText) -> Passage:
    return replace(whole, text=written, end=whole.start + len(written))


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Yields start and end of each letter with its accents and invisible characters."""
    start = 0
    for place in range(1, len(text) + 1):
        if place == len(text) or not _belongs(text[place]):
            yield start, place
            start = place


def _belongs(char: str) -> bool:
    """Whether a character belongs to the letter before it."""
    if char.isascii():
        return False
    is_vowel = any(ord(char) in some for some in _JAMO)
    return is_vowel or unicodedata.category(char) in ("Mn", "Mc", "Me", "Cf")


def _letters(text: str) -> str:
    return "".join(one for one in text if one not in _PASSED_OVER and not one.isspace())


# Finds versions that are no longer in force: an answer about changes quotes them, too.


_PAST = (Standing.SUPERSEDED, Standing.EXPIRED)


async def no_longer_in_force(answer: Answer, today: Filters, history: History) -> frozenset[str]:
    """Returns the keys of these versions of the documents that an answer cites."""
    cited = {one.passage.header.doc_id: one.passage.header for one in answer.citations}
    # All together: a document may have been replaced by one of another name.
    known = {one for each in cited.values() for one in await history.versions(each, today)}
    return frozenset(key for key, one in standings(known, today.as_of).items() if one in _PAST)


# Copies the trace of a request to its answer.


def traced(answer: Answer, question: Question) -> Answer:
    """Adds the trace id, the times of the steps, and the costs."""
    trace = current()
    return replace(
        answer,
        asked=question.filters,
        trace_id=trace.trace_id,
        ms=trace.ms,
        steps=trace.steps,
        spent=dict(trace.amounts),
    )
