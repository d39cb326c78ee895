"""Tells administrators in direct messages."""

from adapters.slack.api.trouble import SlackUnavailableError
from adapters.slack.post.delivery import Delivery
from adapters.slack.receive.events import directly
from adapters.slack.workspace.identity import Identity, Installed
from adapters.slack.workspace.people import People
from adapters.web.watching.notices import Words, any_reached
from bot.model import Reply
from knowledge.model.documents import Language


class AdministratorNotices:
    """Writes to the administrators that the settings name by id."""

    def __init__(
        self,
        admins: frozenset[str],
        people: People,
        identity: Identity,
        default: Language | None,
    ) -> None:
        """With several workspaces each id names its own: `T012:U012`."""
        self._admins = sorted(admins)
        self._people = people
        self._identity = identity
        self._default: Language = default or "en"

    async def tell(self, words: Words) -> bool:
        """Sends each of them one message, in their language; False if nobody was reached."""
        return await any_reached(self._tell(one, words) for one in self._admins)

    async def _tell(self, admin: str, words: Words) -> bool:
        workspace, _, user = admin.rpartition(":")
        try:
            client = await self._identity.client_of(Installed(workspace))
        except SlackUnavailableError:
            return False
        if client is None:
            return False
        known = await self._people.language(client, workspace, user)
        language = known or self._default
        reply = Reply(words(language), language, private=True)
        return (await Delivery(client).post(directly(user), reply)).word is None
