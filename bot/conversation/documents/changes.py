"""What documents changed, and what they contradict, for programs."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.conversation.outgoing import shown_section, shown_title, shown_words
from bot.model.days import shifted
from bot.ports import History, Index, Indexer
from knowledge.compare.differences import Difference
from knowledge.language.terms import language_of
from knowledge.model.documents import Filters, Header, as_place
from knowledge.model.report import NotedClash, Quoted

_RECENT_DAYS = 60
_MOST_STEPS = 20
_MOST_CHANGES = 20  # if one document is shown
_MOST_OF_EACH = 5  # if several documents are shown


@dataclass(frozen=True, slots=True)
class Changed:
    """A sentence, list item, table row or heading that has changed."""

    what: str
    """"added", "removed", "changed", "moved" or "heading"."""
    section: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Step:
    """A version that replaces another one, or is a document's first."""

    new: Header
    old: Header | None
    """The version it replaces; None if it is the first that may be read."""
    is_coming: bool
    """Whether it takes effect after the day of the question."""
    changes: tuple[Changed, ...] = ()
    more: int = 0
    """Number of changes left out."""


class Changes:
    """Lists changes. Filters by day, role and type of store."""

    def __init__(self, index: Index) -> None:
        self._index = index

    async def of(self, name: str, filters: Filters, since: date | None = None) -> list[Step] | None:
        """Returns a document's last step, or all since a day; None if there is no readable one.

        `name` is a document's id or title, or a version's key. Raises IndexMissingError.
        """
        async with self._index.pinned() as search:
            history = search.history
            headers = await history.starting(date.min, filters)
            header = next((one for one in headers if _is_named(one, name)), None)
            if header is None:
                return None
            versions = await history.versions(header, filters)
            news = versions[-1:] if since is None else _begun(versions, since)
            return [await _step(one, versions, history, filters, _MOST_CHANGES) for one in news]

    async def since(self, day: date | None, filters: Filters) -> list[Step]:
        """Returns the versions that start since a day, or in the last 60 days, the earliest first.

        Includes upcoming ones. Raises IndexMissingError.
        """
        first = day or shifted(filters.as_of, -_RECENT_DAYS)
        async with self._index.pinned() as search:
            history = search.history
            # Of too many, the latest ones.
            started = (await history.starting(first, filters))[:_MOST_STEPS]
            steps = []
            for header in reversed(started):
                versions = await history.versions(header, filters)
                steps.append(await _step(header, versions, history, filters, _MOST_OF_EACH))
        return steps


def _is_named(header: Header, name: str) -> bool:
    names = (header.doc_id, header.key, header.title)
    return name.strip().casefold() in (one.casefold() for one in names)


def _begun(versions: Sequence[Header], since: date) -> list[Header]:
    return [one for one in versions if (one.effective_from or date.min) >= since]


async def _step(
    new: Header, versions: Sequence[Header], history: History, filters: Filters, most: int
) -> Step:
    place = [one.key for one in versions].index(new.key)
    is_coming = bool(new.effective_from and new.effective_from > filters.as_of)
    if not place:
        return Step(new, None, is_coming)
    old = versions[place - 1]
    changes = _changes(await history.difference(old, new))
    return Step(new, old, is_coming, changes[:most], max(0, len(changes) - most))


def _changes(difference: Difference) -> tuple[Changed, ...]:
    headings = (
        Changed("heading", "", _section(before), _section(after))
        for before, after in difference.headings
    )
    sentences = (
        Changed(one.how, _section(one.section), shown_words(one.old), shown_words(one.new))
        for one in difference.changes
    )
    return (*headings, *sentences)


def _section(path: Sequence[str]) -> str:
    return shown_section(as_place(*path))


# Lists contradictions between documents that a person may read.


async def contradictions(indexer: Indexer, index: Index, filters: Filters) -> list[NotedClash]:
    """Returns the clashes whose documents may both be read, the most important first.

    Raises IndexMissingError.
    """
    async with index.pinned() as search:
        headers = await search.history.starting(date.min, filters)
        status = await asyncio.to_thread(indexer.status)
        if status.published.number != search.generation.number:
            return []  # Another index was published just now; its clashes do not fit these headers.
    readable = {one.key for one in headers}
    clashes = status.review.clashes
    return [_shown(one) for one in clashes if {one.left.key, one.right.key} <= readable]


def _shown(clash: NotedClash) -> NotedClash:
    return replace(clash, left=_quoted(clash.left), right=_quoted(clash.right))


def _quoted(said: Quoted) -> Quoted:
    return replace(
        said,
        title=shown_title(said.title, language_of(said.sentence)),
        section=shown_section(said.section),
        sentence=shown_words(said.sentence),
        value=shown_words(said.value),
    )
