"""What may be asked next: sections beside the cited one, as far as the index finds them again."""

import asyncio
from collections.abc import Sequence

from bot.model import Citation, Question, SafeText
from bot.ports import Search
from bot.privacy import still_safe
from knowledge.model import Passage

_MOST = 3
_TRIED = 4
"""Neighbouring sections that are looked up: a section without words of its own is not found."""
_FIRST = 1
"""A suggestion must find its own section first."""


async def suggestions(
    question: Question, citations: Sequence[Citation], search: Search
) -> tuple[SafeText, ...]:
    """Up to three things that the cited document answers as well, the nearest section first."""
    if not citations:
        return ()
    cited = citations[0].passage
    others = await search.history.passages(cited.header)
    tried = _neighbours(cited, others, {one.passage.section for one in citations})[:_TRIED]
    found = await asyncio.gather(*(_is_found(one, question, search) for one in tried))
    kept = [one for one, known in zip(tried, found, strict=True) if known]
    return tuple(still_safe(asked_for(one)) for one in kept[:_MOST])


def _neighbours(
    cited: Passage, passages: Sequence[Passage], known: set[tuple[str, ...]]
) -> list[Passage]:
    """The first passage of each other section, those that follow before those that precede."""
    first: dict[tuple[str, ...], Passage] = {}
    for passage in passages:
        first.setdefault(passage.section, passage)
    others = [one for one in first.values() if one.section and one.section not in known]
    after = [one for one in others if one.start > cited.start]
    before = [one for one in others if one.start < cited.start]
    return [*after, *reversed(before)]


async def _is_found(passage: Passage, question: Question, search: Search) -> bool:
    found = await search.find(asked_for(passage), question.filters, _FIRST)
    return any(
        hit.passage.header.key == passage.header.key and hit.passage.section == passage.section
        for hit in found.hits
    )


def asked_for(passage: Passage) -> str:
    """A section as it can be asked for: its document's title and its own heading."""
    heading = passage.section[-1]
    return heading if heading.endswith("?") else f"{passage.header.title}: {heading}"
