"""Microsoft Teams."""

import re
from typing import Annotated, Literal
from urllib.parse import unquote

from pydantic import SecretStr, field_validator
from pydantic_settings import NoDecode

from bot.settings.group import Group, is_plain_address, is_safe, parts_of

_CHAT = re.compile(r"19:[\w.~-]+@thread\.(?:tacv2|v2|skype)")


class TeamsSettings(Group, env_prefix="TEAMS_"):
    """On with an app id, a client secret and a tenant."""

    app_id: str | None = None
    """*Microsoft App ID* of the bot in Azure."""
    app_password: SecretStr | None = None
    """Value of a client secret of the app. A managed identity has none."""
    tenant_id: str | None = None
    """*App Tenant ID*: the directory in which the app is registered."""
    managed_identity: bool = False
    """The app id belongs to a user-assigned managed identity, on a machine in Azure."""
    allowed_tenants: Annotated[frozenset[str], NoDecode] = frozenset()
    """Tenants whose people are answered, by id. Not set: that of `TEAMS_TENANT_ID`."""
    admin_object_ids: Annotated[frozenset[str], NoDecode] = frozenset()
    """People who may run `reindex`, by their Entra object id."""
    admin_group_ids: Annotated[frozenset[str], NoDecode] = frozenset()
    """Entra groups whose members may run `reindex`, by object id. Needs consent for Graph."""
    manager_object_ids: Annotated[frozenset[str], NoDecode] = frozenset()
    """People who may be answered from manager documents, in a personal chat."""
    manager_group_ids: Annotated[frozenset[str], NoDecode] = frozenset()
    """Groups whose members may be answered from manager documents. Needs consent for Graph."""
    manager_chats: Annotated[frozenset[str], NoDecode] = frozenset()
    """Channels and group chats in which everybody is a manager, as in their links.

    They look like `19:…@thread.tacv2`.
    """
    service_hosts: Annotated[frozenset[str], NoDecode] = frozenset()
    """More hosts that replies may go to, for government clouds and proxies."""
    openid_metadata_url: str = "https://login.botframework.com/v1/.well-known/openidconfiguration"
    """Address of the keys that sign requests. Other values are for other clouds and tests."""
    token_issuer: str = "https://api.botframework.com"  # noqa: S105 - an address
    """Issuer of the requests' tokens. Other values are for other clouds and tests."""
    graph_url: str = "https://graph.microsoft.com"
    """Address of Microsoft Graph, which knows the groups. Other values are for other clouds."""
    sdk: Literal["botbuilder", "agents"] = "botbuilder"
    """Microsoft's library for turns: `botbuilder`, or its successor `agents` (docs/TEAMS.md)."""
    auth: Literal["on", "off"] = "on"
    """`off` lets everybody in, for emulators. Refused if other machines can reach the server."""

    @field_validator(
        "allowed_tenants",
        "admin_object_ids",
        "admin_group_ids",
        "manager_object_ids",
        "manager_group_ids",
        "service_hosts",
        mode="before",
    )
    @classmethod
    def _split(cls, value: object) -> object:
        return parts_of(value.lower()) if isinstance(value, str) else value

    @field_validator("manager_chats", mode="before")
    @classmethod
    def _as_in_links(cls, value: object) -> object:
        return parts_of(unquote(value)) if isinstance(value, str) else value

    @field_validator("manager_chats")
    @classmethod
    def _are_chats(cls, value: frozenset[str]) -> frozenset[str]:
        if not all(_CHAT.fullmatch(one) for one in value):
            raise ValueError("must look like 19:abc@thread.tacv2, as in the link to a channel")
        return value

    @field_validator("app_id", "tenant_id")
    @classmethod
    def _as_in_tokens(cls, value: str | None) -> str | None:
        return (value or "").strip().lower() or None

    @field_validator("openid_metadata_url", "graph_url")
    @classmethod
    def _is_trusted(cls, value: str) -> str:
        if not is_plain_address(value) or not is_safe(value):
            raise ValueError("must begin with https://, with no password in it")
        return value

    @property
    def on(self) -> bool:
        """Whether nothing is missing."""
        return not self.missing

    @property
    def tenants(self) -> frozenset[str]:
        """The tenants whose people are answered."""
        return self.allowed_tenants or frozenset(filter(None, [self.tenant_id]))

    @property
    def group_ids(self) -> frozenset[str]:
        """The groups that give rights."""
        return self.admin_group_ids | self.manager_group_ids

    @property
    def missing(self) -> tuple[str, ...]:
        """The missing settings."""
        if self.auth == "off":
            return ()
        has = {
            "TEAMS_APP_ID": self.app_id is not None,
            "TEAMS_APP_PASSWORD": self.managed_identity or self.app_password is not None,
            "TEAMS_TENANT_ID": self.tenant_id is not None,
        }
        return tuple(name for name, is_set in has.items() if not is_set)
