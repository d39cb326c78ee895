"""What is new, and what takes effect soon: the documents' versions by date."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from bot import texts
from bot.answering.cited import citations_of, marked, said
from bot.answering.stated import holds, sentence_of, stated
from bot.answering.subject import asked_about, telling
from bot.days import in_words, shifted
from bot.model import Answer, Confidence, Question, Sentence, Verdict
from bot.ports import History, Search
from bot.privacy import still_safe
from knowledge.difference import How
from knowledge.lexical import terms
from knowledge.model import Header, Language, Passage
from knowledge.statements import statements

_RECENT_DAYS = 60
_A_YEAR_DAYS = 365
_MOST = 5


@dataclass(frozen=True, slots=True)
class _Item:
    header: Header
    since: date
    sentence: Sentence


async def news(
    question: Question, search: Search, since: date | None = None, until: date | None = None
) -> Answer:
    """What took or takes effect since a day, or until another, the earliest first.

    Where no day is named, since two months ago; since a year ago where a subject is named.
    """
    today = question.filters.as_of
    first = since or shifted(today, -_RECENT_DAYS)
    started = await search.history.starting(
        since or shifted(today, -_A_YEAR_DAYS), question.filters
    )
    started = [one for one in started if until is None or _start(one) <= until]
    wanted = _named(started, question) or [one for one in started if _start(one) >= first]
    items = [
        item
        for header in _told_once(wanted, question)[:_MOST]
        if (item := await _item(header, question, search.history))
    ]
    if not items:
        text = _nothing(first, until, question.language)
        return Answer(question, Verdict.INSUFFICIENT, still_safe(text), attempts=1)
    return _answer(question, sorted(items, key=lambda item: item.since))


def _nothing(first: date, until: date | None, language: Language) -> str:
    day = in_words(first, language)
    if until is None:
        return texts.NO_NEWS[language].format(day=day)
    return texts.NO_NEWS_THEN[language].format(day=day, until=in_words(until, language))


def _named(headers: Sequence[Header], question: Question) -> list[Header]:
    """Those that the question names by a word of their title, category or tags."""
    asked = asked_about(question.text, question.filters.as_of)
    return [one for one in headers if asked & _names(one)]


def _names(header: Header) -> set[str]:
    return telling(terms(" ".join((header.title, header.category, *header.tags))))


def _start(header: Header) -> date:
    return header.effective_from or date.min


def _told_once(headers: Sequence[Header], question: Question) -> list[Header]:
    """The newest version of each, and of what is there in two languages the question's own.

    Those nearest to today come first: what began yesterday before what begins in months.
    """
    newest: dict[str, Header] = {}
    for header in headers:
        newest.setdefault(header.doc_id, header)
    own = [one for one in newest.values() if one.language == question.language]
    known = {_subject(one) for one in own}
    others = [
        one
        for one in newest.values()
        if one.language != question.language and _subject(one) not in known
    ]
    today = question.filters.as_of
    return sorted([*own, *others], key=lambda one: abs(_start(one) - today))


def _subject(header: Header) -> tuple[object, ...]:
    # Twins in two languages have no name in common, but take effect together.
    return header.category, header.effective_from, header.store_types


async def _item(header: Header, question: Question, history: History) -> _Item | None:
    """A version with the first thing that it changed, or that it says."""
    if header.effective_from is None:
        return None
    passages = await history.passages(header)
    known = await history.versions(header, question.filters)
    place = known.index(header) if header in known else 0
    sentence = None
    if place:
        difference = await history.difference(known[place - 1], header)
        fresh = (one.new for one in difference.changes if one.how in (How.CHANGED, How.ADDED))
        sentence = stated(next(fresh, ""), passages, question)
    sentence = sentence or _first(passages, question)
    return _Item(header, header.effective_from, sentence) if sentence else None


def _first(passages: Sequence[Passage], question: Question) -> Sentence | None:
    """The first sentence of a document; a list's item or a table's row where it has none."""
    found = [sentence_of(one, each) for one in passages for each in statements(one)]
    found.sort(key=lambda one: len(one.citations) > 1)
    # One after the other: to check every statement of a long document takes a while.
    return next((one for one in found if holds(one, question)), None)


def _answer(question: Question, items: Sequence[_Item]) -> Answer:
    sentences = tuple(item.sentence for item in items)
    citations = citations_of(sentences, len(sentences))
    language, today = question.language, question.filters.as_of
    lines = [texts.NEWS[language]]
    for item in items:
        version = item.header.version + (texts.NOT_YET[language] if item.since > today else "")
        label = texts.NEWS_ITEM[language].format(
            day=in_words(item.since, language), title=item.header.title, version=version
        )
        lines += ["", label + marked(item.sentence, citations)]
    return Answer(
        question=question,
        verdict=Verdict.PASS,
        text=said(lines),
        citations=citations,
        sentences=sentences,
        confidence=Confidence.HIGH,
        attempts=1,
    )
