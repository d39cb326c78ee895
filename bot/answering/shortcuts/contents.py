"""Answers "what rules are there?" with the titles of the documents in force, by category."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot import texts
from bot.answering.check.holding import first_stated
from bot.answering.reply.answer import as_listed
from bot.answering.reply.citations import citations_of, marked
from bot.answering.understand.contents_wanted import asks_for_contents
from bot.model import Answer, Question, Sentence
from bot.model.days import in_words
from bot.ports import Search
from bot.telemetry import step
from knowledge.model.documents import Audience, Header
from knowledge.model.versions import Standing, standings
from knowledge.split.injections import is_named_so

_MOST_CATEGORIES = 10
"""Categories to name, and sources to show: one document of each."""
_MOST_TITLES = 6
"""Titles of a category, so that the answer fits on a phone's screen."""


@dataclass(frozen=True, slots=True)
class _Category:
    name: str
    titles: tuple[str, ...]
    """All of them, those in the asker's language first."""
    first: Sentence
    """The first sentence of its first document, as the source."""


async def list_contents(question: Question, search: Search) -> Answer | None:
    """Answers from the table of contents; None if the question asks for anything else."""
    if question.document or not asks_for_contents(question.text):
        return None
    with step("contents"):
        by_category = _by_category(await _in_force(question, search), question)
        largest = sorted(by_category, key=lambda name: -len(by_category[name]))
        found = [await _category(name, by_category[name], question, search) for name in largest]
        listed = [one for one in found if one is not None][:_MOST_CATEGORIES]
    if not listed:
        return None
    return _answer(question, listed, sum(len(one.titles) for one in found if one))


async def _in_force(question: Question, search: Search) -> list[Header]:
    """The documents in force on the day asked about that the asker may read."""
    filters = question.filters
    # A version that the asker may not read still replaces the one before it.
    everything = replace(filters, audience=Audience.ADMIN)
    headers = await search.history.starting(date.min, everything)
    standing = standings(headers, filters.as_of)
    return [
        one
        for one in headers
        if standing[one.key] is Standing.IN_FORCE
        and one.audience in filters.audience.readable
        and not is_named_so(one.title)
    ]


def _by_category(headers: Sequence[Header], question: Question) -> Mapping[str, list[Header]]:
    own_first = sorted(headers, key=lambda one: (one.language != question.language, one.title))
    found: dict[str, list[Header]] = defaultdict(list)
    for header in own_first:
        found[header.category].append(header)
    return found


async def _category(
    name: str, headers: Sequence[Header], question: Question, search: Search
) -> _Category | None:
    """A category with the first of its documents that has a sentence to show."""
    for header in headers:
        first = first_stated(await search.history.passages(header))
        if first is not None:
            return _Category(name, tuple(dict.fromkeys(one.title for one in headers)), first)
    return None


def _answer(question: Question, listed: Sequence[_Category], count: int) -> Answer:
    language = question.language
    sentences = tuple(one.first for one in listed)
    citations = citations_of(sentences, len(sentences))
    day = in_words(question.filters.as_of, language)
    lines = [texts.CONTENTS[language].format(count=count, day=day)]
    for one in listed:
        titles = ", ".join(one.titles[:_MOST_TITLES])
        more = len(one.titles) - _MOST_TITLES
        if more > 0:
            titles += texts.MORE_TITLES[language].format(count=more)
        lines.append(marked(replace(one.first, text=f"**{one.name}** — {titles}"), citations))
    lines.append(texts.ASK_ABOUT_CONTENTS[language])
    return as_listed(question, lines, sentences, citations)
