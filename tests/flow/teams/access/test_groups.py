"""What people may do and read by their Entra groups, from a signed request to the reply."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp.test_utils import TestServer

from adapters.teams.api.graph import Members
from knowledge.model.documents import Audience
from tests.flow.teams.asking.test_questions import CHANNEL, KOREAN, QUESTION, mentioned
from tests.flow.teams.stand_in.api import Refusal
from tests.flow.teams.stand_in.bot import ADMIN, Running, running
from tests.flow.teams.stand_in.graph import GraphApi
from tests.flow.teams.stand_in.identity import OTHER_TENANT, TENANT, Body

BOSS, LEAD, MINA, GUEST, STRANGER = (f"bbbbbbbb-0000-4000-8000-00000000000{n}" for n in "12345")
ADMINS, MANAGERS, LEADS = (f"dddddddd-0000-4000-8000-00000000000{n}" for n in "123")
MANAGER_CHAT = "19:managers@thread.tacv2"


def directory() -> GraphApi:
    """A tenant where the leads are managers, by a group within a group."""
    people = {BOSS: "Member", LEAD: "Member", MINA: "Member", GUEST: "Guest"}
    groups = {ADMINS: [BOSS, GUEST], MANAGERS: [LEADS, GUEST], LEADS: [LEAD]}
    return GraphApi(people, groups)


@asynccontextmanager
async def with_groups(graph: GraphApi, **more: Any) -> AsyncIterator[Running]:
    """The bot where groups give rights."""
    groups: dict[str, Any] = {
        "admin_group_ids": frozenset({ADMINS}),
        "manager_group_ids": frozenset({MANAGERS}),
        "manager_chats": frozenset({MANAGER_CHAT}),
    }
    async with TestServer(graph.application) as server:
        url = str(server.make_url("")).rstrip("/")
        async with running(graph_url=url, **(groups | more)) as bot:
            yield bot


def by(person: str) -> Body:
    return {"from": {"id": f"29:{person}", "aadObjectId": person}}


async def asked(bot: Running, person: str, text: str = QUESTION, **changes: Any) -> None:
    """Send a message and wait for its reply."""
    before = len(bot.teams.messages)
    await bot.send(bot.said(**({"text": text, "id": f"{person}{before}"} | by(person) | changes)))
    await bot.teams.message(before)


async def role_of(person: str, graph: GraphApi, **changes: Any) -> Audience:
    """The role for which a person's question is answered in their personal chat."""
    async with with_groups(graph) as bot:
        await asked(bot, person, **changes)
    return bot.conversation.asked[0].scope.audience


@pytest.mark.parametrize("question", [QUESTION, KOREAN])
@pytest.mark.parametrize(
    ("person", "role"),
    [
        (BOSS, Audience.ADMIN),
        (LEAD, Audience.MANAGER),
        (MINA, Audience.STAFF),
        (GUEST, Audience.STAFF),
        (STRANGER, Audience.STAFF),
    ],
    ids=["in a group", "in a group within a group", "in none", "a guest in both", "unknown"],
)
async def test_a_group_gives_its_people_of_the_company_their_role(
    person: str, role: Audience, question: str
) -> None:
    assert await role_of(person, directory(), text=question) is role


async def test_capitals_in_an_id_make_nobody_another_person() -> None:
    assert await role_of(LEAD.upper(), directory()) is Audience.MANAGER


@pytest.mark.parametrize(("person", "admin"), [(BOSS, True), (LEAD, False)])
@pytest.mark.parametrize("command", ["reindex", "다시 색인"])
async def test_commands_are_for_members_of_an_administrators_group(
    person: str, admin: bool, command: str
) -> None:
    async with with_groups(directory()) as bot:
        await asked(bot, person, **mentioned(command))

    assert bot.conversation.asked[0].admin is admin


@pytest.mark.parametrize(("person", "admin"), [(BOSS, True), (MINA, False)])
async def test_help_names_the_commands_to_administrators_by_group(person: str, admin: bool) -> None:
    async with with_groups(directory()) as bot:
        await asked(bot, person, "help")

    shown = str(bot.teams.messages[0].body)
    assert ("reindex" in shown) is admin


async def test_an_ordinary_question_in_a_channel_asks_graph_nothing() -> None:
    graph = directory()

    async with with_groups(graph) as bot:
        await asked(bot, BOSS, **mentioned(QUESTION))
        about = bot.conversation.asked[0].trace_id
        value = {"data": {"verb": "sources", "about": about, "number": 0}}
        sources = await bot.invoke("task/fetch", value, conversation=CHANNEL, **by(BOSS))

    assert "Opened headphones" in str(sources)
    assert bot.conversation.asked[0].scope.audience is Audience.STAFF
    assert graph.asked == []


async def test_in_a_chat_of_managers_members_are_answered_as_managers() -> None:
    place = {"conversation": {"id": f"{MANAGER_CHAT};messageid=1", "conversationType": "channel"}}

    async with with_groups(directory()) as bot:
        for person in (BOSS, LEAD, MINA):
            await asked(bot, person, **(mentioned(QUESTION) | place))

    roles = [one.scope.audience for one in bot.conversation.asked]
    assert roles == [Audience.MANAGER, Audience.MANAGER, Audience.STAFF]


async def test_people_of_another_tenant_are_not_looked_up() -> None:
    graph = directory()
    tenants = frozenset({TENANT, OTHER_TENANT})
    away = {"id": "a:1", "conversationType": "personal", "tenantId": OTHER_TENANT}

    async with with_groups(graph, allowed_tenants=tenants) as bot:
        channel_data = {"tenant": {"id": OTHER_TENANT}}
        await asked(bot, BOSS, conversation=away, channelData=channel_data)

    assert bot.conversation.asked[0].scope.audience is Audience.STAFF
    assert graph.asked == []


@pytest.mark.parametrize("settings", [{}, {"admin_object_ids": frozenset({BOSS})}])
async def test_without_groups_nobody_is_looked_up(settings: dict[str, Any]) -> None:
    graph, none = directory(), frozenset[str]()

    async with with_groups(graph, admin_group_ids=none, manager_group_ids=none, **settings) as bot:
        await asked(bot, BOSS)

    is_named = bool(settings)
    assert (bot.conversation.asked[0].scope.audience is Audience.ADMIN) is is_named
    assert graph.asked == []


async def test_who_is_named_by_object_id_has_their_role_whatever_graph_says() -> None:
    graph = directory()
    graph.granted.clear()

    async with with_groups(graph, manager_object_ids=frozenset({MINA})) as bot:
        await asked(bot, ADMIN)
        await asked(bot, MINA)

    roles = [one.scope.audience for one in bot.conversation.asked]
    assert roles == [Audience.ADMIN, Audience.MANAGER]


@pytest.mark.parametrize("granted", ["GroupMember.Read.All", "User.Read.All", None])
async def test_without_both_permissions_everybody_is_staff_and_one_line_says_the_cure(
    granted: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    graph = directory()
    graph.granted = {granted} if granted else set()

    async with with_groups(graph) as bot:
        for person in (BOSS, LEAD, BOSS):
            await asked(bot, person)

    lines = [one for one in caplog.records if one.name == Members.__module__]
    assert {one.scope.audience for one in bot.conversation.asked} == {Audience.STAFF}
    assert [one.__dict__["reason"] for one in lines] == ["graph_denied"]
    assert "admin consent" in lines[0].__dict__["cure"]
    logged = "".join(str(one.__dict__) for one in lines)
    assert not any(word in logged for word in (BOSS, LEAD, "김민지"))


async def test_a_graph_that_does_not_answer_delays_nobody_for_long() -> None:
    graph = directory()
    graph.gate = asyncio.Event()

    async with with_groups(graph) as bot:
        async with asyncio.timeout(3):
            await asked(bot, BOSS)
        graph.gate.set()

    assert bot.conversation.asked[0].scope.audience is Audience.STAFF


async def test_a_graph_in_trouble_costs_rights_and_no_reply() -> None:
    graph = directory()
    graph.refusal = Refusal(503)

    assert await role_of(BOSS, graph) is Audience.STAFF
