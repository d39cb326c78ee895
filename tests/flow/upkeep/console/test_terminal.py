"""`storewise ask` without quotes or from a file, `chat`, and `settings`, as somebody types them."""

import io
import json
import shlex
import shutil
import subprocess
import sys

import pytest

from bot.__main__ import main
from tests.flow.stand_in.handbook import DISCOUNT, PARCELS

pytestmark = pytest.mark.usefixtures("source", "indexed", "process_as_it_was")

Capsys = pytest.CaptureFixture[str]
Monkeypatch = pytest.MonkeyPatch


def _typed(monkeypatch: Monkeypatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_a_question_needs_no_quotes(capsys: Capsys) -> None:
    said = []
    for words in (DISCOUNT.split(), [DISCOUNT]):
        assert main(["ask", "--json", *words]) == 0
        said.append(json.loads(capsys.readouterr().out))

    assert said[0]["question"] == said[1]["question"] == DISCOUNT
    assert said[0]["answer"] == said[1]["answer"] != ""


@pytest.mark.parametrize("arguments", [["ask"], ["ask", "-"]])
def test_a_question_may_come_from_the_standard_input(
    arguments: list[str], capsys: Capsys, monkeypatch: Monkeypatch
) -> None:
    _typed(monkeypatch, f"{PARCELS}\n")

    assert main(arguments) == 0

    assert "[1]" in capsys.readouterr().out


def test_without_a_question_somebody_at_a_terminal_is_told_how(
    capsys: Capsys, monkeypatch: Monkeypatch
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)

    assert main(["ask"]) == 2

    assert "write a question" in capsys.readouterr().err


def test_the_standard_input_is_not_both_text_and_question(capsys: Capsys) -> None:
    assert main(["ask", "--text", "-"]) == 2

    assert "write the question itself" in capsys.readouterr().err


def test_a_conversation_remembers_what_was_said(capsys: Capsys, monkeypatch: Monkeypatch) -> None:
    _typed(monkeypatch, f"{DISCOUNT}\nand in February 2026?\n")

    assert main(["chat"]) == 0

    said = capsys.readouterr().out
    now, _, then = said.partition("> and in February 2026?")
    assert "20%" in now
    assert "15%" in then


def test_a_number_asks_the_suggestion(capsys: Capsys, monkeypatch: Monkeypatch) -> None:
    _typed(monkeypatch, f"{DISCOUNT}\n1\n7\n")

    assert main(["chat"]) == 0

    said = capsys.readouterr().out
    [first] = [line[5:] for line in said.splitlines() if line.startswith("  1  ")][:1]
    assert f"> {first}\n" in said
    assert "> 7\n" in said  # no such suggestion: a question of its own


def test_settings_show_what_is_set_but_no_secret(capsys: Capsys, monkeypatch: Monkeypatch) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-very-secret")
    monkeypatch.setenv("SERVER_PORT", "8181")

    assert main(["settings", "--changed"]) == 0

    said = capsys.readouterr().out
    assert "SERVER_PORT=8181\n" in said
    assert "SLACK_BOT_TOKEN=**********\n" in said
    assert "secret" not in said
    assert "(default)" not in said


def test_settings_as_json_have_all_of_them(capsys: Capsys) -> None:
    assert main(["settings", "--json"]) == 0

    known = {one["name"]: one for one in json.loads(capsys.readouterr().out)}
    assert known["STOREWISE_DATA"]["set"]
    assert not known["SERVER_PORT"]["set"]
    assert known["SERVER_PORT"]["value"] == "8080"
    assert known["OPENAI_API_KEY"]["value"] is None


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["storewise", "rep"], {"report", "replay"}),
        (["storewise", "report", "ga"], {"gaps"}),
        (["storewise", "ask", "--aud"], {"--audience"}),
    ],
)
def test_a_shell_completes_commands_and_options(
    words: list[str], expected: set[str], capsys: Capsys
) -> None:
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    typed = " ".join(map(shlex.quote, words))
    asked = f"""
COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}
_shtab_storewise
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    shell = shutil.which("bash")
    assert shell is not None

    done = subprocess.run(  # noqa: S603 - the script is ours
        [shell, "--norc"], input=script + asked, capture_output=True, text=True, check=True
    )

    assert set(done.stdout.split()) >= expected
