"""Rules as Markdown: taken out into a folder, and in again somewhere else."""

from pathlib import Path

import pytest

from bot.__main__ import main
from bot.model.rules import Author, Rule
from knowledge.model.documents import Audience
from tests.flow.stand_in.changed_rule import Store

MANAGER = Author("slack:T1:UM", Audience.MANAGER)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["rules", *words]) == 0
    return capsys.readouterr().out


@pytest.fixture
async def written(store: Store) -> Store:
    today, writing = store.app.given.today(), store.app.rules.writing
    for rule in (
        Rule("parrots", "Parrots", "Parrots may come in.", today, owner="Store Operations"),
        Rule("", "앵무새", "앵무새는 새장에 넣습니다.", today, language="ko", stores=("gangnam",)),
    ):
        drafted = await writing.draft(rule, MANAGER)
        await writing.confirm(drafted.written.rule_id, MANAGER)
    return store


def test_rules_are_moved_by_a_folder_whole(
    written: Store,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("STOREWISE_DATA", str(tmp_path / "data"))
    before, out = said(capsys, "list"), said(capsys, "export", str(tmp_path / "git"))

    monkeypatch.setenv("STOREWISE_DATA", str(tmp_path / "elsewhere"))
    first = said(capsys, "import", str(tmp_path / "git"))
    again = said(capsys, "import", str(tmp_path / "git"))

    assert out == f"2 rules are in {tmp_path / 'git'}\n"
    assert (tmp_path / "git" / "parrots.v1.md").is_file()
    assert first.startswith("2 rules are in force")
    assert again.startswith("0 rules are in force")
    assert sorted(said(capsys, "list").splitlines()) == sorted(before.splitlines())


def test_a_file_that_cannot_be_read_is_named_and_the_others_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STOREWISE_DATA", str(tmp_path / "data"))
    folder = tmp_path / "git"
    folder.mkdir()
    (folder / "good.md").write_text("---\ntitle: Keys\n---\nThe keys hang here.\n", "utf-8")
    (folder / "bad.md").write_text("---\ntitle: [\n---\nNothing.\n", "utf-8")

    code = main(["rules", "import", str(folder)])

    printed = capsys.readouterr()
    assert code == 0
    assert "bad.md: bad.md:" in printed.err
    assert printed.out.startswith("1 rules are in force")


def test_a_folder_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", "import", str(tmp_path / "none")]) == 2
    assert "there is no folder" in capsys.readouterr().err
