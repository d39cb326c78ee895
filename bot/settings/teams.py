"""Settings of Microsoft Teams."""

import re
from typing import Annotated, Literal
from urllib.parse import unquote

from pydantic import SecretStr, field_validator
from pydantic_settings import NoDecode

from bot.settings.group import Group, is_plain_address, is_safe, parts_of

_CHAT = re.compile(r"19:[\w.~-]+@thread\.(?:tacv2|v2|skype)")


class TeamsSettings(Group, env_prefix="TEAMS_"):
    """Teams is on with an app id, a secret and a tenant, or with authentication off."""

    app_id: str | None = None
    """Microsoft App ID of the bot in Azure."""
    app_password: SecretStr | None = None
    """Client secret of the app; a managed identity has none."""
    tenant_id: str | None = None
    """Directory (tenant) ID that the app is registered in."""
    managed_identity: bool = False
    """Whether the app id is that of a user-assigned managed identity, on a machine in Azure."""
    allowed_tenants: Annotated[frozenset[str], NoDecode] = frozenset()
    """Tenants whose people are answered, by id; without any, that of TEAMS_TENANT_ID."""
    admin_object_ids: Annotated[frozenset[str], NoDecode] = frozenset()
    """Entra object ids of the people that may run /reindex, separated by commas."""
    manager_object_ids: Annotated[frozenset[str], NoDecode] = frozenset()
    """Entra object ids of the people that documents for managers may answer, in a personal chat."""
    manager_chats: Annotated[frozenset[str], NoDecode] = frozenset()
    """Channels and group chats in which all are managers: 19:…@thread.tacv2, as in their links."""
    service_hosts: Annotated[frozenset[str], NoDecode] = frozenset()
    """Further hosts that replies may go to, such as smba.infra.gcc.teams.microsoft.com."""
    openid_metadata_url: str = "https://login.botframework.com/v1/.well-known/openidconfiguration"
    """Where the keys are named that requests are signed with."""
    token_issuer: str = "https://api.botframework.com"  # noqa: S105 - an address
    """Who signs them."""
    auth: Literal["on", "off"] = "on"
    """off lets everybody in, for emulators: only where the server listens on this machine alone."""

    @field_validator(
        "allowed_tenants", "admin_object_ids", "manager_object_ids", "service_hosts", mode="before"
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

    @field_validator("openid_metadata_url")
    @classmethod
    def _is_trusted(cls, value: str) -> str:
        if not is_plain_address(value) or not is_safe(value):
            raise ValueError("must begin with https://, with no password in it")
        return value

    @property
    def on(self) -> bool:
        """Whether all required settings are set."""
        return not self.missing

    @property
    def tenants(self) -> frozenset[str]:
        """Returns the tenants whose people are answered."""
        return self.allowed_tenants or frozenset(filter(None, [self.tenant_id]))

    @property
    def missing(self) -> tuple[str, ...]:
        """Returns the names of missing settings."""
        if self.auth == "off":
            return ()
        has = {
            "TEAMS_APP_ID": self.app_id is not None,
            "TEAMS_APP_PASSWORD": self.managed_identity or self.app_password is not None,
            "TEAMS_TENANT_ID": self.tenant_id is not None,
        }
        return tuple(name for name, is_set in has.items() if not is_set)
