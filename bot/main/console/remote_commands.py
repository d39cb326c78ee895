"""Runs a command in the server that holds the data directory, or in this process."""

import argparse
import asyncio
import contextlib
import json
import sys
from collections.abc import Awaitable, Callable, Generator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.main.app import App, build
from bot.main.serve.web_server import order_of
from bot.settings import Settings
from bot.upkeep.desk import Call, CommandResult
from bot.upkeep.indexing.index_report import judged_lines
from knowledge.index.storage.lock import Holder, held
from knowledge.model.errors import DataInUseError, KnowledgeError
from knowledge.model.places import Address
from knowledge.model.report import Progress, Run, Show

if TYPE_CHECKING:
    from bot.upkeep.indexing.progress import ProgressBar

_ANSWERING = ("ask", "eval", "retrieve")
"""Commands that first update an index that is missing or out of date."""
_WRONG_INPUT = 2
_TOLD = 10
"""Skipped files that are named before an answer."""


def done(settings: Settings, call: Call, changes: str | None = None) -> CommandResult:
    """Runs a command in the server that holds the data directory, else in this process.

    A command that changes the index locks the directory; `changes` is its name for other processes.
    """
    with contextlib.ExitStack() as stack:
        show = stack.enter_context(shown())
        by_server = asyncio.run(_by_server(settings, call, show))
        if by_server is not None:
            return by_server
        if changes:
            stack.enter_context(held(settings.store.data, changes))
        app = stack.enter_context(opened(settings))
        return asyncio.run(_here(settings, app, call, show))


def done_by_server(settings: Settings, call: Call) -> CommandResult | None:
    """Runs a command in the server that holds the data directory; None if there is none."""
    with shown() as show:
        return asyncio.run(_by_server(settings, call, show))


@contextlib.contextmanager
def asking(
    settings: Settings,
) -> Generator[tuple[asyncio.Runner, Callable[[Call], Awaitable[CommandResult]]]]:
    """Runs one call after another: in the server if there is one, else with one app, kept open."""
    with contextlib.ExitStack() as stack:
        show = stack.enter_context(shown())
        runner = stack.enter_context(asyncio.Runner())
        apps: list[App] = []

        async def ask(call: Call) -> CommandResult:
            by_server = None if apps else await _by_server(settings, call, show)
            if by_server is not None:
                return by_server
            if not apps:
                apps.append(stack.enter_context(opened(settings)))
            return await _here(settings, apps[0], call, show)

        yield runner, ask


async def _by_server(settings: Settings, call: Call, show: Show) -> CommandResult | None:
    holder = Holder.of(settings.store.data)
    if holder is None or holder.address is None or holder.token is None:
        return None
    return await order_of(holder.address, holder.token, call, show)


async def _here(settings: Settings, app: App, call: Call, show: Show) -> CommandResult:
    from_documents = call.command in _ANSWERING and call.arguments.get("text") is None
    if from_documents and app.indexer.is_stale():
        await brought_up(settings, app, call.command, show)
    return await app.desk.done(call, show)


async def brought_up(settings: Settings, app: App, purpose: str, show: Show) -> None:
    """Updates the index before an answer; uses the old index where that cannot be done now."""
    try:
        with held(settings.store.data, purpose):
            report = await app.indexer.rebuild(Run(unasked=True), show)
    except KnowledgeError as error:
        if app.indexer.is_missing():
            raise
        if not isinstance(error, DataInUseError):
            print(f"storewise: {error}; answering from the earlier index", file=sys.stderr)
        return
    left_out = [
        *(one.reason for one in report.skipped),
        *(f"{one.source}: {said}" for one in report.coverage.partly for said in one.unknown),
    ]
    more = [f"{len(left_out) - _TOLD} more were skipped"] if len(left_out) > _TOLD else []
    judged = judged_lines(report, "en") if report.withheld else []
    for line in (*left_out[:_TOLD], *more, *judged):
        print(f"storewise: {line}", file=sys.stderr)


@contextlib.contextmanager
def opened(settings: Settings) -> Generator[App]:
    """Builds the app and closes it at the end."""
    app = build(settings)
    try:
        yield app
    finally:
        app.close()


@contextlib.contextmanager
def shown() -> Generator[Show]:
    """Shows a progress bar from the first step of work on; a quick question never loads it."""
    with contextlib.ExitStack() as stack:
        bars: list[ProgressBar] = []

        def show(progress: Progress) -> None:
            from bot.upkeep.indexing.progress import ProgressBar  # noqa: PLC0415

            if not bars:
                bars.append(stack.enter_context(ProgressBar()))
            bars[0].show(progress)

        yield show


def plain(arguments: argparse.Namespace) -> dict[str, Any]:
    """Turns arguments into JSON values; paths become absolute, as a server has another folder."""
    values = {name: value for name, value in vars(arguments).items() if name != "run"}
    for name, value in values.items():
        if isinstance(value, Path):
            values[name] = str(value.resolve())
        elif name == "source":
            values[name] = [_absolute(one) for one in value]
        elif isinstance(value, date):
            values[name] = value.isoformat()
    return values


def _absolute(place: str) -> str:
    return place if Address.is_one(place) else str(Path(place).resolve())


def printed(said: CommandResult, *, as_json: bool = False) -> int:
    """Prints a command's result, for people or for programs; returns its exit code."""
    if said.code == _WRONG_INPUT and as_json:
        print(f"storewise: {said.text}", file=sys.stderr)
        return said.code
    print(json.dumps(said.value, ensure_ascii=False, indent=2) if as_json else said.text)
    return said.code
