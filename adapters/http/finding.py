"""Looks up passages, documents and stored answers."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime

from adapters.answers.models import SearchResponse
from adapters.answers.replies import to_citation, to_closest, to_passage
from adapters.answers.scope import Scopes, filters_of, scope_of
from adapters.http.models import (
    Document,
    DocumentsResponse,
    DocumentVersion,
    FeedbackRequest,
    FeedbackResponse,
    KeptAnswer,
    RetrievedCitation,
    RetrieveRequest,
    RetrieveResponse,
    SearchRequest,
)
from adapters.web.bounded import Bounded
from adapters.web.callers import Caller, Callers
from adapters.web.problems import Problem, Trouble
from bot.conversation.documents.listing import Documents, Version, Versions, current
from bot.conversation.finder import Finder
from bot.conversation.outgoing import shown_id, shown_section, shown_title, shown_words, web_page
from bot.model.access import may_read
from bot.model.errors import AuditError, RecordsError
from bot.model.kept import Feedback, StoredAnswer
from bot.model.text import as_seen
from bot.ports import Index, Records
from bot.privacy import Redactor
from bot.shown.tables import with_markdown_tables
from bot.upkeep.history.replay import Replays
from knowledge.language.terms import language_of
from knowledge.model.documents import Audience
from knowledge.model.errors import SegmentError
from knowledge.search.retrieval import Match, Retrieval, Segment


class Finding:
    """Finds passages, documents and stored answers for programs."""

    def __init__(
        self,
        index: Index,
        retrieval: Retrieval,
        records: Records,
        replays: Replays,
        redactor: Redactor,
        today: Callable[[], date],
        bounded: Bounded,
        scopes: Scopes,
        callers: Callers,
    ) -> None:
        self._callers = callers
        self._bounded = bounded
        self._scopes = scopes
        self._documents = Documents(index)
        self._finder = Finder(index, today)
        self._retrieval = retrieval
        self._records = records
        self._replays = replays
        self._redactor = redactor
        self._today = today

    async def search(self, caller: Caller, request: SearchRequest) -> SearchResponse:
        """The best matching passages; none if nothing is near."""
        query = self._redactor.safe(as_seen(request.query))
        language = request.language or language_of(query)
        filters = filters_of(await self._scopes.asked(caller, request), self._today())
        filters = replace(filters, language=language)
        async with self._bounded.turn():
            found = await self._finder.within(filters, query, language, request.k)
        near = [to_passage(one) for one in found if one.score >= request.min_score]
        return SearchResponse(results=near)

    async def retrieve(self, caller: Caller, request: RetrieveRequest) -> RetrieveResponse:
        """Passages for a program that writes its own answers."""
        segment = request.segment
        try:
            made = Segment.of(segment.model_dump() if segment else {}).query
        except SegmentError as error:
            raise Problem(Trouble.INVALID, str(error)) from error
        query = as_seen(request.query or made)
        scope = scope_of(
            caller, request.store_type, as_of=request.effective_date, language=language_of(query)
        )
        await self._scopes.check(caller, scope)
        async with self._bounded.turn():
            found = await self._retrieval.retrieve(
                query, filters_of(scope, self._today()), request.top_k
            )
        return RetrieveResponse(query=found.query, citations=list(map(_retrieved, found.matches)))

    async def documents(self, caller: Caller, nothing: None) -> DocumentsResponse:
        """The documents with all versions."""
        scope = scope_of(caller)
        listed = await self._documents.listed(filters_of(scope, self._today()))
        return DocumentsResponse(as_of=self._today(), documents=[_document(one) for one in listed])

    async def answer(self, caller: Caller, answer_id: str) -> KeptAnswer:
        """A stored answer of this key; any answer for an administrator's key."""
        record = await self._kept(caller, answer_id)
        try:
            replay = await self._replays.replay(answer_id)
        except (AuditError, RecordsError):
            replay = None
        return _kept_answer(record, replay)

    async def feedback(self, caller: Caller, request: FeedbackRequest) -> FeedbackResponse:
        """Saves a rating of an answer."""
        await self._kept(caller, request.answer_id)
        caller = await self._callers.as_user(caller, request.user)
        comment = self._redactor.safe(request.comment) if request.comment else None
        feedback = Feedback(
            request.answer_id,
            caller.person(),
            request.rating == "good",
            datetime.now(UTC),
            request.reason or "",
            comment,
        )
        if not await self._rated(feedback):
            raise _gone()
        return FeedbackResponse(answer_id=request.answer_id, rating=request.rating)

    async def _kept(self, caller: Caller, answer_id: str) -> StoredAnswer:
        try:
            record = await self._records.find(answer_id)
        except RecordsError as error:
            raise _unreadable() from error
        # Callers who may not read an answer are not told that it exists.
        if record is None or not _may_look_up(caller, record):
            raise _gone()
        return record

    async def _rated(self, feedback: Feedback) -> bool:
        try:
            return await self._records.rate(feedback)
        except RecordsError as error:
            raise _unreadable() from error


def _kept_answer(record: StoredAnswer, replay: dict[str, object] | None) -> KeptAnswer:
    """A stored answer as a response."""
    reply = record.reply
    return KeptAnswer.model_validate(
        {
            "answer_id": record.answer_id,
            "given_at": record.given_at,
            "question": record.question,
            "answer": with_markdown_tables(reply),
            "outcome": reply.outcome,
            "verdict": record.verdict,
            "confidence": reply.confidence,
            "citations": [to_citation(one) for one in reply.sources],
            "closest": [to_closest(one) for one in reply.closest],
            "follow_up_question": reply.follow_up,
            "suggestions": list(reply.suggestions),
            "replay": replay,
        }
    )


def _retrieved(match: Match) -> RetrievedCitation:
    """A match as a citation; title, headings and redacted text carry no instructions."""
    language = language_of(match.text)
    return RetrievedCitation(
        id=shown_id(match.id),
        title=match.title and shown_title(match.title, language),
        section=match.section and shown_section(match.section),
        text=match.text,
        redacted_text=shown_words(match.redacted_text),
        url=web_page(match.url),
        published_date=match.published_date,
        source=match.source,
    )


def _document(versions: Versions) -> Document:
    shown = current(versions)
    header = shown.header
    return Document(
        doc_id=shown.doc_id,
        title=shown.title,
        language=header.language,
        category=header.category,
        store_types=list(header.store_types),
        audience=header.audience,
        owner=header.owner and shown_words(header.owner),
        url=web_page(header.url),
        versions=[_version(one) for one in versions],
    )


def _version(version: Version) -> DocumentVersion:
    return DocumentVersion(
        version=version.header.version,
        title=version.title,
        effective_from=version.header.effective_from,
        effective_until=version.header.effective_until,
        in_force=version.is_in_force,
    )


def _may_look_up(caller: Caller, record: StoredAnswer) -> bool:
    """Whether a caller may read a stored answer: its own, or any for an all-store administrator."""
    sees_any = caller.role is Audience.ADMIN and caller.store_type is None
    return (sees_any or caller.has(record.person)) and may_read(caller.role, record.reply.audience)


def _gone() -> Problem:
    return Problem(
        Trouble.NOT_FOUND, "No answer with this id is stored, or this key may not read it."
    )


def _unreadable() -> Problem:
    return Problem(Trouble.UNAVAILABLE, "The stored answers cannot be read now. Try again later.")
