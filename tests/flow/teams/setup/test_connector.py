"""What the bot sends to Teams: to the right place, in order, again where Teams was too busy."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer, unused_port

from adapters.teams.api.connector import Connector, Pace
from adapters.teams.api.hosts import ServiceHosts
from adapters.teams.api.tokens import FixedToken
from adapters.teams.api.trouble import TeamsError, TokenError
from tests.flow.teams.stand_in.api import BUSY, DOWN, NOT_HERE, TOKEN, Naps, Refusal, TeamsApi

THREAD = "19:abc/d?e@thread.tacv2;messageid=1700000000000"
ASKER = {"id": "29:mina", "name": "Mina"}


def message(text: str = "**14 days** [1]", **more: Any) -> dict[str, Any]:
    body = {"type": "message", "text": text, "textFormat": "markdown", "recipient": ASKER}
    return body | more


@dataclass
class Running:
    """A connector, and the Teams that it sends to."""

    api: TeamsApi
    connector: Connector
    service: str
    naps: Naps

    async def send(self, text: str = "14일", conversation: str = THREAD, **more: Any) -> str:
        return await self.connector.send(self.service, conversation, message(text), **more)

    async def refused(self, text: str = "14일") -> TeamsError:
        with pytest.raises(TeamsError) as error:
            await self.send(text)
        return error.value


@asynccontextmanager
async def running(token: str = TOKEN, pace: Pace | None = None) -> AsyncIterator[Running]:
    api, naps = TeamsApi(token), Naps()
    hosts = ServiceHosts(["127.0.0.1"])
    async with TestServer(api.application) as server, aiohttp.ClientSession() as session:
        connector = Connector(session, FixedToken(token), hosts, pace, naps, naps.clock)
        yield Running(api, connector, str(server.make_url("/kr/")), naps)


async def test_a_message_goes_to_its_thread_and_comes_back_with_an_id() -> None:
    async with running() as teams:
        activity_id = await teams.send("14일까지입니다 [1]")

    [sent] = teams.api.sent
    assert activity_id == "1:1"
    assert (sent.method, sent.conversation_id, sent.activity_id) == ("POST", THREAD, None)
    assert sent.text == "14일까지입니다 [1]"
    assert sent.body["conversation"] == {"id": THREAD}
    assert teams.api.faults == []


async def test_a_message_is_put_in_the_place_of_another() -> None:
    async with running() as teams:
        activity_id = await teams.send("1%")
        await teams.connector.update(teams.service, THREAD, activity_id, message("2%"))

    [_, changed] = teams.api.sent
    assert (changed.method, changed.activity_id, changed.text) == ("PUT", "1:1", "2%")
    assert changed.body["id"] == "1:1"


async def test_many_messages_share_their_connections() -> None:
    async with running() as teams:
        for number in range(10):
            await teams.send(f"{number}")

    assert len(teams.api.sessions) == 1


async def test_an_emulator_gets_no_authorization_at_all() -> None:
    async with running(token="") as teams:
        await teams.send()

    assert (len(teams.api.sent), teams.api.faults) == (1, [])


@pytest.mark.parametrize("answer", [web.Response(status=202), web.json_response({}, status=202)])
async def test_a_message_may_have_no_id(answer: web.Response) -> None:
    async with running() as teams:
        teams.api.answer = lambda _: answer

        assert await teams.send() == ""


@pytest.mark.parametrize("status", [412, 429, 500, 502, 503, 504])
async def test_what_teams_is_too_busy_for_is_sent_again_when_it_says(status: int) -> None:
    async with running() as teams:
        teams.api.refuse(Refusal(status, retry_after="7"), Refusal(status, retry_after="3"))

        await teams.send()

    assert len(teams.api.sent) == 1
    assert teams.naps.taken == [7, 3]


async def test_without_a_word_about_it_the_pauses_grow_and_differ() -> None:
    async with running() as first, running() as second:
        for teams in (first, second):
            teams.api.refuse(*[DOWN] * 4)
            await teams.send()

    for nap, most in zip(first.naps.taken, [1, 2, 4, 8], strict=True):
        assert most / 2 <= nap <= most
    assert first.naps.taken != second.naps.taken


async def test_teams_may_name_a_date() -> None:
    then = format_datetime(datetime.now(UTC) + timedelta(seconds=20), usegmt=True)
    async with running() as teams:
        teams.api.refuse(Refusal(429, retry_after=then))

        await teams.send()

    [nap] = teams.naps.taken
    assert 15 < nap <= 20


@pytest.mark.parametrize("written", ["soon", "-5", "", "1e9", "١", "Thu, 01 Jan 1970 00:00:00 GMT"])
async def test_a_date_that_nobody_can_read_is_no_reason_to_wait_for_long(written: str) -> None:
    async with running() as teams:
        teams.api.refuse(Refusal(429, retry_after=written))

        await teams.send()

    [nap] = teams.naps.taken
    assert 0.5 <= nap <= 1


async def test_tries_are_bounded(caplog: pytest.LogCaptureFixture) -> None:
    async with running() as teams:
        teams.api.refuse(*[BUSY] * 50)

        error = await teams.refused("김민지 010-1234-5678")

    assert (error.word, error.status, len(teams.api.tried)) == ("TooManyRequests", 429, 5)
    line = caplog.records[-1].__dict__
    assert "limits messages" in line["cure"]
    assert "민지" not in "".join(str(vars(one)) for one in caplog.records)


async def test_so_is_the_time() -> None:
    async with running() as teams:
        teams.api.refuse(Refusal(429, retry_after="20"), Refusal(429, retry_after="20"), None)

        await teams.refused()

    assert teams.naps.taken == [20]


async def test_a_pause_that_is_too_long_is_not_begun() -> None:
    async with running() as teams:
        teams.api.refuse(Refusal(429, retry_after="999999999999999999"))

        await teams.refused()

    assert teams.naps.taken == []


@pytest.mark.parametrize(
    ("refusal", "word", "said"),
    [
        (NOT_HERE, "BotNotInConversationRoster", "install the app there"),
        (Refusal(400, "BadSyntax"), "BadSyntax", "report this with the trace id"),
        (Refusal(401, "Unauthorized"), "Unauthorized", "TEAMS_APP_ID"),
        (Refusal(403, "MessageWritesBlocked"), "MessageWritesBlocked", "nothing to do"),
        (Refusal(403, "BotDisabledByAdmin"), "BotDisabledByAdmin", "admin.teams.microsoft.com"),
        (Refusal(404, "ConversationNotFound"), "ConversationNotFound", "install the app"),
        (Refusal(413), "http_413", "ANSWER_LENGTH=brief"),
        (Refusal(501, "ServiceError"), "ServiceError", "status.cloud.microsoft"),
        (Refusal(505), "http_505", "status.cloud.microsoft"),
        (Refusal(418, "Teapot"), "Teapot", "“Teapot”"),
        (Refusal(403, "<script>"), "http_403", "http_403"),
        (Refusal(302), "bad_response", "does not answer like Teams"),
    ],
)
async def test_what_teams_does_not_want_is_sent_once_and_its_cure_logged(
    refusal: Refusal, word: str, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with running() as teams:
        teams.api.refuse(refusal)

        error = await teams.refused()

    assert (error.word, error.status, len(teams.api.tried)) == (word, refusal.status, 1)
    [line] = [one.__dict__ for one in caplog.records]
    assert (line["reason"], line["status"]) == (word, refusal.status)
    assert said in line["cure"]


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("Content stream was cancelled by user", "stream_stopped"),
        ("Content stream is already completed", "stream_done"),
        ("Content stream finished due to exceeded streaming time.", "stream_late"),
        ("No.", "ContentStreamNotAllowed"),
    ],
)
async def test_the_end_of_a_stream_says_why(said: str, word: str) -> None:
    async with running() as teams:
        teams.api.refuse(Refusal(403, "ContentStreamNotAllowed", said))

        assert (await teams.refused()).word == word


async def test_messages_of_one_conversation_arrive_in_order_though_the_first_waits() -> None:
    async with running() as teams:
        teams.api.refuse(BUSY, BUSY)

        await asyncio.gather(*(teams.send(str(number)) for number in range(6)))

    assert [one.text for one in teams.api.sent] == [str(number) for number in range(6)]


async def test_another_conversation_does_not_wait_for_it() -> None:
    async with running() as teams:
        teams.api.gate = asyncio.Event()
        slow = asyncio.create_task(teams.send("slow"))
        await teams.api.until(lambda: len(teams.api.tried) == 1)
        waiting = asyncio.create_task(teams.send("waiting"))
        other = asyncio.create_task(teams.send("other", conversation="a:2"))
        await teams.api.until(lambda: len(teams.api.tried) == 2)
        teams.api.gate.set()
        await asyncio.gather(slow, waiting, other)

    assert [one.text for one in teams.api.tried] == ["slow", "other", "waiting"]


async def test_a_message_that_is_given_up_lets_the_next_one_pass() -> None:
    async with running() as teams:
        teams.api.refuse(NOT_HERE)
        first, second = await asyncio.gather(
            teams.send("1"), teams.send("2"), return_exceptions=True
        )

    assert isinstance(first, TeamsError)
    assert second == "1:1"


@pytest.mark.parametrize(
    "beside", [{}, {"text": "Searching…", "entities": [{"type": "streaminfo"}]}]
)
async def test_a_sign_of_work_keeps_no_answer_waiting(beside: dict[str, Any]) -> None:
    async with running() as teams:
        teams.api.refuse(BUSY)
        with pytest.raises(TeamsError):
            await teams.connector.send(teams.service, THREAD, {"type": "typing"} | beside)

    assert len(teams.api.tried) == 1


async def test_a_message_for_one_person_s_eyes_is_aimed_at_them() -> None:
    async with running() as teams:
        activity_id = await teams.send("관리자만", targeted=True)
        await teams.connector.update(
            teams.service, THREAD, activity_id, message("끝"), targeted=True
        )

    assert [one.targeted for one in teams.api.sent] == [True, True]
    assert teams.api.sent[0].body["recipient"] == ASKER | {"isTargeted": True}
    assert (ASKER, teams.api.faults) == ({"id": "29:mina", "name": "Mina"}, [])


@pytest.mark.parametrize("refusal", [Refusal(400, "BadArgument"), NOT_HERE, Refusal(404)])
async def test_where_teams_cannot_aim_it_goes_to_everybody(refusal: Refusal) -> None:
    async with running() as teams:
        teams.api.refused_targeted = refusal
        await teams.send("Only administrators can do this.", targeted=True)

    assert [(one.targeted, one.body["recipient"]) for one in teams.api.sent] == [(False, ASKER)]


@pytest.mark.parametrize("refusal", [Refusal(401), Refusal(413), Refusal(501)])
async def test_where_the_aim_is_not_the_matter_it_goes_to_nobody_else(refusal: Refusal) -> None:
    async with running() as teams:
        teams.api.refused_targeted = refusal
        with pytest.raises(TeamsError):
            await teams.send("3 documents.", targeted=True)

    assert [one.targeted for one in teams.api.tried] == [True]


async def test_a_busy_teams_does_not_make_a_private_message_public() -> None:
    async with running() as teams:
        teams.api.refused_targeted = BUSY
        with pytest.raises(TeamsError):
            await teams.send("3 documents.", targeted=True)

    assert {one.targeted for one in teams.api.tried} == {True}


async def test_the_token_goes_to_allowed_hosts_only(caplog: pytest.LogCaptureFixture) -> None:
    async with running() as teams:
        elsewhere = teams.service.replace("127.0.0.1", "localhost")
        with pytest.raises(TeamsError, match="other_host"):
            await teams.connector.send(elsewhere, THREAD, message())

    assert teams.api.tried == []
    assert "TEAMS_SERVICE_HOSTS" in caplog.records[0].__dict__["cure"]


async def test_the_token_does_not_follow_a_redirect() -> None:
    followed: list[str] = []

    async def take(request: web.Request) -> web.Response:
        followed.append(request.headers.get("Authorization", ""))
        return web.json_response({"id": "1"})

    application = web.Application()
    application.router.add_route("*", "/{path:.*}", take)
    async with TestServer(application) as elsewhere, running() as teams:
        location = str(elsewhere.make_url("/"))
        teams.api.answer = lambda _: web.Response(status=307, headers={"Location": location})
        error = await teams.refused()

    assert (error.word, followed) == ("bad_response", [])


async def test_a_teams_that_cannot_be_reached_is_tried_again() -> None:
    naps = Naps()
    async with aiohttp.ClientSession() as session:
        hosts = ServiceHosts(["127.0.0.1"])
        connector = Connector(session, FixedToken("t"), hosts, None, naps, naps.clock)
        with pytest.raises(TeamsError, match="unreachable"):
            await connector.send(f"http://127.0.0.1:{unused_port()}", THREAD, message())

    assert len(naps.taken) == 4


async def test_a_message_whose_answer_is_late_is_not_sent_twice() -> None:
    async with running(pace=Pace(call_s=0.05)) as teams:
        teams.api.gate = asyncio.Event()
        error = await teams.refused()
        teams.api.gate.set()

    assert (error.word, len(teams.api.tried)) == ("unanswered", 1)


async def test_a_message_that_is_too_big_is_not_taken() -> None:
    async with running() as teams:
        error = await teams.refused("a" * 100_000)

    assert error.word == "MessageSizeTooBig"


async def test_without_a_token_nothing_is_sent(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)

    class NoToken(FixedToken):
        async def token(self, scope: str = "") -> str:
            raise TokenError("secret_expired")

    async with running() as teams, aiohttp.ClientSession() as session:
        connector = Connector(session, NoToken(), ServiceHosts(["127.0.0.1"]))
        with pytest.raises(TeamsError, match="secret_expired"):
            await connector.send(teams.service, THREAD, message())

    assert teams.api.tried == []
    assert "TEAMS_APP_PASSWORD" in caplog.records[-1].__dict__["cure"]
