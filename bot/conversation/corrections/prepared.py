"""Corrections that are ready to be posted: one for each thread that was told."""

import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, tzinfo
from typing import Any

from bot.answering.reply.citations import owner_line
from bot.conversation.outgoing import outgoing
from bot.model import Message, Platform, Reply, SafeText, Scope
from bot.model.access import least_of
from bot.model.days import in_words
from bot.model.errors import NotAskedAgainError
from bot.model.kept import Posting, StoredAnswer, same_question
from bot.model.sent import new_answer_id
from bot.ports import Handle
from bot.privacy import still_safe
from bot.privacy.harmless import harmless
from bot.shown.rendering import shown_quote, to_text
from bot.texts import ASK_STORE_MANAGER, Section
from bot.upkeep.reports.asked import platform_of
from bot.upkeep.reports.damage import WITHDRAWN, Damage, Told
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


# Corrections as an administrator reads them at the command line, before and after.


_INDENT = "     "


def preview(prepared: Prepared) -> str:
    """Says which threads get which correction, for each different answer."""
    counts = Counter(one.platform for one in prepared.corrections)
    rule = f"{prepared.title} ({prepared.doc_id})"
    if not counts:
        lines = [f"{rule}: nobody is left to be told."]
    else:
        lines = [
            f"{rule}: threads that quoted what no longer holds: {counts.total()}{shown(counts)}"
        ]
    for number, alike in enumerate(_alike(prepared.corrections), 1):
        lines += ["", *_lines(number, alike)]
    if prepared.elsewhere:
        left = Counter(map(platform_of, prepared.elsewhere))
        said = f"answers where nothing can be posted: {left.total()}{shown(left)}"
        lines += ["", said]
    return harmless("\n".join(lines), files=True)


def to_json(prepared: Prepared) -> dict[str, Any]:
    """Returns the same as JSON values."""
    return {
        "document": prepared.doc_id,
        "title": prepared.title,
        "token": prepared.token,
        "threads": dict(Counter(one.platform for one in prepared.corrections)),
        "corrections": [
            {
                "language": one.reply.language,
                "threads": dict(Counter(other.platform for other in alike)),
                "was_told": [said.source.quote for said in one.told],
                "now": [said.why for said in one.told],
                "text": one.reply.text,
                "sources": [source.doc_id for source in one.reply.sources],
                "answers": [said.answer.answer_id for other in alike for said in other.told],
            }
            for alike in _alike(prepared.corrections)
            for one in alike[:1]
        ],
        "elsewhere": dict(Counter(map(platform_of, prepared.elsewhere))),
    }


def failures_of(failed: Sequence[tuple[Correction, Posting]]) -> list[str]:
    """Names what was not posted, where and why."""
    lines = []
    for correction, posting in failed:
        place = f"{correction.platform} {correction.last.thread}"
        end = "may be posted all the same, so it is not tried again" if posting.unsure else ""
        why = " ".join(filter(None, (posting.word, f"({posting.cure})" if posting.cure else "")))
        lines.append(f"not posted: {place}: {'; '.join(filter(None, (why, end)))}")
    if any(not posting.unsure for _, posting in failed):
        lines.append("run the command again to post what failed.")
    return lines


def shown(counts: Mapping[str, int]) -> str:
    """Returns counts by platform in brackets; "" if there are none."""
    listed = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
    return f" ({listed})" if listed else ""


def _alike(corrections: Iterable[Correction]) -> list[list[Correction]]:
    """Groups those that say the same but for the day, the most frequent first."""
    groups: dict[tuple[Any, ...], list[Correction]] = {}
    for one in corrections:
        quotes = tuple(dict.fromkeys((said.source.quote, said.why) for said in one.told))
        today = one.reply.text.partition("\n\n")[2]
        groups.setdefault((one.reply.language, quotes, today), []).append(one)
    return sorted(groups.values(), key=lambda alike: -len(alike))


def _lines(number: int, alike: Sequence[Correction]) -> list[str]:
    first = alike[0]
    counts = Counter(one.platform for one in alike)
    told = {one.source.quote: one for one in first.told}.values()
    lines = [f"{number}. threads: {len(alike)}{shown(counts)}"]
    for one in told:
        source = one.source
        place = " › ".join(filter(None, (source.title, source.section)))
        lines.append(f"   was told: “{shown_quote(source)}” ({place}, version {source.version})")
        lines.append(f"   now: {one.why}")
    lines.append("   correction:")
    return [*lines, *(f"{_INDENT}{line}".rstrip() for line in to_text(first.reply).split("\n"))]


# The message that corrects earlier answers: what was said, and what holds today.


_TEXTS = Section("corrections")

_MOST = 3
"""Quotes that are named; a person rarely asked about more of one rule in a thread."""
_QUOTE = 300


def heading(told: Sequence[Told], language: Language, zone: tzinfo) -> str:
    """Says what was quoted when, and that it is no longer correct."""
    lines: list[str] = []
    for one in _different(told)[:_MOST]:
        said = _TEXTS.ALSO_QUOTED if lines else _TEXTS.QUOTED
        quote = shown_quote(one.source)
        lines.append(
            said[language].format(
                day=in_words(one.answer.given_at.astimezone(zone).date(), language),
                quote=quote if len(quote) <= _QUOTE else f"{quote[: _QUOTE - 1].rstrip()}…",
                title=one.source.title,
                version=one.source.version,
            )
        )
    return " ".join([*lines, _TEXTS.NO_LONGER[language]])


def reply_of(
    told: Sequence[Told],
    answer: Reply,
    header: Header | None,
    language: Language,
    zone: tzinfo,
) -> Reply:
    """Makes the message: the answer of today, or that no rule says it now and whom to ask.

    `header` is that of the rule, if the index still has it.
    """
    above = heading(told, language, zone)
    if answer.outcome == "answer":
        between = "\n" if "\n" in answer.text else " "
        text = f"{above}\n\n{_TEXTS.TODAY[language]}{between}{answer.text}"
        reply = replace(answer, text=text, notice=None, language=language, later=None, answer=None)
        return outgoing(replace(reply, steps={}, spent={}))
    is_withdrawn = all(one.why == WITHDRAWN for one in told)
    ends = [(_TEXTS.GONE if is_withdrawn else _TEXTS.NOT_SAID)[language]]
    owner = owner_line(header, language) if header else None
    ends.append(owner or ASK_STORE_MANAGER[language])
    return outgoing(Reply(f"{above}\n\n{' '.join(ends)}", language))


def _different(told: Sequence[Told]) -> list[Told]:
    """Those with different quotes, the earliest of each."""
    ordered = sorted(told, key=lambda one: one.answer.given_at)
    return list({one.source.quote: one for one in reversed(ordered)}.values())[::-1]
