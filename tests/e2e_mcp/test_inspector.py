"""storewise in the MCP Inspector, by both ways in."""

from datetime import UTC, datetime

import pytest

from bot.main.app import App
from bot.model.kept import Key, new_key_id, new_secret
from knowledge.model.documents import Audience
from tests.e2e_mcp.inspector import Inspector

_LIST = ("--method", "tools/list", "--strict")
_CALL = ("--method", "tools/call", "--tool-name")
_TOOLS = ["ask_store", "search_documents", "what_changed", "list_contradictions"]
_ASKED = pytest.mark.parametrize(
    ("question", "quote"),
    [
        (
            "how long can customers return unopened headphones?",
            "Unopened headphones can be returned within 14 days",
        ),
        ("미개봉 이어폰은 며칠 안에 환불할 수 있나요?", "14일 이내"),
    ],
)


async def test_the_tools_are_listed_by_both_ways_and_their_schemas_are_portable(
    inspector: Inspector, url: str
) -> None:
    here = await inspector.on_stdio(*_LIST)
    there = await inspector.over_http(url, *_LIST)

    assert [one["name"] for one in here["tools"]] == _TOOLS
    assert there["tools"] == here["tools"]


@_ASKED
async def test_a_question_is_answered_on_this_machine(
    inspector: Inspector, question: str, quote: str
) -> None:
    result = await inspector.on_stdio(*_CALL, "ask_store", "--tool-arg", f"question={question}")

    assert quote in result["content"][0]["text"]
    assert result["structuredContent"]["outcome"] == "answer"


@_ASKED
async def test_a_question_is_answered_over_http_with_a_key(
    inspector: Inspector, url: str, app: App, question: str, quote: str
) -> None:
    secret, key_id = new_secret(), new_key_id()
    await app.kept.keys.add(Key(key_id, key_id, Audience.STAFF, datetime.now(UTC)), secret)

    result = await inspector.over_http(
        url, *_CALL, "ask_store", "--tool-arg", f"question={question}", key=secret
    )

    assert quote in result["content"][0]["text"]
    assert result["structuredContent"]["citations"][0]["version"]


async def test_a_document_is_listed_and_read(inspector: Inspector, url: str) -> None:
    listed = await inspector.over_http(url, "--method", "resources/list")
    uri = "storewise://documents/staff-discount-en"
    read = await inspector.over_http(url, "--method", "resources/read", "--uri", uri)

    assert uri in [one["uri"] for one in listed["resources"]]
    assert read["contents"][0]["text"].startswith("Staff Discount · version 2 · in force")
