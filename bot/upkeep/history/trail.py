"""Writes the audit log: a line for each answer, command and setting."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from bot.model import Message, Reply
from bot.model.errors import AuditError
from bot.model.kept import Entry, EntryKind, Outcome, person_of
from bot.ports import Audit
from bot.telemetry import Trace
from bot.upkeep.history.provenance import provenance
from knowledge.model.report import IndexReport

logger = logging.getLogger(__name__)


def _utc_now() -> datetime:
    return datetime.now(UTC)


def outcome_of(report: IndexReport) -> dict[str, object]:
    """Returns the figures of an indexing run for the audit log."""
    return {
        "published": report.published,
        "documents": report.documents,
        "passages": report.passages,
        "skipped": len(report.skipped),
    }


@dataclass(slots=True)
class Doing:
    """A command in progress; its outcome and details are filled in on the way."""

    about: dict[str, Any] = field(default_factory=dict)
    outcome: Outcome = Outcome.DONE


class Trail:
    """Writes audit lines; if that fails, work goes on and the server's log says so."""

    def __init__(
        self,
        audit: Audit | None = None,
        rules: Mapping[str, str] | None = None,
        now: Callable[[], datetime] = _utc_now,
    ) -> None:
        """Without an audit log nothing is written. `rules` are the versions behind each answer."""
        self._audit = audit
        self._rules = dict(rules or {})
        self._now = now

    async def note(
        self,
        kind: EntryKind,
        who: str,
        what: str,
        outcome: str = Outcome.DONE,
        about: Mapping[str, Any] | None = None,
    ) -> None:
        """Writes a line; logs an error if that fails."""
        if self._audit is None:
            return
        try:
            await self._audit.keep(Entry(self._now(), kind, who, what, outcome, about or {}))
        except AuditError as error:
            cause = type(error.__cause__).__name__
            logger.error("audit log not written", extra={"kind": kind, "cause": cause})  # noqa: TRY400

    @asynccontextmanager
    async def following(self, who: str, what: str) -> AsyncGenerator[Doing]:
        """Writes a line about a command when it ends: done, failed or stopped."""
        doing = Doing()
        try:
            yield doing
        except BaseException as error:
            stopped = isinstance(error, asyncio.CancelledError)
            outcome = Outcome.STOPPED if stopped else Outcome.FAILED
            await self.note(EntryKind.COMMAND, who, what, outcome, {"error": type(error).__name__})
            raise
        await self.note(EntryKind.COMMAND, who, what, doing.outcome, doing.about)

    async def command(self, who: str, what: str, about: Mapping[str, Any]) -> None:
        """Writes a line about a finished command."""
        await self.note(EntryKind.COMMAND, who, what, about=about)

    async def refused(self, who: str, what: str) -> None:
        """Writes a line about a command refused for lack of rights."""
        await self.note(EntryKind.COMMAND, who, what, Outcome.REFUSED)

    async def answered(
        self, message: Message, reply: Reply, redactions: Mapping[str, int], trace: Trace
    ) -> None:
        """Writes how an answer was made, or the error that prevented one."""
        about: dict[str, Any] = {"redactions": dict(redactions), "rules": self._rules}
        answer = reply.answer
        if answer is None:
            if error := trace.outcome.get("error"):
                about |= {"error": error, "ms": round(trace.ms, 1)}
                await self._answer(message, Outcome.FAILED, about)
            return
        if not answer.understood.talk:
            from_text = message.selected_text is not None
            about |= provenance(answer, trace, from_text=from_text)
            await self._answer(message, reply.verdict or answer.verdict, about)

    async def _answer(self, message: Message, outcome: str, about: Mapping[str, Any]) -> None:
        await self.note(EntryKind.ANSWER, person_of(message), message.trace_id, outcome, about)
