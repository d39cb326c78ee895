"""Who may do what, as the settings and Slack say."""

from slack_sdk.web.async_client import AsyncWebClient


class People:
    """Knows the administrators of the bot."""

    def __init__(self, admin_user_ids: frozenset[str]) -> None:
        self._admin_user_ids = admin_user_ids

    async def is_admin(self, client: AsyncWebClient, user: str) -> bool:
        """Whether a person may run commands."""
        return user in self._admin_user_ids
