"""Corrections that are ready to be posted: one for each thread that was told."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, tzinfo

from bot.conversation.corrections.wording import reply_of
from bot.model import Message, Platform, Reply, SafeText, Scope
from bot.model.access import least_of
from bot.model.errors import NotAskedAgainError
from bot.model.kept.records import StoredAnswer, same_question
from bot.model.sent import new_answer_id
from bot.ports import Handle
from bot.privacy import still_safe
from bot.upkeep.reports.asked import platform_of
from bot.upkeep.reports.damage import Damage, Told
from knowledge.language.terms import language_of
from knowledge.model.documents import Header, Language

_LONGEST = 600
"""Characters of several questions that are asked again together."""


@dataclass(frozen=True, slots=True)
class Correction:
    """One message for a place, about one or more answers there."""

    told: tuple[Told, ...]
    """The earliest first."""
    reply: Reply
    question: SafeText

    @property
    def last(self) -> StoredAnswer:
        """The latest of the answers."""
        return self.told[-1].answer

    @property
    def platform(self) -> str:
        """The platform on which it was asked."""
        return platform_of(self.last)


@dataclass(frozen=True, slots=True)
class Prepared:
    """The corrections about a rule, as they were shown to the administrator."""

    doc_id: str
    title: str
    corrections: tuple[Correction, ...]
    elsewhere: tuple[StoredAnswer, ...]
    """Answers on platforms where nothing can be posted."""
    generation: int
    """The index from which they were answered."""
    day: date
    token: str = field(default_factory=lambda: secrets.token_hex(8))
    at: datetime = field(default_factory=lambda: datetime.now(UTC))


class Maker:
    """Makes corrections: asks each question again, once for all threads where it was asked."""

    def __init__(self, handle: Handle, zone: tzinfo) -> None:
        """`zone` is the store's time zone."""
        self._handle = handle
        self._zone = zone

    async def made(
        self, places: Sequence[Sequence[Told]], damage: Damage, doc_id: str
    ) -> tuple[Correction, ...]:
        """Makes the correction for each place. Raises NotAskedAgainError."""
        header, answers = damage.documents.get(doc_id), dict[Message, Reply]()
        return tuple([await self._correction(one, header, answers) for one in places])

    async def _correction(
        self, told: Sequence[Told], header: Header | None, answers: dict[Message, Reply]
    ) -> Correction:
        ordered = tuple(sorted(told, key=lambda one: one.answer.given_at))
        last = ordered[-1].answer
        language = last.reply.language
        together, latest = _together(ordered), last.question
        answer = await self._asked(together, ordered, answers)
        if answer.outcome != "answer" and together != latest:
            together, answer = latest, await self._asked(latest, ordered, answers)
        reply = reply_of(ordered, answer, header, language, self._zone)
        return Correction(ordered, replace(reply, trace_id=new_answer_id()), together)

    async def _asked(
        self, question: SafeText, told: Sequence[Told], answers: dict[Message, Reply]
    ) -> Reply:
        message = Message(Platform.CONSOLE, "", "me", question, scope=_scope(question, told))
        if message not in answers:
            reply = await self._handle(message)
            if reply.failure is not None:
                raise NotAskedAgainError(reply.text)
            answers[message] = reply
        return answers[message]


def places_of(told: Sequence[Told], where: Mapping[str, str | None]) -> list[list[Told]]:
    """Groups what was told by its place; leaves out answers whose place is None.

    `where` names the place of each answer.
    """
    places: dict[str, list[Told]] = {}
    for one in told:
        if place := where[one.answer.answer_id]:
            places.setdefault(place, []).append(one)
    return list(places.values())


def _together(told: Sequence[Told]) -> SafeText:
    """The different questions of a place as one message, or the latest if that is too long."""
    different = {same_question(one.answer.question): one.answer.question for one in told}
    text = "\n".join(different.values())
    return still_safe(text) if len(text) <= _LONGEST else told[-1].answer.question


def _scope(question: str, told: Sequence[Told]) -> Scope:
    """The scope of the latest answer, as of today, with what the readers of all may read."""
    reply = told[-1].answer.reply
    before = reply.scope or Scope()
    language: Language | None = reply.language
    if before.language is None and language_of(question) == language:
        language = None  # not set by the channel, so not shown as set
    return Scope(
        store_type=before.store_type,
        category=before.category,
        language=language,
        audience=least_of(one.answer.reply.audience for one in told),
        length=before.length,
        store=before.store,
    )
