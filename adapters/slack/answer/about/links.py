"""Shows which document a posted link leads to, with a button to ask about it."""

import logging

from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.channels.channels import Channels
from adapters.slack.api.calls import refusal
from adapters.slack.api.granted import Granted
from adapters.slack.api.trouble import cure, passes
from adapters.slack.receive.events import is_shared, links_in, workspace_of
from adapters.slack.receive.reading import Payload, word
from adapters.slack.render.elements import Block
from adapters.slack.render.link import preview
from bot.conversation.documents.listing import LinkedDocument, LinkedDocuments
from knowledge.model.errors import KnowledgeError

logger = logging.getLogger(__name__)

_UNFURL = "chat.unfurl"
_MOST = 5
"""Links of one message that get a preview."""


class Links:
    """Previews links to documents that all staff may read."""

    def __init__(self, linked: LinkedDocuments | None, channels: Channels) -> None:
        """Without documents, as where the setting is empty, links stay as they are."""
        self._linked = linked
        self._channels = channels
        self._granted = Granted()

    async def on_shared(self, body: Payload, event: Payload, client: AsyncWebClient) -> None:
        """Adds a preview to each posted link that is the address of a document."""
        # A draft may still be sent anywhere: its links come again once it is posted.
        is_posted = word(event, "source") in ("", "conversations_history")
        if not is_posted or is_shared(body) or not self._granted.allows(client, _UNFURL):
            return
        channel = word(event, "channel")
        language = self._channels.of(workspace_of(body), channel).scope.language
        found: dict[str, Block] = {}
        for url in links_in(event):
            document = await self._at(url)
            if document is not None and len(found) < _MOST:
                found[url] = preview(document, language or document.language)
        if not found:
            return
        said = await refusal(
            client.chat_unfurl(channel=channel, ts=word(event, "message_ts"), unfurls=found)
        )
        if said == "missing_scope":
            self._granted.refused(client, _UNFURL, said)
        elif said is not None and not passes(said):
            about = {"reason": said, "cure": cure(said)}
            logger.info("a link got no preview", extra=about)

    async def _at(self, url: str) -> LinkedDocument | None:
        try:
            return await self._linked.at(url) if self._linked else None
        except KnowledgeError:
            return None  # nothing is indexed, or not now: the link stays as it is
