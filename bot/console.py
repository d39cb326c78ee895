"""What each command of the command line does."""

import argparse
import asyncio
import codecs
import contextlib
import errno
import gc
import json
import os
import socket
import sys
import tempfile
from collections.abc import Generator
from dataclasses import asdict
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from bot import evaluation
from bot.app import App, audit_log, build
from bot.audit import CONSOLE, Kind
from bot.checkup import Mark, lines, summary
from bot.desk import Call, Said
from bot.errors import GoldenFileError, ManifestError, TextFileError
from bot.index_report import judged_lines
from bot.platforms import examined, slack_manifest, teams_package
from bot.replay_report import audit_lines
from bot.server import build_server, order_of
from bot.settings import ChromaSettings, Settings
from bot.startup import address_of, banner, promised
from knowledge.errors import DataInUseError, KnowledgeError
from knowledge.lock import SERVE, Holder, held
from knowledge.places import Places
from knowledge.report import IndexReport, Progress, Run, Show
from knowledge.retrieval import Segment

if TYPE_CHECKING:
    from bot.progress import ProgressBar

_ANSWERING = ("ask", "eval", "retrieve")
"""Commands that first make an index where there is none, or one that is out of date."""
_TOLD = 10
"""Files and lines that were left out, and are named before an answer."""
_MOST_BYTES = 1_000_000
"""Of a text to answer from."""


def serve(settings: Settings, arguments: argparse.Namespace) -> int:
    """Answer until stopped."""
    with held(settings.store.data, SERVE), _opened(settings) as app:
        reports: list[IndexReport] = []

        async def prepare() -> None:
            reports.extend(await _indexed_at_start(app))
            await app.warm_up()
            await app.trail.note(Kind.START, CONSOLE, "serve", about=promised(settings))

        def started() -> None:
            print("\n".join(banner(settings, app, reports)), file=sys.stderr, flush=True)

        server = build_server(settings, app)
        try:
            server.run(settings.server.host, settings.server.port, prepare, started)
        except OSError as error:
            wrong = _wrong_address(error)
            if wrong is None:
                raise
            reason = os.strerror(error.errno or 0) if wrong == "SERVER_PORT" else "no such address"
            print(
                f"storewise: cannot listen on {address_of(settings)}: {reason}. Set {wrong}.",
                file=sys.stderr,
            )
            return 1
    return 0


def ask(settings: Settings, arguments: argparse.Namespace) -> int:
    """Answer one question; 1 when trouble kept it from being answered."""
    text = _text(arguments.text) if arguments.text is not None else None
    with _without_collection():
        said = _said(settings, Call("ask", {**_plain(arguments), "text": text}))
    if arguments.json:
        print(json.dumps(said.value, ensure_ascii=False, indent=2))
    else:
        print(said.text)
    return said.code


def reindex(settings: Settings, arguments: argparse.Namespace) -> int:
    """Read the documents anew; 1 when the new index is not published."""
    return _printed(_said(settings, Call("reindex", _plain(arguments)), changes="reindex"))


def roll_back(settings: Settings, arguments: argparse.Namespace) -> int:
    """Answer from the index before again; 1 when there is none."""
    return _printed(_said(settings, Call("rollback", {}), changes="rollback"))


def status(settings: Settings, arguments: argparse.Namespace) -> int:
    """Say what is indexed."""
    return _printed(_said(settings, Call("status", {})))


def diff(settings: Settings, arguments: argparse.Namespace) -> int:
    """Say which documents differ from the index, or what changed in one; in colour if it can."""
    said = _said(settings, Call("diff", _plain(arguments)))
    if sys.stdout.isatty():
        from bot.colour import print_changes  # noqa: PLC0415 - rich takes a while to load

        print_changes(said.text)
        return said.code
    return _printed(said)


def retrieve(settings: Settings, arguments: argparse.Namespace) -> int:
    """Print the passages that fit a query or a segment best, without personal data."""
    segment = Segment.read(arguments.segment) if arguments.segment else Segment()
    call = Call("retrieve", {**_plain(arguments), "query": arguments.query or segment.query})
    with _of(settings, arguments.corpus) as chosen:
        said = _said(chosen, call)
    if arguments.json:
        print(json.dumps(said.value, ensure_ascii=False, indent=2))
    else:
        print(said.text)
    return said.code


def replay(settings: Settings, arguments: argparse.Namespace) -> int:
    """Show how an answer came about; 1 when nothing is kept of it."""
    said = _said(settings, Call("replay", _plain(arguments)))
    if said.code:
        print(f"storewise: {said.text}", file=sys.stderr)
    elif arguments.json:
        print(json.dumps(said.value, ensure_ascii=False, indent=2))
    else:
        print(said.text)
    return said.code


def audit(settings: Settings, arguments: argparse.Namespace) -> int:
    """List what was done, and verify the whole log; 1 when it was changed."""
    log = asyncio.run(audit_log(settings).read(datetime.now(UTC) - arguments.since))
    if arguments.json:
        print(json.dumps(asdict(log), ensure_ascii=False, indent=2, default=datetime.isoformat))
    else:
        print("\n".join(audit_lines(log)))
    return 1 if log.broken else 0


def evaluate(settings: Settings, arguments: argparse.Namespace) -> int:
    """Score the answers to golden questions; fit the gate to them where that is asked for."""
    lines = evaluation.lines_of(arguments.golden)
    for where, line in lines:
        evaluation.golden(line, where)
    call = Call("eval", {**_plain(arguments), "goldens": [line for _, line in lines]})
    with _of(settings, arguments.corpus) as chosen:
        said = _said(chosen, call)
    print(said.text)
    if arguments.json:
        report = json.dumps(said.value["report"], ensure_ascii=False, indent=2)
        _write(arguments.json, report + "\n")
    if arguments.html:
        _write(arguments.html, said.value["page"])
    return 0


@contextlib.contextmanager
def _of(settings: Settings, corpus: Path | None) -> Generator[Settings]:
    """The settings for another corpus, which is indexed for this run only; or as they are."""
    if corpus is None:
        yield settings
        return
    with tempfile.TemporaryDirectory() as scratch:
        store = settings.store.model_copy(
            update={"source": Places.of(corpus), "data": Path(scratch)}
        )
        # A Chroma server would keep what this run indexes, and nobody would know whose it is.
        here = {"store": store, "chroma": ChromaSettings(url=None)}
        yield settings.model_copy(update=here)


def manifest(settings: Settings, arguments: argparse.Namespace) -> int:
    """Print what Slack takes as the app, or write it; over another file only when forced."""
    text = slack_manifest(arguments.url, least=arguments.least)
    if arguments.output is None:
        print(text, end="")
        return 0
    _put(arguments.output, text.encode(), over=arguments.force)
    return 0


def package(settings: Settings, arguments: argparse.Namespace) -> int:
    """Write what Teams takes as the app; over another file only when forced."""
    content = teams_package(
        arguments.app_id,
        arguments.domain,
        {name: getattr(arguments, name) for name in ("name", "website", "privacy", "terms")},
        version=arguments.app_version,
        follow_threads=arguments.follow_threads,
    )
    _put(arguments.output, content, over=arguments.force)
    print(f"{arguments.output} is written: upload it in Teams > Apps > Manage your apps")
    return 0


def _put(path: Path, content: bytes, *, over: bool) -> None:
    """Raises ManifestError."""
    try:
        with path.open("wb" if over else "xb") as file:
            file.write(content)
    except FileExistsError as error:
        raise ManifestError(f"{path} exists; --force writes over it") from error
    except OSError as error:
        raise ManifestError(f"{path} cannot be written") from error


def doctor(settings: Settings, arguments: argparse.Namespace) -> int:
    """Say what keeps a platform from working, and what cures it; 1 when something does."""
    marks = asyncio.run(_examined(settings, arguments.platform, getattr(arguments, "url", None)))
    print(summary(marks))
    return 1 if Mark.BAD in marks else 0


async def _examined(
    settings: Settings, platform: Literal["slack", "teams"], url: str | None
) -> list[Mark]:
    marks = []
    async for finding in examined(settings, platform, url):
        print("\n".join(lines(finding)), flush=True)
        marks.append(finding.mark)
    return marks


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise GoldenFileError(f"{path} cannot be written") from error


def _text(name: str) -> str:
    """The text of a file, or what is piped in for `-`. Raises TextFileError."""
    try:
        with sys.stdin.buffer if name == "-" else Path(name).open("rb") as file:
            # Far more than is answered from; the last character may be cut in two.
            return codecs.getincrementaldecoder("utf-8-sig")().decode(file.read(_MOST_BYTES))
    except (OSError, UnicodeDecodeError) as error:
        raise TextFileError(f"{name} cannot be read as text in UTF-8") from error


def _printed(said: Said) -> int:
    print(said.text)
    return said.code


def _plain(arguments: argparse.Namespace) -> dict[str, Any]:
    """Arguments as values that JSON has; a path still means the same in another folder."""
    plain = {name: value for name, value in vars(arguments).items() if name != "run"}
    for name, value in plain.items():
        if isinstance(value, Path):
            plain[name] = str(value.resolve())
        elif name == "source":
            plain[name] = [str(path.resolve()) for path in value]
        elif isinstance(value, date):
            plain[name] = value.isoformat()
    return plain


def _said(settings: Settings, call: Call, changes: str | None = None) -> Said:
    """Have it done by the server that holds the data directory, or here where there is none.

    What changes the index has a name, by which others learn who holds the directory.
    """
    with contextlib.ExitStack() as stack:
        show = stack.enter_context(_shown())
        said = asyncio.run(_by_server(settings, call, show))
        if said is not None:
            return said
        if changes:
            stack.enter_context(held(settings.store.data, changes))
        app = stack.enter_context(_opened(settings))
        return asyncio.run(_here(settings, app, call, show))


async def _by_server(settings: Settings, call: Call, show: Show) -> Said | None:
    holder = Holder.of(settings.store.data)
    if holder is None or holder.address is None or holder.token is None:
        return None
    return await order_of(holder.address, holder.token, call, show)


async def _here(settings: Settings, app: App, call: Call, show: Show) -> Said:
    from_documents = call.command in _ANSWERING and call.arguments.get("text") is None
    if from_documents and app.indexer.is_stale():
        await _brought_up(settings, app, call.command, show)
    return await app.desk.done(call, show)


async def _brought_up(settings: Settings, app: App, purpose: str, show: Show) -> None:
    """Index before an answer; where another process does so just now, the earlier index answers."""
    try:
        with held(settings.store.data, purpose):
            report = await app.indexer.rebuild(Run(unasked=True), show)
    except DataInUseError:
        if app.indexer.is_missing():
            raise
        return
    left_out = [one.reason for one in report.skipped]
    more = [f"{len(left_out) - _TOLD} more were left out"] if len(left_out) > _TOLD else []
    judged = judged_lines(report, "en") if report.withheld else []
    for line in (*left_out[:_TOLD], *more, *judged):
        print(f"storewise: {line}", file=sys.stderr)


def _wrong_address(error: OSError) -> str | None:
    """The setting that keeps the server from listening; None for any other trouble."""
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return "SERVER_HOST"
    return "SERVER_PORT" if error.errno in (errno.EADDRINUSE, errno.EACCES) else None


@contextlib.contextmanager
def _opened(settings: Settings) -> Generator[App]:
    app = build(settings)
    try:
        yield app
    finally:
        app.close()


@contextlib.contextmanager
def _without_collection() -> Generator[None]:
    # Loading a model makes many objects and no garbage; one question is over before any matters.
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def _indexed_at_start(app: App) -> list[IndexReport]:
    """Take in what has changed since; where that fails, the earlier index answers."""
    try:
        return [await _indexed(app)]
    except KnowledgeError as error:
        if app.indexer.is_missing():
            raise
        print(f"storewise: {error}; the earlier index answers", file=sys.stderr)
        return []


async def _indexed(app: App) -> IndexReport:
    with _shown() as show:
        return await app.indexer.rebuild(Run(unasked=True), show)


@contextlib.contextmanager
def _shown() -> Generator[Show]:
    """Shows how far the work is, from its first step on: a quick question loads no bar."""
    with contextlib.ExitStack() as stack:
        bars: list[ProgressBar] = []

        def show(progress: Progress) -> None:
            from bot.progress import ProgressBar  # noqa: PLC0415

            if not bars:
                bars.append(stack.enter_context(ProgressBar()))
            bars[0].show(progress)

        yield show
