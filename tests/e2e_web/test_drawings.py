"""How much of a phone's screen a reply takes, in both chats."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from adapters.chat.about import doubt
from benchmarks.drawings import drawing, page
from tests.e2e_web.conftest import Browser, Page
from tests.flow.stand_in.replies import Case, cases

SCREEN = 667
"""Pixels of a small phone, upright."""


@pytest.fixture(scope="module")
def replies(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    """Every kind of reply."""
    return asyncio.run(cases(tmp_path_factory.mktemp("data")))


@pytest_asyncio.fixture
async def drawings(
    opened: Browser, replies: list[Case], tmp_path: Path
) -> AsyncIterator[dict[str, dict[str, int]]]:
    """The height of each reply in each chat, in pixels."""
    file = tmp_path / "drawings.html"
    file.write_text(page({one.name: drawing(one) for one in replies}, None), encoding="utf-8")
    async with opened.at(file.as_uri()) as shown:
        yield {one.name: await heights(shown, one.name) for one in replies}


async def heights(shown: Page, name: str) -> dict[str, int]:
    """The pixels below each other that one reply takes."""
    found = {}
    for chat in ("slack", "teams"):
        phone = shown.locator(f"#{name} .{chat}.now")
        found[chat] = int(await phone.get_attribute("data-height"))
    return found


async def test_replies_fit_a_phone(
    replies: list[Case], drawings: dict[str, dict[str, int]]
) -> None:
    simple = [one.name for one in replies if is_simple(one)]
    closest = [one.name for one in replies if one.reply.outcome == "closest"]
    changes = [one.name for one in replies if one.reply.is_shortened]

    assert len(simple) > 5
    assert len(closest) > 2
    assert len(changes) > 1
    assert {name: drawings[name]["slack"] for name in simple if drawings[name]["slack"] > 200} == {}
    assert [name for name in closest if max(drawings[name].values()) > 1.5 * SCREEN] == []
    assert [name for name in changes if max(drawings[name].values()) > SCREEN] == []


def is_simple(case: Case) -> bool:
    """Whether a reply is one sentence from one source."""
    reply = case.reply
    one_sentence = len(reply.sources) == 1 and len(reply.text.split("\n")) == 1
    more = reply.follow_up or reply.notice or doubt(reply)
    return reply.outcome == "answer" and one_sentence and not more
