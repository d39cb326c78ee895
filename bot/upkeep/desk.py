"""Runs the commands of the command line, in its own process or inside a running server."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, timedelta, tzinfo
from pathlib import Path
from typing import Any

from bot.answering.pipeline import Answering
from bot.model import Message, Platform, Reply, Scope
from bot.model.errors import AuditError, RecordsError
from bot.model.kept import CONSOLE, Outcome
from bot.ports import Comparison, Handle, Indexer, Quota
from bot.privacy.harmless import harmless
from bot.shown.rendering import to_json, to_text
from bot.stores import Stores
from bot.texts import ALREADY_INDEXING, spoken
from bot.upkeep import evaluation
from bot.upkeep.comparing import Refused, difference_lines, sorry
from bot.upkeep.history.replay import Replays, is_id, replay_lines
from bot.upkeep.history.state import state
from bot.upkeep.history.trail import Trail, outcome_of
from bot.upkeep.indexing.index_report import (
    MOST,
    changes_lines,
    report_lines,
    rolled_back_line,
    status_json,
    status_lines,
)
from bot.upkeep.indexing.index_texts import NOTHING_TO_ROLL_BACK, STATUS_CALLS, STATUS_EMBEDDER
from bot.upkeep.reports import Reports, Wanted
from knowledge.language.terms import language_of
from knowledge.model.documents import Audience, Filters, Language
from knowledge.model.errors import AlreadyIndexingError, IndexMissingError, NothingToRollBackError
from knowledge.model.places import Places
from knowledge.model.printable import visible
from knowledge.model.report import Run, Show, Status
from knowledge.search.retrieval import Retrieval

Arguments = Mapping[str, Any]

_WRITES_DOWN = ("reindex", "rollback", "status", "diff", "eval", "report", "correct")
"""Commands that get a line in the audit log; answers are logged elsewhere."""
_ROWS = 15
"""Rows of each table that a terminal gets."""
_SWITCHES = ("full", "strict", "accept_worse", "calibrate", "dry_run")


@dataclass(frozen=True, slots=True)
class Call:
    """A command with its arguments, as JSON values."""

    command: str
    arguments: Arguments


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The result of a command."""

    text: str
    """The text to print."""
    code: int = 0
    """The exit code."""
    value: Any = None
    """The same for programs, as JSON values."""
    noted: Mapping[str, object] = field(default_factory=dict)
    """The details for the audit log."""


class Desk:
    """Runs commands."""

    def __init__(
        self,
        handle: Handle,
        indexer: Indexer,
        comparison: Comparison,
        answering: Answering,
        warm_up: Callable[[], Awaitable[None]],
        today: Callable[[], date],
        categories: Callable[[], Mapping[str, str]],
        gate_path: Callable[[Places], Path],
        replays: Replays,
        retrieval: Retrieval,
        trail: Trail | None = None,
        quota: Quota | None = None,
        zone: tzinfo = UTC,
        store_types: Callable[[], Collection[str]] = tuple,
        reports: Reports | None = None,
        stores: Stores | None = None,
        correct: Callable[[Arguments], Awaitable[CommandResult]] | None = None,
        placed: Callable[[Sequence[str]], Places] = lambda parts: Places.of(*map(Path, parts)),
    ) -> None:
        """Takes the parts of an app.

        `categories` maps doc_ids to categories; `store_types` are the documents' kinds of store;
        `reports` makes reports on the stored answers, `correct` corrects some of them; `stores` are
        those of `stores.yaml`; `placed` parses the places of `reindex`;
        `gate_path` says where fitted weights are stored; `quota` is the language model's daily
        limit; `zone` is the store's time zone.
        """
        self._replays = replays
        self._retrieval = retrieval
        self._trail = trail or Trail()
        self._handle = handle
        self._indexer = indexer
        self._comparison = comparison
        self._answering = answering
        self._warm_up = warm_up
        self._today = today
        self._categories = categories
        self._store_types = store_types
        self._reports = reports
        self._stores = stores or Stores()
        self._corrects = correct
        self._placed = placed
        self._gate_path = gate_path
        self._quota = quota
        self._zone = zone
        self._commands: Mapping[str, Callable[[Arguments, Show], Awaitable[CommandResult]]] = {
            "ask": self._ask,
            "reindex": self._reindex,
            "rollback": self._roll_back,
            "status": self._status,
            "diff": self._diff,
            "eval": self._evaluate,
            "replay": self._replay,
            "retrieve": self._retrieve,
            "report": self._report,
            "correct": self._correct,
        }

    async def done(self, call: Call, show: Show, who: str = CONSOLE) -> CommandResult:
        """Runs a command for `who`, named in the audit log.

        Raises KnowledgeError and GoldenFileError, in words for the person.
        """
        if call.command not in _WRITES_DOWN:
            return await self._commands[call.command](call.arguments, show)
        try:
            async with self._trail.following(who, _named(call)) as doing:
                said = await self._commands[call.command](call.arguments, show)
                doing.outcome = Outcome.FAILED if said.code else Outcome.DONE
                doing.about |= said.noted
        except AlreadyIndexingError:
            return CommandResult(ALREADY_INDEXING["en"], 1)
        return said

    async def _ask(self, arguments: Arguments, show: Show) -> CommandResult:
        if arguments.get("text") is None and (wrong := await self._unknown(arguments)):
            return CommandResult(wrong, 2)
        scope = Scope(
            store_type=arguments["store_type"],
            category=arguments["category"],
            language=arguments["language"],
            as_of=_day(arguments["as_of"]),
            audience=Audience(arguments["audience"]),
            store=arguments.get("store"),
        )
        message = Message(
            Platform.CONSOLE,
            arguments.get("thread") or "",
            "me",
            arguments["question"],
            scope=scope,
            selected_text=arguments.get("text"),
        )
        reply = await self._handle(message)
        return CommandResult(to_text(reply), 0 if reply.answer else 1, _with_state(reply))

    async def _unknown(self, arguments: Arguments) -> str | None:
        """Refuses a store, a type or a category that nothing has, naming those that exist."""
        if (store := arguments.get("store")) and self._stores.get(store) is None:
            return _printable([self._stores.unknown(store)])
        for name, known in (
            ("store_type", self._store_types),
            ("category", lambda: self._categories().values()),
        ):
            if (value := arguments.get(name)) is None:
                continue
            try:
                there = set(await asyncio.to_thread(known))
            except IndexMissingError:
                return None  # the answer says so
            if value not in there:
                option = f"--{name.replace('_', '-')}"
                listed = ", ".join(sorted(there)) or "none"
                return _printable([f"no document has {option} {value}; there are: {listed}"])
        return None

    async def _report(self, arguments: Arguments, show: Show) -> CommandResult:
        if self._reports is None:
            return CommandResult("there are no stored answers to report on", 1)
        wanted = Wanted(arguments["store"], arguments["category"], arguments["owner"])
        period = timedelta(seconds=arguments["since_s"])
        try:
            report = await self._reports.made(arguments["kind"], period, wanted)
        except RecordsError as error:
            return CommandResult(str(error), 1)
        return CommandResult(report.shortened(_ROWS).to_text(), value=report.to_json())

    async def _correct(self, arguments: Arguments, show: Show) -> CommandResult:
        if self._corrects is None:
            return CommandResult("there are no stored answers to correct", 1)
        return await self._corrects(arguments)

    async def _reindex(self, arguments: Arguments, show: Show) -> CommandResult:
        try:
            source = self._placed(arguments["source"]) if arguments["source"] else None
        except ValueError as error:  # the message is ours
            return CommandResult(str(error), 2)
        run = Run(
            source=source,
            full=arguments["full"],
            strict=arguments["strict"],
            accept_worse=arguments["accept_worse"],
        )
        report = await self._indexer.rebuild(run, show)
        return CommandResult(
            _printable(report_lines(report, _spoken(arguments), most=_most(arguments))),
            0 if report.published else 1,
            noted=outcome_of(report),
        )

    async def _roll_back(self, arguments: Arguments, show: Show) -> CommandResult:
        try:
            back = await self._indexer.roll_back()
        except NothingToRollBackError:
            return CommandResult(NOTHING_TO_ROLL_BACK[_spoken(arguments)], 1)
        return CommandResult(
            rolled_back_line(back, _spoken(arguments), self._zone),
            noted={"generation": back.number},
        )

    async def _status(self, arguments: Arguments, show: Show) -> CommandResult:
        status, language = await asyncio.to_thread(self._indexer.status), _spoken(arguments)
        lines = status_lines(status, language, self._zone, most=_most(arguments))
        if status.published.embedder:
            lines.append(STATUS_EMBEDDER[language].format(name=status.published.embedder))
        made = await self._quota.made() if self._quota else None
        if self._quota and made is not None:
            lines.append(STATUS_CALLS[language].format(made=made, most=self._quota.most))
        return CommandResult(_printable(lines, own=status.where), value=status_json(status))

    async def _diff(self, arguments: Arguments, show: Show) -> CommandResult:
        names = [name for name in map(arguments.get, ("document", "old", "new")) if name]
        if not names:
            changes = await self._indexer.changes()
            return CommandResult(_printable(changes_lines(changes, _spoken(arguments))))
        try:
            return CommandResult(_printable(await difference_lines(self._comparison, names, "en")))
        except Refused as error:
            return CommandResult(sorry(error, "en"), 1)

    async def _replay(self, arguments: Arguments, show: Show) -> CommandResult:
        answer_id = arguments["answer"]
        if not is_id(answer_id):
            return CommandResult("an answer's id looks like r0123456789a", 2)
        try:
            found = await self._replays.replay(answer_id, again=arguments["again"])
        except (AuditError, RecordsError) as error:
            return CommandResult(str(error), 1)
        if found is None:
            return CommandResult(
                f"no answer {answer_id} is kept: it is none, or too old (AUDIT_DAYS)", 1
            )
        return CommandResult("\n".join(replay_lines(found)), value=found)

    async def _retrieve(self, arguments: Arguments, show: Show) -> CommandResult:
        if wrong := await self._unknown(arguments):
            return CommandResult(wrong, 2)
        query = arguments["query"]
        filters = Filters(
            as_of=_day(arguments["as_of"]) or self._today(),
            audience=Audience(arguments["audience"]),
            store_type=arguments["store_type"],
            language=language_of(query),
        )
        retrieved = await self._retrieval.retrieve(query, filters, arguments["top_k"])
        return CommandResult("\n".join(retrieved.lines), value=retrieved.json)

    async def _evaluate(self, arguments: Arguments, show: Show) -> CommandResult:
        goldens = [evaluation.golden(line) for line in arguments["goldens"]]
        if arguments["calibrate"]:
            evaluation.demand_enough_for_calibration(goldens)
        day = _day(arguments["as_of"]) or self._today()
        await self._warm_up()
        outcomes = await evaluation.run(self._answering, goldens, day, self._categories())
        report = evaluation.report(outcomes)
        lines = [f"{name:20} {value}" for name, value in report["overall"].items()]
        name = Path(arguments["golden"]).name
        fitted = None
        if arguments["calibrate"]:
            published = self._indexer.status().published
            path = self._gate_path(Places.kept(published.source))
            fitted = evaluation.calibrate(outcomes, path, published.embedder, name)
            lines += evaluation.calibration_lines(fitted, path)
            report["calibration"] = evaluation.calibration_record(fitted)
        page = None
        if arguments["html"]:
            about = evaluation.About(name, _facts(self._indexer.status(), day))
            page = evaluation.page(outcomes, about, fitted)
        return CommandResult("\n".join(lines), value={"report": report, "page": page})


def _with_state(reply: Reply) -> dict[str, Any]:
    """Returns the reply and the state of each step, for a program."""
    return {**to_json(reply), "state": state(reply.answer) if reply.answer else None}


def _named(call: Call) -> str:
    """Names the command with its switches, without file names: they may contain people's names."""
    switches = [f"--{name.replace('_', '-')}" for name in _SWITCHES if call.arguments.get(name)]
    elsewhere = ["PATH"] if call.command == "reindex" and call.arguments.get("source") else []
    return " ".join([call.command, *switches, *elsewhere])


def _facts(status: Status, day: date) -> tuple[str, ...]:
    return (
        f"as of {day}",
        f"{status.documents} documents, {status.passages} passages",
        status.published.embedder or "words only",
    )


def _spoken(arguments: Arguments) -> Language:
    """The language of a command's reply: English at the command line."""
    return spoken(arguments.get("language"))


def _most(arguments: Arguments) -> int:
    """How many files of each kind a report names."""
    return sys.maxsize if arguments.get("verbose") else MOST


def _day(written: str | None) -> date | None:
    return date.fromisoformat(written) if written else None


def _printable(lines: Sequence[str], own: str = "") -> str:
    """Joins lines without control characters: documents may contain some that move the cursor.

    `own` stays as it is: an address of the settings, which is to be copied.
    """
    text = harmless("\n".join(lines), files=True)
    return text.replace(harmless(own, files=True), visible(own)) if own else text
