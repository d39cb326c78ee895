"""Counting tokens without a network."""

import subprocess
import sys
from pathlib import Path

import pytest

from knowledge.split.token_count import TokenCounter


def test_tokens_are_counted_and_their_table_is_kept_in_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "새 폴더" / "tokens"

    count = TokenCounter(folder).count("Refunds take 14 days.")

    assert count == 7
    assert [path.suffix for path in folder.iterdir()] == [""]


def test_a_folder_that_the_machine_sets_for_tiktoken_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(theirs))
    count = (
        "import os, sys; from pathlib import Path; "
        "from knowledge.split.token_count import TokenCounter; "
        "print(TokenCounter(Path(sys.argv[1])).count('x'), os.environ['TIKTOKEN_CACHE_DIR'])"
    )

    # Of its own: tiktoken reads a table once in a process.
    done = subprocess.run(  # noqa: S603 - the code is ours
        [sys.executable, "-c", count, str(tmp_path / "ours")],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.stdout, done.stderr) == (f"1 {theirs}\n", "")
    assert list(theirs.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("", 0, 0),
        ("refund", 1, 2),
        ("환불은 14일 이내입니다.", 6, 14),
        ("<|endoftext|>", 4, 10),
        ("word " * 1000, 1000, 1002),
    ],
)
def test_a_count_is_what_the_models_count(tmp_path: Path, text: str, least: int, most: int) -> None:
    assert least <= TokenCounter(tmp_path).count(text) <= most
