"""Brings rules that were decided about into the index, and tells those who waited for them."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, date, datetime

from bot.model.errors import RecordsError
from bot.model.health import Trouble
from bot.model.kept import Posting
from bot.model.rules import State, WrittenRule
from bot.ports import Index, Indexer, ReviewsKept, RulesKept
from bot.rules.news import News
from bot.rules.receipts import Receipts
from bot.texts import Section
from bot.upkeep.indexing.index_report import judged_lines
from bot.upkeep.indexing.index_texts import WITHHELD
from knowledge.model.documents import Audience, Filters, Language
from knowledge.model.errors import AlreadyIndexingError, KnowledgeError
from knowledge.model.report import IndexReport, Run
from knowledge.model.spared import Spared

logger = logging.getLogger(__name__)

_TEXTS = Section("rules")

Tell = Callable[[Callable[[Language], str]], Awaitable[bool]]
"""Tells the administrators of one platform in their language; False if none was reached."""

LOOK_S = 60.0
"""Between two looks at what another replica, or a server before this one, left undone."""
_BETWEEN_S = 1.0
_AGAIN_S = 3600.0
"""Until an index that was not published is tried again."""


class Publishing:
    """Works after each decision, and looks once a minute: a rule begins at midnight, too."""

    def __init__(
        self,
        kept: RulesKept,
        reviews: ReviewsKept,
        index: Index,
        indexer: Indexer,
        news: News,
        receipts: Receipts,
        today: Callable[[], date],
    ) -> None:
        self._kept = kept
        self._reviews = reviews
        self._published = index
        self._indexer = indexer
        self._news = news
        self._receipts = receipts
        self._today = today
        self._decided = asyncio.Event()
        self._tried: tuple[float, frozenset[str]] = 0.0, frozenset()
        self._tells: list[Tell] = []
        self.trouble: Trouble | None = None
        """Why rules that were saved do not answer yet."""

    def add(self, tell: Tell) -> None:
        """Adds a way to tell administrators which golden questions a rule made worse."""
        self._tells.append(tell)

    def wake(self) -> None:
        """Tells that a rule was decided about."""
        self._decided.set()

    async def run(self, leads: Callable[[], bool] = lambda: True, look_s: float = LOOK_S) -> None:
        """Works until it is cancelled; what nobody decided here is left to the one that leads."""
        while True:
            if leads() or self._decided.is_set():
                self._decided.clear()
                await self._looked()
            try:
                async with asyncio.timeout(look_s):
                    await self._decided.wait()
            except TimeoutError:
                continue

    async def _looked(self) -> None:
        try:
            with Spared("rules that people wrote", RecordsError, KnowledgeError):
                await self.look()
        except (RecordsError, KnowledgeError) as error:
            # The message is ours: a path, and what to fix.
            logger.warning("rules wait to be indexed", extra={"reason": str(error)})

    async def look(self) -> None:
        """Does what is left to do. Raises RecordsError, KnowledgeError."""
        counting = await self._kept.counting()
        changed = [one for one in counting if one.indexed_at is None]
        reviewed = await self._not_indexed()
        if changed or reviewed:
            await self._index(changed, reviewed)
        for one in await self._kept.counting():
            if self._is_news(one):
                await self._tell(one)
        await self._receipts.ask()

    async def _tell(self, written: WrittenRule) -> None:
        postings: list[Posting] = []
        with Spared("news of a rule", RecordsError, KnowledgeError):
            postings = await self._news.tell(written)
        await self._kept.note_told(written.rule_id, datetime.now(UTC))
        failed = [each.word for each in postings if each.word]
        about = {"rule": written.rule_id, "told": len(postings) - len(failed)}
        logger.info("askers were told of a rule", extra=about | {"failed": failed})

    def _is_news(self, written: WrittenRule) -> bool:
        """Whether a rule counts today, and nobody was told yet."""
        rule, today = written.rule, self._today()
        return (
            written.state is State.IN_FORCE
            and written.indexed_at is not None
            and written.told_at is None
            and rule.effective_from <= today <= (rule.effective_until or today)
        )

    async def _not_indexed(self) -> frozenset[str]:
        """The versions that were called still true since they were indexed."""
        days = await self._reviews.all()
        if not days:
            return frozenset()
        everything = Filters(as_of=date.max, audience=Audience.ADMIN)
        async with self._published.pinned() as search:
            headers = await search.history.starting(date.min, everything)
        known = {one.key: one.review_by for one in headers}
        return frozenset(f"{key} {day}" for key, day in days.items() if known.get(key, day) != day)

    async def _index(self, changed: Sequence[WrittenRule], reviewed: frozenset[str]) -> None:
        """Indexes, unless a run with the same ended in the last hour and no other index came."""
        async with self._published.pinned() as search:
            now = reviewed | {f"index {search.generation.number}"}
        now |= {f"{one.rule_id} {one.decided_at}" for one in changed}
        at, before = self._tried
        if now == before and time.monotonic() - at < _AGAIN_S:
            return
        report = await self._rebuilt(await self._decided_about())
        self._tried = time.monotonic(), now
        if not report.published:
            logger.warning("rules not published", extra={"withheld": report.withheld})
            reason = report.withheld or "withheld"
            self.trouble = Trouble(reason, WITHHELD[reason]["en"])
            return
        self.trouble = None
        await self._kept.note_indexed(changed, datetime.now(UTC))
        if report.lost or report.problem:
            # Without a rule, the documents that were called still true, with their new days.
            await self._tell_lost([one.rule.title for one in changed] or sorted(reviewed), report)

    async def _tell_lost(self, titles: Sequence[str], report: IndexReport) -> None:
        """Tells administrators which golden questions are answered worse since these rules."""
        lost = sorted({one.question_id for one in report.lost})
        logger.warning("a rule made golden questions worse", extra={"lost": lost})

        def words(language: Language) -> str:
            named = ", ".join(f"“{one}”" for one in titles)
            first = _TEXTS.MADE_WORSE[language].format(titles=named)
            return "\n".join([first, *judged_lines(report, language)])

        for tell in self._tells:
            with Spared("golden questions after a rule"):
                await tell(words)

    async def _decided_about(self) -> frozenset[str]:
        """The keys of all versions that people wrote, or called still true."""
        counting = await self._kept.counting()
        written = {f"{one.rule.doc_id}@{one.rule.version}" for one in counting}
        return frozenset(written | (await self._reviews.all()).keys())

    async def _rebuilt(self, decided: frozenset[str]) -> IndexReport:
        # Servers elsewhere are asked by the clock: a person waits for this rule.
        run = Run(fetch=False, decided=decided)
        while True:
            try:
                return await self._indexer.rebuild(run, lambda _: None)
            except AlreadyIndexingError:
                # That run may have read the rules before this one was decided.
                await asyncio.sleep(_BETWEEN_S)
