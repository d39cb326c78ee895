"""Answers that were given, as a click on one finds them again."""

import logging

from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.clicks import Click
from adapters.slack.delivery import tell
from adapters.slack.texts import GONE, private
from bot import texts
from bot.errors import RecordsError
from bot.model import Reply
from bot.ports import Records
from bot.records import Feedback, Record
from knowledge.lexical import language_of
from knowledge.model import Audience, Language

logger = logging.getLogger(__name__)


class Kept:
    """Finds the answer of a click; its person is told when there is none any more."""

    def __init__(self, records: Records) -> None:
        self._records = records

    async def found(self, answer_id: str, click: Click, client: AsyncWebClient) -> Record | None:
        """The answer with this id; None where its person was told that there is none."""
        record = await self.find(answer_id, click, language_of(click.text))
        if isinstance(record, Reply):
            await tell(click, client, record)
            return None
        return record

    async def find(self, answer_id: str, click: Click, language: Language) -> Record | Reply:
        """The answer with this id, if the click is from where it was given; nobody waits for Slack.

        Otherwise what its person is to be told.
        """
        try:
            record = await self._records.find(answer_id)
        except RecordsError:
            logger.exception("an answer could not be looked up", extra={"trace_id": answer_id})
            return trouble(language, answer_id)
        if record is None or not _belongs(click, record):
            what = "an answer is not kept any more" if record is None else "not their answer"
            logger.info(what, extra={"trace_id": answer_id})
            return private(GONE, language)
        return record

    async def rate(self, feedback: Feedback) -> None:
        """Keep what a person thinks of an answer, as far as that is possible now."""
        try:
            await self._records.rate(feedback)
        except RecordsError:
            about = {"trace_id": feedback.answer_id}
            logger.exception("what a person thinks of an answer was not kept", extra=about)


def is_for_all(reply: Reply) -> bool:
    """Whether everybody on the staff may read what an answer comes from."""
    return reply.scope is not None and reply.scope.audience is Audience.STAFF


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
