"""How many messages and requests are accepted."""

from pydantic import Field

from bot.settings.group import Group


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
