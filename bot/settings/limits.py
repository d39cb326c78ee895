"""Limits on messages and requests."""

from pydantic import Field

from bot.settings.group import Group


class LimitsSettings(Group, env_prefix="LIMITS_"):
    """Messages and requests that are accepted in a minute or a day; 0 for no limit."""

    per_person: int = Field(20, ge=0)
    """Of one person, whichever way they come in."""
    per_channel: int = Field(200, ge=0)
    """Of all people in one channel or chat."""
    searches: int = Field(120, ge=0)
    """Of one person while they type, in the search beside Teams' message box."""
    per_program: int = Field(60, ge=0)
    """Requests of one program, by its key (docs/API.md)."""
    daily: int = Field(5000, ge=0)
    """The same in a day; 0 for no limit."""
