"""The command line helps whoever does not know it by heart."""

import shlex

import pytest

from bot.console.parser import parser


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


@pytest.mark.parametrize("command", _commands())
def test_each_help_has_examples_that_can_be_run(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args([command, "--help"])
    _, _, below = capsys.readouterr().out.partition("examples:\n")

    examples = [line.strip().partition(" >")[0].partition(" <")[0] for line in below.splitlines()]
    assert examples
    for example in examples:
        program, *arguments = shlex.split(example)
        assert (program, arguments[0]) == ("storewise", command)
        parser().parse_args(arguments)
