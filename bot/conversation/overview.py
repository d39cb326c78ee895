"""Gathers a chat's front page for one person: documents, examples, recent questions, upkeep."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import TypeVar, get_args

from bot.conversation.examples import MOST, Example, Examples
from bot.model import SafeText
from bot.model.errors import BotError
from bot.model.kept import Ratings, StoredAnswer, same_question
from bot.model.said import USUAL_NAME, Corpus
from bot.ports import Indexer, Records
from bot.privacy import safe
from bot.privacy.harmless import harmless
from knowledge.model.documents import Language
from knowledge.model.errors import IndexMissingError, KnowledgeError
from knowledge.model.report import Progress, Status
from knowledge.split.injections import is_injection

logger = logging.getLogger(__name__)

DAYS = 30
"""Days of ratings that administrators see, and of questions that wait for a rule."""
_RECENT = 5
_READ = 30
"""Answers that are read to find recent questions; a repeated question is shown once."""

_Part = TypeVar("_Part")


@dataclass(frozen=True, slots=True)
class Known:
    """The indexed documents."""

    documents: int
    languages: Mapping[Language, int]
    """Documents in each language."""
    indexed_at: datetime | None
    """In the store's time zone."""


@dataclass(frozen=True, slots=True)
class RecentQuestion:
    """A question that a person asked."""

    question: SafeText
    at: datetime
    """In the store's time zone."""
    answer_id: str = ""
    """The id of its latest answer, for a button that asks it again."""


@dataclass(frozen=True, slots=True)
class Upkeep:
    """Facts for administrators. None marks a part that cannot be read now."""

    running: bool
    """Whether an indexing run is in progress."""
    progress: Progress | None = None
    """Progress of the run, once known."""
    number: int | None = None
    """Number of the published index."""
    passages: int = 0
    skipped: int = 0
    """Files that were left out."""
    clashes: int = 0
    """Contradictions between documents."""
    ratings: Ratings | None = None


@dataclass(frozen=True, slots=True)
class Overview:
    """A front page. None marks a part that cannot be read now."""

    known: Known | None
    nothing_indexed: bool = False
    examples: tuple[Example, ...] | None = ()
    recent: tuple[RecentQuestion, ...] | None = ()
    """The latest first."""
    kept_days: int = DAYS
    """Days that answers are stored; with 0 there are no recent questions."""
    corpus: Corpus = field(default_factory=lambda: USUAL_NAME)
    """The name of the documents in each language."""
    upkeep: Upkeep | None = None
    """For administrators only."""


class Overviews:
    """Gathers front pages; leaves out parts that cannot be read."""

    def __init__(
        self,
        indexer: Indexer,
        examples: Examples,
        records: Records,
        zone: tzinfo,
        kept_days: int = DAYS,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        corpus: Corpus = USUAL_NAME,
    ) -> None:
        """`zone` is the store's time zone; answers are stored for `kept_days`."""
        self.corpus = corpus
        self._indexer = indexer
        self._examples = examples
        self._records = records
        self._zone = zone
        self.kept_days = kept_days
        self._now = now

    async def of(self, person: str, language: Language, *, admin: bool = False) -> Overview:
        """Gathers the front page of a person, named as in `bot.model.kept.person_of`."""
        status, nothing_indexed = await self._status()
        return Overview(
            known=self._known(status) if status else None,
            nothing_indexed=nothing_indexed,
            examples=() if nothing_indexed else await self.examples(language),
            recent=await self.recent(person),
            kept_days=self.kept_days,
            corpus=self.corpus,
            upkeep=await self._upkeep(status) if admin else None,
        )

    async def recent(self, person: str) -> tuple[RecentQuestion, ...] | None:
        """Returns a person's recent questions, the latest first; None if unreadable now."""
        records = await _readable(self._records.recent(person, _READ))
        return None if records is None else self._asked(records)

    async def asked_before(self, answer_id: str, person: str) -> SafeText | None:
        """Returns a person's own question by its answer; None for anybody else's, or if gone."""
        record = await _readable(self._records.find(answer_id))
        return record.question if record is not None and record.person == person else None

    async def examples(self, language: Language, most: int = MOST) -> tuple[Example, ...] | None:
        """Returns example questions, safe to show; None if they cannot be read now."""
        examples = await _readable(self._examples.of(language, most))
        if examples is None:
            return None
        return tuple(
            replace(one, question=safe(harmless(one.question)))
            for one in examples
            if not is_injection(one.question)
        )

    async def first_example(self, language: Language) -> SafeText | None:
        """Returns one example question, safe to show; None if there is none."""
        return next((one.question for one in await self.examples(language, 1) or ()), None)

    async def example(self, key: str) -> SafeText | None:
        """Returns the question of an example's button; None if it is of an earlier index."""
        return await _readable(self._examples.question(key))

    async def _status(self) -> tuple[Status | None, bool]:
        """Returns the status, and whether nothing is indexed."""
        try:
            return await asyncio.to_thread(self._indexer.status), False
        except IndexMissingError:
            return None, True
        except KnowledgeError as error:
            _log(error)
            return None, False

    def _known(self, status: Status) -> Known:
        languages: dict[Language, int] = {
            language: status.languages[language]
            for language in get_args(Language)
            if status.languages.get(language)
        }
        return Known(status.documents, languages, self._time(status.published.made_at))

    def _time(self, written: str) -> datetime | None:
        try:
            return datetime.fromisoformat(written).astimezone(self._zone)
        except ValueError:
            return None

    def _asked(self, records: list[StoredAnswer]) -> tuple[RecentQuestion, ...]:
        """Returns the recent questions, each once, the latest first."""
        latest: dict[str, RecentQuestion] = {}
        for one in records:
            at = one.given_at.astimezone(self._zone)
            asked = RecentQuestion(one.question, at, one.answer_id)
            latest.setdefault(same_question(one.question), asked)
        return tuple(latest.values())[:_RECENT]

    async def _upkeep(self, status: Status | None) -> Upkeep:
        since = self._now() - timedelta(days=DAYS)
        ratings = await _readable(self._records.ratings(since))
        upkeep = Upkeep(running=self._indexer.running, ratings=ratings)
        return _with_index(upkeep, status) if status else upkeep


def _with_index(upkeep: Upkeep, status: Status) -> Upkeep:
    review = status.review
    return replace(
        upkeep,
        progress=status.progress,
        number=status.published.number,
        passages=status.passages,
        skipped=len(status.skipped),
        clashes=len(review.clashes) + review.more_clashes,
    )


async def _readable(part: Awaitable[_Part]) -> _Part | None:
    """Returns a part of the page; None if it cannot be read now."""
    try:
        return await part
    except (BotError, KnowledgeError) as error:
        _log(error)
        return None


def _log(error: BotError | KnowledgeError) -> None:
    # Only the kind of error: its message may name a path on this machine.
    logger.warning("front page incomplete", extra={"error": type(error).__name__})
