"""The tools of the MCP server and their implementations."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from pydantic import BaseModel

from adapters.answers.models import NEAR, AskResponse, SearchResponse
from adapters.answers.replies import to_ask_response, to_passage
from adapters.answers.scope import filters_of, in_store, scope_asked, scope_of, thread_of
from adapters.mcp import models, words
from adapters.web.bounded import Bounded
from adapters.web.callers import Caller
from adapters.web.edge import replied, revised
from adapters.web.problems import Problem, Trouble
from bot.conversation.documents.changes import Changed, Changes, Step, contradictions
from bot.conversation.finder import Finder
from bot.conversation.outgoing import shown_id, shown_title
from bot.model import Message, Platform, Reply, Wait
from bot.model.said import USUAL_NAME
from bot.model.text import as_seen
from bot.ports import Handle, Index, Indexer
from bot.privacy import Redactor
from bot.shown.rendering import to_text
from bot.shown.tables import with_markdown_tables
from bot.stores import Stores
from knowledge.language.terms import language_of
from knowledge.model.documents import Filters
from knowledge.model.report import NotedClash, Quoted
from knowledge.model.versions import ALWAYS, FOR_EVER


@dataclass(frozen=True, slots=True)
class Behind:
    """The parts of the bot that tools and resources use."""

    handle: Handle
    index: Index
    indexer: Indexer
    redactor: Redactor
    today: Callable[[], date]
    corpus: str = USUAL_NAME["en"]
    """The name of the documents."""
    stores: Stores = field(default_factory=Stores)

    def named(self, text: str) -> str:
        """Returns a text with the name of the documents."""
        return text.format(corpus=self.corpus)


@dataclass(frozen=True, slots=True)
class Told:
    """A tool's result: as text and as values."""

    text: str
    value: BaseModel


Tell = Callable[[str], Awaitable[None]]
"""Tells a client how a call goes on."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool, with its description for models."""

    name: str
    title: str
    description: str
    arguments: type[models.Arguments]
    result: type[BaseModel]
    call: Callable[[Caller, Any], Awaitable[Told]]
    followed: Callable[[Caller, Any, Tell], Awaitable[Told]] | None = None
    """Runs it for a client that follows its progress, and may take longer for a better result."""


class Tools:
    """Runs the tools, within what the caller may read."""

    def __init__(self, behind: Behind, bounded: Bounded) -> None:
        self._behind = behind
        self._bounded = bounded
        self._finder = Finder(behind.index, behind.today)
        self._changes = Changes(behind.index)

    @property
    def table(self) -> Sequence[Tool]:
        """All tools, the first choice first."""
        named = self._behind.named
        return (
            Tool(
                "ask_store",
                named(words.ASK_TITLE),
                named(words.ASK),
                models.AskArguments,
                AskResponse,
                self.ask,
                self.ask_followed,
            ),
            Tool(
                "search_documents",
                named(words.SEARCH_TITLE),
                named(words.SEARCH),
                models.SearchArguments,
                SearchResponse,
                self.search,
            ),
            Tool(
                "what_changed",
                "What changed in the documents",
                named(words.CHANGES),
                models.ChangesArguments,
                models.ChangesResponse,
                self.changed,
            ),
            Tool(
                "list_contradictions",
                "Where documents disagree",
                words.CONTRADICTIONS,
                models.NoArguments,
                models.ContradictionsResponse,
                self.contradicting,
            ),
        )

    async def ask(self, caller: Caller, asked: models.AskArguments) -> Told:
        """Answers a question as for a person. Raises Problem."""
        return _told(await self._reply(caller, asked, Wait.PATIENT))

    async def ask_followed(self, caller: Caller, asked: models.AskArguments, tell: Tell) -> Told:
        """Tells the answer, and returns a better choice if one comes later. Raises Problem."""
        await tell(words.SEARCHING)
        shown = [await self._reply(caller, asked, Wait.EDITABLE)]
        if shown[0].later is not None:
            await tell(_told(shown[0]).text)

        def put(better: Reply) -> bool:
            shown.append(better)
            return True

        await revised(shown[0], put)
        return _told(shown[-1])

    async def _reply(self, caller: Caller, asked: models.AskArguments, wait: Wait) -> Reply:
        scope = in_store(scope_asked(caller, asked), asked.store, self._behind.stores)
        thread = thread_of(caller, asked.conversation_id)
        message = Message(
            Platform.MCP, thread, caller.name, asked.question, scope=scope, apart=True, wait=wait
        )
        async with self._bounded.turn():
            return await replied(self._behind.handle, message)

    async def search(self, caller: Caller, asked: models.SearchArguments) -> Told:
        """Finds passages. Raises Problem, KnowledgeError."""
        query = self._behind.redactor.safe(as_seen(asked.query))
        language = language_of(query)
        scope = scope_of(caller, asked.store_type, language=language, as_of=asked.effective_date)
        filters = filters_of(scope, self._behind.today())
        async with self._bounded.turn():
            found = await self._finder.within(filters, query, language, asked.k)
        near = [to_passage(one) for one in found if one.score >= NEAR]
        return Told(words.of_passages(near), SearchResponse(results=near))

    async def changed(self, caller: Caller, asked: models.ChangesArguments) -> Told:
        """Lists changes. Raises Problem, KnowledgeError."""
        filters = self._readable(caller)
        async with self._bounded.turn():
            if asked.document is None:
                steps = await self._changes.since(asked.since, filters)
            else:
                of_one = await self._changes.of(asked.document, filters, asked.since)
                steps = _known(of_one)
        told = models.ChangesResponse(as_of=filters.as_of, documents=[*map(_document, steps)])
        return Told(words.of_changes(told), told)

    async def contradicting(self, caller: Caller, asked: models.NoArguments) -> Told:
        """Lists contradictions. Raises Problem, KnowledgeError."""
        behind, filters = self._behind, self._readable(caller)
        async with self._bounded.turn():
            found = await contradictions(behind.indexer, behind.index, filters)
        told = models.ContradictionsResponse(contradictions=[*map(_contradiction, found)])
        return Told(words.of_contradictions(told.contradictions), told)

    def _readable(self, caller: Caller) -> Filters:
        return filters_of(scope_of(caller), self._behind.today())


def _told(reply: Reply) -> Told:
    """An answer; without found but uncited passages: a model must not answer from them."""
    text = to_text(replace(reply, text=with_markdown_tables(reply)))
    return Told(text, to_ask_response(reply, k=0))


def _known(steps: list[Step] | None) -> list[Step]:
    if steps is None:
        raise Problem(Trouble.NOT_FOUND, words.NO_DOCUMENT)
    return steps


def _document(step: Step) -> models.DocumentChange:
    new = step.new
    return models.DocumentChange(
        doc_id=shown_id(new.doc_id),
        title=shown_title(new.title, new.language),
        version=new.version,
        effective_from=new.effective_from,
        upcoming=step.is_coming,
        replaces=step.old.version if step.old else None,
        changes=[_change(one) for one in step.changes],
        more=step.more,
    )


def _change(changed: Changed) -> models.Change:
    return models.Change(
        what=changed.what, section=changed.section, before=changed.before, after=changed.after
    )


def _contradiction(clash: NotedClash) -> models.Contradiction:
    return models.Contradiction(
        first=_side(clash.left),
        second=_side(clash.right),
        in_force_from=None if clash.first == ALWAYS else clash.first,
        in_force_until=None if clash.last == FOR_EVER else clash.last,
    )


def _side(said: Quoted) -> models.Side:
    doc_id, _, version = said.key.rpartition("@")
    return models.Side(
        doc_id=shown_id(doc_id),
        version=version,
        title=said.title,
        section=said.section,
        page=said.page,
        quote=said.sentence,
        value=said.value,
    )
