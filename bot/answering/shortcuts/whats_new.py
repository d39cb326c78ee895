"""Answers what is new and what takes effect soon, with the documents' versions by date."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot import texts
from bot.answering.check.holding import first_stated, stated
from bot.answering.reply.answer import as_listed
from bot.answering.reply.citations import citations_of, marked
from bot.answering.shortcuts.what_changed import changed, changed_between
from bot.answering.understand.contents_wanted import (
    asked_about,
    is_named,
    named,
    named_versions,
    telling,
)
from bot.answering.understand.intent import asks_for_latest
from bot.model import Absence, Answer, Question, Sentence, Verdict
from bot.model.days import in_words, shifted
from bot.model.understood import Intent
from bot.ports import History, Search
from bot.privacy import still_safe
from bot.telemetry import step
from knowledge.compare.differences import How
from knowledge.language.terms import terms
from knowledge.model.documents import Found, Header

_RECENT_DAYS = 60
"""Days back that count as new, if the question names neither a day nor a subject."""
_A_YEAR_DAYS = 365
"""Days back that count as new, if it names a subject."""
_MOST = 5
"""Versions in an answer."""
_LOOKED_AT = 12
"""Passages to search for the document that the question names."""


@dataclass(frozen=True, slots=True)
class _Item:
    header: Header
    since: date
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class _Asked:
    """The subject whose news are asked for."""

    words: set[str]
    """Its terms; none if the question asks for all news."""
    found: Found
    title: str = ""
    """The title of the document that the terms name best; "" if they name none."""
    share: float = 0.0
    """Share of this title that the terms name."""

    def is_about(self, header: Header) -> bool:
        """Whether a document is the subject: the terms name it as well as the best one.

        It also is if all of the terms are in its title, category or tags; if the terms name no
        document, one of them is enough.
        """
        if not self.title:
            return bool(self.words & _names(header))
        return self.words <= _names(header) or named(header, self.words) >= self.share


async def news(
    question: Question, search: Search, since: date | None = None, until: date | None = None
) -> Answer:
    """Answers which versions took or take effect between two days, the earliest first.

    Without `since`, looks back two months, or a year if the question names a subject. If it names
    one document with one new version, the answer is what changed in it.
    """
    today = question.filters.as_of
    recently, long_ago = shifted(today, -_RECENT_DAYS), shifted(today, -_A_YEAR_DAYS)
    asked = await _asked(question, search)
    started = await search.history.starting(since or long_ago, question.filters)
    started = [one for one in started if until is None or _start(one) <= until]
    wanted = [one for one in started if asked.is_about(one)]
    if asked.title and (changes := await _changes(wanted, asked, question, search)):
        return changes
    if not wanted and not asked.title:
        wanted = [one for one in started if _start(one) >= (since or recently)]
    if not wanted and asks_for_latest(question.text):
        wanted = await _last(question, search)
    told = wanted if _are_one_document(wanted) else _newest_of_each(wanted, question)
    items = [
        item for header in told[:_MOST] if (item := await _item(header, question, search.history))
    ]
    if not items:
        first = since or (long_ago if asked.title else recently)
        text = _nothing(asked.title, first, until, question)
        absent = Absence(text, asked.title, days=(first, until or date.max))
        return Answer(
            question, Verdict.INSUFFICIENT, still_safe(text), attempts=1, absent=(absent,)
        )
    return _answer(question, sorted(items, key=lambda item: item.since))


async def _last(question: Question, search: Search) -> list[Header]:
    """The versions that took effect on the latest such day up to today."""
    started = await search.history.starting(date.min, question.filters)
    known = [one for one in started if date.min < _start(one) <= question.filters.as_of]
    return [one for one in known if _start(one) == _start(known[0])]


async def _asked(question: Question, search: Search) -> _Asked:
    """Finds the subject of a question, and the document that it names, by words of the title."""
    words = asked_about(question.text, question.filters.as_of)
    if not words:
        return _Asked(words, Found())
    found = await search.find(question.text, question.filters, _LOOKED_AT)
    headers = [hit.passage.header for hit in found.hits]
    best = max(
        (one for one in headers if is_named(one, words)),
        key=lambda one: named(one, words),
        default=None,
    )
    if best is None:
        return _Asked(words, found)
    return _Asked(words, found, best.title, named(best, words))


async def _changes(
    headers: Sequence[Header], asked: _Asked, question: Question, search: Search
) -> Answer | None:
    """Answers what changed, if there is one new version and an earlier one before it."""
    if len(headers) != 1:
        return None
    [new] = headers
    known = await search.history.versions(new, question.filters)
    place = known.index(new) if new in known else 0
    if not place:
        return None
    return await changed_between(known[place - 1], new, question, search, asked.found)


def _are_one_document(headers: Sequence[Header]) -> bool:
    """Whether all of them are versions of one document."""
    return len({one.doc_id for one in headers}) == 1


def _nothing(title: str, first: date, until: date | None, question: Question) -> str:
    is_coming = first > question.filters.as_of
    text = texts.NOTHING_COMES if is_coming else texts.NO_NEWS
    if until is not None:
        text = texts.NOTHING_COMES_THEN if is_coming else texts.NO_NEWS_THEN
    if title:
        text = texts.NO_NEWS_OF if until is None else texts.NO_NEWS_OF_THEN
    language = question.language
    last = in_words(until, language) if until else ""
    return text[language].format(title=title, day=in_words(first, language), until=last)


def _names(header: Header) -> set[str]:
    return telling(terms(" ".join((header.title, header.category, *header.tags))))


def _start(header: Header) -> date:
    return header.effective_from or date.min


def _newest_of_each(headers: Sequence[Header], question: Question) -> list[Header]:
    """The newest version of each document, nearest to today first.

    A translation is dropped if there is a document in the question's language.
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
    # Translations share no title, but they take effect together.
    return header.category, header.effective_from, header.reach


async def _item(header: Header, question: Question, history: History) -> _Item | None:
    """A version with its first changed sentence, or else its first sentence."""
    if header.effective_from is None:
        return None
    passages = await history.passages(header)
    known = await history.versions(header, question.filters)
    place = known.index(header) if header in known else 0
    sentence = None
    if place:
        difference = await history.difference(known[place - 1], header)
        fresh = (one.new for one in difference.changes if one.how in (How.CHANGED, How.ADDED))
        sentence = stated(next(fresh, ""), passages)
    sentence = sentence or first_stated(passages)
    return _Item(header, header.effective_from, sentence) if sentence else None


def _answer(question: Question, items: Sequence[_Item]) -> Answer:
    sentences = tuple(item.sentence for item in items)
    citations = citations_of(sentences, len(sentences))
    language, today = question.language, question.filters.as_of
    lines = [texts.NEWS[language]]
    for item in items:
        version = item.header.version + (texts.NOT_YET[language] if item.since > today else "")
        if item.header.language != language:
            named = texts.LANGUAGE_NAMES[item.header.language][language]
            version += texts.ABROAD[language].format(language=named)
        label = texts.NEWS_ITEM[language].format(
            day=in_words(item.since, language), title=item.header.title, version=version
        )
        lines += ["", label + marked(item.sentence, citations)]
    return as_listed(question, lines, sentences, citations)


# Questions about versions: the rules before the last change, what changed, what is new.


async def dated(question: Question, search: Search) -> Question:
    """Moves a question about the earlier rules to the day before the newest version."""
    about = question.about
    if not about.before_newest or about.as_of or question.dated:
        return question
    found = await search.find(question.text, question.filters, 1)
    starts = [hit.passage.header.effective_from for hit in found.hits]
    if not starts or starts[0] is None:
        return question
    day = shifted(starts[0], -1)
    return replace(question, filters=replace(question.filters, as_of=day))


async def compare_versions(question: Question, search: Search) -> Answer | None:
    """Answers what changed between two versions; None if the question does not ask for that."""
    about = question.about
    if about.intent is Intent.COMPARE_VERSIONS:
        with step("compare"):
            return await changed(question, search, about.since)
    if about.intent is Intent.WHAT_IS_NEW and _names_a_version(question):
        with step("compare"):
            return await changed(question, search)
    return None


async def list_news(question: Question, search: Search) -> Answer | None:
    """Answers what is new in the documents; None if the question does not ask for that."""
    about = question.about
    if about.intent is not Intent.WHAT_IS_NEW:
        return None
    with step("news"):
        return await news(question, search, about.since, about.until)


def _names_a_version(question: Question) -> bool:
    """Whether the question names a version: "what is new in version 5?"."""
    about = question.said or asked_about(question.text, question.filters.as_of)
    return bool(about and named_versions(question.text))
