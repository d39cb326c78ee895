"""The questions that wait for a rule, for those who may write it."""

import time
from collections.abc import Callable
from datetime import timedelta

from bot.model.errors import BotError
from bot.model.rules import Author
from bot.model.said import WaitingQuestion
from bot.rules.writing import Rights
from bot.upkeep.reports import Reports, Wanted
from bot.upkeep.reports.gaps import Gap
from knowledge.model.documents import Audience, Language
from knowledge.model.errors import KnowledgeError

_PERIOD = timedelta(days=30)
_KNOWN_S = 60.0
"""A front page is opened more often than a question is asked in vain."""


class Queue:
    """Says what waits for somebody's rule."""

    def __init__(
        self, reports: Reports, rights: Rights, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._reports = reports
        self._rights = rights
        self._clock = clock
        self._known: dict[tuple[Audience, str | None], tuple[float, list[Gap]]] = {}

    async def of(
        self, author: Author, language: Language, most: int
    ) -> tuple[WaitingQuestion, ...] | None:
        """Returns the most asked first: all for who may write any rule, else those of an owner.

        Returns None if they cannot be read now.
        """
        try:
            if self._rights.may_write(author, None):
                found = await self._gaps(author.role, None)
            else:
                own = [await self._gaps(Audience.ADMIN, one) for one in sorted(author.owns)]
                found = sorted((gap for gaps in own for gap in gaps), key=lambda one: -one.people)
        except (BotError, KnowledgeError):
            return None
        return self._reports.waiting(found[:most], language)

    async def _gaps(self, reader: Audience, owner: str | None) -> list[Gap]:
        known = self._known.get((reader, owner))
        if known is None or self._clock() - known[0] >= _KNOWN_S:
            found = await self._reports.gaps(_PERIOD, Wanted(owner=owner), reader)
            known = self._known[reader, owner] = self._clock(), found
        return known[1]
