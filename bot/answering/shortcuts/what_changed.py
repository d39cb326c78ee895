"""Answers what changed between two versions of the document that a question is about."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot import texts
from bot.answering.check.holding import stated
from bot.answering.reply.answer import as_listed
from bot.answering.reply.citations import citations_of, is_cited, marked, said
from bot.answering.shortcuts.table_of_changes import ShownChange, table_of
from bot.answering.understand.contents_wanted import (
    asked_about,
    is_named,
    named,
    named_versions,
    telling,
)
from bot.model import Answer, Citation, Question, Verdict
from bot.model.days import in_words
from bot.ports import History, Search
from bot.privacy import still_safe
from knowledge.compare.differences import Change, Difference, How
from knowledge.language.terms import query_terms, terms
from knowledge.model.documents import Found, Header, Language
from knowledge.model.versions import in_force

_LOOKED_AT = 12
"""Passages to search for the document that the question is about."""
_NEAR_BEST = 0.5
"""Share of the best document's score that another one needs to be considered, too."""
_TITLE = 0.5
"""Weight of the title: it is added to a passage's score if the question names the whole title."""
_MOST_CHANGES = 4
_MOST_PASSAGES = 8
_VALUE = 0.5
"""Bonus of a change of a value, beside the share of the question's words that it has."""
_SHOWN_KINDS = (How.ADDED, How.REMOVED, How.CHANGED)


@dataclass(frozen=True, slots=True)
class _Pair:
    """The two versions to compare."""

    old: Header
    new: Header


async def changed(question: Question, search: Search, since: date | None = None) -> Answer | None:
    """Answers what changed between the version in force on the question's day and another one.

    The other one is the version in force on `since`, or the previous one; versions named in the
    question come first. None if it is unclear which document the question is about.
    """
    found = await search.find(question.text, question.filters, _LOOKED_AT)
    subjects = _subjects(question, found)
    difference = await _difference(subjects, question, search.history, since)
    if difference is None:
        return _only_version(subjects, question, found)
    return await _answer_with(difference, question, search, found)


async def changed_between(
    old: Header, new: Header, question: Question, search: Search, found: Found
) -> Answer | None:
    """Answers what changed between two versions; None if no change may be shown."""
    difference = await search.history.difference(old, new)
    return await _answer_with(difference, question, search, found)


async def _answer_with(
    difference: Difference, question: Question, search: Search, found: Found
) -> Answer | None:
    before = await search.history.passages(difference.old)
    after = await search.history.passages(difference.new)
    shown = _to_choose_from(difference, question)
    ranked = _ranked(shown, difference, question, found)
    told = [
        ShownChange(change, stated(change.old, before), stated(change.new, after))
        for change in ranked
    ]
    told = [one for one in told if one.sentences]
    return _answer(question, found, difference, told, len(shown))


async def _difference(
    subjects: Sequence[Header], question: Question, history: History, since: date | None
) -> Difference | None:
    """The difference of the likeliest document whose changes are about the question's subject."""
    asked = _asked_about(question)
    # The question's words are not in documents of the other language: take the likeliest one.
    abroad = next((one for one in subjects if one.language != question.language), None)
    for header in subjects:
        known = await history.versions(header, question.filters)
        pair = _pair_of(known, question, since) if len(known) > 1 else None
        if pair is None:
            continue
        difference = await history.difference(pair.old, pair.new)
        if header == abroad or _changes_about(difference, asked):
            return difference
    return None


def _asked_about(question: Question) -> set[str]:
    """The terms of the subject whose changes are asked for; none in a follow-up."""
    return set() if question.said else asked_about(question.text, question.filters.as_of)


def _changes_about(difference: Difference, asked: set[str]) -> list[Change]:
    """All changes of a document that the question names; else those with every term asked about."""
    changes = [one for one in difference.changes if _is_shown(one)]
    if not asked or any(is_named(one, asked) for one in (difference.old, difference.new)):
        return changes
    titles = f"{difference.old.title} {difference.new.title}"
    return [one for one in changes if asked <= _words(one, titles)]


def _to_choose_from(difference: Difference, question: Question) -> list[Change]:
    """The changes about the subject; all of them if none has its terms (in the other language)."""
    about_subject = _changes_about(difference, _asked_about(question))
    return about_subject or [one for one in difference.changes if _is_shown(one)]


def _subjects(question: Question, found: Found) -> list[Header]:
    """The documents that the question may be about, the likeliest first."""
    asked = telling(query_terms(question.text))
    best: dict[Header, float] = {}
    for hit in found.hits:
        header = hit.passage.header
        best[header] = max(best.get(header, 0.0), hit.score + _TITLE * named(header, asked))
    least = _NEAR_BEST * max(best.values(), default=0.0)
    return sorted((one for one in best if best[one] >= least), key=lambda one: -best[one])


def _only_version(subjects: Sequence[Header], question: Question, found: Found) -> Answer | None:
    """Says that a document has only one version, if the question names it."""
    asked = _asked_about(question)
    about = next((one for one in subjects if is_named(one, asked)), None)
    if about is None:
        return None
    text = texts.ONE_VERSION_ONLY[question.language].format(title=about.title)
    return Answer(
        question, Verdict.INSUFFICIENT, still_safe(text), found=found, limit=_LOOKED_AT, attempts=1
    )


def _pair_of(known: Sequence[Header], question: Question, since: date | None) -> _Pair | None:
    return _by_name(known, question.text) or _by_day(known, question.filters.as_of, since)


def _by_name(known: Sequence[Header], text: str) -> _Pair | None:
    """The two versions that the question names; if it names one, that and the previous one."""
    names = named_versions(text)
    places = [place for place, one in enumerate(known) if one.version in names]
    if not places or not places[-1]:
        return None
    old = places[0] if len(places) > 1 else places[-1] - 1
    return _Pair(known[old], known[places[-1]])


def _by_day(known: Sequence[Header], day: date, since: date | None) -> _Pair | None:
    """The versions in force on `day` and on `since`; else that of the day and the previous one."""
    new = in_force(known, max(day, since) if since else day)
    if new is None or not known.index(new):
        return None
    old = in_force(known, min(day, since)) if since else None
    return _Pair(old if old and old != new else known[known.index(new) - 1], new)


def _ranked(
    changes: Sequence[Change], difference: Difference, question: Question, found: Found
) -> list[Change]:
    """The few changes that fit the question best, in the order of the document.

    Without those that were shown before, if the rest is asked for.
    """
    titles = {*terms(difference.old.title), *terms(difference.new.title)}
    wanted = [term for term in query_terms(question.text) if term not in titles]
    weights = {term: found.rarity.get(term, 0.0) for term in wanted}
    worth = {n: _worth(change, weights) for n, change in enumerate(changes)}
    best = sorted(worth, key=lambda n: -worth[n])[question.skipped :][:_MOST_CHANGES]
    return [changes[n] for n in sorted(best)]


def _is_shown(change: Change) -> bool:
    return change.how in _SHOWN_KINDS


def _worth(change: Change, weights: dict[str, float]) -> float:
    words = _words(change)
    held = sum(weight for term, weight in weights.items() if term in words)
    return held / (sum(weights.values()) or 1.0) + _VALUE * bool(change.values)


def _words(change: Change, title: str = "") -> set[str]:
    return set(terms(" ".join((title, change.old, change.new, *change.section))))


def _answer(
    question: Question,
    found: Found,
    difference: Difference,
    told: Sequence[ShownChange],
    changes: int,
) -> Answer | None:
    """The answer with the changes that fit, and the number of the others."""
    sentences = tuple(sentence for one in told for sentence in one.sentences)
    if not sentences:
        return None
    citations = citations_of(sentences, _MOST_PASSAGES)
    shown = [one for one in told if all(is_cited(each, citations) for each in one.sentences)]
    is_coming = _is_coming(difference.new, question)
    lead = _lead(difference, question.language, is_coming=is_coming)
    lines = [lead]
    for one in shown:
        lines += ["", *_lines(one, difference, question, citations)]
    together = said(lines).removeprefix(f"{lead}\n\n")
    listed = question.skipped + len(shown)
    rest = changes - listed
    if rest:
        more = texts.MORE_CHANGES if rest > 1 else texts.ONE_MORE_CHANGE
        lines += ["", more[question.language].format(count=rest)]
    title = difference.new.title
    what_else = still_safe(texts.WHAT_ELSE_CHANGED[question.language].format(title=title))
    cited = [sentence for one in shown for sentence in one.sentences]
    return replace(
        as_listed(question, lines, cited, citations),
        tables=(table_of(shown, difference.new, question.language, citations, together),),
        suggestions=(what_else,) if rest else (),
        listed=listed if rest else 0,
        found=found,
        limit=_LOOKED_AT,
    )


def _is_coming(new: Header, question: Question) -> bool:
    return bool(new.effective_from and new.effective_from > question.filters.as_of)


def _lead(difference: Difference, language: Language, *, is_coming: bool) -> str:
    old, new = difference.old, difference.new
    since = new.effective_from
    text = texts.CHANGED_ON if since else texts.CHANGED
    text = texts.CHANGES_ON if is_coming else text
    day = in_words(since, language) if since else ""
    return text[language].format(title=new.title, day=day, old=old.version, new=new.version)


def _lines(
    told: ShownChange, difference: Difference, question: Question, citations: Sequence[Citation]
) -> list[str]:
    language = question.language
    values = [f"{old} → {new}" for old, new in told.values]
    lines = [f"**{', '.join(values)}**"] if values else []
    if told.old:
        when = texts.UNTIL if told.new else texts.NO_LONGER
        lines.append(f"{when[language]} {marked(told.old, citations)}")
    if told.new:
        then = texts.FROM_THEN if _is_coming(difference.new, question) else texts.SINCE
        when = then if told.old else texts.NEWLY
        lines.append(f"{when[language]} {marked(told.new, citations)}")
    return lines
