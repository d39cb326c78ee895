"""`storewise doctor` without a platform: everything that may keep an answer away, with its cure."""

from pathlib import Path

import pytest

from bot.__main__ import main

pytestmark = pytest.mark.usefixtures("source", "process_as_it_was")

Capsys = pytest.CaptureFixture[str]


def _marks(said: str) -> dict[str, str]:
    """The mark of each finding; the worse one if something is found twice."""
    found: dict[str, str] = {}
    for line in said.splitlines():
        if line[:2] in ("✓ ", "! ", "✗ ", "– "):
            name = line[2:].partition(":")[0]
            found[name] = max(found.get(name, "–"), line[0], key="–✓!✗".index)
    return found


@pytest.mark.usefixtures("indexed")
def test_a_bot_that_answers_has_nothing_to_fix(capsys: Capsys) -> None:
    assert main(["doctor"]) == 0

    said = capsys.readouterr().out
    marks = _marks(said)
    good = ("settings", "disk", "data folder", "database", "inbox", "vectors")
    assert {marks[one] for one in good} == {"✓"}
    assert marks["answer"] == "✓"
    assert (marks["slack"], marks["teams"], marks["language model"]) == ("–", "–", "–")
    assert said.endswith("no problems found\n")


def test_without_an_index_the_next_step_is_named(capsys: Capsys) -> None:
    assert main(["doctor"]) == 1

    said = capsys.readouterr().out
    assert _marks(said)["index"] == "✗"
    assert "→ Run `storewise reindex`." in said


@pytest.mark.usefixtures("indexed")
def test_a_misspelt_setting_is_named(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STOREWISE_SORCE", "/somewhere")

    main(["doctor"])

    said = capsys.readouterr().out
    assert _marks(said)["settings"] == "!"
    assert "STOREWISE_SORCE, did you mean STOREWISE_SOURCE?" in said


@pytest.mark.usefixtures("indexed")
def test_documents_that_are_not_there_are_named(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STOREWISE_SOURCE", str(tmp_path / "unmounted"))

    assert main(["doctor"]) == 1

    said = capsys.readouterr().out
    assert _marks(said)["documents"] == "✗"
    assert "unmounted is not there" in said


@pytest.mark.usefixtures("indexed")
def test_a_full_disk_is_named(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = type("Usage", (), {"free": 5 * 1024 * 1024})
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)

    assert main(["doctor"]) == 1

    assert "5 MB are free; make room for 200 MB" in capsys.readouterr().out


@pytest.mark.usefixtures("indexed")
def test_a_connected_platform_is_looked_at_too(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-1")
    monkeypatch.setenv("SLACK_SIGNING_SECRET", "a" * 32)
    monkeypatch.setenv("SLACK_API_URL", "http://127.0.0.1:9/api/")

    assert main(["doctor"]) == 1

    said = capsys.readouterr().out
    assert "\nslack\n" in said
    assert "xoxb-1" not in said
