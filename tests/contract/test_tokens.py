"""Counting tokens without a network."""

from pathlib import Path

import pytest

from knowledge.tokens import TokenCounter


def test_tokens_are_counted_and_their_table_is_kept_in_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "새 폴더" / "tokens"

    count = TokenCounter(folder).count("Refunds take 14 days.")

    assert count == 7
    assert [path.suffix for path in folder.iterdir()] == [""]


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
