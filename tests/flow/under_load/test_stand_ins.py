"""The Slack and the Teams in which questions under load are counted: what they keep and refuse."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest
from aiohttp.test_utils import TestServer
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from benchmarks.under_load.counting import Said
from benchmarks.under_load.faults import Fault, Faults
from benchmarks.under_load.slack import Workspace
from benchmarks.under_load.teams import Tenant
from bot import texts
from knowledge.model.documents import Language
from tests.flow.slack.stand_in.api import mention
from tests.flow.teams.stand_in.api import Sent

METADATA = {"event_type": "answer", "event_payload": {"id": "r1"}}
QUESTION, QUESTION_KO = "how long do we keep an umbrella?", "우산은 며칠 보관해요?"
CHANNEL, ASKED_AT = "C1", "1795781204.000001"
THREAD = f"{CHANNEL}:{ASKED_AT}"


def workspace(*faults: Fault) -> Workspace:
    chance = random.Random(1)  # noqa: S311 - no secret depends on it
    return Workspace(chance, Faults(1.0 if faults else 0.0, chance, faults))


@asynccontextmanager
async def client(slack: Workspace) -> AsyncIterator[AsyncWebClient]:
    async with TestServer(slack.application()) as api, aiohttp.ClientSession() as session:
        url = str(api.make_url("/api/"))
        # Slack's library would post again after a closed connection.
        yield AsyncWebClient("xoxb-1", url, timeout=5, session=session, retry_handlers=[])


async def posted(client: AsyncWebClient, text: str) -> str:
    answer = await client.chat_postMessage(
        channel=CHANNEL, thread_ts=ASKED_AT, text=text, metadata=METADATA
    )
    return str(answer["ts"])


@pytest.mark.parametrize("question", [QUESTION, QUESTION_KO])
async def test_a_thread_has_the_question_and_the_replies_with_what_is_noted_on_them(
    question: str,
) -> None:
    slack = workspace()
    slack.written(mention(question, ts=ASKED_AT))
    async with client(slack) as web:
        ts = await posted(web, "30 days")

        plain = await web.conversations_replies(channel=CHANNEL, ts=ASKED_AT)
        noted = await web.conversations_replies(
            channel=CHANNEL, ts=ASKED_AT, include_all_metadata=True
        )

    assert [one["ts"] for one in plain["messages"]] == [ASKED_AT, ts]
    assert question in plain["messages"][0]["text"]
    assert "metadata" not in plain["messages"][1]
    assert noted["messages"][1]["metadata"] == METADATA


async def test_a_long_thread_comes_in_pages() -> None:
    slack = workspace()
    slack.written(mention(QUESTION, ts=ASKED_AT))
    async with client(slack) as web:
        sent = [await posted(web, str(number)) for number in range(3)]
        first = await web.conversations_replies(channel=CHANNEL, ts=ASKED_AT, limit=2)
        cursor = first["response_metadata"]["next_cursor"]

        rest = await web.conversations_replies(channel=CHANNEL, ts=ASKED_AT, limit=2, cursor=cursor)

    found = [one["ts"] for one in (*first["messages"], *rest["messages"])]
    assert found == [ASKED_AT, *sent]
    assert (first["has_more"], rest["has_more"]) == (True, False)


async def test_an_edit_and_a_deletion_change_what_was_said() -> None:
    slack = workspace()
    async with client(slack) as web:
        edited, deleted = await posted(web, "14 days"), await posted(web, "14 days")

        await web.chat_update(channel=CHANNEL, ts=edited, text="30 days")
        await web.chat_delete(channel=CHANNEL, ts=deleted)

    assert [(one.thread, one.text) for one in slack.said()] == [(THREAD, "30 days")]


@pytest.mark.parametrize("language", ["en", "ko"])
async def test_the_wait_for_a_reply_goes_on_after_a_message_that_asks_for_patience(
    language: Language,
) -> None:
    slack = workspace()
    async with client(slack) as web:
        coming = slack.coming(THREAD, "U1")
        ts = await posted(web, texts.LONG_WAIT[language].format(seconds=30))
        still_waits = not coming.done()

        await web.chat_update(channel=CHANNEL, ts=ts, text="30 days")

    assert still_waits
    assert coming.result().text == "30 days"


async def test_a_note_for_one_person_is_in_no_thread_that_others_read() -> None:
    slack = workspace()
    async with client(slack) as web:
        await web.chat_postEphemeral(channel=CHANNEL, user="U1", text="Please ask again.")

        thread = await web.conversations_replies(channel=CHANNEL, ts=ASKED_AT)

    [note] = slack.said()
    assert (note.person, note.whispered, thread["messages"]) == ("U1", True, [])


async def test_what_slack_does_not_have_is_refused_and_kept() -> None:
    slack = workspace()
    async with client(slack) as web:
        with pytest.raises(SlackApiError, match="unknown_method"):
            await web.api_call("chat.shout")

    assert slack.refused == ["unknown method chat.shout"]


@pytest.mark.parametrize(
    ("fault", "status", "stored"),
    [(Fault.REFUSED, 500, 0), (Fault.STORED, 500, 1), (Fault.TOO_MANY, 429, 0)],
)
async def test_a_fault_says_whether_the_message_was_stored(
    fault: Fault, status: int, stored: int
) -> None:
    slack = workspace(fault)
    async with client(slack) as web:
        with pytest.raises(SlackApiError) as refused:
            await posted(web, "30 days")

    assert refused.value.response.status_code == status
    assert refused.value.response.headers.get("Retry-After") == ("1" if status == 429 else None)
    assert (len(slack.said()), slack.trouble.counts[fault]) == (stored, 1)


async def test_a_connection_that_is_closed_has_stored_the_message() -> None:
    slack = workspace(Fault.CLOSED)
    async with client(slack) as web:
        with pytest.raises(aiohttp.ClientError):
            await posted(web, "30 days")

    assert len(slack.said()) == 1


async def test_an_answer_that_never_comes_has_stored_the_message() -> None:
    slack = workspace(Fault.NEVER)
    async with client(slack) as web:
        posting = asyncio.create_task(posted(web, "30 days"))
        said = await asyncio.wait_for(slack.coming(THREAD, ""), timeout=10)
        _, pending = await asyncio.wait({posting}, timeout=0.2)

        posting.cancel()

    assert (said.text, len(slack.said())) == ("30 days", 1)
    assert pending == {posting}


async def test_a_message_is_stored_although_its_sender_is_gone_before() -> None:
    slack = workspace()
    coming = slack.coming(THREAD, "")
    async with client(slack) as web:
        posting = asyncio.create_task(posted(web, "30 days"))
        while not slack.calls and not posting.done():  # noqa: ASYNC110 - no event says it arrived
            await asyncio.sleep(0)

        posting.cancel()
        said = await asyncio.wait_for(coming, timeout=10)

    assert posting.cancelled()
    assert said.text == "30 days"


async def test_faults_come_in_posts_alone() -> None:
    slack = workspace(Fault.REFUSED)
    async with client(slack) as web:
        known = await web.auth_test()

    assert known["ok"]
    assert not slack.trouble.counts


@pytest.mark.parametrize("text", ["30 days", "30일"])
def test_in_teams_an_edit_changes_what_was_said_and_is_no_second_message(text: str) -> None:
    chance = random.Random(1)  # noqa: S311 - no secret depends on it
    tenant = Tenant(chance, Faults(0.0, chance, ()))
    said = [
        Sent("POST", "19:1", None, {"type": "typing"}),
        Sent("POST", "19:1", None, {"type": "message", "text": "One moment."}),
        Sent("PUT", "19:1", "1:2", {"type": "message", "text": text}),
        Sent("PUT", "19:1", "1:1", {"type": "message", "text": "an edit of something else"}),
    ]

    tenant.api.sent += said

    assert tenant.said() == [Said("19:1", text)]
