"""Who may do and read what, by the settings and Slack; if Slack does not answer, nobody."""

import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import partial

from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.chat.channels.channels import ChannelSettings
from adapters.chat.lookups import Lookups
from adapters.slack.api.calls import answered
from adapters.slack.api.trouble import cure
from adapters.slack.receive.reading import Payload, word
from bot.model.access import role_of
from bot.texts import spoken
from knowledge.model.documents import Audience, Language

logger = logging.getLogger(__name__)

_SAY_AGAIN_S = 5 * 60.0
_CALL_LIMIT_S = 10.0

_SCOPES = {"usergroups.users.list": "usergroups:read", "users.info": "users:read"}
_NO_GROUP = (
    "Slack has no such user group: correct SLACK_ADMIN_GROUP_IDS, "
    "SLACK_MANAGER_GROUP_IDS or the groups of the channel."
)


@dataclass(frozen=True, slots=True)
class Named:
    """People named in the settings, by user id or user group id."""

    user_ids: frozenset[str] = frozenset()
    group_ids: frozenset[str] = frozenset()

    def users(self, workspace: str) -> set[str]:
        """The people of a workspace."""
        return _within(workspace, self.user_ids)

    def groups(self, workspace: str) -> set[str]:
        """The user groups of a workspace."""
        return _within(workspace, self.group_ids)


class People:
    """Finds people's roles, and who may ask in restricted channels."""

    def __init__(
        self,
        admins: Named = Named(),
        managers: Named = Named(),
        *,
        workspace_admins: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`workspace_admins`: workspace admins and owners are administrators of the bot, too."""
        self._admins = admins
        self._managers = managers
        self._workspace_admins = workspace_admins
        self._clock = clock
        self._members: Lookups[frozenset[str]] = Lookups(clock)
        self._people: Lookups[Payload] = Lookups(clock)
        self._said: dict[tuple[str, str], float] = {}

    async def is_admin(self, client: AsyncWebClient, workspace: str, user: str) -> bool:
        """Whether a person may run commands."""
        if await self._is_named(client, workspace, user, self._admins):
            return True
        return self._workspace_admins and await self._is_workspace_s(client, workspace, user)

    async def role(self, client: AsyncWebClient, workspace: str, user: str) -> Audience:
        """The audience of a person; staff if Slack does not say more."""
        if await self.is_admin(client, workspace, user):
            return role_of(admin=True)
        return role_of(manager=await self._is_named(client, workspace, user, self._managers))

    async def may_ask(
        self, client: AsyncWebClient, workspace: str, user: str, settings: ChannelSettings
    ) -> bool:
        """Whether a person may ask in a channel with these settings."""
        groups = settings.allowed_groups
        return not groups or await self._is_in_one(client, workspace, user, groups)

    async def language(self, client: AsyncWebClient, workspace: str, user: str) -> Language | None:
        """The language a person has set in Slack; None if unknown."""
        person = await self._person(client, workspace, user)
        locale = word(person, "locale") if person else ""
        return spoken(locale) if locale else None

    async def _is_named(
        self, client: AsyncWebClient, workspace: str, user: str, named: Named
    ) -> bool:
        if user in named.users(workspace):
            return True
        return await self._is_in_one(client, workspace, user, named.groups(workspace))

    async def _is_in_one(
        self, client: AsyncWebClient, workspace: str, user: str, groups: Iterable[str]
    ) -> bool:
        for group in sorted(groups):
            ask = partial(self._group, client, workspace, group)
            if user in (await self._members.get((workspace, group), ask) or ()):
                return True
        return False

    async def _is_workspace_s(self, client: AsyncWebClient, workspace: str, user: str) -> bool:
        person = await self._person(client, workspace, user)
        return person is not None and is_admin_of(person, workspace)

    async def _group(
        self, client: AsyncWebClient, workspace: str, group: str
    ) -> frozenset[str] | None:
        call = client.usergroups_users_list(usergroup=group, team_id=workspace or None)
        answer = await self._answer("usergroups.users.list", call)
        users = answer.get("users") if answer else None
        return frozenset(users) if isinstance(users, list) else None

    async def _person(self, client: AsyncWebClient, workspace: str, user: str) -> Payload | None:
        ask = partial(self._described, client, user)
        return await self._people.get((workspace, user), ask)

    async def _described(self, client: AsyncWebClient, user: str) -> Payload | None:
        call = client.users_info(user=user, include_locale=True)
        answer = await self._answer("users.info", call)
        person = answer.get("user") if answer else None
        return person if isinstance(person, dict) else None

    async def _answer(self, method: str, call: Awaitable[AsyncSlackResponse]) -> Payload | None:
        """Slack's answer; None after an error, which is logged once in a while."""
        why, answer = await answered(call, _CALL_LIMIT_S)
        if why is not None:
            self._say(method, why)
        return answer.data if answer is not None and isinstance(answer.data, dict) else None

    def _say(self, method: str, why: str) -> None:
        now = self._clock()
        if self._said.get((method, why), now) > now:
            return
        self._said[method, why] = now + _SAY_AGAIN_S
        about = {"method": method, "reason": why, "cure": _cure(method, why)}
        logger.warning("Slack did not return a person", extra=about)


def _within(workspace: str, ids: frozenset[str]) -> set[str]:
    """The ids of a workspace; an id without a workspace counts for all."""
    parted = (one.rpartition(":") for one in ids)
    return {name for where, _, name in parted if where in ("", workspace)}


def is_admin_of(person: Payload, workspace: str) -> bool:
    """Whether a person is an admin or owner of this workspace, and not of another one."""
    if person.get("deleted") or person.get("is_bot") or person.get("is_stranger"):
        return False
    in_enterprise = person.get("enterprise_user") or {}
    # In a shared channel, people of another company may be admins of their own.
    if workspace not in (person.get("team_id"), *in_enterprise.get("teams", ())):
        return False
    return bool(person.get("is_admin") or person.get("is_owner"))


def _cure(method: str, why: str) -> str:
    if why == "missing_scope":
        return f"Add the scope {_SCOPES[method]} to the app and reinstall it."
    return _NO_GROUP if why == "no_such_subteam" else cure(why)
