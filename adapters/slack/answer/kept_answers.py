"""Answers that were given, as a click on one finds them again."""

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
from bot.model.records import Feedback, Record
from bot.ports import Records
from bot.texts import Text
from knowledge.language.terms import language_of
from knowledge.model.documents import Audience, Language

logger = logging.getLogger(__name__)


class Kept:
    """Finds the answer of a click, and keeps what people think of it."""

    def __init__(self, records: Records, people: People) -> None:
        self._records = records
        self._people = people

    async def found(self, answer_id: str, click: Click, client: AsyncWebClient) -> Record | None:
        """The answer with this id; without it, the person is told why there is none."""
        found = await self.looked_up(answer_id, click, client, language_of(click.text))
        if isinstance(found, Reply):
            await tell(click, client, found)
            return None
        return found

    async def looked_up(
        self, answer_id: str, click: Click, client: AsyncWebClient, language: Language
    ) -> Record | Reply:
        """The answer with this id, or why it is not found from where the click is."""
        if click.stranger:
            logger.info("not shown: somebody of another company")
            return private(STRANGER, language)
        try:
            record = await self._records.find(answer_id)
        except RecordsError:
            logger.exception("an answer could not be looked up", extra={"trace_id": answer_id})
            return trouble(language, answer_id)
        if record is None:
            return _gone("an answer is not kept any more", answer_id, language)
        reads = await self.may_read(record, click.user, click.workspace_id, client)
        if not (reads and _belongs(click, record)):
            return _gone("not their answer", answer_id, language)
        return record

    async def may_read(
        self, record: Record, user: str, workspace: str, client: AsyncWebClient
    ) -> bool:
        """Whether the documents of an answer are for a person."""
        needed = record.reply.audience
        if needed is Audience.STAFF:
            return True
        return may_read(await self._people.role(client, workspace, user), needed)

    async def rate(self, feedback: Feedback) -> bool:
        """Keep what a person thinks of an answer; False where that is not possible now."""
        try:
            await self._records.rate(feedback)
        except RecordsError:
            about = {"trace_id": feedback.answer_id}
            logger.exception("what a person thinks of an answer was not kept", extra=about)
            return False
        return True


def not_done(word: str, why: Text, reply: Reply) -> Reply:
    """Return what a person reads when an answer could not be passed on: why, or to try again."""
    if passes(word):
        return trouble(reply.language, reply.trace_id)
    return private(why, reply.language)


def _gone(why: str, answer_id: str, language: Language) -> Reply:
    logger.info(why, extra={"trace_id": answer_id})
    return private(GONE, language)


def _belongs(click: Click, record: Record) -> bool:
    """Whether a click is its person's own, or under the answer where others read it.

    Others read it in the channel of the question, or in direct messages to whom it was passed on.
    """
    workspace, _, rest = record.thread.partition(":")
    if click.person == record.person:
        return True
    if click.ephemeral or click.workspace_id != workspace:
        return False
    return click.channel == rest.partition(":")[0] or click.place.direct


def trouble(language: Language, answer_id: str) -> Reply:
    """Return what a person reads when answers cannot be looked up."""
    said = texts.TROUBLE[language].format(trace_id=answer_id)
    return Reply(said, language, private=True, trace_id=answer_id)
