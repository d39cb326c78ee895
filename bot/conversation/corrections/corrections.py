"""`storewise correct`: prepares corrections, shows them, and posts those that were shown."""

import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any

from bot.conversation.corrections.prepared import (
    Correction,
    Maker,
    Prepared,
    failures_of,
    places_of,
    preview,
    shown,
    to_json,
)
from bot.model import Reply
from bot.model.errors import BotError, NotAskedAgainError, RecordsError
from bot.model.kept import Corrected, Posting, StoredAnswer
from bot.ports import Handle, Index, PostCorrection, Records
from bot.upkeep.comparing import sorry
from bot.upkeep.desk import CommandResult
from bot.upkeep.reports import Reports
from bot.upkeep.reports.asked import platform_of
from bot.upkeep.reports.damage import Damage, Told
from knowledge.model.errors import UnknownDocumentError
from knowledge.model.near_names import near_names

logger = logging.getLogger(__name__)

_SHOWN_FOR = timedelta(hours=1)
"""How long corrections that were shown can be posted."""
_NO_CHAT = "no chat is connected: connect Slack or Teams (docs/OPERATIONS.md), then run it again"
_AGAIN = "what was shown is no longer up to date; nothing was posted: run the command again"


class Corrections:
    """Corrects the answers that quoted a rule which no longer says so."""

    def __init__(
        self,
        reports: Reports,
        records: Records,
        index: Index,
        handle: Handle,
        today: Callable[[], date],
        zone: tzinfo = UTC,
    ) -> None:
        """`zone` is the store's time zone."""
        self._reports = reports
        self._records = records
        self._index = index
        self._maker = Maker(handle, zone)
        self._today = today
        self._posts: dict[str, PostCorrection] = {}
        self._prepared: Prepared | None = None

    def add(self, platform: str, post: PostCorrection) -> None:
        """Connects a platform, by whose clients its answers are corrected."""
        self._posts[platform] = post

    async def run(self, arguments: Mapping[str, Any]) -> CommandResult:
        """Prepares corrections of a rule (`rule`, `since_s`), or posts those shown (`token`).

        Raises KnowledgeError.
        """
        if not self._posts:
            return CommandResult(_NO_CHAT, 1)
        try:
            if token := arguments.get("token"):
                return await self._post(token)
            period = timedelta(seconds=arguments["since_s"])
            return await self._prepare(arguments["rule"], period)
        except RecordsError as error:
            return CommandResult(str(error), 1)
        except NotAskedAgainError as error:
            return CommandResult(f"nothing was posted; asked again, the bot says: {error}", 1)

    async def _prepare(self, rule: str, period: timedelta) -> CommandResult:
        damage = await self._reports.damage(period)
        known = damage.cited | damage.documents.keys()
        doc_id = rule if rule in known else rule.partition("@")[0]
        if doc_id not in known:
            near = near_names(doc_id, sorted(known))
            return CommandResult(sorry(UnknownDocumentError(rule, near), "en"), 2)
        told = [one for one in damage.told if one.source.doc_id == doc_id]
        self._prepared = prepared = await self._made(doc_id, told, damage)
        noted = {"document": doc_id, "threads": len(prepared.corrections)}
        return CommandResult(preview(prepared), value=to_json(prepared), noted=noted)

    async def _made(self, doc_id: str, told: Sequence[Told], damage: Damage) -> Prepared:
        open_ = [one for one in told if one.corrected_at is None]
        connected = [one for one in open_ if platform_of(one.answer) in self._posts]
        elsewhere = {
            one.answer.answer_id: one.answer
            for one in open_
            if platform_of(one.answer) not in self._posts
        }
        where = {one.answer.answer_id: self._where(one.answer) for one in connected}
        corrections = await self._maker.made(places_of(connected, where), damage, doc_id)
        header = damage.documents.get(doc_id)
        title = header.title if header else told[0].source.title if told else doc_id
        return Prepared(
            doc_id,
            title,
            corrections,
            tuple(elsewhere.values()),
            damage.generation,
            self._today(),
        )

    def _where(self, answer: StoredAnswer) -> str | None:
        platform = platform_of(answer)
        where = self._posts[platform].where(answer)
        return where and f"{platform} {where}"

    async def _post(self, token: str) -> CommandResult:
        prepared = self._prepared
        if prepared is None or prepared.token != token or not await self._is_current(prepared):
            return CommandResult(_AGAIN, 1)
        self._prepared = None
        posted, already = Counter[str](), 0
        failed: list[tuple[Correction, Posting]] = []
        for correction in prepared.corrections:
            posting = await self._posted(prepared.doc_id, correction)
            if posting is None:
                already += 1
            elif posting.word is None:
                posted[correction.platform] += 1
            else:
                failed.append((correction, posting))
        count = posted.total()
        lines = [f"corrections posted: {count}{shown(posted)}"]
        lines += [f"posted by another run meanwhile: {already}"] if already else []
        noted = {"document": prepared.doc_id, "posted": count, "failed": len(failed)}
        return CommandResult(
            "\n".join([*lines, *failures_of(failed)]),
            1 if failed else 0,
            {
                "posted": dict(posted),
                "already": already,
                "failed": [_failure(*one) for one in failed],
            },
            noted,
        )

    async def _is_current(self, prepared: Prepared) -> bool:
        if self._today() != prepared.day or datetime.now(UTC) - prepared.at > _SHOWN_FOR:
            return False
        async with self._index.pinned() as search:
            return search.generation.number == prepared.generation

    async def _posted(self, doc_id: str, correction: Correction) -> Posting | None:
        """Posts a correction; None if another run did."""
        now, reply = datetime.now(UTC), correction.reply
        reply = replace(reply, kept=reply.verdict is not None)
        ids = dict.fromkeys(one.answer.answer_id for one in correction.told)
        noted = [Corrected(one, doc_id, now, reply.trace_id) for one in ids]
        # Noted before: after a stop in between, a correction may be missing, but none comes twice.
        try:
            if not await self._records.note_corrected(noted):
                return None
        except RecordsError as error:
            return Posting("not_noted", str(error))
        posting = await self._posts[correction.platform].post(correction.last, reply)
        if posting.word is None:
            await self._keep(correction, reply, posting, now)
        elif not posting.unsure:
            await self._forget(noted)
        return posting

    async def _forget(self, noted: Sequence[Corrected]) -> None:
        try:
            await self._records.forget_corrected(noted)
        except RecordsError:
            logger.exception("a correction that was not posted is noted as posted")

    async def _keep(
        self, correction: Correction, reply: Reply, posting: Posting, now: datetime
    ) -> None:
        """Stores a posted answer for its buttons, as any other."""
        if not reply.kept or reply.verdict is None:
            return
        last = correction.last
        record = StoredAnswer(
            reply.trace_id,
            now,
            last.thread,
            last.person,
            correction.question,
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


def _failure(correction: Correction, posting: Posting) -> dict[str, Any]:
    return {
        "platform": correction.platform,
        "thread": correction.last.thread,
        "reason": posting.word,
        "cure": posting.cure,
        "maybe_posted": posting.unsure,
        "answers": [one.answer.answer_id for one in correction.told],
    }
