"""Which document a web address leads to."""

from dataclasses import replace

import pytest

from bot.conversation.documents.listing import LinkedDocuments
from knowledge.model.documents import Audience, Document, Header
from tests.fakes import FakeHistory, FakeSearch
from tests.unit import given

URL = "https://Handbook.example/en/refunds"
REFUNDS = Header("refunds-en", "Refund policy", "refunds.md", version="2", url=URL, owner="Care")
KOREAN = replace(REFUNDS, doc_id="refunds-ko", title="환불 규정", language="ko", url=f"{URL}-ko")


def linked(*headers: Header) -> LinkedDocuments:
    history = FakeHistory([Document(one, "Within 14 days.") for one in headers])
    return LinkedDocuments(FakeSearch(history=history), lambda: given.TODAY)


@pytest.mark.parametrize(("header", "title"), [(REFUNDS, "Refund policy"), (KOREAN, "환불 규정")])
async def test_a_document_is_found_by_its_address(header: Header, title: str) -> None:
    found = await linked(REFUNDS, KOREAN).at(header.url or "")

    assert found is not None
    assert (found.title, found.version, found.owner) == (title, "2", "Care")


@pytest.mark.parametrize(
    "url",
    [
        "https://handbook.example/en/refunds/",
        "http://handbook.example/en/refunds",
        "https://handbook.example/en/refunds#gifts",
    ],
)
async def test_scheme_slash_and_place_in_the_page_make_no_difference(url: str) -> None:
    assert await linked(REFUNDS).at(url) is not None


@pytest.mark.parametrize(
    "url",
    [
        "https://handbook.example/en",
        "https://handbook.example/en/refunds?page=2",
        "https://other.example/en/refunds",
        "https://[half",
        "",
    ],
)
async def test_another_page_is_no_document(url: str) -> None:
    assert await linked(REFUNDS, replace(KOREAN, url=None)).at(url) is None


@pytest.mark.parametrize("audience", [Audience.MANAGER, Audience.ADMIN])
async def test_what_not_all_staff_may_read_is_not_found(audience: Audience) -> None:
    documents = linked(replace(REFUNDS, audience=audience))

    assert await documents.at(URL) is None
    assert await documents.of("refunds-en") is None


async def test_an_address_that_is_no_plain_web_page_is_not_found() -> None:
    url = "https://jin:secret@handbook.example/en/refunds"

    assert await linked(replace(REFUNDS, url=url)).at(url) is None


async def test_a_new_index_is_read_anew() -> None:
    search = FakeSearch(history=FakeHistory([]))
    documents = LinkedDocuments(search, lambda: given.TODAY)
    before = await documents.at(URL)

    search.history = FakeHistory([Document(REFUNDS, "Within 14 days.")])
    same_index = await documents.at(URL)
    search.generation = replace(search.generation, number=2)

    assert (before, same_index) == (None, None)
    assert await documents.at(URL) is not None
