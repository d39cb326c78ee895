"""Links to documents: what they lead to, and questions about them."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from bot.conversation.documents.listing import LinkedDocuments
from knowledge.model.documents import Audience, Document, Header
from tests.fakes import FakeHistory, FakeSearch
from tests.flow.slack.stand_in.api import (
    VIEW,
    SlackApi,
    clicked_in,
    clicked_preview,
    signed,
    signed_json,
)
from tests.flow.slack.stand_in.bot import FakeConversation, Running, running
from tests.unit import given

UNFURL = "chat.unfurl"
URL = "https://handbook.example/en/refunds"
KOREAN_URL = "https://handbook.example/ko/refunds"
REFUNDS = Header(
    "refunds-en",
    "Refund <!channel> policy",
    "refunds.md",
    version="2",
    url=URL,
    owner="Customer Care",
    effective_from=given.TODAY.replace(month=1, day=1),
)
KOREAN = replace(
    REFUNDS,
    doc_id="refunds-ko",
    title="환불 규정",
    language="ko",
    url=KOREAN_URL,
    owner="고객지원팀",
)
DOMAINS: dict[str, Any] = {"unfurl_domains": frozenset({"handbook.example"})}


def documents(*headers: Header) -> LinkedDocuments:
    history = FakeHistory([Document(one, "Within 14 days.") for one in headers])
    return LinkedDocuments(FakeSearch(history=history), lambda: given.TODAY)


def shared(*urls: str, **more: Any) -> dict[str, Any]:
    links = [{"domain": "handbook.example", "url": url} for url in urls]
    event = {"type": "link_shared", "channel": "C1", "user": "U1", "message_ts": "5.0"}
    return event | {"links": links, "source": "conversations_history"} | more


async def previews(bot: Running) -> dict[str, Any]:
    await bot.slack.until(lambda: UNFURL in bot.slack.arguments)
    return dict(bot.slack.arguments[UNFURL]["unfurls"])


async def none_comes(bot: Running) -> None:
    await asyncio.sleep(0.1)
    assert UNFURL not in bot.slack.calls


@pytest.mark.parametrize(
    ("url", "words"),
    [
        (URL, ["Refund", "policy", "v2", "1 Jan", "Owner: Customer Care", "Ask about this"]),
        (KOREAN_URL, ["환불 규정", "v2", "1월 1일", "담당: 고객지원팀", "이 문서에 질문"]),
    ],
)
async def test_a_link_to_a_document_shows_its_title_version_day_and_owner(
    url: str, words: list[str]
) -> None:
    async with running(linked=documents(REFUNDS, KOREAN), **DOMAINS) as bot:
        await bot.send(signed(shared(url, "https://handbook.example/other")))
        found = await previews(bot)

    said = bot.slack.arguments[UNFURL]
    shown = json.dumps(found[url], ensure_ascii=False)
    assert (said["channel"], said["ts"], list(found)) == ("C1", "5.0", [url])
    assert [word for word in words if word not in shown] == []
    assert "<!channel>" not in shown


async def test_a_link_to_what_managers_read_stays_as_it_is() -> None:
    secret = replace(REFUNDS, audience=Audience.MANAGER)

    async with running(linked=documents(secret), **DOMAINS) as bot:
        await bot.send(signed(shared(URL)))
        await none_comes(bot)


@pytest.mark.parametrize("more", [{"source": "composer"}, {"links": "none"}, {"links": [None]}])
async def test_a_draft_or_a_request_without_links_gets_no_preview(more: dict[str, Any]) -> None:
    async with running(linked=documents(REFUNDS), **DOMAINS) as bot:
        await bot.send(signed(shared(URL, **more)))
        await none_comes(bot)


async def test_in_a_channel_shared_with_another_company_links_stay_as_they_are() -> None:
    body = {"type": "event_callback", "team_id": "T1", "event_id": "Ev1", "event": shared(URL)}

    async with running(linked=documents(REFUNDS), **DOMAINS) as bot:
        await bot.send(signed_json(body | {"is_ext_shared_channel": True}))
        await none_comes(bot)


async def test_without_the_setting_links_stay_as_they_are() -> None:
    async with running(linked=documents(REFUNDS)) as bot:
        await bot.send(signed(shared(URL)))
        await none_comes(bot)


async def test_without_the_right_that_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    slack = SlackApi()
    slack.scopes = frozenset({"chat:write"})

    async with running(slack, linked=documents(REFUNDS), **DOMAINS) as bot:
        await bot.send(signed(shared(URL), event_id="Ev1"))
        await slack.until(lambda: UNFURL in slack.calls)
        await asyncio.sleep(0.1)  # until the refusal is noted
        await bot.send(signed(shared(URL), event_id="Ev2"))
        await bot.settle()

    assert slack.calls.count(UNFURL) == 1
    refused = [one for one in caplog.records if "refuses a call" in one.message]
    assert [one.__dict__["reason"] for one in refused] == ["missing_scope"]


async def form(bot: Running, url: str, user: str = "U1") -> dict[str, Any]:
    """Click the button of a link's preview; return the form that opens."""
    await bot.send(signed(shared(url)))
    found = await previews(bot)
    await bot.send(clicked_preview(found[url], url, user, f"{bot.api_url}respond/4"))
    await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
    return bot.slack.view("views.open")


@pytest.mark.parametrize(
    ("url", "title", "question"),
    [
        (URL, "Refund", "how long for headphones?"),
        (KOREAN_URL, "환불 규정", "헤드폰 환불 기간은?"),
    ],
)
async def test_a_question_about_a_link_names_its_document_and_only_its_asker_reads_the_answer(
    url: str, title: str, question: str
) -> None:
    async with running(linked=documents(REFUNDS, KOREAN), **DOMAINS) as bot:
        view = await form(bot, url)
        await bot.submit(view, question={"value": question})
        await bot.slack.until(lambda: "views.update" in bot.slack.arguments)
        await bot.settle()

    [asked] = bot.conversation.asked
    assert title in json.dumps(view, ensure_ascii=False)
    assert asked.text.startswith(title)
    assert asked.text.endswith(f": {question}")
    assert (asked.selected_text, bot.slack.posted.empty()) == (None, True)


class ForManagers(FakeConversation):
    """Answers from documents that managers read."""

    async def handle(self, message: Any, *more: Any, **others: Any) -> Any:
        text = message.text.rpartition(": ")[2]
        reply = await super().handle(replace(message, text=text), *more, **others)
        return replace(reply, audience=Audience.MANAGER)


async def test_an_answer_for_managers_is_not_shared_with_everybody_in_the_thread() -> None:
    conversation, more = ForManagers(), DOMAINS | {"manager_user_ids": frozenset({"UBOSS"})}

    async with running(conversation=conversation, linked=documents(REFUNDS), **more) as bot:
        view = await form(bot, URL, "UBOSS")
        await bot.submit(view, "UBOSS", question={"value": "how long for headphones?"})
        await bot.slack.until(lambda: "14 days" in json.dumps(bot.slack.arguments))
        shown = bot.slack.view("views.update")
        await bot.send(clicked_in(shown, VIEW, "share_selected", "UBOSS"))
        await bot.slack.until(lambda: "Not everyone may read" in json.dumps(bot.slack.arguments))
        await bot.settle()

    assert conversation.asked[0].scope.audience is Audience.MANAGER
    assert bot.slack.posted.empty()


async def test_a_document_that_ended_meanwhile_is_told() -> None:
    history = FakeHistory([Document(REFUNDS, "Within 14 days.")])
    search = FakeSearch(history=history)

    async with running(linked=LinkedDocuments(search, lambda: given.TODAY), **DOMAINS) as bot:
        await bot.send(signed(shared(URL)))
        found = await previews(bot)
        search.history = FakeHistory([])
        search.generation = replace(search.generation, number=2)
        await bot.send(clicked_preview(found[URL], URL, "U1", f"{bot.api_url}respond/4"))
        told = await bot.slack.post()

    assert "no longer in force" in told.text
