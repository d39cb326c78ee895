"""Microsoft Graph on loopback: people, guests and groups within groups of one tenant."""

import asyncio
from collections.abc import Iterator
from typing import Any

from aiohttp import web

from tests.flow.teams.stand_in.api import TOKEN, Refusal

_MOST_GROUPS = 20
_PERMISSIONS = ("GroupMember.Read.All", "User.Read.All")


class GraphApi:
    """Answers what the bot asks, as far as the company has granted it."""

    def __init__(self, people: dict[str, str], groups: dict[str, list[str]]) -> None:
        self.people = people
        """The userType of each person."""
        self.groups = groups
        """The people and groups in each group."""
        self.granted = set(_PERMISSIONS)
        self.refusal: Refusal | None = None
        """What it answers instead."""
        self.gate: asyncio.Event | None = None
        """It answers only when its gate is open."""
        self.asked: list[str] = []
        """The end of each address that was asked."""
        self.group_counts: list[int] = []
        """How many groups each request named."""
        self.application = web.Application()
        routes = self.application.router
        routes.add_post("/v1.0/users/{id}/checkMemberGroups", self._check)
        routes.add_get("/v1.0/users/{id}", self._person)
        routes.add_get("/v1.0/users", self._everybody)
        routes.add_get("/v1.0/groups/{id}", self._group)

    async def _check(self, request: web.Request) -> web.Response:
        if (refused := await self._refused(request, *_PERMISSIONS)) is not None:
            return refused
        asked = (await request.json())["groupIds"]
        self.group_counts.append(len(asked))
        if len(asked) > _MOST_GROUPS:
            return Refusal(400, "Request_BadRequest").response()
        person = request.match_info["id"]
        if person not in self.people:
            return Refusal(404, "Request_ResourceNotFound").response()
        return _listed([one for one in asked if person in self._within(one)])

    async def _person(self, request: web.Request) -> web.Response:
        if (refused := await self._refused(request, "User.Read.All")) is not None:
            return refused
        assert request.query["$select"] == "userType"
        return web.json_response({"userType": self.people[request.match_info["id"]]})

    async def _everybody(self, request: web.Request) -> web.Response:
        if (refused := await self._refused(request, "User.Read.All")) is not None:
            return refused
        return _listed([{"id": one} for one in self.people][:1])

    async def _group(self, request: web.Request) -> web.Response:
        if (refused := await self._refused(request, "GroupMember.Read.All")) is not None:
            return refused
        group = request.match_info["id"]
        if group not in self.groups:
            return Refusal(404, "Request_ResourceNotFound").response()
        return web.json_response({"id": group})

    async def _refused(self, request: web.Request, *needed: str) -> web.Response | None:
        self.asked.append(request.path.removeprefix("/v1.0/"))
        if self.gate is not None:
            await self.gate.wait()
        if self.refusal is not None:
            return self.refusal.response()
        if request.headers.get("Authorization") != f"Bearer {TOKEN}":
            return Refusal(401, "InvalidAuthenticationToken").response()
        if not self.granted.issuperset(needed):
            return Refusal(403, "Authorization_RequestDenied", "김민지").response()
        return None

    def _within(self, group: str) -> Iterator[str]:
        """Everybody in a group, by other groups, too."""
        for one in self.groups.get(group, ()):
            if one in self.groups:
                yield from self._within(one)
            else:
                yield one


def _listed(value: list[Any]) -> web.Response:
    return web.json_response({"value": value})
