"""What the command line takes: every command with its arguments."""

import argparse
import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from importlib import import_module

from bot.main.console.wrong_input import (
    COMMAND,
    Parser,
    count,
    day,
    folder_to_write,
    or_stream,
    place,
    source,
    to_read,
    to_write,
)
from bot.main.platforms import platforms as known
from bot.model.kept import REPORTS
from bot.settings import Settings
from bot.settings.group import duration
from bot.texts import LANGUAGES
from knowledge.model.documents import Audience
from knowledge.model.release import VERSION
from knowledge.search.programs.retrieval import MOST, TOP_K

_EXAMPLES: Mapping[str, str] = {
    name: "examples:\n" + "\n".join(f"  storewise {one}" for one in examples)
    for name, examples in {
        "": ("serve", "ask how long is a gift card valid", "report gaps --since 7d"),
        "serve": ("serve",),
        "mcp": ("mcp", "mcp --audience manager"),
        "ask": (
            "ask how long is a gift card valid",
            'ask "헤드폰은 며칠 안에 환불되나요?" --as-of 2026-02-01',
            "ask --json --store-type cafe when do we close",
            "ask - < question.txt",
        ),
        "chat": ("chat", "chat --audience manager --as-of 2026-02-01"),
        "reindex": ("reindex", "reindex --strict", "reindex ./handbook ./notices"),
        "rollback": ("rollback",),
        "status": ("status", "status --verbose"),
        "read": ("read handbook/returns.pdf", "read --json prices.xlsx"),
        "diff": ("diff", "diff staff-discount-en", "diff staff-discount-en 1 2"),
        "retrieve": ('retrieve "refund of opened goods"', "retrieve --segment call.json --json"),
        "replay": ("replay r0123456789a", "replay r0123456789a --again"),
        "audit": ("audit", "audit --since 30d --json"),
        "report": (
            "report usage --since 7d --html usage.html",
            "report gaps --store cafe --stubs ./drafts",
            "report damage --since 14d --csv told.csv",
            'report contradictions --owner "Customer Care"',
        ),
        "correct": (
            "correct refund-policy-en --dry-run",
            "correct refund-policy-en --since 14d",
        ),
        "eval": ("eval golden.jsonl", "eval golden.jsonl --html report.html --as-of 2026-11-22"),
        "settings": ("settings", "settings --changed"),
        "completion": ("completion bash > ~/.local/share/bash-completion/completions/storewise",),
        "backup": ("backup storewise.backup", "backup - > storewise.backup"),
        "restore": ("restore storewise.backup",),
        "manifests": (
            "manifests slack --socket > manifest.json",
            "manifests slack --url https://bot.example",
        ),
        "doctor": ("doctor", "doctor slack", "doctor teams --url https://bot.example"),
        "keys": ("keys add till-app --role staff", "keys list", "keys revoke till-app"),
    }.items()
}
"""What is printed below the help of each command."""


def _command(name: str) -> Callable[[Settings, argparse.Namespace], int]:
    """Returns a function of a command, imported when it runs, so that `--help` is fast."""

    def run(settings: Settings, arguments: argparse.Namespace) -> int:
        module, function = name.split(".")
        found = getattr(import_module(f"bot.main.console.commands.{module}"), function)
        return int(found(settings, arguments))

    return run


def parser() -> argparse.ArgumentParser:
    """Returns the parser of all commands."""
    parser = Parser(
        prog="storewise",
        usage="storewise COMMAND …",
        description="Answers from the store's own documents, in Slack, Teams and here.",
        epilog=f"{_EXAMPLES['']}\n\nstorewise COMMAND --help has examples of each command.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"storewise {VERSION}")
    commands = parser.add_subparsers(
        dest="command", required=True, metavar=COMMAND, prog="storewise"
    )

    _add_serving(commands)

    _add_asking(commands)

    _add_index(commands)

    _add_retrieve(commands)

    replay = commands.add_parser("replay", help="show how an answer was made")
    replay.add_argument("answer", metavar="ANSWER_ID", help="from the logs or `ask --json`")
    replay.add_argument(
        "--again", action="store_true", help="ask its question again, on the same index"
    )
    replay.add_argument("--json", action="store_true", help="print JSON")
    replay.set_defaults(run=_command("index.replay"))

    audit = commands.add_parser("audit", help="list who ran what and verify the audit log")
    audit.add_argument("--since", type=_ago, default="7d", metavar="7d", help="30m, 6h, 7d")
    audit.add_argument("--json", action="store_true", help="print JSON")
    audit.set_defaults(run=_command("index.audit"))

    _add_report(commands)
    _add_correct(commands)

    evaluate = commands.add_parser("eval", help="score the answers to golden questions")
    evaluate.add_argument("golden", type=to_read, metavar="GOLDEN.jsonl")
    evaluate.add_argument(
        "--corpus", type=place, help="a folder or file to index for this run only"
    )
    evaluate.add_argument(
        "--json", type=to_write, metavar="FILE", help="write every answer to this file"
    )
    evaluate.add_argument(
        "--html", type=to_write, metavar="FILE", help="write the report as a web page to this file"
    )
    evaluate.add_argument(
        "--calibrate", action="store_true", help="fit when to refuse to these documents"
    )
    evaluate.add_argument(
        "--as-of",
        type=day,
        metavar="DATE",
        help="answer as of this day (default: today)",
    )
    evaluate.set_defaults(run=_command("answers.evaluate"))
    chosen = commands.add_parser("settings", help="show the settings in force, without secrets")
    chosen.add_argument("--changed", action="store_true", help="only those that are set")
    chosen.add_argument("--json", action="store_true", help="print JSON")
    chosen.set_defaults(run=_command("settings.settings"))
    completing = commands.add_parser("completion", help="print a script for your shell")
    completing.add_argument("shell", choices=("bash", "zsh", "tcsh"))
    completing.set_defaults(run=_command("settings.completion"))
    _add_backups(commands)
    _add_platforms(commands)
    _add_keys(commands)
    for name, command in commands.choices.items():
        command.epilog = _EXAMPLES[name]
        command.formatter_class = argparse.RawDescriptionHelpFormatter
    return parser


def _add_serving(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Adds the commands that run until they are stopped."""
    serve = commands.add_parser("serve", help="answer in Slack, in Teams and on a local web page")
    serve.set_defaults(run=_command("serving.serve"))

    mcp = commands.add_parser("mcp", help="serve an AI assistant on this machine (docs/MCP.md)")
    _add_audience(mcp)
    mcp.set_defaults(run=_command("serving.mcp"))


def _add_retrieve(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Adds `retrieve`, for programs that write their own answers."""
    retrieve = commands.add_parser(
        "retrieve", help="print the best matching passages, without personal data"
    )
    retrieve.add_argument("query", nargs="?")
    retrieve.add_argument(
        "--segment", type=to_read, metavar="FILE.json", help="build the query from this file"
    )
    retrieve.add_argument(
        "--corpus",
        type=place,
        help="a folder or file to index for this run only, such as FAQ.jsonl",
    )
    retrieve.add_argument(
        "--top-k", type=count(MOST), default=TOP_K, metavar="N", help=f"1 to {MOST}; {TOP_K}"
    )
    retrieve.add_argument("--as-of", type=day, metavar="DATE", help="2026-03-01")
    retrieve.add_argument("--store-type", type=str.lower, metavar="TYPE", help="cafe, apparel, …")
    _add_audience(retrieve)
    retrieve.add_argument("--json", action="store_true", help="print JSON")
    retrieve.set_defaults(run=_command("answers.retrieve"))


def _add_index(commands: "argparse._SubParsersAction[Parser]") -> None:
    reindex = commands.add_parser("reindex", help="re-read the documents")
    reindex.add_argument(
        "source",
        nargs="*",
        type=source,
        metavar="PATH",
        help="use these folders, files and addresses (s3://bucket/rules) instead",
    )
    reindex.add_argument("--full", action="store_true", help="embed unchanged passages again, too")
    reindex.add_argument(
        "--strict",
        action="store_true",
        help="publish nothing if a file was skipped or documents contradict each other",
    )
    reindex.add_argument(
        "--accept-worse",
        action="store_true",
        help="publish even if golden questions are answered worse",
    )
    _add_verbose(reindex)
    reindex.set_defaults(run=_command("index.reindex"))

    rollback = commands.add_parser("rollback", help="go back to the previous index")
    rollback.set_defaults(run=_command("index.roll_back"))

    status = commands.add_parser("status", help="show what is indexed")
    _add_verbose(status)
    status.add_argument("--json", action="store_true", help="print JSON")
    status.set_defaults(run=_command("index.status"))

    read = commands.add_parser("read", help="show a file as it would be indexed")
    read.add_argument("path", type=place, metavar="FILE", help="a file, or a folder of files")
    read.add_argument("--json", action="store_true", help="print JSON, with each passage")
    read.set_defaults(run=_command("answers.read"))

    diff = commands.add_parser(
        "diff", help="show which documents differ from the index, or what changed in one"
    )
    diff.add_argument(
        "document", nargs="?", metavar="DOC_ID", help="compare two versions of this document"
    )
    diff.add_argument(
        "old", nargs="?", metavar="OLD", help="a version (default: the one before NEW)"
    )
    diff.add_argument("new", nargs="?", metavar="NEW", help="a version (default: the newest)")
    diff.set_defaults(run=_command("index.diff"))


def _add_verbose(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--verbose", action="store_true", help="name every file that was left out or read in part"
    )


def _add_asking(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Adds `ask` and `chat`."""
    ask = commands.add_parser("ask", help="ask one question here")
    ask.add_argument("question", nargs="*", help="with quotes or without; - = stdin")
    ask.add_argument(
        "--text",
        type=or_stream(to_read),
        metavar="FILE",
        help="answer from this text only, not from documents; - = stdin",
    )
    _add_scope(ask)
    ask.add_argument(
        "--json", action="store_true", help="print the answer and its evidence as JSON"
    )
    ask.set_defaults(run=_command("answers.ask"))

    chat = commands.add_parser("chat", help="ask one question after another here")
    _add_scope(chat)
    chat.set_defaults(run=_command("answers.chat"))


def _add_audience(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--audience",
        choices=list(Audience),
        default=Audience.STAFF,
        help="the role that asks (default: staff)",
    )


def _add_scope(asking: argparse.ArgumentParser) -> None:
    """Adds who asks, for which shop and day."""
    asking.add_argument("--as-of", type=day, metavar="DATE", help="2026-03-01")
    asking.add_argument(
        "--store-type", type=str.lower, metavar="TYPE", help="cafe, convenience, apparel, …"
    )
    asking.add_argument("--store", metavar="ID", help="a store of stores.yaml")
    asking.add_argument("--category", type=str.lower, help="refund, promo, inventory, cs, …")
    asking.add_argument("--language", choices=LANGUAGES)
    _add_audience(asking)


def _add_report(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Adds `report`, on the stored answers."""
    report = commands.add_parser("report", help="show what was asked, what was missing, and more")
    report.add_argument(
        "kind",
        choices=REPORTS,
        help="damage: who was told what a changed rule said",
    )
    report.add_argument("--since", type=_ago, default="30d", metavar="30d", help="6h, 7d, 30d")
    report.add_argument("--store", type=str.casefold, metavar="ID", help="a store or a type: cafe")
    report.add_argument("--category", type=str.lower, help="refund, promo, inventory, cs, …")
    report.add_argument("--owner", metavar="NAME", help="whose documents")
    report.add_argument("--json", action="store_true", help="print JSON, with all rows")
    report.add_argument(
        "--csv", type=to_write, metavar="FILE", help="write the tables to this file"
    )
    report.add_argument(
        "--html", type=to_write, metavar="FILE", help="write one page with plots to this file"
    )
    report.add_argument(
        "--stubs",
        type=folder_to_write,
        metavar="FOLDER",
        help="gaps only: write a document to fill in for each, and golden questions",
    )
    report.set_defaults(run=_command("reports.report"))


def _add_correct(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Adds `correct`, for answers that quoted a rule which no longer says so."""
    correct = commands.add_parser(
        "correct", help="post corrections where a rule was quoted that no longer holds"
    )
    correct.add_argument("rule", metavar="DOC_ID", help="the rule, as `report damage` names it")
    correct.add_argument("--since", type=_ago, default="30d", metavar="30d", help="6h, 7d, 30d")
    correct.add_argument("--dry-run", action="store_true", help="show them and post nothing")
    correct.add_argument("--yes", action="store_true", help="post them without a question")
    correct.add_argument("--json", action="store_true", help="print JSON")
    correct.set_defaults(run=_command("reports.correct"))


def _add_backups(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Adds `backup` and `restore`, for the data directory."""
    backup = commands.add_parser("backup", help="copy all stored data into one file")
    backup.add_argument(
        "file",
        type=or_stream(to_write),
        metavar="FILE",
        help="such as storewise.backup; - = stdout",
    )
    backup.add_argument("--force", action="store_true", help="overwrite an existing file")
    backup.add_argument("--json", action="store_true", help="print JSON")
    backup.set_defaults(run=_command("backups.backup"))
    restore = commands.add_parser("restore", help="put a backup back, while no server runs")
    restore.add_argument(
        "file", type=or_stream(to_read), metavar="FILE", help="the backup; - = stdin"
    )
    restore.add_argument("--json", action="store_true", help="print JSON")
    restore.set_defaults(run=_command("backups.put_back"))


def _add_keys(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Adds `keys`, for API keys."""
    keys = commands.add_parser("keys", help="create, list and revoke API keys")
    wanted = keys.add_subparsers(dest="wanted", required=True, metavar=COMMAND)
    add = wanted.add_parser("add", help="create a key (shown once)")
    add.add_argument("name", type=_name, help="who uses it: till-app, head-office")
    add.add_argument(
        "--role", choices=list(Audience), required=True, help="who the documents must be for"
    )
    add.add_argument(
        "--store", type=str.lower, metavar="TYPE", help="only this type of store: cafe, apparel, …"
    )
    add.add_argument(
        "--expires", type=_until, metavar="DATE|90d", help="last valid day, or a number of days"
    )
    add.add_argument("--json", action="store_true", help="print JSON")
    add.set_defaults(run=_command("keys.add_key"))
    listed = wanted.add_parser("list", help="list the keys (never the secrets)")
    listed.add_argument("--json", action="store_true", help="print JSON")
    listed.set_defaults(run=_command("keys.list_keys"))
    revoke = wanted.add_parser("revoke", help="revoke a key")
    revoke.add_argument("name", help="its name or id")
    revoke.set_defaults(run=_command("keys.revoke_key"))


def _name(written: str) -> str:
    if not re.fullmatch(r"[\w.@-]{1,64}", written):
        raise argparse.ArgumentTypeError("use at most 64 letters, digits, . _ @ and -")
    if re.fullmatch(r"k[0-9a-f]{11}", written):
        raise argparse.ArgumentTypeError("this looks like a key id; use another name")
    return written


def _until(written: str) -> date | timedelta:
    try:
        return duration(written)
    except ValueError:
        return day(written)


def _ago(written: str) -> timedelta:
    try:
        return duration(written)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _add_platforms(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Adds `manifests` and `doctor`, to connect a chat platform and to check it all."""
    manifests = commands.add_parser("manifests", help="create the app file to upload to a platform")
    platforms = manifests.add_subparsers(dest="platform", required=True)
    for one in known():
        output = one.app.output
        manifest = platforms.add_parser(one.name, help=one.app.help)
        one.app.add_arguments(manifest)
        manifest.add_argument(
            "--output",
            type=to_write,
            metavar=f"FILE{output.suffix}" if output else "FILE",
            default=output,
            help=f"write it to this file{f' (default: {output})' if output else ''}",
        )
        manifest.add_argument("--force", action="store_true", help="overwrite an existing file")
        manifest.set_defaults(run=_command("platforms.manifest"))

    doctor = commands.add_parser("doctor", help="check everything, or a platform's setup")
    looked_at = doctor.add_subparsers(dest="platform", required=False)
    for one in known():
        checked = looked_at.add_parser(one.name, help=one.doctor_help)
        if one.doctor_url:
            checked.add_argument("--url", help="the bot's public address: https://bot.example")
    doctor.set_defaults(run=_command("platforms.doctor"))
