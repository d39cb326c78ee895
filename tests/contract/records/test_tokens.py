"""Counting tokens without a network."""

import os
from pathlib import Path

import pytest

from knowledge.split.token_count import TokenCounter


def test_tokens_are_those_of_tiktoken_and_no_file_or_variable_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("DATA_GYM_CACHE_DIR", str(tmp_path))
    before = dict(os.environ)  # noqa: TID251
    text = "Refunds take 14 days, don't they? 환불은 14일 이내입니다.\n\n  (HM-2041)"

    counted = TokenCounter().count(text)

    assert counted == 27
    assert dict(os.environ) == before  # noqa: TID251
    assert list(tmp_path.iterdir()) == []


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
def test_a_count_is_what_the_models_count(text: str, least: int, most: int) -> None:
    assert least <= TokenCounter().count(text) <= most
