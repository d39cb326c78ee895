"""`storewise correct` and a server that holds the data directory."""

import asyncio
import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.main.app import open_kept
from bot.model.kept import Entry
from bot.settings import Settings, StoreSettings
from tests.flow.stand_in.changed_rule import MONTH, Store
from tests.flow.stand_in.served import served


@pytest.fixture
def served_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unset: None, process_as_it_was: None
) -> Iterator[Store]:
    folder, data = tmp_path / "documents", tmp_path / "data"
    folder.mkdir()
    monkeypatch.setenv("STOREWISE_SOURCE", str(folder))
    monkeypatch.setenv("STOREWISE_DATA", str(data))
    with served(folder, data) as app:
        made = Store(folder, app)
        made.till("₩200,000")
        app.posts.add("slack", made.slack)
        assert main(["reindex"]) == 0
        asyncio.run(made.ask())
        made.till("₩300,000")
        assert main(["reindex"]) == 0
        yield made


def test_a_trial_shows_and_posts_nothing(
    served_store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()

    assert main(["correct", "cash", "--dry-run"]) == 0

    assert "was told: “The till holds ₩200,000" in capsys.readouterr().out
    assert served_store.slack.posted == []


def test_without_a_terminal_it_stops_with_what_to_add(
    served_store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["correct", "cash"]) == 1

    printed = capsys.readouterr()
    assert "was told: “The till holds ₩200,000" in printed.out
    assert printed.err.strip() == (
        "storewise: nothing was posted: add --yes to post this without a question"
    )
    assert served_store.slack.posted == []


@pytest.mark.parametrize(("typed", "count"), [("y", 1), ("Yes ", 1), ("n", 0), ("", 0)])
def test_in_a_terminal_it_asks(
    typed: str,
    count: int,
    served_store: Store,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = io.StringIO(f"{typed}\n")
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", terminal)

    code = main(["correct", "cash"])

    assert (code, len(served_store.slack.posted)) == (1 - count, count)
    assert "Post these corrections (1)? [y/N]" in capsys.readouterr().out


def test_scripts_get_json_of_what_was_shown_and_posted(
    served_store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()

    assert main(["correct", "cash", "--yes", "--json", "--since", "7d"]) == 0

    printed = json.loads(capsys.readouterr().out)
    assert printed["threads"] == {"slack": 1}
    assert printed["outcome"] == {"posted": {"slack": 1}, "already": 0, "failed": []}


def test_the_audit_log_names_the_rule_and_how_many(served_store: Store) -> None:
    main(["correct", "cash", "--yes"])

    lines = [one for one in _audit(served_store) if one.what.startswith("correct")]
    assert [(one.what, one.who, one.about) for one in lines] == [
        ("correct --dry-run", "console::me", {"document": "cash", "threads": 1}),
        ("correct", "console::me", {"document": "cash", "posted": 1, "failed": 0}),
    ]


def test_a_slip_is_named_with_what_was_meant(
    served_store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["correct", "csh"]) == 2

    assert "Did you mean cash?" in capsys.readouterr().err


@pytest.mark.usefixtures("process_as_it_was")
def test_without_a_chat_it_says_so(
    source: Path, indexed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(source, indexed):
        code = main(["correct", "staff-discount-en"])

    assert code == 1
    assert "no chat is connected" in capsys.readouterr().err


@pytest.mark.usefixtures("unset", "process_as_it_was")
def test_without_a_server_it_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STOREWISE_DATA", str(tmp_path))

    assert main(["correct", "cash", "--yes"]) == 1

    assert "only `storewise serve` has the connections" in capsys.readouterr().err


def _audit(store: Store) -> list[Entry]:
    data = store.folder.parent / "data"
    settings = Settings(store=StoreSettings(source=store.folder, data=data))
    with open_kept(settings) as kept:
        log = asyncio.run(kept.audit.read(datetime.now(UTC) - MONTH))
    return list(log.entries)
