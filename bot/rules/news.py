"""Tells those who had asked in vain that a rule answers their question now, each once."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, tzinfo

from bot.conversation.corrections import Posts
from bot.conversation.outgoing import outgoing
from bot.model import Message, Platform, Reply, Scope
from bot.model.access import least_of, may_read
from bot.model.days import in_words
from bot.model.kept import Posting, StoredAnswer, same_question
from bot.model.rules import Rule, WrittenRule
from bot.model.sent import new_answer_id
from bot.ports import Handle, Index, Records
from bot.texts import Section
from knowledge.language.terms import language_of
from knowledge.model.documents import Language

_TEXTS = Section("rules")
_ASKED_AGAIN = 40
"""Different questions that are asked again, those most like the rule's; each takes .3 s."""
_QUOTE = 200


class News:
    """Asks the open questions again, and tells whoever gets the rule as the answer."""

    def __init__(
        self,
        records: Records,
        index: Index,
        handle: Handle,
        posts: Posts,
        period: timedelta,
        zone: tzinfo = UTC,
    ) -> None:
        """Questions of `period` are looked at; `zone` is the store's time zone."""
        self._records = records
        self._index = index
        self._handle = handle
        self._posts = posts
        self._period = period
        self._zone = zone

    async def tell(self, written: WrittenRule) -> list[Posting]:
        """Tells them; returns what became of each message. Raises RecordsError."""
        if not self._posts:
            return []
        postings = []
        for answers in (await self._waiting(written.rule)).values():
            if (posting := await self._told(written.rule, answers)) is not None:
                postings.append(posting)
        return postings

    async def _waiting(self, rule: Rule) -> dict[str, list[StoredAnswer]]:
        """The answers without an answer that may be about a rule, by their places."""
        told = {(one.answer_id, one.doc_id) for one in await self._records.corrected()}
        sent = {one.correction_id for one in await self._records.corrected()}
        given = await self._records.given(datetime.now(UTC) - self._period)
        open_ = [
            one
            for one in given
            if (one.answer_id == rule.answer_id or one.reply.outcome in ("refusal", "closest"))
            and one.answer_id not in sent
            and (one.answer_id, rule.doc_id) not in told
            and may_read(one.reply.audience, rule.audience)
        ]
        near = await self._nearest(rule, open_)
        places: dict[str, list[StoredAnswer]] = {}
        for one in open_:
            if same_question(one.question) in near and (where := self._posts.where(one)):
                places.setdefault(where, []).append(one)
        return places

    async def _nearest(self, rule: Rule, answers: Sequence[StoredAnswer]) -> set[str]:
        """The different questions that are most like the one of a rule."""
        asked = {same_question(one.question): one.question for one in answers}
        async with self._index.pinned() as search:
            near = await search.likeness(rule.question or rule.title, [*asked.values()])
        ranked = sorted(zip(near, asked, strict=True), reverse=True)
        return {same for _, same in ranked[:_ASKED_AGAIN]}

    async def _told(self, rule: Rule, answers: Sequence[StoredAnswer]) -> Posting | None:
        """Tells a place, if the rule answers what was asked there; None if it does not."""
        latest = {same_question(one.question): one for one in answers}
        for same, last in reversed(latest.items()):
            reply = await self._asked(last)
            if reply.outcome != "answer" or rule.doc_id not in (
                one.doc_id for one in reply.sources
            ):
                continue
            about = [one for one in answers if same_question(one.question) == same]
            return await self._posts.post(
                rule.doc_id, about, last.question, news_of(last, reply, self._zone)
            )
        return None

    async def _asked(self, last: StoredAnswer) -> Reply:
        before = last.reply.scope or Scope()
        language: Language | None = last.reply.language
        if before.language is None and language_of(last.question) == language:
            language = None
        scope = replace(
            before, language=language, as_of=None, audience=least_of([last.reply.audience])
        )
        return await self._handle(Message(Platform.CONSOLE, "", "me", last.question, scope=scope))


def news_of(asked: StoredAnswer, answer: Reply, zone: tzinfo) -> Reply:
    """Makes the message: what was asked when, and the answer of today."""
    language, question = asked.reply.language, asked.question
    day: date = asked.given_at.astimezone(zone).date()
    quoted = question if len(question) <= _QUOTE else f"{question[: _QUOTE - 1].rstrip()}…"
    above = _TEXTS.NEWS[language].format(day=in_words(day, language), question=quoted)
    reply = replace(
        answer,
        text=f"{above}\n\n{answer.text}",
        notice=None,
        language=language,
        later=None,
        answer=None,
        trace_id=new_answer_id(),
    )
    return outgoing(replace(reply, steps={}, spent={}))
