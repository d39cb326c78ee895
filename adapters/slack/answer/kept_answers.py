"""Finds the stored answer of a click, if the clicker may see it."""

import logging

from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.texts import GONE
from adapters.slack.api.trouble import passes
from adapters.slack.post.delivery import tell
from adapters.slack.receive.clicks import Click
from adapters.slack.texts import STRANGER, private
from adapters.slack.workspace.people import People
from bot import texts
from bot.model import Reply
from bot.model.access import may_read
from bot.model.errors import RecordsError
from bot.model.kept import Feedback, StoredAnswer
from bot.ports import Records
from bot.texts import Text
from knowledge.language.terms import language_of
from knowledge.model.documents import Audience, Language

logger = logging.getLogger(__name__)


class Kept:
    """Finds the answer of a click and saves its ratings."""

    def __init__(self, records: Records, people: People) -> None:
        self._records = records
        self._people = people

    async def found(
        self, answer_id: str, click: Click, client: AsyncWebClient
    ) -> StoredAnswer | None:
        """The answer with this id; if there is none, the person is told why."""
        found = await self.looked_up(answer_id, click, client, language_of(click.text))
        if isinstance(found, Reply):
            await tell(click, client, found)
            return None
        return found

    async def looked_up(
        self, answer_id: str, click: Click, client: AsyncWebClient, language: Language
    ) -> StoredAnswer | Reply:
        """The answer with this id, or the reason why this click cannot have it."""
        record = await self.stored(answer_id, click, language)
        if isinstance(record, Reply):
            return record
        reads = await self.may_read(record, click.user, click.workspace_id, client)
        if not (reads and _belongs(click, record)):
            return _gone("not an answer that this person may see", answer_id, language)
        return record

    async def stored(
        self, answer_id: str, click: Click, language: Language
    ) -> StoredAnswer | Reply:
        """The same for somebody who may see whatever was asked: who may write a rule about it."""
        if click.stranger:
            logger.info("not shown: the person is from another company")
            return private(STRANGER, language)
        try:
            record = await self._records.find(answer_id)
        except RecordsError:
            logger.exception("an answer could not be looked up", extra={"trace_id": answer_id})
            return trouble(language, answer_id)
        if record is None:
            return _gone("an answer is no longer stored", answer_id, language)
        return record

    async def may_read(
        self, record: StoredAnswer, user: str, workspace: str, client: AsyncWebClient
    ) -> bool:
        """Whether a person may read the documents behind an answer."""
        needed = record.reply.audience
        if needed is Audience.STAFF:
            return True
        return may_read(await self._people.role(client, workspace, user), needed)

    async def rate(self, feedback: Feedback) -> bool:
        """Saves a rating; False if that fails now."""
        try:
            await self._records.rate(feedback)
        except RecordsError:
            about = {"trace_id": feedback.answer_id}
            logger.exception("a rating was not saved", extra=about)
            return False
        return True


def not_done(word: str, why: Text, reply: Reply) -> Reply:
    """The sentence to show when an answer could not be passed on."""
    if passes(word):
        return trouble(reply.language, reply.trace_id)
    return private(why, reply.language)


def _gone(why: str, answer_id: str, language: Language) -> Reply:
    logger.info(why, extra={"trace_id": answer_id})
    return private(GONE, language)


def _belongs(click: Click, record: StoredAnswer) -> bool:
    """Whether the clicker asked the question, or the click is under the public answer.

    A public answer is in the question's channel, or in direct messages to a colleague.
    """
    workspace, _, rest = record.thread.partition(":")
    if click.person == record.person:
        return True
    if click.ephemeral or click.workspace_id != workspace:
        return False
    return click.channel == rest.partition(":")[0] or click.place.direct


def trouble(language: Language, answer_id: str) -> Reply:
    """The reply when answers cannot be looked up."""
    said = texts.TROUBLE[language].format(trace_id=answer_id)
    return Reply(said, language, private=True, trace_id=answer_id)
