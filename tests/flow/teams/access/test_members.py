"""How people's groups are looked up: once in some minutes, in time, and never with an error."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import aiohttp
import pytest
from aiohttp.test_utils import TestServer

from adapters.teams.api.graph import Graph, Members
from adapters.teams.api.tokens import FixedToken, Tokens
from tests.flow.teams.access.test_groups import (
    ADMINS,
    BOSS,
    GUEST,
    LEAD,
    MANAGERS,
    MINA,
    directory,
)
from tests.flow.teams.setup.test_doctor import NoToken
from tests.flow.teams.stand_in.api import TOKEN, Refusal
from tests.flow.teams.stand_in.graph import GraphApi

BOTH = frozenset({ADMINS, MANAGERS})
NONE: frozenset[str] = frozenset()


class Clock:
    """A clock that stands still until somebody moves it."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def members(
    graph: GraphApi,
    groups: frozenset[str] = BOTH,
    clock: Callable[[], float] | None = None,
    tokens: Tokens | None = None,
) -> AsyncIterator[Members]:
    """The members of the groups, as this Graph knows them."""
    async with TestServer(graph.application) as server, aiohttp.ClientSession() as session:
        known = Graph(session, tokens or FixedToken(TOKEN), str(server.make_url("")))
        yield Members(lambda: known, groups, limit_s=0.2, clock=clock or Clock())


async def test_a_person_is_looked_up_once_in_five_minutes() -> None:
    graph, clock = directory(), Clock()

    async with members(graph, clock=clock) as found:
        first = [await found.groups_of(person) for person in (LEAD, MINA, LEAD)]
        asked = list(graph.asked)
        graph.groups[MANAGERS] = []
        clock.now += 299
        before = await found.groups_of(LEAD)
        clock.now += 2
        after = await found.groups_of(LEAD)

    assert first == [{MANAGERS}, NONE, {MANAGERS}]
    assert (before, after) == (frozenset({MANAGERS}), NONE)
    assert asked == [
        f"users/{LEAD}/checkMemberGroups",
        f"users/{LEAD}",
        f"users/{MINA}/checkMemberGroups",
    ]


async def test_many_messages_of_a_person_at_once_are_one_look_up() -> None:
    graph = directory()

    async with members(graph) as found:
        every = await asyncio.gather(*(found.groups_of(MINA) for _ in range(10)))

    assert set(every) == {NONE}
    assert len(graph.asked) == 1


async def test_more_groups_than_graph_takes_are_asked_in_parts() -> None:
    graph = directory()
    many = BOTH | {f"eeeeeeee-0000-4000-8000-0000000000{n}" for n in range(10, 50)}

    async with members(graph, frozenset(many)) as found:
        groups = await found.groups_of(LEAD)

    assert groups == {MANAGERS}
    assert graph.group_counts == [20, 20, 2]


@pytest.mark.parametrize("person", ["", "mina", "../groups", f"{{{BOSS}}}", BOSS.replace("-", "")])
async def test_what_is_no_object_id_is_not_asked_about(person: str) -> None:
    graph = directory()

    async with members(graph) as found:
        groups = await found.groups_of(person)

    assert groups == NONE
    assert graph.asked == []


async def test_a_guest_is_in_no_group() -> None:
    async with members(directory()) as found:
        groups = await found.groups_of(GUEST)

    assert groups == NONE


@pytest.mark.parametrize(
    ("refusal", "word", "cure"),
    [
        (Refusal(400, "Request_BadRequest"), "graph_bad_id", "TEAMS_ADMIN_GROUP_IDS"),
        (Refusal(401, "InvalidAuthenticationToken"), "graph_unauthorized", "TEAMS_GRAPH_URL"),
        (Refusal(403, "Authorization_RequestDenied"), "graph_denied", "GroupMember.Read.All"),
        (Refusal(404, "Request_ResourceNotFound"), "graph_unknown", "storewise doctor teams"),
        (Refusal(429), "graph_busy", "limits"),
        (Refusal(500), "graph_down", "status.cloud.microsoft"),
        (Refusal(504), "graph_down", "status.cloud.microsoft"),
        (Refusal(302), "graph_bad_answer", "TEAMS_GRAPH_URL"),
        (Refusal(200), "graph_bad_answer", "proxy"),
    ],
)
async def test_every_trouble_is_no_right_and_one_line_in_five_minutes_with_its_cure(
    refusal: Refusal, word: str, cure: str, caplog: pytest.LogCaptureFixture
) -> None:
    graph, clock = directory(), Clock()
    graph.refusal = refusal

    async with members(graph, clock=clock) as found:
        groups = []
        for seconds in (0, 31, 31, 300):
            clock.now += seconds
            groups += [await found.groups_of(person) for person in (BOSS, LEAD)]

    assert set(groups) == {NONE}
    assert [one.__dict__["reason"] for one in caplog.records] == [word, word]
    assert cure in caplog.records[0].__dict__["cure"]
    assert BOSS not in str(caplog.records[0].__dict__)


async def test_graph_is_asked_again_soon_after_a_trouble() -> None:
    graph, clock = directory(), Clock()
    graph.refusal = Refusal(503)

    async with members(graph, clock=clock) as found:
        down = [await found.groups_of(BOSS), await found.groups_of(BOSS)]
        asked, graph.refusal = len(graph.asked), None
        clock.now += 31
        up = await found.groups_of(BOSS)

    assert (down, asked, up) == ([NONE] * 2, 1, frozenset({ADMINS}))


async def test_nobody_is_looked_up_while_graph_asks_to_wait() -> None:
    graph, clock = directory(), Clock()
    graph.refusal = Refusal(429, "TooManyRequests", retry_after="120")

    async with members(graph, clock=clock) as found:
        await found.groups_of(BOSS)
        asked, graph.refusal = len(graph.asked), None
        clock.now += 119
        meanwhile = await found.groups_of(LEAD), len(graph.asked)
        clock.now += 32
        later = await found.groups_of(LEAD)

    assert asked == 1
    assert meanwhile == (NONE, 1)
    assert later == {MANAGERS}


async def test_a_silent_graph_is_given_up_in_time(caplog: pytest.LogCaptureFixture) -> None:
    graph = directory()
    graph.gate = asyncio.Event()

    async with members(graph) as found:
        async with asyncio.timeout(1):
            many = await asyncio.gather(*(found.groups_of(BOSS) for _ in range(5)))
        graph.gate.set()

    assert set(many) == {NONE}
    assert [one.__dict__["reason"] for one in caplog.records] == ["graph_slow"]


async def test_an_address_where_nobody_answers_is_no_right(
    unused_tcp_port: int, caplog: pytest.LogCaptureFixture
) -> None:
    async with aiohttp.ClientSession() as session:
        nobody = Graph(session, FixedToken(TOKEN), f"http://127.0.0.1:{unused_tcp_port}")
        groups = await Members(lambda: nobody, BOTH).groups_of(BOSS)

    assert groups == NONE
    assert caplog.records[0].__dict__["reason"] == "graph_unreachable"


async def test_without_a_token_graph_is_not_asked() -> None:
    graph = directory()

    async with members(graph, tokens=NoToken("secret_expired")) as found:
        groups = await found.groups_of(BOSS)

    assert groups == NONE
    assert graph.asked == []
