"""One copy kept up to date: crashes, clashes, who may read, and what stays."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from adapters.sources.connector import Facts, GoneError, Listing, Remote
from adapters.sources.copier import Copied, Copier, Limits
from adapters.sources.copy_files import State
from knowledge.model.errors import SourceError
from knowledge.model.report import Progress, Skipped
from knowledge.read import read_folder
from knowledge.read.source import is_wanted

_HOUR = timedelta(hours=1)


class FakeConnector:
    """Files in memory."""

    def __init__(self) -> None:
        self.files: dict[str, tuple[str, bytes]] = {}
        """The path and the content of each, by id."""
        self.facts: dict[str, Facts] = {}
        self.refused: dict[str, Skipped] = {}
        self.fails: dict[str, Exception] = {}
        self.read_ids: list[str] = []

    def put(self, id_: str, path: str, content: str, facts: Facts | None = None) -> None:
        self.files[id_] = path, content.encode()
        self.facts[id_] = facts or Facts()

    def listing(self, memory: Mapping[str, Any]) -> Listing:
        files = tuple(
            Remote(id_, path, str(hash(content)), len(content), self.facts[id_])
            for id_, (path, content) in self.files.items()
            if id_ not in self.refused
        )
        return Listing(files, {"runs": memory.get("runs", 0) + 1}, self.refused)

    def read(self, file: Remote) -> bytes:
        self.read_ids.append(file.id)
        if file.id in self.fails:
            raise self.fails[file.id]
        return self.files[file.id][1]

    def probe(self) -> None:
        """Never fails."""

    def close(self) -> None:
        """Holds nothing open."""


class Given:
    """A connector, the folder of its copy, and a clock."""

    def __init__(self, folder: Path) -> None:
        self.connector, self.folder = FakeConnector(), folder / "rules"
        self.now = datetime(2026, 5, 1, tzinfo=UTC)
        self.stop = Event()

    def run(
        self,
        grace: timedelta = _HOUR,
        options: Mapping[str, str] | None = None,
        show: Callable[[Progress], None] = lambda _: None,
    ) -> Copied:
        state = State.read(self.folder) or State("s3://bucket/rules")
        limits = Limits(grace=grace)
        return Copier(
            self.connector,
            self.folder,
            state,
            is_wanted,
            limits,
            options,
            self.stop,
            lambda: self.now,
        ).run(show)

    def paths(self) -> list[str]:
        found = (one for one in self.folder.rglob("*") if one.is_file())
        return sorted(one.relative_to(self.folder).as_posix() for one in found)

    def audiences(self) -> dict[str, str]:
        read = read_folder([self.folder]).documents
        return {one.header.source: one.header.audience for one in read}


@pytest.fixture
def given(tmp_path: Path) -> Given:
    made = Given(tmp_path)
    made.connector.put("1", "refunds.md", "Refunds take 14 days.")
    made.connector.put("2", "매장/환불.md", "환불은 14일 안에 합니다.")
    return made


def test_what_a_crash_left_is_cleared_and_copied_again(given: Given) -> None:
    given.run()
    (given.folder / ".part-abc").write_bytes(b"half")
    (given.folder / "orphan.md").write_text("Written, but never noted.")
    (given.folder / "refunds.md").unlink()
    (given.folder / "_gate.json").write_text("{}")
    given.connector.read_ids.clear()

    given.run()

    assert given.connector.read_ids == ["1"]
    assert given.paths() == ["_gate.json", "refunds.md", "매장/환불.md"]


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"form": 99}', '{"form": 1, "files": 3}'])
def test_a_damaged_state_copies_everything_again(given: Given, damage: str) -> None:
    given.run()
    (given.folder.parent / "state.json").write_text(damage)

    copied = given.run()

    assert copied.count == 2
    assert given.paths() == ["refunds.md", "매장/환불.md"]


def test_the_state_holds_what_the_connector_notes(given: Given) -> None:
    given.run()
    given.run()

    state = json.loads((given.folder.parent / "state.json").read_text(encoding="utf-8"))
    assert state["memory"] == {"runs": 2}


def test_a_deleted_file_stays_for_the_grace_and_one_more_run(given: Given) -> None:
    given.run()
    del given.connector.files["1"]

    given.run()
    given.now += _HOUR / 2
    given.run()
    within = given.paths()
    given.now += _HOUR
    given.run()

    assert "refunds.md" in within
    assert given.paths() == ["매장/환불.md"]


def test_a_file_that_comes_back_within_the_grace_stays(given: Given) -> None:
    given.run()
    gone = given.connector.files.pop("1")
    given.run()
    given.connector.files["1"] = gone
    given.now += _HOUR * 2
    given.run()
    del given.connector.files["1"]

    given.run()

    assert "refunds.md" in given.paths()
    assert given.connector.read_ids.count("1") == 1


def test_a_file_that_is_refused_now_is_gone_at_once(given: Given) -> None:
    given.run()
    given.connector.refused["1"] = Skipped("refunds.md", "refunds.md: it is restricted")

    copied = given.run(grace=_HOUR * 99)

    assert given.paths() == ["매장/환불.md"]
    assert [one.reason for one in copied.skipped] == ["refunds.md: it is restricted"]


def test_one_file_that_cannot_be_read_keeps_its_copy_and_is_tried_again(given: Given) -> None:
    given.run()
    given.connector.put("1", "refunds.md", "Refunds take 30 days.")
    given.connector.put("2", "매장/환불.md", "환불은 30일 안에 합니다.")
    given.connector.fails["1"] = GoneError("somebody has locked it")

    [skipped] = given.run().skipped
    before = (given.folder / "refunds.md").read_text()
    given.connector.fails.clear()
    given.run()

    assert skipped.reason == "refunds.md: somebody has locked it"
    assert before == "Refunds take 14 days."
    assert (given.folder / "refunds.md").read_text() == "Refunds take 30 days."


@pytest.mark.parametrize("rule", ["_defaults.yaml", "refunds.md.meta.yaml"])
def test_no_document_is_copied_before_what_says_who_may_read_it(given: Given, rule: str) -> None:
    given.connector.put("9", rule, "audience: manager\ntitle: Refunds\n")
    given.connector.fails["9"] = GoneError("the rights do not reach this file")

    with pytest.raises(SourceError, match="the rights do not reach"):
        given.run()

    assert given.connector.read_ids == ["9"]
    assert given.paths() == []


def test_a_stopped_run_keeps_what_it_has_and_goes_on(given: Given) -> None:
    for number in range(20):
        given.connector.put(f"n{number}", f"{number}.md", f"Rule {number}.")
    given.stop.clear()

    def shown(progress: Progress) -> None:
        if progress.done == 3:
            given.stop.set()

    with pytest.raises(SourceError, match="stopped"):
        given.run(show=shown)
    there = len(given.paths())
    given.stop.clear()
    copied = given.run()

    assert 3 <= there < 22
    assert copied.count == 22 - there
    assert len(given.paths()) == 22


def test_files_that_were_under_way_are_kept_when_the_source_fails(given: Given) -> None:
    for number in range(12):
        given.connector.put(f"n{number}", f"{number}.md", f"Rule {number}.")
    given.connector.fails["n3"] = SourceError("unreachable", "Check the network.")

    with pytest.raises(SourceError, match="unreachable"):
        given.run()
    given.connector.fails.clear()
    given.run()

    read = [one for one in given.connector.read_ids if one != "n3"]
    assert len(read) == len(set(read)) == 13
    assert len(given.paths()) == 14


def test_what_the_source_says_of_a_file_gives_way_to_what_the_store_says(given: Given) -> None:
    facts = Facts("https://docs.example/1", "Kim Minsu", datetime(2026, 4, 1, tzinfo=UTC).date())
    given.connector.put("1", "refunds.md", "Refunds take 14 days.", facts)
    own = "---\ntitle: Till\nowner: Finance\n---\nCount the till."
    given.connector.put("3", "till.md", own, facts)
    given.connector.put("4", "매장/_defaults.yaml", "owner: 매장운영팀\n")
    given.connector.facts["2"] = facts

    given.run()

    read = {one.header.source: one.header for one in read_folder([given.folder]).documents}
    assert {name: one.owner for name, one in read.items()} == {
        "refunds.md": "Kim Minsu",
        "till.md": "Finance",
        "매장/환불.md": "매장운영팀",
    }
    assert {one.url for one in read.values()} == {"https://docs.example/1"}
    assert str(read["till.md"].published_date) == "2026-04-01"


@pytest.mark.parametrize("url", ["javascript:alert(1)", "https://store.example@evil.example/", ""])
def test_an_address_that_is_no_plain_page_is_left_out(given: Given, url: str) -> None:
    given.connector.put("1", "refunds.md", "Refunds take 14 days.", Facts(url))

    given.run()

    read = {one.header.source: one.header for one in read_folder([given.folder]).documents}
    assert read["refunds.md"].url is None


@pytest.mark.parametrize(
    ("source", "address", "folder", "expected"),
    [
        (None, None, "manager", "manager"),
        ("staff", None, "manager", "manager"),
        ("admin", None, "manager", "admin"),
        (None, "manager", "staff", "manager"),
        ("manager", "admin", "staff", "admin"),
        ("admin", "manager", "staff", "admin"),
    ],
)
def test_the_narrowest_audience_counts(
    given: Given, source: str | None, address: str | None, folder: str, expected: str
) -> None:
    given.connector.put("1", "refunds.md", "Refunds take 14 days.", Facts(audience=source))
    given.connector.put("9", "_defaults.yaml", f"audience: {folder}\n")

    given.run(options={"audience": address} if address else {})

    assert given.audiences()["refunds.md"] == expected


def test_an_audience_that_changes_at_the_source_needs_no_new_version(given: Given) -> None:
    given.run()
    given.connector.facts["1"] = Facts(audience="manager")
    given.connector.read_ids.clear()

    given.run()
    narrowed = given.audiences()["refunds.md"]
    given.connector.facts["1"] = Facts()
    given.run()

    assert narrowed == "manager"
    assert given.audiences()["refunds.md"] == "staff"
    assert given.connector.read_ids == []


def test_a_moved_file_takes_its_audience_along(given: Given) -> None:
    given.connector.put("1", "refunds.md", "Refunds take 14 days.", Facts(audience="admin"))
    given.run()
    given.connector.put("1", "new/refunds.md", "Refunds take 14 days.", Facts(audience="admin"))

    given.run()

    assert given.audiences() == {"new/refunds.md": "admin", "매장/환불.md": "staff"}
    assert given.paths() == ["new/refunds.md", "new/refunds.md.source.yaml", "매장/환불.md"]


def test_two_names_that_a_disk_may_not_tell_apart_are_two_files(given: Given) -> None:
    given.connector.put("7", "REFUNDS.md", "Another document.")
    given.connector.put("8", "cafe\u0301.md", "Decomposed.")
    given.connector.put("9", "caf\u00e9.md", "Composed.")

    given.run()
    first = given.paths()
    given.run()

    assert len(first) == 5
    assert given.paths() == first
    assert len(given.connector.read_ids) == 5


def test_a_folder_with_the_name_of_a_file_is_named(given: Given) -> None:
    given.connector.put("3", "refunds.md/inner.md", "In a folder.")

    copied = given.run()

    assert [one.reason for one in copied.skipped] == [
        "refunds.md: a folder has the same name; rename one of them"
    ]
    assert given.paths() == ["refunds.md/inner.md", "매장/환불.md"]


@pytest.mark.parametrize(
    "path",
    [
        "../outside.md",
        "a/../../outside.md",
        "/etc/outside.md",
        "a//b.md",
        "a\\..\\b.md",
        "nul\0l.md",
        "con.md",
        "a/LPT1.md",
        f"{'a' * 300}.md",
        "/".join(["폴더"] * 300) + "/a.md",
    ],
)
def test_a_hostile_name_is_refused_with_what_to_do(given: Given, path: str) -> None:
    given.connector.put("x", path, "Out of the folder.")

    [skipped] = given.run().skipped

    assert "at the source" in skipped.reason
    assert given.paths() == ["refunds.md", "매장/환불.md"]
    assert "x" not in given.connector.read_ids


def test_a_link_in_the_copy_is_never_followed_out_of_it(given: Given, tmp_path: Path) -> None:
    given.run()
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "mine.md").write_text("Not a copy.")
    (given.folder / "link").symlink_to(outside)

    given.run()

    assert (outside / "mine.md").exists()
    assert not (given.folder / "link").exists()
