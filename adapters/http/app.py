"""The public API as a part of the web server: its operations and their routes."""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, tzinfo

from aiohttp import web
from aiohttp.typedefs import Middleware

from adapters.answers.gaps import GapsResponse
from adapters.answers.models import AskResponse, SearchResponse
from adapters.answers.scope import Scopes
from adapters.http import models, owners, rules, specifications
from adapters.http.administering import Administering
from adapters.http.asking import Asking, Concierge, ConciergeRequest, ConciergeResponse
from adapters.http.docs_page import pages
from adapters.http.endpoints import Endpoints, Faults, Operation, cors, refused
from adapters.http.finding import Finding
from adapters.http.owners import PinsOfPrograms, ReviewsOfPrograms
from adapters.http.rules import Reporting, Ruling
from adapters.http.specifications import Specifications
from adapters.web.bounded import Bounded
from adapters.web.callers import Callers
from adapters.web.problems import Problem, Trouble
from bot.ports import Handle, Index, Indexer, Records
from bot.privacy import Redactor
from bot.rules.rules import Rules
from bot.stores import Stores
from bot.upkeep.desk import Desk
from bot.upkeep.history.replay import Replays
from bot.upkeep.reports import Reports
from knowledge.model.documents import Audience, Language
from knowledge.search.retrieval import Retrieval

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class Behind:
    """The parts of the bot that the API uses."""

    handle: Handle
    index: Index
    retrieval: Retrieval
    records: Records
    replays: Replays
    redactor: Redactor
    desk: Desk
    indexer: Indexer
    today: Callable[[], date]
    corpus: Mapping[Language, str]
    """The documents' name in refusals, by language."""
    overview: str
    """The catalogue's overview, for when no product fits."""
    version: str
    """The version of storewise."""
    rules: Rules
    reports: Reports
    zone: tzinfo
    """The store's time zone."""
    stores: Stores = field(default_factory=Stores)


class Api:
    """The public API and the specifications' endpoints."""

    name = "api"

    def __init__(self, callers: Callers, bounded: Bounded, behind: Behind) -> None:
        operations = _operations(callers, bounded, behind)
        endpoints = Endpoints(callers, lambda: behind.indexer.running)
        self._paths = ["/api/", *(one.path for one in operations)]
        self._in_detail = {one.path for one in operations if one.faults is Faults.DETAIL}
        self._routes = [
            *(route for one in operations for route in endpoints.routes(one)),
            *pages(operations, behind.version, behind.corpus["en"]),
        ]

    @property
    def routes(self) -> Sequence[web.RouteDef]:
        """The routes of all operations."""
        return self._routes

    def middlewares(self, cors_origins: Collection[str]) -> list[Middleware]:
        """The middlewares in front of the routes."""
        shared = [cors(cors_origins, self._paths)] if cors_origins else []
        return [*shared, _told_of_unknown_addresses(self._in_detail)]

    async def running(self, application: web.Application) -> AsyncIterator[None]:
        """Does nothing: there is nothing to start or stop."""
        yield

    async def trouble(self) -> None:
        """Always None: each response reports its own problems."""
        return


def _told_of_unknown_addresses(in_detail: Collection[str]) -> Middleware:
    """Uses the usual error shapes for unknown addresses and wrong methods, too."""

    @web.middleware
    async def told(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not request.path.startswith("/api/") and request.path not in in_detail:
            return await handler(request)
        faults = Faults.DETAIL if request.path in in_detail else Faults.PROBLEM
        try:
            return await handler(request)
        except web.HTTPNotFound:
            text = "This address is not known; see /api/docs."
            return refused(Problem(Trouble.NOT_FOUND, text), faults)
        except web.HTTPMethodNotAllowed as error:
            allowed = ", ".join(sorted(error.allowed_methods))
            wrong = Problem(Trouble.WRONG_METHOD, f"Use {allowed}.", headers={"Allow": allowed})
            return refused(wrong, faults)

    return told


def _operations(callers: Callers, bounded: Bounded, behind: Behind) -> Sequence[Operation]:
    """Every endpoint, in the order of its page."""
    scopes = Scopes(behind.stores, behind.index, behind.today)
    asking = Asking(behind.handle, bounded, scopes, callers)
    finding = Finding(
        behind.index,
        behind.retrieval,
        behind.records,
        behind.replays,
        behind.redactor,
        behind.today,
        bounded,
        scopes,
        callers,
    )
    administering = Administering(behind.desk, behind.indexer)
    spoken = Specifications(asking, scopes, behind.corpus)
    concierge = Concierge(behind.index, behind.redactor, behind.today, behind.overview, bounded)
    ruling = Ruling(behind.rules, behind.today)
    reporting = Reporting(behind.reports, behind.today, behind.zone)
    return [
        *_own(asking, finding, administering),
        *_of_rules(ruling),
        *_of_pins(PinsOfPrograms(behind.rules.pinning, behind.records)),
        *_of_reviews(ReviewsOfPrograms(behind.rules.reviewing)),
        *_of_reports(reporting),
        *_of_specifications(spoken),
        _of_catalogue(concierge),
    ]


def _own(asking: Asking, finding: Finding, administering: Administering) -> list[Operation]:
    return [
        Operation(
            "POST",
            "/api/v1/ask",
            "ask",
            "Ask a question; get a checked answer with its sources",
            call=asking.ask,
            response=AskResponse,
            body=models.AskRequest,
            stream=asking.stream,
            may_revise=True,
        ),
        Operation(
            "POST",
            "/api/v1/search",
            "search",
            "Find passages, best first",
            call=finding.search,
            response=SearchResponse,
            body=models.SearchRequest,
        ),
        Operation(
            "POST",
            "/api/v1/retrieve",
            "retrieve",
            "Get passages without personal data, to write your own answers (specification 5)",
            call=finding.retrieve,
            response=models.RetrieveResponse,
            body=models.RetrieveRequest,
        ),
        Operation(
            "POST",
            "/api/v1/feedback",
            "feedback",
            "Rate an answer",
            call=finding.feedback,
            response=models.FeedbackResponse,
            body=models.FeedbackRequest,
            troubles=(Trouble.NOT_FOUND,),
        ),
        Operation(
            "GET",
            "/api/v1/documents",
            "documents",
            "List the documents with their versions and dates",
            call=finding.documents,
            response=models.DocumentsResponse,
        ),
        Operation(
            "GET",
            "/api/v1/answers/{answer_id}",
            "answer",
            "Look up a stored answer, and how it was made",
            call=finding.answer,
            response=models.KeptAnswer,
            troubles=(Trouble.NOT_FOUND,),
            parameter="answer_id",
        ),
        Operation(
            "POST",
            "/api/v1/reindex",
            "reindex",
            "Re-read the documents",
            call=administering.reindex,
            response=models.IndexResponse,
            body=models.ReindexRequest,
            stream=administering.stream,
            role=Audience.ADMIN,
            troubles=(Trouble.UNDER_WAY,),
        ),
        Operation(
            "POST",
            "/api/v1/rollback",
            "rollback",
            "Roll back to the previous index",
            call=administering.roll_back,
            response=models.IndexResponse,
            body=models.RollbackRequest,
            role=Audience.ADMIN,
            troubles=(Trouble.UNDER_WAY, Trouble.NOTHING_BEFORE),
        ),
    ]


def _of_rules(ruling: Ruling) -> list[Operation]:
    troubles = (Trouble.NOT_FOUND, Trouble.CONFLICT)
    return [
        Operation(
            "POST",
            "/api/v1/documents",
            "write_document",
            "Write a rule as a document, or see what it would contradict",
            call=ruling.put,
            response=rules.RuleResponse,
            body=rules.RuleRequest,
            role=Audience.MANAGER,
            troubles=troubles,
        ),
        Operation(
            "PUT",
            "/api/v1/documents/{doc_id}",
            "write_version",
            "Write a new version of a document",
            call=ruling.put,
            response=rules.RuleResponse,
            body=rules.RuleRequest,
            role=Audience.MANAGER,
            troubles=troubles,
            parameter="doc_id",
            pattern=rules.DOC_ID,
        ),
        Operation(
            "DELETE",
            "/api/v1/documents/{doc_id}",
            "withdraw_document",
            "Withdraw a document that was written here",
            call=ruling.withdraw,
            response=rules.RuleResponse,
            role=Audience.MANAGER,
            troubles=troubles,
            parameter="doc_id",
            pattern=rules.DOC_ID,
        ),
    ]


def _of_pins(pinned: PinsOfPrograms) -> list[Operation]:
    return [
        Operation(
            "POST",
            "/api/v1/pins",
            "pin",
            "Pin an answer to its question",
            call=pinned.pin,
            response=owners.PinnedAnswer,
            body=owners.PinRequest,
            role=Audience.MANAGER,
            troubles=(Trouble.NOT_FOUND, Trouble.CONFLICT),
        ),
        Operation(
            "GET",
            "/api/v1/pins",
            "pins",
            "List the pinned answers",
            call=pinned.pins,
            response=owners.PinsResponse,
            role=Audience.MANAGER,
        ),
        Operation(
            "DELETE",
            "/api/v1/pins/{pin_id}",
            "unpin",
            "Take a pinned answer away",
            call=pinned.unpin,
            response=owners.PinnedAnswer,
            role=Audience.MANAGER,
            troubles=(Trouble.NOT_FOUND, Trouble.CONFLICT),
            parameter="pin_id",
            pattern=owners.PIN_ID,
        ),
    ]


def _of_reviews(reviews: ReviewsOfPrograms) -> list[Operation]:
    return [
        Operation(
            "GET",
            "/api/v1/reviews",
            "reviews",
            "List the documents that are due for review",
            call=reviews.due,
            response=owners.ReviewsResponse,
            role=Audience.MANAGER,
        ),
        Operation(
            "POST",
            "/api/v1/reviews",
            "still_true",
            "Say that a document is still true",
            call=reviews.still_true,
            response=owners.DueDocument,
            body=owners.ReviewRequest,
            role=Audience.MANAGER,
            troubles=(Trouble.NOT_FOUND,),
        ),
    ]


def _of_reports(reporting: Reporting) -> list[Operation]:
    told = (
        ("gaps", "List the questions that wait for a rule", reporting.gaps, GapsResponse),
        ("usage", "Count what was asked", reporting.usage, rules.ReportResponse),
        ("feedback", "List what was rated", reporting.feedback, rules.ReportResponse),
    )
    return [
        Operation(
            "GET",
            f"/api/v1/{name}",
            f"report_{name}",
            summary,
            call=call,
            response=response,
            query=rules.PeriodRequest,
            role=Audience.MANAGER,
        )
        for name, summary, call, response in told
    ]


def _of_specifications(spoken: Specifications) -> list[Operation]:
    return [
        Operation(
            "POST",
            "/api/v1/policy/ask",
            "policy_ask",
            "Ask about a policy (specification 1)",
            call=spoken.policy,
            response=specifications.PolicyResponse,
            body=specifications.PolicyRequest,
            faults=Faults.DETAIL,
        ),
        Operation(
            "POST",
            "/ask",
            "book_ask",
            "Ask the documents, or one selected text (specification 2)",
            call=spoken.book,
            response=specifications.BookResponse,
            body=specifications.BookRequest,
            faults=Faults.DETAIL,
        ),
        Operation(
            "POST",
            "/chat",
            "chat",
            "Ask in the context of a store (specification 3)",
            call=spoken.chat,
            response=specifications.ChatResponse,
            body=specifications.ChatRequest,
            faults=Faults.DETAIL,
        ),
    ]


def _of_catalogue(concierge: Concierge) -> Operation:
    return Operation(
        "POST",
        "/api/ai/ask",
        "concierge_ask",
        "Find the products that a question is about (specification 4)",
        call=concierge.ask,
        response=ConciergeResponse,
        body=ConciergeRequest,
        faults=Faults.DETAIL,
    )
