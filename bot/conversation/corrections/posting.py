"""Posts messages about earlier answers where these stand, each once."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from bot.model import Reply, SafeText
from bot.model.errors import BotError, RecordsError
from bot.model.kept import Corrected, Posting, StoredAnswer
from bot.ports import PostCorrection, Records
from bot.upkeep.reports.asked import platform_of

logger = logging.getLogger(__name__)


class Posts:
    """The clients of all connected platforms, by which answers are followed up."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._posts: dict[str, PostCorrection] = {}

    def __bool__(self) -> bool:
        return bool(self._posts)

    def add(self, platform: str, post: PostCorrection) -> None:
        """Connects a platform."""
        self._posts[platform] = post

    def reaches(self, answer: StoredAnswer) -> bool:
        """Whether the platform of an answer is connected."""
        return platform_of(answer) in self._posts

    def where(self, answer: StoredAnswer) -> str | None:
        """Names the place of an answer; None if nobody read it, or its platform is not there."""
        platform = platform_of(answer)
        where = self._posts[platform].where(answer) if platform in self._posts else None
        return where and f"{platform} {where}"

    async def post(
        self, doc_id: str, answers: Sequence[StoredAnswer], question: SafeText, reply: Reply
    ) -> Posting | None:
        """Posts a reply below the last of some answers; None if another run did.

        `doc_id` is the document that it is about: nobody is told twice of one.
        """
        now, last = datetime.now(UTC), answers[-1]
        reply = replace(reply, kept=reply.verdict is not None)
        ids = dict.fromkeys(one.answer_id for one in answers)
        noted = [Corrected(one, doc_id, now, reply.trace_id) for one in ids]
        # Noted before: after a stop in between, a message may be missing, but none comes twice.
        try:
            if not await self._records.note_corrected(noted):
                return None
        except RecordsError as error:
            return Posting("not_noted", str(error))
        posting = await self._posts[platform_of(last)].post(last, reply)
        if posting.word is None:
            await self._keep(last, question, reply, posting, now)
        elif not posting.unsure:
            await self._forget(noted)
        return posting

    async def _forget(self, noted: Sequence[Corrected]) -> None:
        try:
            await self._records.forget_corrected(noted)
        except RecordsError:
            logger.exception("a correction that was not posted is noted as posted")

    async def _keep(
        self, last: StoredAnswer, question: SafeText, reply: Reply, posting: Posting, now: datetime
    ) -> None:
        """Stores a posted answer for its buttons, as any other."""
        if not reply.kept or reply.verdict is None:
            return
        record = StoredAnswer(
            reply.trace_id,
            now,
            last.thread,
            last.person,
            question,
            reply.verdict,
            reply,
            last.place,
        )
        try:
            await self._records.keep(record)
            if posting.message:
                await self._records.keep_message(posting.message, reply.trace_id)
        except BotError as error:
            about = {"trace_id": reply.trace_id, "cause": type(error.__cause__).__name__}
            logger.warning("a correction was not stored", extra=about)
