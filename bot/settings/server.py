"""The web server and its API."""

import re
from typing import Annotated

from pydantic import Field, field_validator
from pydantic_settings import NoDecode

from bot.model.days import Daily, Weekly
from bot.settings.group import LOOPBACK, Group, is_plain_address, parts_of
from knowledge.model.documents import Spoken

_CHANNEL = re.compile(r"slack:(?:T\w+:)?[CG]\w+|teams:19:[\w.~-]+@thread\.(?:tacv2|v2|skype)")


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
    """Messages that nobody asked for: the week, and the day of each store."""

    weekly: Annotated[Weekly | None, NoDecode] = None
    """Day and time of the week's message, such as `mon 09:00`, in the store's time zone.

    Administrators (SLACK_ADMIN_USER_IDS, TEAMS_ADMIN_OBJECT_IDS) get it in a direct message: the
    questions that nobody could answer, bad ratings, contradictions, and the rules that begin or end
    within a week; nothing is sent if there is nothing.
    """
    channels: Annotated[tuple[str, ...], NoDecode] = ()
    """Channels that get it, too: `slack:C012AB3CD` or `teams:19:abc@thread.tacv2`, with commas."""
    owners: bool = False
    """Owners of documents get their part of it in a direct message.

    `owners` in `stores.yaml` says who they are.
    """

    shift: Annotated[Daily | None, NoDecode] = None
    """Time of each store's message of the day in its channels: `09:00`, or `opening`.

    It has the rules that are new, coming or ending, and corrections; nothing is posted if there is
    nothing. STOREWISE_STORES names the stores with their channels, time zones and hours.
    """
    language: Spoken = "en"
    """Language of messages in channels, where no store says another."""

    @field_validator("channels", mode="before")
    @classmethod
    def _parted(cls, value: object) -> object:
        return tuple(sorted(parts_of(value))) if isinstance(value, str) else value

    @field_validator("channels")
    @classmethod
    def _of_a_platform(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not all(_CHANNEL.fullmatch(one) for one in value):
            raise ValueError("write slack:C012AB3CD or teams:19:abc@thread.tacv2")
        return value

    def channels_on(self, platform: str) -> tuple[str, ...]:
        """The channels on a platform, by their ids there."""
        return tuple(
            one.removeprefix(f"{platform}:") for one in self.channels if one.startswith(platform)
        )

    @field_validator("shift", mode="before")
    @classmethod
    def _time(cls, value: object) -> object:
        return Daily.written(value) if isinstance(value, str) else value

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
