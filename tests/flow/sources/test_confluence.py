"""A space of Confluence, by a stand-in on loopback written from its documentation."""

import base64
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from adapters.sources.copier import Limits
from bot.settings import SourcesSettings
from knowledge.model.errors import KnowledgeError
from tests.flow.sources.copied import Store
from tests.flow.sources.web_server import Answer, Request, serving

_BASIC = "Basic " + base64.b64encode(b"bot@store.example:right").decode()


class FakeConfluence:
    """One space, whose search gives two entries a page."""

    def __init__(self) -> None:
        self.home = ""
        self.entries: dict[str, dict[str, Any]] = {}
        self.bodies: dict[str, Any] = {}
        self.read: list[str] = []
        self.is_denied = False

    def page(self, id_: str, title: str, body: str, above: tuple[str, ...] = ()) -> None:
        version = self.entries.get(id_, {}).get("version", {}).get("number", 0) + 1
        self.entries[id_] = {
            "id": id_,
            "type": "page",
            "title": title,
            "version": {"number": version, "when": "2026-04-02T10:00:00.000Z"},
            "ancestors": [{"id": one, "title": self.entries[one]["title"]} for one in above],
            "history": {"createdBy": {"displayName": "Customer Care"}},
            "restrictions": {"read": {"restrictions": {"user": {"results": []}}}},
            "_links": {"webui": f"/spaces/SHOP/pages/{id_}"},
        }
        self.bodies[id_] = body

    def attachment(self, id_: str, page: str, name: str, media: str, content: bytes) -> None:
        self.entries[id_] = {
            "id": id_,
            "type": "attachment",
            "title": name,
            "version": {"number": 1},
            "container": {"id": page},
            "extensions": {"mediaType": media, "fileSize": len(content)},
            "_links": {"webui": f"/spaces/SHOP/pages/{page}/{id_}"},
        }
        self.bodies[id_] = content

    def restrict(self, id_: str) -> None:
        who = {"group": {"results": [{"name": "hr"}]}, "user": {"results": []}}
        self.entries[id_]["restrictions"] = {"read": {"restrictions": who}}

    def answer(self, request: Request) -> Answer:
        path = request.path.removeprefix("/wiki")
        if path.startswith("/files/"):
            return Answer(self.bodies[path.removeprefix("/files/")])
        if self.is_denied or request.headers.get("Authorization") != _BASIC:
            return Answer({"message": "no"}, 401)
        if path == "/rest/api/content/search":
            return self._search(request)
        self.read.append(path)
        if path.endswith("/download"):
            return Answer(None, 302, {"Location": f"/wiki/files/{path.split('/')[-2]}"})
        id_ = path.rpartition("/")[2]
        assert request.query["body-format"] == "export_view"
        body = {"export_view": {"value": self.bodies[id_]}}
        return Answer({"id": id_, "title": self.entries[id_]["title"], "body": body})

    def _search(self, request: Request) -> Answer:
        start = int(request.query.get("cursor", "0"))
        found = list(self.entries.values())
        links = {"base": f"{self.home}/wiki", "context": "/wiki"}
        if start + 2 < len(found):
            links["next"] = f"/rest/api/content/search?cursor={start + 2}"
        return Answer({"results": found[start : start + 2], "_links": links})


@pytest.fixture
def confluence() -> Iterator[FakeConfluence]:
    fake = FakeConfluence()
    with serving(fake.answer) as home:
        fake.home = home
        fake.page("1", "Handbook", "<p>Rules of the store.</p>")
        fake.page("2", "환불", "<p>환불은 14일 안에 합니다.</p>", ("1",))
        yield fake


def space(fake: FakeConfluence, data: Path, options: str = "", grace: int = 0) -> Store:
    rights = {"confluence_email": "bot@store.example", "confluence_api_token": "right"}
    address = fake.home.replace("http://", "confluence://") + f"/SHOP{options}"
    limits = Limits(grace=timedelta(hours=grace))
    return Store(data, address, SourcesSettings.model_validate(rights), limits)


async def test_pages_lie_below_the_pages_above_them(
    confluence: FakeConfluence, tmp_path: Path
) -> None:
    store = space(confluence, tmp_path)

    await store.fetch()

    read = store.documents()
    assert sorted(read) == ["Handbook.html", "Handbook/환불.html"]
    header = read["Handbook/환불.html"].header
    assert header.title == "환불"
    assert header.url == f"{confluence.home}/wiki/spaces/SHOP/pages/2"
    assert header.owner == "Customer Care"
    assert header.published_date == date(2026, 4, 2)
    assert "환불은 14일 안에 합니다." in read["Handbook/환불.html"].text


async def test_a_new_version_is_read_and_the_others_are_not(
    confluence: FakeConfluence, tmp_path: Path
) -> None:
    store = space(confluence, tmp_path)
    await store.fetch()
    confluence.read.clear()

    confluence.page("2", "환불", "<p>환불은 30일 안에 합니다.</p>", ("1",))
    await store.fetch()

    assert confluence.read == ["/api/v2/pages/2"]
    assert "30일" in store.copied("Handbook/환불.html")


async def test_a_renamed_page_takes_the_pages_below_it_along(
    confluence: FakeConfluence, tmp_path: Path
) -> None:
    store = space(confluence, tmp_path, grace=9)
    await store.fetch()

    confluence.page("1", "Store Handbook", "<p>Rules of the store.</p>")
    confluence.entries["2"]["ancestors"][0]["title"] = "Store Handbook"
    await store.fetch()

    assert store.names() == ["Store Handbook.html", "Store Handbook/환불.html"]


async def test_documents_attached_to_a_page_are_copied_and_pictures_are_not(
    confluence: FakeConfluence, tmp_path: Path
) -> None:
    confluence.attachment("att1", "2", "Form.md", "text/markdown", b"Fill in form R-7.")
    confluence.attachment("att2", "2", "photo.png", "image/png", b"a picture")
    store = space(confluence, tmp_path)

    skipped = await store.fetch()

    assert list(skipped) == []
    assert store.copied("Handbook/환불/Form.md") == "Fill in form R-7."


async def test_a_page_that_becomes_restricted_is_gone_at_once_with_all_below_it(
    confluence: FakeConfluence, tmp_path: Path
) -> None:
    confluence.page("3", "Hours", "<p>Open from nine to nine.</p>")
    store = space(confluence, tmp_path, grace=9)
    await store.fetch()

    confluence.restrict("1")
    skipped = await store.fetch()

    assert store.names() == ["Hours.html"]
    assert sorted(one.source for one in skipped) == ["Handbook.html", "Handbook/환불.html"]


async def test_restricted_pages_may_be_for_managers(
    confluence: FakeConfluence, tmp_path: Path
) -> None:
    confluence.page("3", "Hours", "<p>Open from nine to nine.</p>")
    confluence.restrict("1")
    store = space(confluence, tmp_path, "?restricted=manager")

    await store.fetch()

    read = {name: one.header.audience for name, one in store.documents().items()}
    assert read == {
        "Handbook.html": "manager",
        "Handbook/환불.html": "manager",
        "Hours.html": "staff",
    }


async def test_a_token_that_expired_names_the_settings(
    confluence: FakeConfluence, tmp_path: Path
) -> None:
    store = space(confluence, tmp_path)
    [before] = (await store.copies.tried(store.source)).values()
    confluence.is_denied = True
    [after] = (await store.copies.tried(store.source)).values()

    assert before is None
    assert after is not None

    with pytest.raises(KnowledgeError, match="CONFLUENCE_API_TOKEN"):
        await store.fetch()
