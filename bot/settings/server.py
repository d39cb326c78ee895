"""The web server and its API."""

from typing import Annotated

from pydantic import Field, field_validator
from pydantic_settings import NoDecode

from bot.model.days import Weekly
from bot.settings.group import LOOPBACK, Group, is_plain_address, parts_of


class ServerSettings(Group, env_prefix="SERVER_"):
    """The address of the web server."""

    host: str = "127.0.0.1"
    """Address to listen on; `0.0.0.0` in a container behind a proxy.

    The page at `/` is shown on this machine only.
    """
    port: int = Field(8080, ge=1, le=65535)
    """Port to listen on."""
    playground: bool | None = None
    """Show the playground at `/`: what staff see in each chat, the documents and the index.

    Unset, it is shown on this machine as long as no chat is connected. Beyond this machine it asks
    for a key with the role `admin`.
    """

    traces: str | None = None
    """Address of an OpenTelemetry collector (OTLP over gRPC), such as `http://collector:4317`.

    Each question is a trace with its steps: outcomes, times and counts, never words or names.
    """

    @field_validator("traces")
    @classmethod
    def _address(cls, value: str | None) -> str | None:
        if value is not None and not is_plain_address(value):
            raise ValueError("write an address: http://collector:4317")
        return value

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        return self.host in LOOPBACK


class DigestSettings(Group, env_prefix="DIGEST_"):
    """What administrators are told regularly (SLACK_ADMIN_USER_IDS, TEAMS_ADMIN_OBJECT_IDS)."""

    weekly: Annotated[Weekly | None, NoDecode] = None
    """Day and time of the week's message, such as `mon 09:00`, in the store's time zone.

    It has the questions that nobody could answer, bad ratings, contradictions, and the rules that
    begin or end within a week; nothing is sent if there is nothing.
    """

    @field_validator("weekly", mode="before")
    @classmethod
    def _day_and_time(cls, value: object) -> object:
        return Weekly.written(value) if isinstance(value, str) else value


class ApiSettings(Group, env_prefix="API_"):
    """The HTTP API for programs and the MCP server for assistants."""

    on: bool = True
    """Let programs and assistants ask. They need a key, except on this machine as staff."""
    cors_origins: Annotated[frozenset[str], NoDecode] = frozenset()
    """Sites whose pages may ask with a key from a browser, such as `https://tills.example`."""

    @field_validator("cors_origins", mode="before")
    @classmethod
    def _parted(cls, value: object) -> object:
        return parts_of(value) if isinstance(value, str) else value
