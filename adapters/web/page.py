"""A local page to ask a question, for a first look; also for curl."""

import json
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from aiohttp import web
from aiohttp.http_exceptions import BadHttpMessage
from markupsafe import Markup, escape

from adapters.web.callers import at_this_machine, of_this_page
from adapters.web.edge import replied
from bot import texts
from bot.model import Message, Platform, Reply, Source, Table
from bot.model.said import USUAL_NAME, Corpus
from bot.ports import ExampleOf, Handle
from bot.shown.rendering import BOLD, rendered, shown_quote, to_json, topic_of
from bot.shown.tables import parts_of
from knowledge.model.documents import Language, as_place

_SAFE_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
_MARK = re.compile(r"\[(\d+)\](?:\[\d+\])*$")
_QUOTE_SHOWN = 600
_FIELDS = ("question", "selected_text", "conversation_id")
_THREAD = re.compile(r"[\w.:-]{1,100}")
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def build_page(
    handle: Handle, corpus: Corpus = USUAL_NAME, example: ExampleOf | None = None
) -> Sequence[web.RouteDef]:
    """The page's routes; for local servers only, as the page has no roles.

    `corpus` names the documents; `example` gives a question that the index answers.
    """

    async def page(question: str, reply: Reply | None, thread: str) -> web.Response:
        """The page, whose form carries its thread: a reply to the bot's question is a follow-up."""
        text = rendered(
            "adapters.web",
            language=reply.language if reply else "en",
            question=question,
            thread=thread,
            reply=_shown(reply) if reply else None,
            examples=[] if reply else await _examples(example),
            corpus=corpus,
        )
        return web.Response(text=text, content_type="text/html", headers=_SAFE_HEADERS)

    async def show(request: web.Request) -> web.Response:
        _refuse_other_hosts(request)
        _refuse_parameters(request)
        return await page("", None, uuid.uuid4().hex)

    async def answer(request: web.Request) -> web.Response:
        _refuse_other_hosts(request)
        _refuse_other_pages(request)
        _refuse_parameters(request)
        form = await _form(request)
        question, selected, thread = (form.get(name, "") for name in _FIELDS)
        if thread and not _THREAD.fullmatch(thread):
            raise _bad("conversation_id: up to 100 letters, digits, or any of _.:-")
        reply = await _reply(handle, question, selected or None, thread)
        if "application/json" in request.headers.get("Accept", ""):
            return web.json_response(to_json(reply), dumps=_readable_json, headers=_SAFE_HEADERS)
        return await page(question, reply, thread or uuid.uuid4().hex)

    return [web.get("/", show), web.post("/", answer)]


async def _form(request: web.Request) -> Mapping[str, str]:
    """The fields of a form, each once and a text. Raises HTTPException."""
    if request.content_type not in _FORMS:
        raise _no_form()
    try:
        form = await request.post()
    except (ValueError, LookupError, BadHttpMessage) as error:  # no form, or an unknown encoding
        raise web.HTTPBadRequest(headers=_SAFE_HEADERS) from error
    if any(name.lstrip().startswith(("{", "[")) for name in form):  # curl sends JSON as a form
        raise _no_form()
    if unknown := sorted(form.keys() - set(_FIELDS)):
        raise _bad(f"Unknown fields: {', '.join(unknown)}. Known: {', '.join(_FIELDS)}.")
    if twice := sorted({name for name in form if len(form.getall(name)) > 1}):
        raise _bad(f"Send each field once: {', '.join(twice)}.")
    said = {name: value for name, value in form.items() if isinstance(value, str)}
    if files := sorted(form.keys() - said.keys()):
        raise _bad(f"Send the text itself, not a file: {', '.join(files)}.")
    return said


def _no_form() -> web.HTTPException:
    text = "This page takes a form. Send JSON to /api/v1/ask (see /api/docs)."
    return web.HTTPUnsupportedMediaType(text=text, headers=_SAFE_HEADERS)


def _bad(text: str) -> web.HTTPException:
    return web.HTTPBadRequest(text=text, headers=_SAFE_HEADERS)


async def _reply(handle: Handle, question: str, selected: str | None, thread: str) -> Reply:
    message = Message(Platform.WEB, thread, "page", question, selected_text=selected)
    return await replied(handle, message, limit_s=None)


def _readable_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _refuse_other_hosts(request: web.Request) -> None:
    # A foreign page could point its own host name at this machine and read the answers; behind a
    # proxy, the caller is not at this machine.
    if not at_this_machine(request):
        text = "Open this page at http://127.0.0.1 instead."
        raise web.HTTPForbidden(text=text, headers=_SAFE_HEADERS)


def _refuse_other_pages(request: web.Request) -> None:
    # A foreign page could make its visitor's browser ask here and use up model calls.
    if not of_this_page(request):
        text = "Ask on the page itself."
        raise web.HTTPForbidden(text=text, headers=_SAFE_HEADERS)


def _refuse_parameters(request: web.Request) -> None:
    if request.query:
        names = ", ".join(sorted({*request.query}))
        raise _bad(f"This page takes nothing after `?` ({names}). Send a form with POST.")


async def _examples(example: ExampleOf | None) -> list[tuple[str, str]]:
    """A question in each language that the index answers, each its own label."""
    found = [await example(language) for language in texts.LANGUAGES] if example else []
    return [(one, one) for one in found if one]


def _shown(reply: Reply) -> dict[str, Any]:
    """What the template shows of a reply."""
    # A closest rule stands beside its source.
    beside = {rule.number for rule in reply.closest}
    return {
        "outcome": reply.outcome,
        "notice": reply.notice,
        "parts": list(_lines(reply)),
        "follow_up": reply.follow_up,
        "lead": texts.ASK_ALSO_ABOUT[reply.language],
        "topics": [(one, topic_of(one, reply)) for one in reply.suggestions],
        "sources": [
            {
                "number": source.number,
                "place": _place(source, reply.language),
                "quote": quote if len(quote) <= _QUOTE_SHOWN else f"{quote[:_QUOTE_SHOWN]}…",
            }
            for source in reply.sources
            if source.number not in beside
            for quote in [shown_quote(source)]
        ],
    }


def _lines(reply: Reply) -> Iterator[dict[str, Any]]:
    """Yields each line and table of the reply; a closest rule with its source above it."""
    for part in parts_of(reply):
        if isinstance(part, Table):
            rows = [[_sentence(cell) for cell in row] for row in part.rows]
            yield {"kind": "table", "columns": part.columns, "rows": rows}
        else:
            yield from _paragraphs(part, reply)


def _paragraphs(text: str, reply: Reply) -> Iterator[dict[str, Any]]:
    rules = {rule.number: rule for rule in reply.closest}
    sources = {source.number: source for source in reply.sources}
    leads = (texts.CLOSEST[reply.language], texts.CLOSEST_ONE[reply.language])
    # A list among the rules has several lines; the mark is in its last one.
    earlier = tuple(part for rule in reply.closest for part in rule.text.splitlines()[:-1] if part)
    for line in filter(None, text.splitlines()):
        mark = _MARK.search(line)
        rule = rules.pop(int(mark[1]), None) if mark else None
        if rule:
            place = _place(sources[rule.number], reply.language)
            said = _bold(rule.text).replace("\n", Markup("<br>"))
            yield {"kind": "rule", "number": rule.number, "place": place, "said": said}
        elif earlier and line.endswith(earlier):
            continue
        elif reply.outcome == "closest" and line.endswith(leads):
            yield {"kind": "unsure", "said": line}
        else:
            yield {"kind": "said", "said": _sentence(line)}


def _sentence(line: str) -> Markup:
    mark = _MARK.search(line)
    if mark is None:
        return _bold(line)
    return _bold(line[: mark.start()].rstrip()) + Markup("<sup>{}</sup>").format(mark.group())


def _bold(text: str) -> Markup:
    return Markup(BOLD.sub(r"<strong>\1</strong>", str(escape(text))))  # noqa: S704 - escaped


def _place(source: Source, language: Language) -> Markup:
    """A source's linked title, headings, page and version."""
    title = escape(source.title)
    if source.url and source.url.startswith(("https://", "http://")):
        title = Markup('<a href="{}" rel="noreferrer">{}</a>').format(source.url, title)
    page = texts.PAGE[language].format(page=source.page) if source.page else ""
    place = Markup(as_place(title, escape(source.section), escape(page)))  # noqa: S704 - escaped
    return place + escape(f" · v{source.version}" if source.version else "")
