"""The web server."""

from pydantic import Field

from bot.settings.group import LOOPBACK, Group


class ServerSettings(Group, env_prefix="SERVER_"):
    """Where the web server listens."""

    host: str = "127.0.0.1"
    """Address to listen on; 0.0.0.0 in a container behind a proxy."""
    port: int = Field(8080, ge=1, le=65535)
    """Port to listen on."""

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        return self.host in LOOPBACK
