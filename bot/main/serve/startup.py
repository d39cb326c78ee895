"""Writes the start banner of `storewise serve`: what is on, what is off, and how to ask."""

import errno
import os
import socket
from collections.abc import Generator, Iterable
from contextlib import ExitStack, contextmanager

from adapters.platforms import PLATFORMS
from bot.main.app import App
from bot.model.errors import ListeningError
from bot.settings import SAMPLE, Settings
from bot.upkeep.indexing.index_report import judged_lines
from knowledge.model.places import Places
from knowledge.model.report import IndexReport


def address_of(settings: Settings) -> str:
    """Returns the server's address for a browser."""
    host = settings.server.host
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.server.port}"


def banner(settings: Settings, app: App, reports: Iterable[IndexReport] = ()) -> list[str]:
    """Returns the lines to print."""
    address = address_of(settings)
    known = list(reports)
    skipped = [one.reason for report in known for one in report.skipped]
    refused = [one for report in known if report.withheld for one in judged_lines(report, "en")]
    return [
        "",
        "storewise answers from the store's documents.",
        "",
        f"  documents  {_documents(app)}",
        *(f"             skipped {reason}" for reason in skipped),
        *(f"             {line}" for line in refused),
        *_clashes(known),
        *_namesakes(known),
        *_orders(known),
        *(line for one in PLATFORMS for line in one.banner(settings, address)),
        *_openai(settings, app),
        *_vectors(settings),
        f"  page       {_page(settings, address)}",
        f"  API        {_api(settings, address)}",
        f"  health     {address}/healthz  {address}/readyz  {address}/metrics",
        "",
        "Ask a first question in another terminal:",
        "",
        *_questions(app),
        *_by_curl(settings, app, address),
        "",
        "Stop with Ctrl-C.",
        "",
    ]


def promised(settings: Settings) -> dict[str, object]:
    """Returns the settings about rights and outside services for the audit log; no secrets."""
    openai, places = settings.openai, settings.store.source
    return {
        "host": "this machine" if settings.server.is_local else "any",
        **{key: value for one in PLATFORMS for key, value in one.promised(settings).items()},
        "openai": openai.api_key is not None,
        "chat_model": openai.chat_model if openai.api_key else None,
        "embedding_model": openai.embedding_model if openai.api_key else None,
        "chroma_server": settings.chroma.url is not None,
        "sources": sorted({one.scheme for one in places.addresses.values()}) if places else [],
        "memory": settings.memory.memory,
        "records_days": settings.records.days,
        "audit_days": settings.audit.days,
        "api": settings.api.on,
        "api_origins": len(settings.api.cors_origins),
    }


def _clashes(reports: Iterable[IndexReport]) -> list[str]:
    count = sum(len(one.review.clashes) + one.review.more_clashes for one in reports)
    return [f"             {count} contradictions (see `storewise status`)"] if count else []


def _namesakes(reports: Iterable[IndexReport]) -> list[str]:
    count = sum(len(one.review.namesakes) for one in reports)
    said = "documents in several versions without a shared `doc_id` (see `storewise status`)"
    return [f"             {count} {said}"] if count else []


def _orders(reports: Iterable[IndexReport]) -> list[str]:
    count = sum(len(one.review.orders) + one.review.more_orders for one in reports)
    said = "instructions for a language model (see `storewise status`)"
    return [f"             {count} {said}"] if count else []


def _documents(app: App) -> str:
    published = app.generations.published()
    documents, passages = app.generations.size(published.number)
    which = (
        "the sample handbook (set STOREWISE_SOURCE to use your own)"
        if _is_sample(app)
        else app.upkeep.copies.named(Places.kept(published.source))
    )
    return f"{documents} documents, {passages} passages from {which}"


def _openai(settings: Settings, app: App) -> list[str]:
    openai = settings.openai
    if openai.api_key is None:
        return ["  OpenAI     off: no OPENAI_API_KEY; nothing leaves this machine"]
    words = f"{openai.chat_model} writes answers" if openai.writes else ""
    vectors = f"{openai.embedding_model} embeds" if openai.embeds else "this machine embeds"
    lines = [f"  OpenAI     on: {', '.join(filter(None, (vectors, words)))}"]
    if openai.embeds and app.generations.published().embedder is None:
        lines += [
            "             it made no vectors, so documents are found by their words alone: set",
            "             OPENAI_EMBEDDING_MODEL to a model that it has, or to nothing",
        ]
    return lines


def _vectors(settings: Settings) -> list[str]:
    if settings.chroma.url is None:
        return []
    return [
        f"  vectors    in the Chroma server at {settings.chroma.url}",
        "             open to everyone unless a proxy in front of it checks CHROMA_TOKEN",
    ]


def _page(settings: Settings, address: str) -> str:
    if settings.has_playground:
        key = "" if settings.server.is_local else ", with an administrator's key"
        return f"{address}/, a playground{key}"
    if settings.server.is_local:
        return f"{address}/"
    return "off: it has no login, so it is only served on 127.0.0.1"


def _api(settings: Settings, address: str) -> str:
    if not settings.api.on:
        return "off: API_ON is false"
    key = "" if settings.server.is_local else ", with a key (`storewise keys add`)"
    return f"{address}/api/docs, {address}/mcp{key}"


def _is_sample(app: App) -> bool:
    main = Places.kept(app.generations.published().source).paths[0]
    return main == SAMPLE.resolve()


def _questions(app: App) -> list[str]:
    if not _is_sample(app):
        return ['  .venv/bin/storewise ask "…"']
    return [
        '  .venv/bin/storewise ask "how long do customers have to return headphones?"',
        '  .venv/bin/storewise ask "술 살 때 신분증은 언제 확인하나요?"',
    ]


def _by_curl(settings: Settings, app: App, address: str) -> list[str]:
    if not settings.server.is_local:
        return []
    question = "분실물은 어떻게 하나요?" if _is_sample(app) else "…"
    return [
        f"  curl {address}/api/v1/ask -H 'Content-Type: application/json' "
        f'-d \'{{"question": "{question}"}}\''
    ]


# Takes the server's port before anything slow, so that a taken port is told at once.

_WAITING = 128
"""Connections that wait while the server starts."""


@contextmanager
def listening(host: str, port: int) -> Generator[list[socket.socket]]:
    """Listens on every address of the host. Raises ListeningError, naming the setting to change."""
    with ExitStack() as opened:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            addresses = dict.fromkeys((one[0], one[4]) for one in found)
            taken = [opened.enter_context(_listening(*one)) for one in addresses]
        except OSError as error:
            raise _refused(host, port, error) from error
        yield taken


def _listening(family: int, address: tuple[object, ...]) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere this option lets two servers share a port
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(address)
        made.listen(_WAITING)
    except OSError:
        made.close()
        raise
    return made


def _refused(host: str, port: int, error: OSError) -> ListeningError:
    unknown = isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL
    reason = "no such address" if unknown else os.strerror(error.errno or 0)
    setting = "SERVER_HOST" if unknown else "SERVER_PORT"
    where = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    return ListeningError(f"cannot listen on {where}: {reason}. Set {setting}.")
