"""What the command line takes: every command with its arguments.

Only what the given command takes is imported, so that `--version` and `--help` are there at once.
"""

import argparse
import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from importlib import import_module
from typing import TYPE_CHECKING

from bot.main.console.loading import loading
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
from knowledge.model.release import VERSION

if TYPE_CHECKING:
    from bot.settings import Settings

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
        "read": ("read handbook/returns.pdf", "read --json prices.xlsx", "read ./handbook"),
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
        "rules": ("rules list", "rules export rules/", "rules import rules/"),
        "keys": ("keys add till-app --role staff", "keys list", "keys revoke till-app"),
    }.items()
}
"""What is printed below the help of each command."""


def _command(name: str) -> "Callable[[Settings, argparse.Namespace], int]":
    """Returns a function of a command, imported when it runs, so that `--help` is fast."""

    def run(settings: "Settings", arguments: argparse.Namespace) -> int:
        module, function = name.split(".")
        with loading():
            found = getattr(import_module(f"bot.main.console.commands.{module}"), function)
        return int(found(settings, arguments))

    return run


def parser(only: str | None = None) -> argparse.ArgumentParser:
    """Returns the parser of all commands, with the arguments of all, or of one only."""
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
    for name, (about, run, add) in _COMMANDS.items():
        command = commands.add_parser(
            name,
            help=about,
            epilog=_EXAMPLES[name],
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.set_defaults(run=_command(run))
        if only in (None, name):
            add(command)
    return parser


def _ask(command: argparse.ArgumentParser) -> None:
    command.add_argument("question", nargs="*", help="with quotes or without; - = stdin")
    command.add_argument(
        "--text",
        type=or_stream(to_read),
        metavar="FILE",
        help="answer from this text only, not from documents; - = stdin",
    )
    _add_scope(command)
    command.add_argument(
        "--json", action="store_true", help="print the answer and its evidence as JSON"
    )


def _reindex(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "source",
        nargs="*",
        type=source,
        metavar="PATH",
        help="use these folders, files and addresses (s3://bucket/rules) instead",
    )
    command.add_argument("--full", action="store_true", help="embed unchanged passages again, too")
    command.add_argument(
        "--strict",
        action="store_true",
        help="publish nothing if a file was skipped or documents contradict each other",
    )
    command.add_argument(
        "--accept-worse",
        action="store_true",
        help="publish even if golden questions are answered worse",
    )
    _add_verbose(command)


def _status(command: argparse.ArgumentParser) -> None:
    _add_verbose(command)
    command.add_argument("--json", action="store_true", help="print JSON")


def _read(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "path", type=place, metavar="FILE", help="a file; a folder or ZIP for a list"
    )
    command.add_argument(
        "--json", action="store_true", help="print JSON, of a file with each passage"
    )


def _diff(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "document", nargs="?", metavar="DOC_ID", help="compare two versions of this document"
    )
    command.add_argument(
        "old", nargs="?", metavar="OLD", help="a version (default: the one before NEW)"
    )
    command.add_argument("new", nargs="?", metavar="NEW", help="a version (default: the newest)")


def _retrieve(command: argparse.ArgumentParser) -> None:
    from knowledge.search.retrieval import MOST, TOP_K

    command.add_argument("query", nargs="?")
    command.add_argument(
        "--segment", type=to_read, metavar="FILE.json", help="build the query from this file"
    )
    command.add_argument(
        "--corpus",
        type=place,
        help="a folder or file to index for this run only, such as FAQ.jsonl",
    )
    command.add_argument(
        "--top-k", type=count(MOST), default=TOP_K, metavar="N", help=f"1 to {MOST}; {TOP_K}"
    )
    command.add_argument("--as-of", type=day, metavar="DATE", help="2026-03-01")
    command.add_argument("--store-type", type=str.lower, metavar="TYPE", help="cafe, apparel, …")
    _add_audience(command)
    command.add_argument("--json", action="store_true", help="print JSON")


def _replay(command: argparse.ArgumentParser) -> None:
    command.add_argument("answer", metavar="ANSWER_ID", help="from the logs or `ask --json`")
    command.add_argument(
        "--again", action="store_true", help="ask its question again, on the same index"
    )
    command.add_argument("--json", action="store_true", help="print JSON")


def _audit(command: argparse.ArgumentParser) -> None:
    command.add_argument("--since", type=_ago, default="7d", metavar="7d", help="30m, 6h, 7d")
    command.add_argument("--json", action="store_true", help="print JSON")


def _report(command: argparse.ArgumentParser) -> None:
    from bot.model.kept import REPORTS

    command.add_argument(
        "kind",
        choices=REPORTS,
        help="damage: who was told what a changed rule said",
    )
    command.add_argument("--since", type=_ago, default="30d", metavar="30d", help="6h, 7d, 30d")
    command.add_argument("--store", type=str.casefold, metavar="ID", help="a store or a type: cafe")
    command.add_argument("--category", type=str.lower, help="refund, promo, inventory, cs, …")
    command.add_argument("--owner", metavar="NAME", help="whose documents")
    command.add_argument("--json", action="store_true", help="print JSON, with all rows")
    command.add_argument(
        "--csv", type=to_write, metavar="FILE", help="write the tables to this file"
    )
    command.add_argument(
        "--html", type=to_write, metavar="FILE", help="write one page with plots to this file"
    )
    command.add_argument(
        "--stubs",
        type=folder_to_write,
        metavar="FOLDER",
        help="gaps only: write a document to fill in for each, and golden questions",
    )


def _correct(command: argparse.ArgumentParser) -> None:
    command.add_argument("rule", metavar="DOC_ID", help="the rule, as `report damage` names it")
    command.add_argument("--since", type=_ago, default="30d", metavar="30d", help="6h, 7d, 30d")
    command.add_argument("--dry-run", action="store_true", help="show them and post nothing")
    command.add_argument("--yes", action="store_true", help="post them without a question")
    command.add_argument("--json", action="store_true", help="print JSON")


def _eval(command: argparse.ArgumentParser) -> None:
    command.add_argument("golden", type=to_read, metavar="GOLDEN.jsonl")
    command.add_argument("--corpus", type=place, help="a folder or file to index for this run only")
    command.add_argument(
        "--json", type=to_write, metavar="FILE", help="write every answer to this file"
    )
    command.add_argument(
        "--html", type=to_write, metavar="FILE", help="write the report as a web page to this file"
    )
    command.add_argument(
        "--calibrate", action="store_true", help="fit when to refuse to these documents"
    )
    command.add_argument(
        "--as-of",
        type=day,
        metavar="DATE",
        help="answer as of this day (default: today)",
    )


def _settings(command: argparse.ArgumentParser) -> None:
    command.add_argument("--changed", action="store_true", help="only those that are set")
    command.add_argument("--json", action="store_true", help="print JSON")


def _completion(command: argparse.ArgumentParser) -> None:
    command.add_argument("shell", choices=("bash", "zsh", "tcsh"))


def _backup(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "file",
        type=or_stream(to_write),
        metavar="FILE",
        help="such as storewise.backup; - = stdout",
    )
    command.add_argument("--force", action="store_true", help="overwrite an existing file")
    command.add_argument("--json", action="store_true", help="print JSON")


def _restore(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "file", type=or_stream(to_read), metavar="FILE", help="the backup; - = stdin"
    )
    command.add_argument("--json", action="store_true", help="print JSON")


def _manifests(command: argparse.ArgumentParser) -> None:
    from adapters.platforms import PLATFORMS

    platforms = command.add_subparsers(dest="platform", required=True)
    for one in PLATFORMS:
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


def _doctor(command: argparse.ArgumentParser) -> None:
    from adapters.platforms import PLATFORMS

    looked_at = command.add_subparsers(dest="platform", required=False)
    for one in PLATFORMS:
        checked = looked_at.add_parser(one.name, help=one.doctor_help)
        if one.doctor_url:
            checked.add_argument("--url", help="the bot's public address: https://bot.example")


def _keys(command: argparse.ArgumentParser) -> None:
    from knowledge.model.documents import Audience

    wanted = command.add_subparsers(dest="wanted", required=True, metavar=COMMAND)
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
    revoke = wanted.add_parser("revoke", help="revoke a key")
    revoke.add_argument("name", help="its name or id")
    revoke.set_defaults(run=_command("keys.revoke_key"))


def _rules(command: argparse.ArgumentParser) -> None:
    wanted = command.add_subparsers(dest="wanted", required=True, metavar=COMMAND)
    listed = wanted.add_parser("list", help="list the rules, with those that wait for approval")
    listed.add_argument("--json", action="store_true", help="print JSON")
    out = wanted.add_parser("export", help="write them as Markdown with front matter")
    out.add_argument("folder", metavar="DIR", help="a folder, such as a checkout of Git")
    out.set_defaults(run=_command("rules.export_rules"))
    into = wanted.add_parser("import", help="put the rules of such a folder into force")
    into.add_argument("folder", metavar="DIR", help="the folder")
    into.set_defaults(run=_command("rules.import_rules"))


def _add_nothing(command: argparse.ArgumentParser) -> None:
    """For a command without arguments."""


def _add_verbose(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--verbose", action="store_true", help="name every file that was left out or read in part"
    )


def _add_audience(command: argparse.ArgumentParser) -> None:
    from knowledge.model.documents import Audience

    command.add_argument(
        "--audience",
        choices=list(Audience),
        default=Audience.STAFF,
        help="the role that asks (default: staff)",
    )


def _add_scope(asking: argparse.ArgumentParser) -> None:
    """Adds who asks, for which shop and day."""
    from bot.texts import LANGUAGES

    asking.add_argument("--as-of", type=day, metavar="DATE", help="2026-03-01")
    asking.add_argument(
        "--store-type", type=str.lower, metavar="TYPE", help="cafe, convenience, apparel, …"
    )
    asking.add_argument("--store", metavar="ID", help="a store of stores.yaml")
    asking.add_argument("--category", type=str.lower, help="refund, promo, inventory, cs, …")
    asking.add_argument("--language", choices=LANGUAGES)
    _add_audience(asking)


def _name(written: str) -> str:
    if not re.fullmatch(r"[\w.@-]{1,64}", written):
        raise argparse.ArgumentTypeError("use at most 64 letters, digits, . _ @ and -")
    if re.fullmatch(r"k[0-9a-f]{11}", written):
        raise argparse.ArgumentTypeError("this looks like a key id; use another name")
    return written


def _until(written: str) -> date | timedelta:
    from bot.settings.group import duration

    try:
        return duration(written)
    except ValueError:
        return day(written)


def _ago(written: str) -> timedelta:
    from bot.settings.group import duration

    try:
        return duration(written)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


_COMMANDS: Mapping[str, tuple[str, str, Callable[[argparse.ArgumentParser], None]]] = {
    "serve": ("answer in Slack, in Teams and on a local web page", "serving.serve", _add_nothing),
    "mcp": ("serve an AI assistant on this machine (docs/MCP.md)", "serving.mcp", _add_audience),
    "ask": ("ask one question here", "answers.ask", _ask),
    "chat": ("ask one question after another here", "answers.chat", _add_scope),
    "reindex": ("re-read the documents", "index.reindex", _reindex),
    "rollback": ("go back to the previous index", "index.roll_back", _add_nothing),
    "status": ("show what is indexed", "index.status", _status),
    "read": ("show a file as it would be indexed, or a list of a folder's", "answers.read", _read),
    "diff": (
        "show which documents differ from the index, or what changed in one",
        "index.diff",
        _diff,
    ),
    "retrieve": (
        "print the best matching passages, without personal data",
        "answers.retrieve",
        _retrieve,
    ),
    "replay": ("show how an answer was made", "index.replay", _replay),
    "audit": ("list who ran what and verify the audit log", "index.audit", _audit),
    "report": ("show what was asked, what was missing, and more", "reports.report", _report),
    "correct": (
        "post corrections where a rule was quoted that no longer holds",
        "reports.correct",
        _correct,
    ),
    "eval": ("score the answers to golden questions", "answers.evaluate", _eval),
    "settings": ("show the settings in force, without secrets", "settings.settings", _settings),
    "completion": ("print a script for your shell", "settings.completion", _completion),
    "backup": ("copy all stored data into one file", "backups.backup", _backup),
    "restore": ("put a backup back, while no server runs", "backups.put_back", _restore),
    "manifests": ("create the app file to upload to a platform", "platforms.manifest", _manifests),
    "doctor": ("check everything, or a platform's setup", "platforms.doctor", _doctor),
    "rules": ("list, export and import rules that people wrote", "rules.list_rules", _rules),
    "keys": ("create, list and revoke API keys", "keys.list_keys", _keys),
}
"""Each command with a line about it, its function, and what adds its arguments."""
