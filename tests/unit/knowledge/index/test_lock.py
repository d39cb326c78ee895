"""One process at a time may change a data directory."""

import os
from pathlib import Path

import pytest

from knowledge.index.storage.lock import Holder, announce, held
from knowledge.model.errors import DataInUseError, KnowledgeError


def test_a_second_holder_is_refused_and_told_who_holds_it(tmp_path: Path) -> None:
    with held(tmp_path, "reindex"), pytest.raises(DataInUseError) as refused:  # noqa: SIM117
        with held(tmp_path, "serve"):
            pass

    assert f"is in use by `storewise reindex` (process {os.getpid()})" in str(refused.value)
    assert "STOREWISE_DATA" in str(refused.value)


def test_a_command_beside_a_server_that_takes_no_orders_yet_is_told_to_wait(tmp_path: Path) -> None:
    with held(tmp_path, "serve"):
        with pytest.raises(DataInUseError, match="is still starting; try again in a moment"):
            held(tmp_path, "reindex").__enter__()
        with pytest.raises(DataInUseError, match="is in use by `storewise serve`"):
            held(tmp_path, "serve").__enter__()


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


def test_the_holder_says_where_it_takes_orders(tmp_path: Path) -> None:
    with held(tmp_path, "serve"):
        announce(tmp_path, "http://127.0.0.1:43211", "a token")
        holder = Holder.of(tmp_path)

    assert holder == Holder("serve", os.getpid(), "http://127.0.0.1:43211", "a token")
    assert Holder.of(tmp_path) is None


def test_what_a_killed_process_has_left_says_nothing(tmp_path: Path) -> None:
    """Another program may listen at its address by now."""
    announce(tmp_path, "http://127.0.0.1:43211", "a token")

    assert Holder.of(tmp_path) is None
    with held(tmp_path, "reindex"):
        assert Holder.of(tmp_path) == Holder("reindex", os.getpid())


@pytest.mark.parametrize("written", ["", "{", "[]", '{"purpose": "serve"}', '{"another": 1}'])
def test_a_holder_file_that_cannot_be_read_stops_nobody(written: str, tmp_path: Path) -> None:
    with held(tmp_path, "serve"):
        (tmp_path / "lock.holder").write_text(written, encoding="utf-8")

        with pytest.raises(DataInUseError, match="in use by another process"):
            held(tmp_path, "reindex").__enter__()


def test_nobody_else_may_read_the_token_and_it_is_never_printed(tmp_path: Path) -> None:
    with held(tmp_path, "serve"):
        announce(tmp_path, "http://127.0.0.1:43211", "a token")
        mode = (tmp_path / "lock.holder").stat().st_mode & 0o077
        holder = Holder.of(tmp_path)

    assert os.name == "nt" or mode == 0
    assert "a token" not in f"{holder} {holder!r}"


@pytest.mark.parametrize("name", ["lock", "lock.holder"])
def test_a_directory_that_cannot_be_locked_is_said_so(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()

    with pytest.raises(KnowledgeError, match="cannot be used for data"):
        held(tmp_path, "serve").__enter__()
