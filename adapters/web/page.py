"""A local page to ask a question, for a first look; also for curl."""

import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib import resources
from string import Template

from aiohttp import web
from aiohttp.http_exceptions import BadHttpMessage

from adapters.web.callers import at_this_machine, of_this_page
from adapters.web.edge import replied
from bot import texts
from bot.model import Message, Platform, Reply, Source
from bot.ports import Handle
from bot.shown.rendering import BOLD, shown_quote, suggestion_line, to_json
from knowledge.model.documents import Language, as_place

_SAFE_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
_MARK = re.compile(r"(?:\[\d\])+$")
_QUOTE_SHOWN = 600
_FIELDS = frozenset({"question", "selected_text"})
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def build_page(handle: Handle) -> Sequence[web.RouteDef]:
    """The page's routes; for local servers only, as the page has no roles."""
    template = Template((resources.files("adapters.web") / "page.html").read_text(encoding="utf-8"))

    async def show(request: web.Request) -> web.Response:
        _refuse_other_hosts(request)
        return _page(template, "", None)

    async def answer(request: web.Request) -> web.Response:
        _refuse_other_hosts(request)
        _refuse_other_pages(request)
        form = await _form(request)
        question, selected = str(form.get("question", "")), str(form.get("selected_text", ""))
        reply = await _reply(handle, question, selected or None)
        if "application/json" in request.headers.get("Accept", ""):
            return web.json_response(to_json(reply), dumps=_readable_json, headers=_SAFE_HEADERS)
        return _page(template, question, reply)

    return [web.get("/", show), web.post("/", answer)]


async def _form(request: web.Request) -> Mapping[str, object]:
    if request.content_type not in _FORMS:
        text = "This page takes a form. Send JSON to /api/v1/ask (see /api/docs)."
        raise web.HTTPUnsupportedMediaType(text=text, headers=_SAFE_HEADERS)
    try:
        form = await request.post()
    except (
        ValueError,
        LookupError,
        BadHttpMessage,
    ) as error:  # not a form, or in an unknown encoding
        raise web.HTTPBadRequest(headers=_SAFE_HEADERS) from error
    unknown = sorted(form.keys() - _FIELDS)
    if unknown:
        text = f"Unknown fields: {', '.join(unknown)}. Known: question, selected_text."
        raise web.HTTPBadRequest(text=text, headers=_SAFE_HEADERS)
    return form


async def _reply(handle: Handle, question: str, selected: str | None) -> Reply:
    message = Message(Platform.WEB, "", "page", question, selected_text=selected)
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


def _page(template: Template, question: str, reply: Reply | None) -> web.Response:
    text = template.substitute(
        language=reply.language if reply else "en",
        question=escape(question),
        answer=_answer(reply) if reply else "",
    )
    return web.Response(text=text, content_type="text/html", headers=_SAFE_HEADERS)


def _answer(reply: Reply) -> str:
    parts = [f'<p class="notice">{escape(reply.notice)}</p>'] if reply.notice else []
    parts += [f"<p>{_sentence(line)}</p>" for line in reply.text.splitlines() if line]
    if reply.follow_up:
        parts.append(f'<p class="follow">{escape(reply.follow_up)}</p>')
    if reply.suggestions:
        parts.append(f'<p class="also">{escape(suggestion_line(reply))}</p>')
    if reply.sources:
        listed = "".join(_source(source, reply.language) for source in reply.sources)
        parts.append(f"<ol>{listed}</ol>")
    return f"<article>{''.join(parts)}</article>"


def _sentence(line: str) -> str:
    mark = _MARK.search(line)
    said = escape(line[: mark.start()].rstrip() if mark else line)
    number = f"<sup>{escape(mark.group())}</sup>" if mark else ""
    return BOLD.sub(r"<strong>\1</strong>", said) + number


def _source(source: Source, language: Language) -> str:
    title = escape(source.title)
    if source.url and source.url.startswith(("https://", "http://")):
        title = f'<a href="{escape(source.url)}" rel="noreferrer">{title}</a>'
    page = texts.PAGE[language].format(page=source.page) if source.page else ""
    place = [source.section, page, f"v{source.version}" if source.version else ""]
    where = as_place(title, *map(escape, place))
    said = shown_quote(source)
    quote = said if len(said) <= _QUOTE_SHOWN else said[:_QUOTE_SHOWN] + "…"
    return (
        f"<li><b>{source.number}</b><div>{where}<blockquote>{escape(quote)}</blockquote></div></li>"
    )
