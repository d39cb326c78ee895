"""One process at a time may change a data directory."""

import os
from pathlib import Path

import pytest

from knowledge.errors import DataInUseError
from knowledge.lock import held


def test_a_second_holder_is_refused_and_told_who_holds_it(tmp_path: Path) -> None:
    with held(tmp_path, "serve"), pytest.raises(DataInUseError) as refused:  # noqa: SIM117
        with held(tmp_path, "reindex"):
            pass

    assert f"is in use by `storewise serve` (process {os.getpid()})" in str(refused.value)
    assert "STOREWISE_DATA" in str(refused.value)


def test_a_refused_holder_does_not_forget_who_holds_it(tmp_path: Path) -> None:
    with held(tmp_path, "serve"):
        for purpose in ("reindex", "ask"):
            with pytest.raises(DataInUseError, match="storewise serve"):
                held(tmp_path, purpose).__enter__()


def test_the_directory_is_free_afterwards(tmp_path: Path) -> None:
    with held(tmp_path, "serve"):
        pass

    with held(tmp_path, "reindex"):
        pass

    assert not (tmp_path / "lock.holder").exists()


def test_the_directory_is_free_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="무너짐"), held(tmp_path, "serve"):
        raise ValueError("무너짐")

    with held(tmp_path, "reindex"):
        pass


def test_a_directory_is_made_when_there_is_none(tmp_path: Path) -> None:
    with held(tmp_path / "새 폴더" / "data", "serve"):
        assert (tmp_path / "새 폴더" / "data").is_dir()


def test_two_directories_are_held_side_by_side(tmp_path: Path) -> None:
    with held(tmp_path / "a", "serve"), held(tmp_path / "b", "serve"):
        assert (tmp_path / "a" / "lock.holder").exists()
