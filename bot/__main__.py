"""The command line: `storewise serve`, `ask` and `reindex`."""

import argparse
import asyncio
import contextlib
import gc
import json
import logging
import os
import sys
import tempfile
from datetime import date
from importlib.metadata import version
from pathlib import Path

from pydantic import ValidationError

from bot import evaluation, logs
from bot.app import App, build, build_server
from bot.commands import report_lines
from bot.errors import GoldenFileError
from bot.model import Message, Platform, Scope
from bot.rendering import to_json, to_text
from bot.settings import Settings, StoreSettings
from bot.startup import banner
from knowledge.errors import KnowledgeError
from knowledge.indexing import IndexReport
from knowledge.lock import held
from knowledge.model import Audience


def main(argv: list[str] | None = None) -> int:
    """Run one command; return its exit code: 0, 1 for trouble, 2 for wrong input."""
    # onnxruntime comes with Chroma and would report its first use to its makers.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # noqa: TID251
    arguments = _parser().parse_args(argv)
    logs.configure(logging.INFO if arguments.command == "serve" else logging.WARNING)
    try:
        settings = _settings(arguments)
        return int(arguments.run(settings, arguments))
    except ValidationError as error:
        for problem in error.errors(include_input=False, include_url=False):
            name = "_".join(str(part) for part in problem["loc"]).upper()
            print(f"storewise: setting {name}: {problem['msg']}", file=sys.stderr)
        return 2
    except GoldenFileError as error:
        print(f"storewise: {error}", file=sys.stderr)
        return 2
    except KnowledgeError as error:
        print(f"storewise: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="storewise", description="Answers from the store's own documents, in Slack and here."
    )
    parser.add_argument("--version", action="version", version=f"storewise {version('storewise')}")
    commands = parser.add_subparsers(dest="command", required=True)

    serve = commands.add_parser("serve", help="answer in Slack and on a page of this machine")
    serve.set_defaults(run=_serve)

    ask = commands.add_parser("ask", help="ask one question here")
    ask.add_argument("question")
    ask.add_argument("--as-of", type=date.fromisoformat, metavar="DATE", help="2026-03-01")
    ask.add_argument("--store-type", metavar="TYPE", help="cafe, convenience, apparel, …")
    ask.add_argument("--category", help="refund, promo, inventory, cs, …")
    ask.add_argument("--language", choices=["ko", "en"])
    ask.add_argument("--audience", choices=list(Audience), default=Audience.STAFF)
    ask.add_argument("--json", action="store_true", help="print the answer with its evidence")
    ask.set_defaults(run=_ask)

    reindex = commands.add_parser("reindex", help="read the documents anew")
    reindex.add_argument("--source", type=Path, metavar="DIR", help="folder of the documents")
    reindex.add_argument("--strict", action="store_true", help="fail when a file was skipped")
    reindex.set_defaults(run=_reindex)

    evaluate = commands.add_parser("eval", help="score the answers to golden questions")
    evaluate.add_argument("golden", type=Path, metavar="GOLDEN.jsonl")
    evaluate.add_argument("--corpus", type=Path, help="a folder or file to index for this run only")
    evaluate.add_argument("--json", type=Path, metavar="FILE", help="write every answer there")
    evaluate.add_argument(
        "--as-of", type=date.fromisoformat, metavar="DATE", help="instead of today"
    )
    evaluate.set_defaults(run=_eval)
    return parser


def _settings(arguments: argparse.Namespace) -> Settings:
    source = getattr(arguments, "source", None)
    if source is None:
        return Settings()
    return Settings(store=StoreSettings(source=source))


def _serve(settings: Settings, arguments: argparse.Namespace) -> int:
    with held(settings.store.data, "serve"):
        app = build(settings)
        try:
            report = asyncio.run(_prepare(app))
            print("\n".join(banner(settings, app, report)), file=sys.stderr, flush=True)
            build_server(settings, app).run(settings.server.host, settings.server.port)
        except OSError as error:
            address = f"{settings.server.host}:{settings.server.port}"
            print(f"storewise: cannot listen on {address}: {error.strerror}", file=sys.stderr)
            print("storewise: set SERVER_PORT to another port", file=sys.stderr)
            return 1
        finally:
            app.close()
    return 0


async def _prepare(app: App) -> IndexReport | None:
    """Index if needed, and load what the first question would wait for."""
    report = await _index(app) if app.needs_index() else None
    await app.search.warm_up()
    return report


def _ask(settings: Settings, arguments: argparse.Namespace) -> int:
    # Loading a model makes many objects and no garbage; one question is over before any matters.
    gc.disable()
    app = build(settings)
    try:
        if app.needs_index():
            with held(settings.store.data, "ask"):
                asyncio.run(_index(app))
        scope = Scope(
            store_type=arguments.store_type,
            category=arguments.category,
            language=arguments.language,
            as_of=arguments.as_of,
            audience=Audience(arguments.audience),
        )
        message = Message(Platform.CONSOLE, "console", "me", arguments.question, scope=scope)
        reply = asyncio.run(app.conversation.handle(message))
    finally:
        app.close()
    if arguments.json:
        print(json.dumps(to_json(arguments.question, reply), ensure_ascii=False, indent=2))
    else:
        print(to_text(reply))
    return 0


def _reindex(settings: Settings, arguments: argparse.Namespace) -> int:
    with held(settings.store.data, "reindex"):
        app = build(settings)
        try:
            report = asyncio.run(_index(app))
        finally:
            app.close()
    print("\n".join(report_lines(report, "en")))
    return 1 if arguments.strict and report.skipped else 0


def _eval(settings: Settings, arguments: argparse.Namespace) -> int:
    goldens = evaluation.load(arguments.golden)
    with contextlib.ExitStack() as stack:
        if arguments.corpus:
            scratch = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            store = settings.store.model_copy(update={"source": arguments.corpus, "data": scratch})
            settings = settings.model_copy(update={"store": store})
        app = build(settings)
        stack.callback(app.close)
        outcomes = asyncio.run(_outcomes(app, goldens, arguments.as_of))
    report = evaluation.report(outcomes)
    for name, value in report["overall"].items():
        print(f"{name:20} {value}")
    if arguments.json:
        text = json.dumps(report, ensure_ascii=False, indent=2)
        arguments.json.write_text(text + "\n", encoding="utf-8")
    return 0


async def _outcomes(
    app: App, goldens: list[evaluation.Golden], as_of: date | None
) -> list[evaluation.Outcome]:
    await _prepare(app)
    return await evaluation.run(app.answering, goldens, as_of or app.today())


async def _index(app: App) -> IndexReport:
    from bot.progress import ProgressBar  # noqa: PLC0415 - a question needs no bar

    with ProgressBar() as bar:
        return await app.indexer.rebuild(bar.show)


if __name__ == "__main__":
    sys.exit(main())
