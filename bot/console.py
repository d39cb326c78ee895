"""What each command of the command line does."""

import argparse
import asyncio
import contextlib
import errno
import gc
import json
import os
import socket
import sys
import tempfile
from collections.abc import Generator
from datetime import date
from pathlib import Path

from bot import evaluation
from bot.app import App, build, build_server, gate_path
from bot.commands import report_lines
from bot.errors import GoldenFileError
from bot.model import Message, Platform, Reply, Scope
from bot.rendering import to_json, to_text
from bot.settings import Settings
from bot.startup import address_of, banner
from knowledge.errors import KnowledgeError
from knowledge.indexing import IndexReport
from knowledge.lock import held
from knowledge.model import Audience, Generation


def serve(settings: Settings, arguments: argparse.Namespace) -> int:
    """Answer until stopped."""
    with held(settings.store.data, "serve"), _opened(settings) as app:
        reports: list[IndexReport] = []

        async def prepare() -> None:
            reports.extend(await _indexed_at_start(app))
            await app.search.warm_up()

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
    scope = Scope(
        store_type=arguments.store_type,
        category=arguments.category,
        language=arguments.language,
        as_of=arguments.as_of,
        audience=Audience(arguments.audience),
    )
    message = Message(Platform.CONSOLE, "console", "me", arguments.question, scope=scope)
    with _without_collection(), _opened(settings) as app:
        reply = asyncio.run(_answered(settings, app, message))
    if arguments.json:
        print(json.dumps(to_json(reply), ensure_ascii=False, indent=2))
    else:
        print(to_text(reply))
    return 0 if reply.answer else 1


def reindex(settings: Settings, arguments: argparse.Namespace) -> int:
    """Read the documents anew; 1 with --strict when one was skipped."""
    with held(settings.store.data, "reindex"), _opened(settings) as app:
        report = asyncio.run(_indexed(app))
    print("\n".join(report_lines(report, "en")))
    return 1 if arguments.strict and report.skipped else 0


def evaluate(settings: Settings, arguments: argparse.Namespace) -> int:
    """Score the answers to golden questions; fit the gate to them where that is asked for."""
    goldens = evaluation.load(arguments.golden)
    if arguments.calibrate:
        evaluation.demand_enough_for_calibration(goldens)
    data = settings.store.data
    with contextlib.ExitStack() as stack:
        settings = _with_corpus(settings, arguments.corpus, stack)
        app = stack.enter_context(_opened(settings))
        day = arguments.as_of or app.today()
        outcomes = asyncio.run(_outcomes(settings, app, goldens, day))
        index = app.library.published()
        about = evaluation.About(arguments.golden.name, _facts(app, index, day))
    report = evaluation.report(outcomes)
    for name, value in report["overall"].items():
        print(f"{name:20} {value}")
    fitted = None
    if arguments.calibrate:
        path = gate_path(Path(index.source), data)
        fitted = evaluation.calibrate(outcomes, path, index.embedder, arguments.golden.name)
        print("\n".join(evaluation.calibration_lines(fitted, path)))
        report["calibration"] = evaluation.calibration_record(fitted)
    if arguments.json:
        _write(arguments.json, json.dumps(report, ensure_ascii=False, indent=2) + "\n")
    if arguments.html:
        _write(arguments.html, evaluation.page(outcomes, about, fitted))
    return 0


def _with_corpus(settings: Settings, corpus: Path | None, stack: contextlib.ExitStack) -> Settings:
    """The settings for documents of this run only, with an index that goes away after it."""
    if corpus is None:
        return settings
    scratch = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    store = settings.store.model_copy(update={"source": corpus, "data": scratch})
    return settings.model_copy(update={"store": store})


def _facts(app: App, index: Generation, day: date) -> tuple[str, ...]:
    documents, passages = app.library.size(index.number)
    return (
        f"as of {day}",
        f"{documents} documents, {passages} passages",
        index.embedder or "words only",
    )


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise GoldenFileError(f"{path} cannot be written") from error


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


async def _answered(settings: Settings, app: App, message: Message) -> Reply:
    await _index_if_stale(settings, app, "ask")
    return await app.conversation.handle(message)


async def _outcomes(
    settings: Settings, app: App, goldens: list[evaluation.Golden], day: date
) -> list[evaluation.Outcome]:
    await _index_if_stale(settings, app, "eval")
    await app.search.warm_up()
    categories = app.library.categories(app.library.published().number)
    return await evaluation.run(app.answering, goldens, day, categories)


async def _index_if_stale(settings: Settings, app: App, purpose: str) -> None:
    if app.indexer.is_stale():
        with held(settings.store.data, purpose):
            await _indexed(app)


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
    from bot.progress import ProgressBar  # noqa: PLC0415 - a question needs no bar

    with ProgressBar() as bar:
        return await app.indexer.rebuild(bar.show)
