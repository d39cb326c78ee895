"""Who may run commands and who may ask: by id, by user group, or as the workspace's admin."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import TestServer
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.channels.channels import ChannelSettings
from adapters.slack.workspace.people import Named, People
from knowledge.model.documents import Audience
from tests.flow.slack.stand_in.api import DOWN, RATE_LIMITED, Refusal, SlackApi

MEMBERS = "usergroups.users.list"
INFO = "users.info"
LEADS = ChannelSettings(allowed_groups=frozenset({"S1"}))


class Clock:
    """A clock that stands still until somebody moves it."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def slack() -> SlackApi:
    slack = SlackApi()
    slack.answers[MEMBERS] = {"users": ["U1", "U2"]}
    return slack


@pytest.fixture
async def client(slack: SlackApi) -> AsyncIterator[AsyncWebClient]:
    async with TestServer(slack.application) as api, aiohttp.ClientSession() as session:
        yield AsyncWebClient("xoxb-1", base_url=str(api.make_url("/api/")), session=session)


async def test_who_is_listed_is_an_admin_and_slack_is_not_asked(
    slack: SlackApi, client: AsyncWebClient
) -> None:
    people = People(Named(frozenset({"U1"}), frozenset({"S1"})), workspace_admins=True)

    assert await people.is_admin(client, "T1", "U1")
    assert slack.calls == []


async def test_without_groups_and_workspace_admins_nobody_else_is(
    slack: SlackApi, client: AsyncWebClient
) -> None:
    people = People(Named(frozenset({"U1"})))

    assert not await people.is_admin(client, "T1", "U2")
    assert slack.calls == []


@pytest.mark.parametrize(("user", "admin"), [("U1", True), ("U2", True), ("U3", False)])
async def test_members_of_an_admin_group_are_admins(
    user: str, admin: bool, slack: SlackApi, client: AsyncWebClient
) -> None:
    people = People(Named(group_ids=frozenset({"S1"})))

    assert await people.is_admin(client, "T1", user) is admin
    assert (slack.unseen[0].body["usergroup"], slack.unseen[0].body["team_id"]) == ("S1", "T1")


@pytest.mark.parametrize(
    ("person", "admin"),
    [
        ({"team_id": "T1", "is_admin": True}, True),
        ({"team_id": "T1", "is_owner": True}, True),
        ({"team_id": "T1"}, False),
        ({"team_id": "T1", "is_admin": True, "deleted": True}, False),
        ({"team_id": "T1", "is_admin": True, "is_bot": True}, False),
        ({"team_id": "T2", "is_admin": True}, False),
        ({"team_id": "T1", "is_admin": True, "is_stranger": True}, False),
        ({"team_id": "E1", "is_admin": True, "enterprise_user": {"teams": ["T1"]}}, True),
        ({"is_admin": True}, False),
        ({}, False),
        (None, False),
    ],
)
async def test_admins_of_this_workspace_are_admins_where_that_is_set(
    person: dict[str, Any] | None, admin: bool, slack: SlackApi, client: AsyncWebClient
) -> None:
    slack.answers[INFO] = {"user": person}

    assert await People(workspace_admins=True).is_admin(client, "T1", "U9") is admin


async def test_roles_are_named_by_person_and_by_group(
    slack: SlackApi, client: AsyncWebClient
) -> None:
    people = People(Named(frozenset({"UA"})), Named(frozenset({"UM"}), frozenset({"S1"})))

    roles = [await people.role(client, "T1", user) for user in ("UA", "UM", "U2", "U3")]

    assert roles == [Audience.ADMIN, Audience.MANAGER, Audience.MANAGER, Audience.STAFF]


async def test_who_is_named_with_a_workspace_is_nobody_in_another(
    slack: SlackApi, client: AsyncWebClient
) -> None:
    people = People(Named(frozenset({"T1:UA"})), Named(group_ids=frozenset({"T1:S1"})))

    here = [await people.role(client, "T1", user) for user in ("UA", "U2")]
    there = [await people.role(client, "T2", user) for user in ("UA", "U2")]

    assert here == [Audience.ADMIN, Audience.MANAGER]
    assert there == [Audience.STAFF, Audience.STAFF]


async def test_where_slack_does_not_say_who_is_in_a_group_everybody_is_staff(
    slack: SlackApi, client: AsyncWebClient
) -> None:
    slack.refuse(MEMBERS, *[Refusal("missing_scope")] * 2)

    role = await People(managers=Named(group_ids=frozenset({"S1"}))).role(client, "T1", "U2")

    assert role is Audience.STAFF


async def test_everybody_may_ask_where_no_groups_are_set(
    slack: SlackApi, client: AsyncWebClient
) -> None:
    assert await People().may_ask(client, "T1", "U9", ChannelSettings())
    assert slack.calls == []


@pytest.mark.parametrize(("user", "may"), [("U1", True), ("U3", False)])
async def test_only_members_may_ask_where_groups_are_set(
    user: str, may: bool, client: AsyncWebClient
) -> None:
    assert await People().may_ask(client, "T1", user, LEADS) is may


async def test_one_of_several_groups_is_enough(slack: SlackApi, client: AsyncWebClient) -> None:
    slack.refuse(MEMBERS, Refusal("no_such_subteam"))
    two = ChannelSettings(allowed_groups=frozenset({"S0", "S1"}))

    assert await People().may_ask(client, "T1", "U1", two)


async def test_slack_is_asked_once_in_five_minutes_for_each_group_and_workspace(
    slack: SlackApi, client: AsyncWebClient
) -> None:
    clock = Clock()
    people = People(clock=clock)
    for user in ("U1", "U2", "U3"):
        await people.may_ask(client, "T1", user, LEADS)
    await people.may_ask(client, "T2", "U1", LEADS)
    clock.now += 299
    await people.may_ask(client, "T1", "U1", LEADS)
    before = len(slack.calls)
    slack.answers[MEMBERS] = {"users": []}
    clock.now += 2

    may = await people.may_ask(client, "T1", "U1", LEADS)

    assert (before, len(slack.calls), may) == (2, 3, False)


async def test_many_at_once_ask_slack_once(slack: SlackApi, client: AsyncWebClient) -> None:
    people = People(workspace_admins=True)
    slack.answers[INFO] = {"user": {"team_id": "T1", "is_admin": True}}

    asked = [people.may_ask(client, "T1", f"U{n}", LEADS) for n in range(10)]
    admins = [people.is_admin(client, "T1", "U1") for _ in range(10)]
    may, is_admin = await asyncio.gather(asyncio.gather(*asked), asyncio.gather(*admins))

    assert may == [n in (1, 2) for n in range(10)]
    assert all(is_admin)
    assert sorted(slack.calls) == [MEMBERS, INFO]


@pytest.mark.parametrize("refusal", [Refusal("missing_scope"), RATE_LIMITED, DOWN])
async def test_where_slack_does_not_say_nobody_may_and_it_is_asked_again_soon(
    refusal: Refusal, slack: SlackApi, client: AsyncWebClient
) -> None:
    slack.refuse(MEMBERS, refusal)
    clock = Clock()
    people = People(clock=clock)

    first = await people.may_ask(client, "T1", "U1", LEADS)
    second = await people.may_ask(client, "T1", "U1", LEADS)
    clock.now += 31
    third = await people.may_ask(client, "T1", "U1", LEADS)

    assert (first, second, third, len(slack.calls)) == (False, False, True, 2)


async def test_out_of_reach_nobody_may(client: AsyncWebClient) -> None:
    client.base_url = "http://127.0.0.1:9/"

    assert not await People(workspace_admins=True).is_admin(client, "T1", "U1")
    assert not await People().may_ask(client, "T1", "U1", LEADS)


@pytest.mark.parametrize(
    ("method", "word", "cure"),
    [
        (MEMBERS, "missing_scope", "usergroups:read"),
        (INFO, "missing_scope", "users:read"),
        (MEMBERS, "no_such_subteam", "SLACK_ADMIN_GROUP_IDS"),
    ],
)
async def test_the_log_has_the_cure_once_in_five_minutes(
    method: str,
    word: str,
    cure: str,
    slack: SlackApi,
    client: AsyncWebClient,
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = Clock()
    slack.refuse(method, *[Refusal(word)] * 9)
    groups = frozenset({"S1"}) if method == MEMBERS else frozenset()
    people = People(Named(group_ids=groups), workspace_admins=method == INFO, clock=clock)

    for seconds in (0, 31, 31, 300):
        clock.now += seconds
        for user in ("U1", "U2"):
            assert not await people.is_admin(client, "T1", user)

    assert len(caplog.records) == 2
    assert {record.__dict__["reason"] for record in caplog.records} == {word}
    assert cure in str(caplog.records[0].__dict__["cure"])
    assert "U1" not in caplog.text
