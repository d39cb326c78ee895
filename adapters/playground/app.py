"""The playground's addresses: the page, its files, and what it asks for."""

import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date, timedelta, tzinfo
from importlib import resources
from typing import Any

from aiohttp import web
from pydantic import ValidationError

from adapters.answers.gaps import gaps_of
from adapters.playground.views import PERSON, AskRequest, Chats, view
from adapters.web.callers import Callers, at_this_machine
from adapters.web.edge import replied, revised, whole_json
from adapters.web.event_stream import Tell, Work, streamed
from adapters.web.problems import Problem, Trouble, being_read, problem_of
from bot.conversation.documents.listing import Documents, Versions, current
from bot.conversation.overview import Overviews
from bot.model import Platform
from bot.model.errors import RecordsError
from bot.model.kept import REPORTS
from bot.model.said import Corpus
from bot.ports import Handle, Index
from bot.stores import Stores
from bot.telemetry import watched
from bot.texts import LANGUAGES, spoken
from bot.upkeep.desk import Call, Desk
from bot.upkeep.reports import Reports
from knowledge.model.documents import Audience, Filters, Language
from knowledge.model.errors import IndexMissingError, KnowledgeError
from knowledge.model.report import Coverage, Progress, Show
from knowledge.model.stored import of_values

BASE = "/playground"
_FILES: Mapping[str, str] = {
    "playground.css": "text/css",
    "playground.js": "text/javascript",
    "text.js": "text/javascript",
    "slack.js": "text/javascript",
    "teams.js": "text/javascript",
    "panels.js": "text/javascript",
    "queue.js": "text/javascript",
    "adaptivecards.min.js": "text/javascript",
}
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
        " img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
_WHO = f"{Platform.WEB}::{PERSON}"
_COMMANDS = ("reindex", "rollback", "status", "diff")
_MOST_BYTES = 64 * 1024

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class Behind:
    """What the page asks."""

    handle: Handle
    index: Index
    desk: Desk
    overviews: Overviews
    today: Callable[[], date]
    corpus: Corpus
    stores: Stores
    version: str
    reports: Reports
    zone: tzinfo = UTC
    writes: bool = True
    """Whether the API is on, which takes the rules that people write here."""
    indexing: Callable[[], bool] = lambda: False
    """Whether an index is being made."""


class Playground:
    """The page and its data: for this machine, elsewhere for an administrator's key."""

    def __init__(self, behind: Behind, chats: Chats, callers: Callers, *, local: bool) -> None:
        self._behind = behind
        self._chats = chats
        self._callers = callers
        self._local = local
        self._documents = Documents(behind.index)
        self._static = resources.files("adapters.playground") / "static"

    @property
    def routes(self) -> Sequence[web.RouteDef]:
        """The routes of the page."""
        return [
            web.get("/", self._page),
            *(web.get(f"{BASE}/{name}", self._file) for name in _FILES),
            web.get(f"{BASE}/start", self._guarded(self._start)),
            web.get(f"{BASE}/documents", self._guarded(self._listed)),
            web.get(f"{BASE}/files", self._guarded(self._files)),
            web.get(f"{BASE}/passages", self._guarded(self._passages)),
            web.get(f"{BASE}/queue", self._guarded(self._queue)),
            web.get(f"{BASE}/report", self._guarded(self._report)),
            web.post(f"{BASE}/ask", self._guarded(self._ask)),
            web.post(f"{BASE}/run", self._guarded(self._run)),
        ]

    def _guarded(self, handler: Handler) -> Handler:
        async def guarded(request: web.Request) -> web.StreamResponse:
            try:
                await self._admit(request)
                return await handler(request)
            except Problem as problem:
                return problem.response()
            except KnowledgeError as error:
                if isinstance(error, IndexMissingError) and self._behind.indexing():
                    return being_read().response()
                return Problem(Trouble.UNAVAILABLE, str(error)).response()

        return guarded

    async def _admit(self, request: web.Request) -> None:
        caller = await self._callers.identified(request)
        if not self._local and caller.role is not Audience.ADMIN:
            raise Problem(Trouble.FORBIDDEN, "Use a key with the role admin.")

    async def _page(self, request: web.Request) -> web.Response:
        # A foreign page could point its own host name at this machine.
        if self._local and not at_this_machine(request):
            text = "Open this page at http://127.0.0.1 instead."
            raise web.HTTPForbidden(text=text, headers=_HEADERS)
        text = (self._static / "index.html").read_text(encoding="utf-8")
        return web.Response(text=text, content_type="text/html", headers=_HEADERS)

    async def _file(self, request: web.Request) -> web.Response:
        name = request.path.rpartition("/")[2]
        text = (self._static / name).read_text(encoding="utf-8")
        return web.Response(text=text, content_type=_FILES[name], headers=_HEADERS)

    async def _start(self, request: web.Request) -> web.Response:
        """What the page needs before the first question."""
        behind = self._behind
        examples = {
            language: [one.question for one in await behind.overviews.examples(language) or ()]
            for language in LANGUAGES
        }
        headers = [one.header for versions in await self._every_document() for one in versions]
        return _json(
            {
                "examples": examples,
                "stores": [
                    {"id": one.store_id, **{each: one.name(each) for each in LANGUAGES}}
                    for one in behind.stores.all
                ],
                "store_types": sorted({one for header in headers for one in header.store_types}),
                "categories": sorted({header.category for header in headers}),
                "today": behind.today().isoformat(),
                "corpus": behind.corpus,
                "version": behind.version,
                "writes": behind.writes,
            }
        )

    async def _listed(self, request: web.Request) -> web.Response:
        """All documents with their versions, and the state of the index in words."""
        listed = await self._every_document()
        language = _language(request.query.get("language"))
        call = Call("status", {"language": language})
        status = await self._behind.desk.done(call, lambda _: None)
        return _json({"documents": [_document(one) for one in listed], "status": status.text})

    async def _files(self, request: web.Request) -> web.Response:
        """How each file of the documents was read."""
        status = (
            await self._behind.desk.done(Call("status", {"language": "en"}), lambda _: None)
        ).value
        read = {"partly": status["partly_read"], "stated": status["taken_from_text"]}
        coverage = of_values(Coverage, read)
        files = await self._documents.files(status["skipped"], coverage)
        return _json({"files": [{**asdict(one), "notes": "; ".join(one.notes)} for one in files]})

    async def _passages(self, request: web.Request) -> web.Response:
        """What the bot reads of one version of a document."""
        filters = Filters(as_of=self._behind.today(), audience=Audience.ADMIN)
        doc_id, version = request.query.get("doc_id", ""), request.query.get("version")
        passages = await self._documents.passages(filters, doc_id, version)
        if passages is None:
            raise Problem(Trouble.NOT_FOUND, "There is no such document or version.")
        return _json({"passages": [asdict(one) for one in passages]})

    async def _every_document(self) -> list[Versions]:
        filters = Filters(as_of=self._behind.today(), audience=Audience.ADMIN)
        return await self._documents.listed(filters)

    async def _queue(self, request: web.Request) -> web.Response:
        """The questions that wait for a rule."""
        behind = self._behind
        period = _period(request)
        try:
            found = await gaps_of(behind.reports, period, behind.today(), behind.zone)
        except RecordsError as error:
            raise Problem(Trouble.UNAVAILABLE, str(error)) from error
        return _json(found.model_dump(mode="json"))

    async def _report(self, request: web.Request) -> web.Response:
        """A report on the stored answers, as JSON."""
        kind = request.query.get("kind", "")
        if kind not in REPORTS:
            raise Problem(Trouble.INVALID, f"kind: one of {', '.join(REPORTS)}.")
        since_s = _period(request).total_seconds()
        about = {"kind": kind, "since_s": since_s, "store": None, "category": None, "owner": None}
        made = await self._behind.desk.done(Call("report", about), lambda _: None, _WHO)
        if made.code:
            raise Problem(Trouble.UNAVAILABLE, made.text)
        return _json(made.value)

    async def _ask(self, request: web.Request) -> web.StreamResponse:
        """Sends the steps of an answer, the answer, and a better choice if one comes later."""
        message = (await _asked(request)).message()

        async def work(tell: Tell) -> None:
            with watched(lambda name: tell("step", {"name": name})):
                reply = await replied(self._behind.handle, message, limit_s=None)
            tell("result", view(reply, self._chats))
            await revised(reply, lambda better: tell("revision", view(better, self._chats)))

        return await _streamed(request, work)

    async def _run(self, request: web.Request) -> web.StreamResponse:
        """Runs a command, and sends its progress as it comes, then its report."""
        body = await _body(request)
        command, language = body.get("command"), _language(body.get("language"))
        if command not in _COMMANDS:
            raise Problem(Trouble.INVALID, f"command: one of {', '.join(_COMMANDS)}.")

        async def work(tell: Tell) -> None:
            def show(progress: Progress) -> None:
                tell("progress", asdict(progress))

            tell("result", await self._done(command, language, show))

        return await _streamed(request, work)

    async def _done(self, command: str, language: Language, show: Show) -> dict[str, Any]:
        switches = {"source": None, "full": False, "strict": False, "accept_worse": False}
        about = switches if command == "reindex" else {}
        call = Call(command, {**about, "language": language})
        try:
            done = await self._behind.desk.done(call, show, _WHO)
        except KnowledgeError as error:
            return {"text": str(error), "code": 1}
        return {"text": done.text, "code": done.code}


async def _streamed(request: web.Request, work: Work) -> web.StreamResponse:
    return await streamed(request, work, lambda error: problem_of(error, "playground"), _HEADERS)


async def _asked(request: web.Request) -> AskRequest:
    try:
        return AskRequest.model_validate(await _body(request))
    except ValidationError as error:
        wrong = [
            {"field": ".".join(map(str, one["loc"])), "problem": one["msg"]}
            for one in error.errors(include_url=False, include_input=False)
        ]
        raise Problem(Trouble.INVALID, "Correct the fields in `errors`.", wrong) from error


async def _body(request: web.Request) -> dict[str, Any]:
    # Only a page of this server can send this type: others would have to ask first.
    if request.content_type != "application/json":
        raise Problem(Trouble.NOT_JSON, "Send JSON.")
    raw = await request.content.read(_MOST_BYTES + 1)
    if len(raw) > _MOST_BYTES:
        raise Problem(Trouble.TOO_LARGE, "Send less than 64 kB.")
    try:
        body = json.loads(whole_json(raw))
    except (ValueError, RecursionError) as error:
        raise Problem(Trouble.BAD_JSON, "Send a JSON object.") from error
    if not isinstance(body, dict):
        raise Problem(Trouble.BAD_JSON, "Send a JSON object.")
    return body


def _period(request: web.Request) -> timedelta:
    days = request.query.get("days", "30")
    if not re.fullmatch(r"[1-9]\d{0,3}", days):
        raise Problem(Trouble.INVALID, "days: a number.")
    return timedelta(days=int(days))


def _language(value: object) -> Language:
    return spoken(str(value))


def _document(versions: Versions) -> dict[str, Any]:
    now = current(versions)
    header = now.header
    return {
        "doc_id": now.doc_id,
        "title": now.title,
        "language": header.language,
        "category": header.category,
        "where": [*header.stores, *header.regions, *header.brands, *header.store_types],
        "audience": header.audience,
        "owner": header.owner,
        "in_force": now.is_in_force,
        "versions": [
            {
                "version": one.header.version,
                "standing": one.standing,
                "from": _day(one.header.effective_from),
                "until": _day(one.header.effective_until),
            }
            for one in versions
        ],
    }


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _json(value: object) -> web.Response:
    def dumped(known: object) -> str:
        return json.dumps(known, ensure_ascii=False, default=str)

    return web.json_response(value, dumps=dumped, headers=_HEADERS)
