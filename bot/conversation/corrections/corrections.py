"""`storewise correct`: prepares corrections, shows them, and posts those that were shown."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any

from bot.conversation.corrections.posting import Posts
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
from bot.model.errors import NotAskedAgainError, RecordsError
from bot.model.kept import Posting
from bot.ports import Handle, Index
from bot.upkeep.comparing import sorry
from bot.upkeep.desk import CommandResult
from bot.upkeep.reports import Reports
from bot.upkeep.reports.damage import Damage, Told
from knowledge.model.errors import UnknownDocumentError
from knowledge.model.near_names import near_names

_SHOWN_FOR = timedelta(hours=1)
"""How long corrections that were shown can be posted."""
_NO_CHAT = "no chat is connected: connect Slack or Teams (docs/OPERATIONS.md), then run it again"
_AGAIN = "what was shown is no longer up to date; nothing was posted: run the command again"


class Corrections:
    """Corrects the answers that quoted a rule which no longer says so."""

    def __init__(
        self,
        reports: Reports,
        posts: Posts,
        index: Index,
        handle: Handle,
        today: Callable[[], date],
        zone: tzinfo = UTC,
    ) -> None:
        """`zone` is the store's time zone."""
        self._reports = reports
        self._posts = posts
        self._index = index
        self._maker = Maker(handle, zone)
        self._today = today
        self._prepared: dict[str, Prepared] = {}
        """What was shown to somebody in the last hour, by its token."""

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
        prepared = await self._made(doc_id, told, damage)
        kept = {token: one for token, one in self._prepared.items() if not _is_old(one)}
        self._prepared = {**kept, prepared.token: prepared}
        noted = {"document": doc_id, "threads": len(prepared.corrections)}
        return CommandResult(preview(prepared), value=to_json(prepared), noted=noted)

    async def _made(self, doc_id: str, told: Sequence[Told], damage: Damage) -> Prepared:
        open_ = [one for one in told if one.corrected_at is None]
        connected = [one for one in open_ if self._posts.reaches(one.answer)]
        elsewhere = {
            one.answer.answer_id: one.answer for one in open_ if not self._posts.reaches(one.answer)
        }
        where = {one.answer.answer_id: self._posts.where(one.answer) for one in connected}
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

    async def _post(self, token: str) -> CommandResult:
        prepared = self._prepared.pop(token, None)
        if prepared is None or not await self._is_current(prepared):
            return CommandResult(_AGAIN, 1)
        posted, already = Counter[str](), 0
        failed: list[tuple[Correction, Posting]] = []
        for correction in prepared.corrections:
            answers = [one.answer for one in correction.told]
            posting = await self._posts.post(
                prepared.doc_id, answers, correction.question, correction.reply
            )
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
        if self._today() != prepared.day or _is_old(prepared):
            return False
        async with self._index.pinned() as search:
            return search.generation.number == prepared.generation


def _is_old(prepared: Prepared) -> bool:
    return datetime.now(UTC) - prepared.at > _SHOWN_FOR


def _failure(correction: Correction, posting: Posting) -> dict[str, Any]:
    return {
        "platform": correction.platform,
        "thread": correction.last.thread,
        "reason": posting.word,
        "cure": posting.cure,
        "maybe_posted": posting.unsure,
        "answers": [one.answer.answer_id for one in correction.told],
    }
