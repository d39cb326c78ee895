"""Who may do and read what, by the settings and Entra's groups; everybody else is staff."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from adapters.teams.receive.activities import Place, tenant_of, to_place
from adapters.teams.receive.wording import Activity
from bot.model.access import most_of, read_with, role_of
from bot.settings import TeamsSettings
from knowledge.model.documents import Audience

GroupsOf = Callable[[str], Awaitable[frozenset[str]]]
"""Finds the groups of a person of the app's own tenant, by object id; never raises."""


@dataclass(frozen=True, slots=True)
class Named:
    """People named in the settings, by Entra object id or by that of a group."""

    object_ids: frozenset[str] = frozenset()
    group_ids: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class People:
    """Finds people's roles; asks for their groups only where a role matters."""

    groups_of: GroupsOf
    tenant_id: str | None = None
    """The tenant whose groups count."""
    admins: Named = Named()
    managers: Named = Named()
    manager_chats: frozenset[str] = frozenset()
    """Chats where everybody counts as a manager."""

    async def is_admin(self, activity: Activity) -> bool:
        """Whether the sender may run commands."""
        return await self._is_named(activity, self.admins)

    async def role(self, activity: Activity) -> Audience:
        """The audience of the sender, in a private chat."""
        return await self.role_of(to_place(activity).aad_object_id, tenant_of(activity))

    async def role_of(self, person: str, tenant: str) -> Audience:
        """The audience of a person by their object id, in messages that only they read."""
        if await self._is(person, tenant, self.admins):
            return role_of(admin=True)
        return role_of(manager=await self._is(person, tenant, self.managers))

    async def audience(self, activity: Activity, here: Audience = Audience.STAFF) -> Audience:
        """The audience for answers in a chat: everybody who reads them may see the documents.

        `here` is the audience that the chat's settings name.
        A targeted message counts as public: if Teams refuses to target it, everybody sees it.
        """
        place = to_place(activity)
        if place.direct:
            return await self.role(activity)
        here = self.everybody(place, here)
        return here if here is Audience.STAFF else read_with(await self.role(activity), here)

    def everybody(self, place: Place, here: Audience = Audience.STAFF) -> Audience:
        """The audience of what everybody in a chat reads, whoever asked."""
        return most_of((here, role_of(manager=place.channel in self.manager_chats)))

    async def _is_named(self, activity: Activity, named: Named) -> bool:
        return await self._is(to_place(activity).aad_object_id, tenant_of(activity), named)

    async def _is(self, object_id: str, tenant: str, named: Named) -> bool:
        person = object_id.lower()
        if person in named.object_ids:
            return True
        if not named.group_ids or tenant.lower() != self.tenant_id:
            return False
        return not named.group_ids.isdisjoint(await self.groups_of(person))


def build_people(settings: TeamsSettings, groups_of: GroupsOf) -> People:
    """The people named in the settings."""
    return People(
        groups_of,
        settings.tenant_id,
        Named(settings.admin_object_ids, settings.admin_group_ids),
        Named(settings.manager_object_ids, settings.manager_group_ids),
        settings.manager_chats,
    )
