"""Pages of Notion, by a stand-in on loopback written from its documentation."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from adapters.sources.connectors.notion import NotionPages
from knowledge.model.errors import KnowledgeError
from tests.flow.sources.copied import Store
from tests.flow.sources.web_server import Answer, Request, serving

_NOW = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
_ROOT = "a" * 32


def rich(text: str, **marks: bool) -> list[dict[str, Any]]:
    return [{"plain_text": text, "annotations": marks}]


def block(kind: str, text: str = "", **more: Any) -> dict[str, Any]:
    below = more.pop("below", [])
    about = {"rich_text": rich(text), **more}
    return {"type": kind, kind: about, "has_children": bool(below), "below": below}


class FakeNotion:
    def __init__(self) -> None:
        self.objects: list[dict[str, Any]] = []
        self.blocks: dict[str, list[dict[str, Any]]] = {}
        self.parents: dict[str, dict[str, str]] = {}
        self.read: list[str] = []
        self.throttled = 0
        self.token = "right"

    def page(
        self,
        id_: str,
        title: str,
        blocks: list[dict[str, Any]],
        parent: dict[str, Any],
        edited: str = "2026-04-01T09:00:00.000Z",
        cells: dict[str, Any] | None = None,
    ) -> None:
        self.objects = [one for one in self.objects if one["id"] != id_]
        self.objects.append(
            {
                "object": "page",
                "id": id_,
                "parent": parent,
                "last_edited_time": edited,
                "url": f"https://www.notion.so/{id_}",
                "properties": {"Name": {"type": "title", "title": rich(title)}, **(cells or {})},
            }
        )
        self.blocks[id_] = self._numbered(id_, blocks)

    def _numbered(self, id_: str, blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
        for number, one in enumerate(blocks):
            one["id"] = f"{id_}-{number}"
            self.blocks[one["id"].replace("-", "")] = self._numbered(one["id"], one.pop("below"))
        return blocks

    def answer(self, request: Request) -> Answer:
        if request.headers.get("Authorization") != f"Bearer {self.token}":
            return Answer({"code": "unauthorized"}, 401)
        if self.throttled:
            self.throttled -= 1
            return Answer({"code": "rate_limited"}, 429, {"Retry-After": "3"})
        parts = request.path.removeprefix("/v1/").split("/")
        if parts == ["search"]:
            return self._list(self.objects, request.json.get("start_cursor"))
        if parts[0] == "pages":
            self.read.append(parts[1])
            return Answer(next(one for one in self.objects if one["id"] == parts[1]))
        if parts[-1] == "children":
            return self._list(self.blocks[parts[1]], request.query.get("start_cursor"))
        return Answer({"parent": self.parents[parts[1]]})

    def _list(self, found: list[dict[str, Any]], cursor: str | None) -> Answer:
        start = int(cursor or 0)
        more = start + 2 < len(found)
        said = {"results": found[start : start + 2], "has_more": more}
        return Answer({**said, "next_cursor": str(start + 2) if more else None})


@pytest.fixture
def notion() -> Iterator[tuple[FakeNotion, str]]:
    fake = FakeNotion()
    with serving(fake.answer) as home:
        fake.page(_ROOT, "Handbook", [block("paragraph", "Rules.")], {"type": "workspace"})
        yield fake, home


def pages(home: str, data: Path, address: str, pauses: list[float] | None = None) -> Store:
    noted: list[float] = [] if pauses is None else pauses
    return Store(
        data,
        address,
        opens=lambda one, _: NotionPages(one, "right", home, noted.append, lambda: _NOW),
    )


async def test_a_page_is_read_as_markdown(notion: tuple[FakeNotion, str], tmp_path: Path) -> None:
    fake, home = notion
    row = {"table_row": {"cells": [rich("14일"), rich("a|b")]}, "type": "table_row"}
    head = {"table_row": {"cells": [rich("환불"), rich("Note")]}, "type": "table_row"}
    struck = {"paragraph": {"rich_text": [*rich("Kept."), *rich(" Struck.", strikethrough=True)]}}
    fake.page(
        "b" * 32,
        "환불 규정",
        [
            block("heading_2", "When"),
            block("bulleted_list_item", "Opened", below=[block("paragraph", "With a receipt.")]),
            block("bulleted_list_item", "Sealed"),
            block("numbered_list_item", "Look at the receipt"),
            block("to_do", "Ask a manager", checked=True),
            block("toggle", "More", below=[block("callout", "영수증이 필요합니다.")]),
            {"type": "paragraph", "has_children": False, "below": [], **struck},
            block(
                "table",
                has_column_header=True,
                below=[{**head, "below": []}, {**row, "below": []}],
            ),
            block("child_page", title="Another page"),
        ],
        {"type": "page_id", "page_id": _ROOT},
    )
    store = pages(home, tmp_path, f"notion://{_ROOT}")

    await store.fetch()

    written, document = "Handbook/환불 규정.md", store.documents()["Handbook/환불 규정.md"]
    assert document.header.url == f"https://www.notion.so/{'b' * 32}"
    assert store.copied(written).strip() == "\n".join(
        [
            "# 환불 규정",
            "",
            "### When",
            "",
            "- Opened",
            "   With a receipt.",
            "- Sealed",
            "1. Look at the receipt",
            "- [x] Ask a manager",
            "",
            "More",
            "",
            "영수증이 필요합니다.",
            "",
            "Kept.",
            "",
            "| 환불 | Note |",
            "| --- | --- |",
            "| 14일 | a\\|b |",
        ]
    )


async def test_a_row_of_a_database_has_its_cells(
    notion: tuple[FakeNotion, str], tmp_path: Path
) -> None:
    fake, home = notion
    database = {"object": "database", "id": "d" * 32, "title": rich("Prices")}
    fake.objects.append({**database, "parent": {"type": "page_id", "page_id": _ROOT}})
    cells = {
        "Fee": {"type": "number", "number": 3000},
        "For": {"type": "multi_select", "multi_select": [{"name": "cafe"}, {"name": "shop"}]},
        "From": {"type": "date", "date": {"start": "2026-05-01", "end": None}},
        "Due": {"type": "formula", "formula": {"type": "boolean", "boolean": True}},
        "Empty": {"type": "select", "select": None},
    }
    parent = {"type": "database_id", "database_id": "d" * 32}
    fake.page("c" * 32, "Delivery", [block("paragraph", "By bike.")], parent, cells=cells)
    store = pages(home, tmp_path, f"notion://{_ROOT}")

    await store.fetch()

    assert store.texts()["Handbook/Prices/Delivery.md"].split("\n") == [
        "# Delivery",
        "",
        "- Fee: 3000",
        "- For: cafe, shop",
        "- From: 2026-05-01",
        "- Due: yes",
        "",
        "By bike.",
    ]


async def test_only_pages_below_the_root_are_copied(
    notion: tuple[FakeNotion, str], tmp_path: Path
) -> None:
    fake, home = notion
    fake.page("e" * 32, "Private", [block("paragraph", "No rule.")], {"type": "workspace"})
    fake.page(
        "f" * 32,
        "In a column",
        [block("paragraph", "A rule.")],
        {"type": "block_id", "block_id": "9" * 32},
    )
    fake.parents["9" * 32] = {"type": "page_id", "page_id": _ROOT}
    one = pages(home, tmp_path / "one", f"notion://{_ROOT}")
    shared = pages(home, tmp_path / "all", "notion://shared")

    await one.fetch()
    await shared.fetch()

    assert sorted(one.texts()) == ["Handbook.md", "Handbook/In a column.md"]
    assert sorted(shared.texts()) == ["Handbook.md", "Handbook/In a column.md", "Private.md"]


async def test_a_page_edited_in_the_last_minutes_is_read_again(
    notion: tuple[FakeNotion, str], tmp_path: Path
) -> None:
    fake, home = notion
    just_now = (_NOW - timedelta(seconds=20)).isoformat()
    parent = {"type": "page_id", "page_id": _ROOT}
    fake.page("b" * 32, "Hours", [block("paragraph", "Until nine.")], parent, just_now)
    store = pages(home, tmp_path, f"notion://{_ROOT}")
    await store.fetch()
    fake.read.clear()

    fake.page("b" * 32, "Hours", [block("paragraph", "Until ten.")], parent, "2026-05-01T11:59Z")
    await store.fetch()

    assert fake.read == ["b" * 32]
    assert "Until ten." in store.texts()["Handbook/Hours.md"]


async def test_a_limit_of_requests_is_waited_for(
    notion: tuple[FakeNotion, str], tmp_path: Path
) -> None:
    fake, home = notion
    fake.throttled = 2
    pauses: list[float] = []

    await pages(home, tmp_path, f"notion://{_ROOT}", pauses).fetch()

    assert pauses == [3.0, 3.0]


async def test_a_page_that_is_not_shared_says_how_to_connect_it(
    notion: tuple[FakeNotion, str], tmp_path: Path
) -> None:
    fake, home = notion
    store = pages(home, tmp_path, f"notion://{_ROOT}")
    [before] = (await store.copies.tried(store.source)).values()
    fake.token = "another"
    [after] = (await store.copies.tried(store.source)).values()

    assert before is None
    assert after is not None
    with pytest.raises(KnowledgeError, match="Connections"):
        await store.fetch()
