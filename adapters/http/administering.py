"""Operations for administrators' programs: reindex and roll back."""

import asyncio
from dataclasses import asdict

from adapters.http.models import IndexResponse, ReindexRequest, RollbackRequest
from adapters.web.callers import Caller
from adapters.web.event_stream import Tell
from adapters.web.problems import Problem, Trouble
from bot.model.errors import GoldenFileError
from bot.ports import Indexer
from bot.upkeep.desk import Call, CommandResult, Desk
from knowledge.model.errors import IndexMissingError
from knowledge.model.report import Progress, Show


class Administering:
    """Runs the commands that change the index."""

    def __init__(self, desk: Desk, indexer: Indexer) -> None:
        self._desk = desk
        self._indexer = indexer

    async def reindex(self, caller: Caller, request: ReindexRequest) -> IndexResponse:
        """Reindexes the documents. Raises Problem, KnowledgeError."""
        return await self._reindexed(caller, request, lambda _: None)

    async def stream(self, caller: Caller, request: ReindexRequest, tell: Tell) -> None:
        """Reindexes and streams the progress."""

        def show(progress: Progress) -> None:
            tell("progress", asdict(progress))

        response = await self._reindexed(caller, request, show)
        tell("result", response.model_dump(mode="json"))

    async def roll_back(self, caller: Caller, request: RollbackRequest) -> IndexResponse:
        """Rolls back to the previous index. Raises Problem, KnowledgeError."""
        self._refuse_meanwhile()
        said = await self._done(caller, Call("rollback", {}), lambda _: None)
        if said.code:
            raise Problem(Trouble.NOTHING_BEFORE, said.text)
        return await self._now(said, before=None)

    async def _reindexed(
        self, caller: Caller, request: ReindexRequest, show: Show
    ) -> IndexResponse:
        self._refuse_meanwhile()
        before = await asyncio.to_thread(self._published)
        call = Call("reindex", {"source": None, **request.model_dump()})
        said = await self._done(caller, call, show)
        return await self._now(said, before)

    def _refuse_meanwhile(self) -> None:
        if self._indexer.running:
            raise Problem(Trouble.UNDER_WAY, "Wait until that run has ended.")

    async def _done(self, caller: Caller, call: Call, show: Show) -> CommandResult:
        try:
            return await self._desk.done(call, show, caller.person())
        except GoldenFileError as error:
            raise Problem(Trouble.UNAVAILABLE, "The golden questions cannot be read.") from error

    def _published(self) -> int | None:
        try:
            return self._indexer.status().published.number
        except IndexMissingError:
            return None

    async def _now(self, said: CommandResult, before: int | None) -> IndexResponse:
        """The index in use now, and whether it differs from before."""
        status = await asyncio.to_thread(self._indexer.status)
        return IndexResponse(
            published=status.published.number != before,
            text=said.text,
            generation=status.published.number,
            documents=status.documents,
            passages=status.passages,
            made_at=status.published.made_at,
        )
