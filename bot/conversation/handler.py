"""Handles the messages of every platform."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial

from bot import texts
from bot.answering.choose.extractive import Extractive
from bot.answering.pipeline import Answering
from bot.answering.selected_text import LONGEST_TEXT, Selected
from bot.answering.understand import LONGEST, asks
from bot.conversation.commands import Commands
from bot.conversation.in_stores import InStores, Told
from bot.conversation.outgoing import outgoing
from bot.conversation.owners import owners_of
from bot.conversation.rewording import Asked, Rewording
from bot.conversation.threads import MemoryThreads, is_for_its_reader
from bot.model import Answer, Failure, Message, Question, Reply, SafeText, Scope, Turn
from bot.model.errors import BotError, RecordsError, ReindexError
from bot.model.kept import Feedback, person_of
from bot.model.said import turn_of
from bot.model.text import as_seen
from bot.model.understood import About, Talk
from bot.ports import ExampleOf, Notify, Records, Threads
from bot.privacy import Redaction, Redactor, still_safe, unmarked
from bot.shown.reply import to_reply
from bot.stores import Stores
from bot.telemetry import Observers, Trace, request, step
from bot.texts import Text, spoken
from bot.upkeep.history.provenance import record_of
from bot.upkeep.history.trail import Trail
from knowledge.language.terms import language_of, query_terms
from knowledge.model.documents import Filters, Language
from knowledge.model.errors import IndexMissingError, KnowledgeError
from knowledge.model.report import Show
from knowledge.model.spared import Spared

logger = logging.getLogger(__name__)


Today = Callable[[], date]
"""Returns today's date in the store."""
Contacts = Callable[[], Awaitable[Collection[str]]]
"""Returns the contacts that the documents of the index publish. Raises KnowledgeError."""
_WITH_EXAMPLE = frozenset(
    {Talk.GREETING, Talk.ABOUT_YOU, Talk.EMPTY, Talk.TOO_SHORT, Talk.GENERAL_KNOWLEDGE}
)


class Conversation:
    """Turns messages into replies."""

    def __init__(
        self,
        answering: Answering,
        commands: Commands,
        today: Today,
        threads: Threads | None = None,
        selected: Selected | None = None,
        records: Records | None = None,
        trail: Trail | None = None,
        redactor: Redactor | None = None,
        example: ExampleOf | None = None,
        contacts: Contacts | None = None,
        indexing: Callable[[], bool] = lambda: False,
        observers: Observers | None = None,
        in_stores: InStores | None = None,
        stores: Stores | None = None,
    ) -> None:
        """Without threads every message is understood alone; without records no answer is stored.

        `trail` writes the audit log. `example` gives a question that the index answers,
        `contacts` the contacts that its documents publish. `indexing` says whether a run goes on.
        `observers` are told of each message once it has its reply. `in_stores` answers for
        stores, if there are any; `stores` names the owners who can be told of a reply.
        """
        self._trail = trail or Trail()
        self._answering = answering
        self._selected = selected or Selected(Extractive())
        self._threads = threads or MemoryThreads(None)
        self._commands = commands
        self._today = today
        self._records = records
        self._redactor = redactor or Redactor()
        self._example = example
        self._rewording = Rewording(answering, records, self._trail, stores)
        self._contacts = contacts
        self._indexing = indexing
        self._observers = observers or Observers()
        self._in_stores = in_stores
        self._stores = Stores() if stores is None else stores

    async def handle(
        self, message: Message, notify: Notify | None = None, show: Show | None = None
    ) -> Reply:
        """Returns the reply to a message. Known errors become a polite reply."""
        # Longer messages are refused, so their rest is not read.
        redaction = await self._redacted(message.text[: LONGEST + 1].strip())
        words = unmarked(redaction.text) or message.selected_text or ""
        language = message.scope.language or language_of(words)
        trace_id = message.trace_id
        about = {"platform": message.platform, "command": message.command}
        with request(trace_id, **about) as trace, self._observers.of(trace):
            try:
                if message.command is not None:
                    reply = await self._commands.run(message, language, notify, show)
                else:
                    reply = await self._reply(message, redaction, language, trace)
            except IndexMissingError:
                if self._indexing():
                    reply = Reply(texts.FIRST_INDEXING[language], failure=Failure.INDEXING)
                else:
                    reply = Reply(texts.NOT_INDEXED[language], failure=Failure.NOT_INDEXED)
            except (BotError, KnowledgeError) as error:
                _log(error, trace_id)
                trace.outcome["error"] = type(error).__name__
                said = texts.REINDEX_FAILED if isinstance(error, ReindexError) else texts.TROUBLE
                text = said[language].format(trace_id=trace_id)
                reply = Reply(text, private=True, failure=Failure.TROUBLE)
            reply = outgoing(replace(reply, language=spoken(language), trace_id=trace_id))
            reply = await self._kept(message, reply)
            if message.command is None:
                with Spared("audit log"):
                    await self._trail.answered(message, reply, redaction.counts, trace)
        return replace(reply, steps=trace.steps, spent=dict(trace.amounts))

    async def _redacted(self, text: str) -> Redaction:
        """Redacts a message, but leaves the contacts that the documents publish."""
        redaction = self._redactor.redact(text)
        if self._contacts is None or not self._redactor.may_hold_contacts(redaction):
            return redaction
        with suppress(KnowledgeError), Spared("published contacts", KnowledgeError):
            return self._redactor.asked(text, await self._contacts())
        return redaction

    async def _kept(self, message: Message, reply: Reply) -> Reply:
        """Stores a reply before it is shown, because its buttons may be clicked at once."""
        with Spared("record"):
            record = record_of(message, reply, datetime.now(UTC))
            if self._records is None or record is None or not is_for_its_reader(message, reply):
                return reply
            try:
                with step("record"):
                    return replace(reply, kept=await self._records.keep(record))
            except RecordsError as error:
                about = {"trace_id": reply.trace_id, "cause": type(error.__cause__).__name__}
                logger.warning("answer not stored", extra=about)
        return reply

    async def _reply(
        self,
        message: Message,
        redaction: Redaction,
        language: Language,
        trace: Trace,
    ) -> Reply:
        if len(message.text) > LONGEST:
            return Reply(texts.TOO_LONG[language].format(limit=LONGEST))
        question = Question(
            redaction.text,
            language,
            self._filters(message.scope, language),
            dated=message.scope.as_of is not None,
            length=message.scope.length,
            wait=message.wait,
        )
        if message.selected_text is not None:
            return await self._about(message.selected_text, question, redaction, trace)
        thread = _thread(message)
        turns: Sequence[Turn] = ()
        with Spared("thread", BotError):
            turns = await self._threads.turns(thread)
        question = replace(question, earlier=tuple(turn.said or turn.question for turn in turns))
        before = turns[-1] if turns else None
        if message.quoted.strip():
            before = await self._quoted(message.quoted, question)
        told = await self._told(question, before, message.scope.store)
        answer, store = told.answer, told.store
        trace.outcome |= _outcome(answer)
        if before and answer.understood.about is About.WRONG:
            await self._rate_badly(before.answer_id, message, question.text)
        answer = await self._with_example(answer)
        notice = _notice(redaction, language)
        reply = to_reply(answer, notice, message.scope.language, store)
        # The next message may be about the first answer again.
        is_turn = answer.found.hits and answer.understood.about is None
        if is_turn and is_for_its_reader(message, reply):
            with Spared("thread", BotError):
                place = store.store_id if store else None
                turn = replace(turn_of(answer, before), store=place, answer_id=message.trace_id)
                await self._threads.keep(thread, turn)
        with Spared("owners"):
            reply = replace(reply, owners=owners_of(reply, self._stores, message.platform))
        if not any(call.late for call in answer.calls):
            return reply
        asked = Asked(message, told.question, told.before)
        return replace(reply, later=partial(self._rewording.follow, asked, trace))

    async def _quoted(self, words: str, question: Question) -> Turn:
        """The turn of a message that is replied to: a question, or a rule and its rarest word."""
        quoted = (await self._redacted(words[:LONGEST])).text
        turn = turn_of(await self._answering.answer(replace(question, text=quoted)))
        if asks(quoted):
            return turn
        rarity = {
            word: max((turn.rarity.get(term, 0.0) for term in query_terms(word)), default=0.0)
            for word in quoted.split()
        }
        return replace(turn, question=still_safe(max(rarity, key=rarity.__getitem__)), said=None)

    async def _rate_badly(self, answer_id: str, message: Message, comment: SafeText) -> None:
        """Takes "that is wrong" as the button does; a rating that is lost costs no reply."""
        if self._records is None or not answer_id:
            return
        given_at, person = datetime.now(UTC), person_of(message)
        feedback = Feedback(answer_id, person, good=False, given_at=given_at, comment=comment)
        try:
            await self._records.rate(feedback)
        except RecordsError as error:
            logger.warning("rating not stored", extra={"cause": type(error.__cause__).__name__})

    async def _told(self, question: Question, before: Turn | None, here: str | None) -> Told:
        if self._in_stores is None:
            return Told(await self._answering.answer(question, before), question, before)
        return await self._in_stores.answer(self._answering, question, before, here)

    async def _with_example(self, answer: Answer) -> Answer:
        """Adds a question to ask instead, where the message was none."""
        talk, language = answer.understood.talk, answer.question.language
        if self._example is None or talk not in _WITH_EXAMPLE:
            return answer
        with Spared("example", BotError, KnowledgeError):
            if question := await self._example(language):
                said = texts.EXAMPLE[language].format(question=question)
                return replace(answer, text=still_safe(f"{answer.text} {said}"))
        return answer

    async def _about(self, text: str, question: Question, asked: Redaction, trace: Trace) -> Reply:
        """Answers from a selected text; reads no thread and stores nothing."""
        language = question.language
        if len(text) > LONGEST_TEXT:
            return Reply(texts.SELECTED_TOO_LONG[language].format(limit=LONGEST_TEXT))
        redaction = await asyncio.to_thread(self._without_personal_data, text)
        answer = await self._selected.answer(question, redaction.text)
        trace.outcome |= {**_outcome(answer), "selected": True}
        removed = _notice(redaction, language, texts.REMOVED_SELECTED)
        notices = [one for one in (_notice(asked, language), removed) if one]
        # A selected text belongs to no store and no day.
        return replace(to_reply(answer, " ".join(notices) or None), scope=None)

    def _without_personal_data(self, selected: str) -> Redaction:
        """Redacts a selected text as written, or normalised if that reveals more personal data."""
        usual = self._redactor.redact(as_seen(selected))
        own = self._redactor.redact(selected)
        return own if as_seen(own.text) == usual.text else usual

    def _filters(self, scope: Scope, language: Language) -> Filters:
        return Filters(
            as_of=scope.as_of or self._today(),
            audience=scope.audience,
            store_type=scope.store_type,
            category=scope.category,
            language=language,
            most=scope.most,
        )


def _thread(message: Message) -> str:
    """Returns the key of a message's thread; each audience has its own, so none sees another's."""
    if not message.conversation_id:
        return ""
    return f"{message.platform}:{message.scope.audience}:{message.conversation_id}"


def _log(error: BotError | KnowledgeError, trace_id: str) -> None:
    # Only the kinds of the errors: messages may contain a person's words, or a path.
    cause = type(error.__cause__).__name__ if error.__cause__ else None
    logger.warning(
        "request failed",
        extra={"trace_id": trace_id, "error": type(error).__name__, "cause": cause},
    )


def _notice(redaction: Redaction, language: Language, said: Text = texts.REMOVED) -> str | None:
    if not redaction.counts:
        return None
    kinds = []
    for kind, count in redaction.counts.items():
        counted = texts.REMOVED_KIND if count > 1 else texts.REMOVED_ONE
        name = texts.PERSONAL_DATA[kind][language]
        kinds.append(counted[language].format(kind=name, count=count))
    return said[language].format(kinds=", ".join(kinds))


def _outcome(answer: Answer) -> dict[str, object]:
    return {
        "verdict": answer.verdict,
        "talk": answer.understood.talk,
        "closest": len(answer.closest),
        "intent": answer.understood.intent,
        "attempts": answer.attempts,
        "language": answer.question.language,
        "cited": [citation.passage.passage_id for citation in answer.citations],
        "drafts": answer.drafts,
        "cached": answer.cached,
        "issues": [issue.code for issue in answer.issues],
        "rejected": [issue.code for issue in answer.rejected],
        "model": answer.model,
    }
