"""The base of every group of settings, and the readers that several groups share."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

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
