"""Settings of the web server and its API."""

from typing import Annotated

from pydantic import Field, field_validator
from pydantic_settings import NoDecode

from bot.settings.group import LOOPBACK, Group, parts_of


class ServerSettings(Group, env_prefix="SERVER_"):
    """The address of the web server."""

    host: str = "127.0.0.1"
    """Address to listen on; 0.0.0.0 in a container behind a proxy."""
    port: int = Field(8080, ge=1, le=65535)
    """Port to listen on."""

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        return self.host in LOOPBACK


class ApiSettings(Group, env_prefix="API_"):
    """The HTTP API for programs, and the MCP server for assistants (docs/API.md)."""

    on: bool = True
    """Whether programs may ask; they need a key, but on this machine while the page is on."""
    cors_origins: Annotated[frozenset[str], NoDecode] = frozenset()
    """Sites whose pages may ask with a key, as https://tills.example, with commas between them."""

    @field_validator("cors_origins", mode="before")
    @classmethod
    def _parted(cls, value: object) -> object:
        return parts_of(value) if isinstance(value, str) else value
