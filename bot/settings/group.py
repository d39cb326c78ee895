"""The base of every group of settings, and the readers that several groups share."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

from pydantic_settings import BaseSettings, SettingsConfigDict

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""The names of this machine."""


class Group(BaseSettings):
    """Settings that belong together; frozen, and read from the environment or .env."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )


def parts_of(value: str) -> frozenset[str]:
    """The parts of a list written with commas."""
    return frozenset(part.strip() for part in value.split(",") if part.strip())


def as_duration(value: object) -> object:
    """The time that is written as 30m, 6h, 1d. Raises ValueError for another text."""
    return duration(value) if isinstance(value, str) else value


def duration(written: str) -> timedelta:
    """The time that is written as 30m, 6h, 1d. Raises ValueError."""
    match = re.fullmatch(r"\s*([1-9]\d{0,4})\s*([mhd])\s*", written)
    if match is None:
        raise ValueError("write a number and m, h or d: 30m, 6h, 1d")
    unit = {"m": "minutes", "h": "hours", "d": "days"}[match[2]]
    return timedelta(**{unit: int(match[1])})


def is_plain_address(url: str) -> bool:
    """Whether it may be shown to people, and leads to a server."""
    try:
        parts = urlsplit(url)
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return known and url.isprintable() and not any(sign in url for sign in " @?#")


def is_safe(url: str) -> bool:
    """Whether nobody between here and there can read along."""
    parts = urlsplit(url)
    return parts.scheme == "https" or parts.hostname in LOOPBACK
