"""The public API as a part of the web server: the table of its operations, and their routes."""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date

from aiohttp import web
from aiohttp.typedefs import Middleware

from adapters.answers.models import AskResponse, SearchResponse
from adapters.bounded import Bounded
from adapters.callers import Callers
from adapters.http import models, specifications
from adapters.http.administering import Administering
from adapters.http.asking import Asking
from adapters.http.concierge import Concierge, ConciergeRequest, ConciergeResponse
from adapters.http.cors import cors
from adapters.http.endpoints import Endpoints
from adapters.http.finding import Finding
from adapters.http.operations import Faults, Operation
from adapters.http.pages import pages
from adapters.http.specifications import Specifications
from adapters.problems import Problem, Trouble
from bot.desk import Desk
from bot.ports import Handle, Index, Indexer, Records
from bot.privacy import Redactor
from bot.replay import Replays
from knowledge.model.documents import Audience, Language
from knowledge.search.programs.retrieval import Retrieval

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class Behind:
    """What the API opens to programs."""

    handle: Handle
    index: Index
    retrieval: Retrieval
    records: Records
    replays: Replays
    redactor: Redactor
    desk: Desk
    indexer: Indexer
    today: Callable[[], date]
    corpus: dict[Language, str]
    """What the documents are called."""
    overview: str
    """What is said of the catalogue where no product fits."""
    version: str
    """Of the product."""


class Api:
    """The public API and the specifications' endpoints."""

    name = "api"

    def __init__(self, callers: Callers, bounded: Bounded, behind: Behind) -> None:
        operations = _operations(bounded, behind)
        endpoints = Endpoints(callers)
        self._paths = ["/api/", *(one.path for one in operations)]
        self._routes = [
            *(endpoints.route(one) for one in operations),
            *pages(operations, behind.version),
        ]

    @property
    def routes(self) -> Sequence[web.RouteDef]:
        """What it answers."""
        return self._routes

    def middlewares(self, cors_origins: Collection[str]) -> list[Middleware]:
        """What has to go before its routes."""
        shared = [cors(cors_origins, self._paths)] if cors_origins else []
        return [*shared, _told_of_unknown_addresses]

    async def running(self, application: web.Application) -> AsyncIterator[None]:
        """Nothing has to be begun or ended."""
        yield

    async def trouble(self) -> str | None:
        """What keeps it from answering is told by each answer."""
        return None


@web.middleware
async def _told_of_unknown_addresses(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Problem details, too, where an address under /api/ is unknown or takes another method."""
    if not request.path.startswith("/api/"):
        return await handler(request)
    try:
        return await handler(request)
    except web.HTTPNotFound:
        return Problem(Trouble.NOT_FOUND, "This address is not known; see /api/docs.").response()
    except web.HTTPMethodNotAllowed as error:
        allowed = ", ".join(sorted(error.allowed_methods))
        headers = {"Allow": allowed}
        return Problem(Trouble.WRONG_METHOD, f"Use {allowed}.", headers=headers).response()


def _operations(bounded: Bounded, behind: Behind) -> Sequence[Operation]:
    """Every endpoint, in the order of its page."""
    asking = Asking(behind.handle, bounded)
    finding = Finding(
        behind.index,
        behind.retrieval,
        behind.records,
        behind.replays,
        behind.redactor,
        behind.today,
    )
    administering = Administering(behind.desk, behind.indexer)
    spoken = Specifications(asking, behind.corpus)
    concierge = Concierge(behind.index, behind.redactor, behind.today, behind.overview)
    return [
        *_own(asking, finding, administering),
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
            asking.ask,
            AskResponse,
            models.AskRequest,
            asking.stream,
        ),
        Operation(
            "POST",
            "/api/v1/search",
            "search",
            "Find passages; get none where nothing is near",
            finding.search,
            SearchResponse,
            models.SearchRequest,
        ),
        Operation(
            "POST",
            "/api/v1/retrieve",
            "retrieve",
            "Get passages without personal data, to write from (specification 5)",
            finding.retrieve,
            models.RetrieveResponse,
            models.RetrieveRequest,
        ),
        Operation(
            "POST",
            "/api/v1/feedback",
            "feedback",
            "Say whether an answer was good",
            finding.feedback,
            models.FeedbackResponse,
            models.FeedbackRequest,
            troubles=(Trouble.NOT_FOUND,),
        ),
        Operation(
            "GET",
            "/api/v1/documents",
            "documents",
            "List the documents, with their versions and when each holds",
            finding.documents,
            models.DocumentsResponse,
        ),
        Operation(
            "GET",
            "/api/v1/answers/{answer_id}",
            "answer",
            "Read an answer again, and how it came about",
            finding.answer,
            models.KeptAnswer,
            troubles=(Trouble.NOT_FOUND,),
            parameter="answer_id",
        ),
        Operation(
            "POST",
            "/api/v1/reindex",
            "reindex",
            "Read the documents anew",
            administering.reindex,
            models.IndexResponse,
            models.ReindexRequest,
            administering.stream,
            Audience.ADMIN,
            (Trouble.UNDER_WAY,),
        ),
        Operation(
            "POST",
            "/api/v1/rollback",
            "rollback",
            "Answer from the index before again",
            administering.roll_back,
            models.IndexResponse,
            models.RollbackRequest,
            role=Audience.ADMIN,
            troubles=(Trouble.UNDER_WAY, Trouble.NOTHING_BEFORE),
        ),
    ]


def _of_specifications(spoken: Specifications) -> list[Operation]:
    return [
        Operation(
            "POST",
            "/api/v1/policy/ask",
            "policy_ask",
            "Ask about a policy (specification 1)",
            spoken.policy,
            specifications.PolicyResponse,
            specifications.PolicyRequest,
            faults=Faults.DETAIL,
        ),
        Operation(
            "POST",
            "/ask",
            "book_ask",
            "Ask the documents, or one selected text (specification 2)",
            spoken.book,
            specifications.BookResponse,
            specifications.BookRequest,
            faults=Faults.DETAIL,
        ),
        Operation(
            "POST",
            "/chat",
            "chat",
            "Ask in the context of a store (specification 3)",
            spoken.chat,
            specifications.ChatResponse,
            specifications.ChatRequest,
            faults=Faults.DETAIL,
        ),
    ]


def _of_catalogue(concierge: Concierge) -> Operation:
    return Operation(
        "POST",
        "/api/ai/ask",
        "concierge_ask",
        "Find the products that a question is about (specification 4)",
        concierge.ask,
        ConciergeResponse,
        ConciergeRequest,
        faults=Faults.DETAIL,
    )
