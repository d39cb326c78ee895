"""The base of every group of settings, and the readers that several groups share."""

import os
import re
from collections.abc import Iterable, Iterator
from datetime import timedelta
from difflib import get_close_matches
from pathlib import Path
from urllib.parse import urlsplit

from dotenv import dotenv_values
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""The names of this machine."""


class Group(BaseSettings):
    """Settings that belong together, read from the environment or .env; frozen."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )


def parts_of(value: str) -> frozenset[str]:
    """Splits a list at its commas."""
    return frozenset(part.strip() for part in value.split(",") if part.strip())


def as_duration(value: object) -> object:
    """Reads a time written as 30m, 6h or 1d; returns other values as is. Raises ValueError."""
    return duration(value) if isinstance(value, str) else value


def duration(written: str) -> timedelta:
    """Reads a time written as 30m, 6h or 1d. Raises ValueError."""
    match = re.fullmatch(r"\s*([1-9]\d{0,4})\s*([mhd])\s*", written)
    if match is None:
        raise ValueError("write a number and m, h or d: 30m, 6h, 1d")
    unit = {"m": "minutes", "h": "hours", "d": "days"}[match[2]]
    return timedelta(**{unit: int(match[1])})


def is_plain_address(url: str) -> bool:
    """Whether a URL leads to a server and holds no password."""
    try:
        parts = urlsplit(url)
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return known and url.isprintable() and not any(sign in url for sign in " @?#")


def is_safe(url: str) -> bool:
    """Whether nobody in between can read the traffic: HTTPS, or this machine."""
    parts = urlsplit(url)
    return parts.scheme == "https" or parts.hostname in LOOPBACK


# How many messages and requests are accepted.


class LimitsSettings(Group, env_prefix="LIMITS_"):
    """How many messages and requests are accepted. 0 means no limit."""

    per_person: int = Field(20, ge=0)
    """Messages a minute of one person, in any channel or chat. The person is told once a minute."""
    per_channel: int = Field(200, ge=0)
    """Messages a minute of all people in one channel or chat."""
    searches: int = Field(120, ge=0)
    """Searches a minute of one person who types beside the message box of Teams."""
    per_program: int = Field(60, ge=0)
    """Requests a minute of one program, by its key."""
    daily: int = Field(5000, ge=0)
    """Requests a day of one program, by its key."""


# Names in the environment or .env that look like a setting and are none.

_OURS = (
    *("STOREWISE_", "SLACK_", "TEAMS_", "OPENAI_", "CHROMA_"),
    *("REINDEX_", "RECORDS_", "PRIVACY_", "DIGEST_"),
)
"""Beginnings that other programs on the machine hardly use."""
_OTHERS = frozenset({"OPENAI_ORG_ID", "OPENAI_ORGANIZATION", "OPENAI_PROJECT_ID", "OPENAI_LOG"})
"""Names that libraries read themselves."""
_NEAR = 0.85
"""Share of equal letters: SLACK_BOT_TOKN and SLCK_BOT_TOKEN are near SLACK_BOT_TOKEN."""
_FAR = 0.6
"""For a name that begins like ours."""


def unknown_names(known: Iterable[str], env_file: Path = Path(".env")) -> list[tuple[str, str]]:
    """Returns each name that is no setting, with the nearest that is one; "" if none is near."""
    known = list(known)
    return list(_unknown(known, sorted(_given(env_file) - {*known, *_OTHERS})))


def _unknown(known: list[str], names: list[str]) -> Iterator[tuple[str, str]]:
    for name in names:
        is_ours = name.startswith(_OURS)
        near = get_close_matches(name, known, 1, _FAR if is_ours else _NEAR)
        if near or is_ours:
            yield name, near[0] if near else ""


def _given(env_file: Path) -> set[str]:
    """The names with a value, as pydantic reads them: in capitals or not."""
    try:
        in_file = dotenv_values(env_file, interpolate=False)
    except (OSError, ValueError):
        in_file = {}
    both = (*os.environ.items(), *in_file.items())  # noqa: TID251 - this is bot/settings
    return {name.upper() for name, value in both if value}
