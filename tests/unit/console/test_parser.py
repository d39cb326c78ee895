"""The command line helps whoever does not know it by heart."""

import inspect
import os
import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest

from bot.main.console.parser import parser

Capture = pytest.CaptureFixture[str]


def _refused(written: str, capsys: Capture) -> str:
    """What is said of a command line; it says one thing, in plain words, and ends with 2."""
    with pytest.raises(SystemExit) as ended:
        parser().parse_args(shlex.split(written))
    said, more, *rest = capsys.readouterr().err.splitlines()
    assert (ended.value.code, rest) == (2, [])
    assert (more.startswith("usage: storewise"), more.endswith("has examples")) == (True, True)
    assert not {"invalid", "argument", "'", "<", "fromisoformat"} & {*said.split()}
    return said


_OF_EXAMPLES = (
    *("handbook/returns.pdf", "notices/n.md", "prices.xlsx", "call.json", "golden.jsonl"),
    "storewise.backup",
)
"""Files that the examples of the help name."""


def _commands() -> list[str]:
    [choices] = [one.choices for one in parser()._actions if isinstance(one.choices, dict)]
    return list(choices)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (["reprot"], "report"),
        (["stats"], "status"),
        (["report", "gap"], "gaps"),
        (["manifests", "slak"], "slack"),
        (["keys", "remove"], "revoke"),
        (["ask", "--audience", "manger", "x"], "manager"),
    ],
)
def test_a_slip_is_named_with_what_was_meant(
    written: list[str], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parser().parse_args(written)

    assert ended.value.code == 2
    assert f"did you mean {meant}?" in capsys.readouterr().err


def test_a_word_that_is_like_nothing_gets_the_choices(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args(["qqq"])

    assert "choose from" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("ask hi --as-of 10-02-2026", "did you mean 2026-02-10 or 2026-10-02?"),
        ("chat --as-of 31.12.2026", "did you mean 2026-12-31?"),
        ("eval --as-of 2026/3/1 x", "did you mean 2026-03-01?"),
        ("retrieve x --as-of '2026년 3월 1일'", "did you mean 2026-03-01?"),
        ("ask hi --as-of '10 Feb 2026'", "did you mean 2026-02-10?"),
        ("ask hi --as-of 2026-02-30", "write year, month, day: 2026-03-01"),
        ("ask hi --as-of soon", "write year, month, day: 2026-03-01"),
        ("keys add till --role staff --expires 1/2/2027", "2027-02-01 or 2027-01-02?"),
        ("report gaps --since yesterday", "--since: write a number and m, h or d: 30m, 6h, 1d"),
        ("retrieve x --top-k 99", "--top-k: write a number from 1 to 50, not 99"),
        ("retrieve x --top-k many", "--top-k: write a number from 1 to 50, not many"),
        ("ask hi --role boss", "storewise ask: there is no --role; did you mean --audience?"),
        ("ask hi --date 2026-03-01", "there is no --date; did you mean --as-of?"),
        ("ask hi --audience boss", "there is no boss; choose from staff, manager or admin"),
        ("keys add x --role manger", "--role: there is no manger; did you mean manager?"),
        ("status --josn", "storewise status: there is no --josn; did you mean --json?"),
        ("correct --dryrun", "there is no --dryrun; did you mean --dry-run?"),
        ("manifests slack --leest", "there is no --leest; did you mean --least?"),
        ("serve --port 80", "there is no --port; it has no options"),
        ("--verison", "storewise: there is no --verison; did you mean --version?"),
        ("status now", "storewise status: now is too much here"),
        ("completion fish", "there is no fish; choose from bash, zsh or tcsh"),
        ("completion", "storewise completion: write bash, zsh or tcsh"),
        ("", "storewise: write a command: serve, mcp, ask"),
        ("keys", "storewise keys: write a command: add, list or revoke"),
        ("replay", "storewise replay: write ANSWER_ID (from the logs"),
        (
            "manifests slack",
            "write --url (the bot's public address: https://bot.example) or --sock",
        ),
        ("manifests slack --socket --url https://b.example", "use --url or --socket, not both"),
        ("ask hi --as-of", "storewise ask: --as-of needs a value"),
        ("status --json=yes", "storewise status: --json takes no value"),
        ("ask hi --s cafe", "--s may mean --store-type, --store"),
    ],
)
def test_what_is_wrong_is_said_plainly(written: str, said: str, capsys: Capture) -> None:
    assert said in _refused(written, capsys)


_READING = (
    *("ask hi --text {}", "eval {}", "retrieve --segment {}", "retrieve x --corpus {}"),
    *("eval golden.jsonl --corpus {}", "reindex {}", "read {}", "restore {}"),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The present folder, with a file and a folder in it."""
    (tmp_path / "golden.jsonl").write_text("{}", encoding="utf-8")
    (tmp_path / "handbook").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", _READING)
def test_a_missing_file_is_named_with_the_one_that_may_be_meant(
    command: str, folder: Path, capsys: Capture
) -> None:
    assert "there is no file or folder nowhere" in _refused(command.format("nowhere"), capsys)
    slip = _refused(command.format("Goldn.jsonl"), capsys)
    assert "there is no file Goldn.jsonl; did you mean golden.jsonl?" in slip


@pytest.mark.parametrize(
    "command", ["ask hi --text {}", "eval {}", "retrieve --segment {}", "restore {}"]
)
def test_a_folder_is_no_file(command: str, folder: Path, capsys: Capture) -> None:
    assert "handbook is a folder; name a file" in _refused(command.format("handbook"), capsys)


@pytest.mark.parametrize("command", _READING)
def test_a_file_that_may_not_be_read_is_said_so(
    command: str, folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Root may read every file.
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "secret")
    (folder / "secret").write_text("x", encoding="utf-8")

    assert "secret may not be read by this user" in _refused(command.format("secret"), capsys)


@pytest.mark.parametrize(
    "command",
    [
        *("eval golden.jsonl --json {}", "eval golden.jsonl --html {}", "report gaps --csv {}"),
        *("report gaps --html {}", "backup {}", "manifests slack --socket --output {}"),
    ],
)
def test_a_place_that_cannot_be_written_is_said_before_the_work(
    command: str, folder: Path, capsys: Capture
) -> None:
    assert "handbook is a folder" in _refused(command.format("handbook"), capsys)
    # A report makes the folders of its files.
    there = _refused(command.format("golden.jsonl/x"), capsys)
    assert "golden.jsonl is a file, so golden.jsonl/x cannot be in it" in there


def test_an_address_and_a_stream_are_no_missing_files() -> None:
    given = parser().parse_args(["reindex", "s3://bucket/rules"])
    text = parser().parse_args(["ask", "hi", "--text", "-"])

    assert given.source == ["s3://bucket/rules"]
    assert str(text.text) == "-"


@pytest.mark.parametrize("command", _commands())
def test_each_help_has_examples_that_can_be_run(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in _OF_EXAMPLES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    with pytest.raises(SystemExit):
        parser().parse_args([command, "--help"])
    _, _, below = capsys.readouterr().out.partition("examples:\n")

    examples = [line.strip().partition(" >")[0].partition(" <")[0] for line in below.splitlines()]
    assert examples
    for example in examples:
        program, *arguments = shlex.split(example)
        assert (program, arguments[0]) == ("storewise", command)
        parser().parse_args(arguments)


def test_every_command_has_its_function() -> None:
    text = Path(inspect.getfile(parser)).read_text(encoding="utf-8")
    named = re.findall(r'_command\("(\w+)\.(\w+)"\)', text)

    assert named
    for module, function in named:
        assert callable(getattr(import_module(f"bot.main.console.commands.{module}"), function))
