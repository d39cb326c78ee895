"""Answers with what an owner pinned to a question, as long as the documents still say it."""

from collections.abc import Sequence

from bot import texts
from bot.answering.reply.answer import in_other_language, is_foreign
from bot.answering.reply.citations import citations_of, marked, said
from bot.model import Answer, Confidence, Question, Sentence, Verdict
from bot.model.access import may_read
from bot.model.days import in_words
from bot.model.kept import same_question
from bot.model.rules import Pin
from bot.model.written import sentence_of
from bot.ports import Search
from knowledge.language.values import all_the_same, values
from knowledge.model.documents import Filters, Language
from knowledge.split.statements import statements

_LIKE = 0.62
"""The cosine from which a question is like a pinned one, as of gaps: of different questions that
staff ask, one pair in a thousand is nearer (docs/decisions/0113-reports.md)."""
_FOUND = 6
"""Passages among which one of its own has to be, unless the question is the very same."""


async def fixed(question: Question, search: Search, pins: Sequence[Pin]) -> Answer | None:
    """Returns the answer of the pin whose question is the same or most like; else None."""
    filters = question.filters
    open_ = [
        one
        for one in pins
        if may_read(filters.audience, one.audience)
        and not (one.ends_on and one.ends_on < filters.as_of)
    ]
    pin = await _most_like(question, search, open_) if open_ else None
    if pin is None:
        return None
    sentences, gone = await said_now(pin, filters, search)
    return None if gone else _told(question, pin, sentences)


async def said_now(pin: Pin, filters: Filters, search: Search) -> tuple[list[Sentence], list[str]]:
    """Returns the statements in force behind a pin, and its quotes that nothing says any more.

    A row of a table has two quotes, its head and its own: it counts if both are pinned.
    """
    sentences: list[Sentence] = []
    for header in await search.history.in_force(filters):
        pinned = {one.text for one in pin.quotes if one.doc_id == header.doc_id}
        for passage in await search.history.passages(header) if pinned else ():
            sentences += [
                sentence_of(passage, one) for one in statements(passage) if {*one.quotes} <= pinned
            ]
    quotes = [one.text for one in pin.quotes]
    kept = {cited.quote for one in sentences for cited in one.citations}
    sentences.sort(key=lambda one: quotes.index(one.citations[-1].quote))
    return sentences, [one for one in quotes if one not in kept]


async def _most_like(question: Question, search: Search, pins: Sequence[Pin]) -> Pin | None:
    asked = same_question(question.text)
    for one in reversed(pins):  # the latest counts
        if asked in map(same_question, one.questions):
            return one
    named = values(question.text)
    wordings = [
        (one, wording)
        for one in pins
        for wording in one.questions
        if all_the_same(named, values(wording))  # a price for 4 kg is none for 1 kg
    ]
    if not wordings:
        return None
    cosines = await search.likeness(question.text, [wording for _, wording in wordings])
    near, place = max((near, -place) for place, near in enumerate(cosines))
    if near < _LIKE:
        return None
    pin, _ = wordings[-place]
    found = await search.find(question.text, question.filters, _FOUND)
    cited = {hit.passage.header.doc_id for hit in found.hits}
    return pin if cited & {one.doc_id for one in pin.quotes} else None


def _told(question: Question, pin: Pin, sentences: Sequence[Sentence]) -> Answer:
    language = question.language
    once = list(dict.fromkeys(sentences))
    citations = citations_of(once, len(once))
    lines = [_line(pin, language)]
    if is_foreign(once[0], question):
        lines.append(in_other_language(once[0], language))
    return Answer(
        question=question,
        verdict=Verdict.PASS,
        text=said([*lines, *(marked(one, citations) for one in once)]),
        citations=citations,
        sentences=tuple(once),
        confidence=Confidence.HIGH,
    )


def _line(pin: Pin, language: Language) -> str:
    owner = pin.owner or texts.STORE_MANAGER[language]
    if pin.ends_on is None:
        return texts.FIXED[language].format(owner=owner)
    return texts.FIXED_UNTIL[language].format(owner=owner, day=in_words(pin.ends_on, language))
