"""A library of SharePoint, by a stand-in for Microsoft Graph on loopback."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from adapters.sources.connector import Connector
from adapters.sources.connectors.graph import GraphDrive
from adapters.sources.copier import Limits
from adapters.teams.api.trouble import TokenError
from knowledge.model.errors import KnowledgeError
from knowledge.model.places import Address
from tests.flow.sources.copied import NO_GRACE, Store
from tests.flow.sources.fake_graph import FakeGraph
from tests.flow.sources.web_server import serving

_ADDRESS = "sharepoint://store.sharepoint.com/sites/Handbook/Shared Documents"


@pytest.fixture
def graph() -> Iterator[FakeGraph]:
    fake = FakeGraph()
    with serving(fake.answer) as home:
        fake.home = home
        yield fake


class _Library(Store):
    """A store with the library; it notes the pauses that it makes."""

    def __init__(self, graph: FakeGraph, data: Path, address: str, limits: Limits) -> None:
        self.pauses: list[float] = []

        def opens(address: Address, folder: Path) -> Connector:
            return GraphDrive(address, _token, graph.home, self.pauses.append)

        super().__init__(data, address, limits=limits, opens=opens)


def _token(scope: str) -> dict[str, object]:
    return {"access_token": "of-the-app", "expires_in": 3600}


def library(
    graph: FakeGraph, data: Path, address: str = _ADDRESS, limits: Limits = NO_GRACE
) -> _Library:
    return _Library(graph, data, address, limits)


async def test_a_library_is_copied_with_its_links_owners_and_days(
    graph: FakeGraph, tmp_path: Path
) -> None:
    graph.folder("f1", "환불")
    graph.file("1", "환불 규정.md", "환불은 14일 안에 합니다.", "f1")
    graph.file("2", "Till.md", "Count the till at night.")
    store = library(graph, tmp_path)

    await store.fetch()

    read = store.documents()
    assert sorted(read) == ["Till.md", "환불/환불 규정.md"]
    header = read["환불/환불 규정.md"].header
    assert header.url == "https://store.sharepoint.com/1"
    assert header.owner == "Store Operations"
    assert header.published_date == date(2026, 5, 1)
    assert graph.tokens_elsewhere == []


async def test_only_changes_are_asked_for_and_downloaded(graph: FakeGraph, tmp_path: Path) -> None:
    for number in range(5):
        graph.file(str(number), f"{number}.md", f"Rule {number}.")
    store = library(graph, tmp_path)
    await store.fetch()
    graph.downloads.clear()
    graph.asked.clear()

    graph.file("3", "3.md", "Rule 3, another one.")
    graph.file("9", "9.md", "Rule 9.")
    await store.fetch()

    assert sorted(graph.downloads) == ["3.md", "9.md"]
    assert len([one for one in graph.asked if one.endswith("/delta")]) == 1
    assert store.texts()["3.md"] == "Rule 3, another one."


async def test_a_renamed_folder_moves_its_files_without_a_download(
    graph: FakeGraph, tmp_path: Path
) -> None:
    graph.folder("f1", "Rules")
    graph.folder("f2", "Returns", "f1")
    graph.file("1", "refunds.md", "Refunds take 14 days.", "f2")
    graph.file("0", "_defaults.yaml", "audience: manager\n", "f1")
    store = library(graph, tmp_path, limits=Limits(grace=timedelta(days=9)))
    await store.fetch()
    graph.downloads.clear()

    graph.rename("f1", "규정")
    await store.fetch()

    assert graph.downloads == []
    assert store.texts() == {"규정/Returns/refunds.md": "Refunds take 14 days."}
    assert store.documents()["규정/Returns/refunds.md"].header.audience == "manager"
    assert not (store.folder / "Rules").exists()


async def test_two_files_that_change_names_keep_their_texts(
    graph: FakeGraph, tmp_path: Path
) -> None:
    graph.file("1", "old.md", "The rule of last year.")
    graph.file("2", "new.md", "The rule of this year.")
    store = library(graph, tmp_path)
    await store.fetch()

    graph.rename("1", "new.md")
    graph.rename("2", "old.md")
    await store.fetch()

    assert store.texts() == {
        "new.md": "The rule of last year.",
        "old.md": "The rule of this year.",
    }


async def test_deleted_files_go_after_the_grace(graph: FakeGraph, tmp_path: Path) -> None:
    graph.folder("f1", "Old")
    graph.file("1", "gone.md", "A rule that is deleted.", "f1")
    graph.file("2", "stays.md", "A rule that stays.")
    patient = library(graph, tmp_path, limits=Limits(grace=timedelta(hours=1)))
    await patient.fetch()

    graph.delete("f1")
    await patient.fetch()
    await patient.fetch()
    within = sorted(patient.texts())
    await library(graph, tmp_path).fetch()

    assert within == ["Old/gone.md", "stays.md"]
    assert sorted(patient.texts()) == ["stays.md"]


async def test_throttled_requests_wait_as_long_as_asked(graph: FakeGraph, tmp_path: Path) -> None:
    graph.file("1", "refunds.md", "Refunds take 14 days.")
    graph.throttled = 3
    store = library(graph, tmp_path)

    await store.fetch()

    assert store.pauses == [7.0, 7.0, 7.0]
    assert list(store.texts()) == ["refunds.md"]


async def test_an_expired_delta_link_loses_nothing_and_copies_nothing_twice(
    graph: FakeGraph, tmp_path: Path
) -> None:
    for number in range(4):
        graph.file(str(number), f"{number}.md", f"Rule {number}.")
    store = library(graph, tmp_path)
    await store.fetch()
    graph.downloads.clear()

    graph.delete("1")
    graph.file("8", "8.md", "Rule 8.")
    graph.expire()
    await store.fetch()
    await store.fetch()

    assert graph.downloads == ["8.md"]
    assert sorted(store.texts()) == ["0.md", "2.md", "3.md", "8.md"]


async def test_an_interrupted_run_goes_on_and_copies_nothing_twice(
    graph: FakeGraph, tmp_path: Path
) -> None:
    for number in range(8):
        graph.file(str(number), f"{number}.md", f"Rule {number}.")
    graph.fails_on = {"7"}
    store = library(graph, tmp_path)
    with pytest.raises(KnowledgeError, match="busy"):
        await store.fetch()
    trouble = await store.trouble()

    graph.fails_on = set()
    await store.fetch()

    assert trouble is not None
    assert sorted(graph.downloads) == [f"{number}.md" for number in range(8)]
    assert len(store.texts()) == 8
    assert await store.trouble() is None


async def test_missing_rights_name_the_permission_and_keep_the_copy(
    graph: FakeGraph, tmp_path: Path
) -> None:
    graph.file("1", "refunds.md", "Refunds take 14 days.")
    store = library(graph, tmp_path)
    await store.fetch()

    graph.is_denied = True
    [said] = await store.fetch()
    [tried] = (await store.copies.tried(store.source)).values()

    assert "Sites.Selected" in said.reason
    assert "Now its copy" in said.reason
    assert tried is not None
    assert "Sites.Selected" in tried.cure
    assert list(store.texts()) == ["refunds.md"]


async def test_a_folder_of_a_library_is_enough(graph: FakeGraph, tmp_path: Path) -> None:
    graph.folder("f1", "Rules")
    graph.file("1", "refunds.md", "Refunds take 14 days.", "f1")
    graph.file("2", "private.md", "Not for the store.")
    store = library(graph, tmp_path, f"{_ADDRESS}/rules")

    await store.fetch()

    assert list(store.texts()) == ["refunds.md"]


@pytest.mark.parametrize(
    ("address", "paths"),
    [
        ("onedrive://kim@store.example", ["Rules/refunds.md", "private.md"]),
        ("onedrive://kim@store.example/Rules", ["refunds.md"]),
        ("sharepoint://store.sharepoint.com/sites/Handbook", ["Rules/refunds.md", "private.md"]),
    ],
)
async def test_a_onedrive_and_the_first_library_of_a_site_are_found(
    graph: FakeGraph, tmp_path: Path, address: str, paths: list[str]
) -> None:
    graph.folder("f1", "Rules")
    graph.file("1", "refunds.md", "Refunds take 14 days.", "f1")
    graph.file("2", "private.md", "Not for the store.")
    store = library(graph, tmp_path, address)

    await store.fetch()
    [tried] = (await store.copies.tried(store.source)).values()

    assert store.names() == paths
    assert tried is None


async def test_a_library_that_is_not_there_is_named(graph: FakeGraph, tmp_path: Path) -> None:
    address = "sharepoint://store.sharepoint.com/sites/Handbook/Regeln"

    with pytest.raises(KnowledgeError, match="no library “Regeln”"):
        await library(graph, tmp_path, address).fetch()


async def test_hostile_names_stay_in_the_copy(graph: FakeGraph, tmp_path: Path) -> None:
    graph.file("1", "refunds.md", "Refunds take 14 days.")
    graph.file("2", "../../outside.md", "Out.")
    graph.file("3", "a\\b.md", "Backslash.")
    graph.file("4", "con.md", "A device.")
    graph.file("5", "Refunds.md", "Another file, but for one letter.")
    graph.file("6", "가" * 90 + ".md", "A long name.")
    store = library(graph, tmp_path / "data")

    skipped = await store.fetch()

    assert sorted(one.reason.rpartition(": ")[2] for one in skipped) == [
        "its name is not a plain path; rename it at the source",
        "its name is not a plain path; rename it at the source",
        "its name is that of a device on Windows; rename it at the source",
        "its name is too long; shorten it at the source",
    ]
    assert len(store.texts()) == 2
    assert not (tmp_path / "outside.md").exists()
    assert not (store.folder.parents[1] / "outside.md").exists()


async def test_a_secret_that_expired_says_where_to_make_another(
    graph: FakeGraph, tmp_path: Path
) -> None:
    def expired(scope: str) -> dict[str, object]:
        raise TokenError("secret_expired")

    store = Store(
        tmp_path, _ADDRESS, opens=lambda address, _: GraphDrive(address, expired, graph.home)
    )

    with pytest.raises(KnowledgeError, match="TEAMS_APP_PASSWORD"):
        await store.fetch()
