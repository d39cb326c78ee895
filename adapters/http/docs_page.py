"""The API for people: its OpenAPI document, and a page of it without a script."""

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from importlib import resources
from string import Template
from typing import Any

from aiohttp import web
from openapi_pydantic import (
    Components,
    Info,
    MediaType,
    OpenAPI,
    Parameter,
    PathItem,
    RequestBody,
    Response,
    SecurityScheme,
)
from openapi_pydantic import Operation as Described
from openapi_pydantic.util import PydanticSchema, construct_open_api_with_schema_class
from pydantic import BaseModel

from adapters.http.endpoints import Faults, Operation
from adapters.http.models import ANSWER_ID, ProblemDetails
from adapters.web.problems import Trouble, title_of

_SAFE_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def pages(operations: Sequence[Operation], version: str, corpus: str) -> list[web.RouteDef]:
    """The routes of both; of the documents they contain the name alone.

    They are made when somebody first opens one: that takes longer than everything else at a start.
    """
    both = cache(lambda: _written(operations, version, corpus))

    async def openapi(request: web.Request) -> web.Response:
        text, _ = await asyncio.to_thread(both)
        return web.Response(text=text, content_type="application/json", headers=_SAFE_HEADERS)

    async def docs(request: web.Request) -> web.Response:
        _, page = await asyncio.to_thread(both)
        return web.Response(text=page, content_type="text/html", headers=_SAFE_HEADERS)

    return [web.get("/api/v1/openapi.json", openapi), web.get("/api/docs", docs)]


def _written(operations: Sequence[Operation], version: str, corpus: str) -> tuple[str, str]:
    """The document as JSON, and as a page."""
    from adapters.http.docs_page import document  # noqa: PLC0415 - large, and rarely needed

    described = document(operations, version, corpus)
    return json.dumps(described, ensure_ascii=False, indent=2), _page(described)


def _page(described: Mapping[str, Any]) -> str:
    template = (resources.files("adapters.http") / "docs.html").read_text(encoding="utf-8")
    schemas = described["components"]["schemas"]
    operations = [
        (method.upper(), path, about)
        for path, item in described["paths"].items()
        for method, about in item.items()
    ]
    return Template(template).substitute(
        version=escape(described["info"]["version"]),
        contents="".join(
            f'<li><a href="#{about["operationId"]}"><b>{method}</b> {escape(path)}</a></li>'
            for method, path, about in operations
        ),
        operations="".join(_operation(*one, schemas) for one in operations),
        models="".join(_model(name, schema) for name, schema in sorted(schemas.items())),
        problems="".join(map(_problem, Trouble)),
    )


def _operation(method: str, path: str, about: Mapping[str, Any], schemas: Mapping[str, Any]) -> str:
    sent = about.get("requestBody", {}).get("content", {}).get("application/json")
    taken = f"<h3>Send</h3>{_fields(_schema(sent, schemas))}" if sent else ""
    [answered] = about["responses"]["200"]["content"].values()
    statuses = ", ".join(f"{escape(status)}" for status in about["responses"])
    return (
        f'<section id="{about["operationId"]}"><h2><b>{method}</b> <code>{escape(path)}</code></h2>'
        f"<p>{escape(about['summary'])}. {_code(about['description'])}</p>{taken}"
        f"<h3>Receive</h3><p>{_type(answered.get('schema', {'type': 'events'}))}</p>"
        f"<p class='quiet'>Statuses: {statuses}</p></section>"
    )


def _model(name: str, schema: Mapping[str, Any]) -> str:
    about = f"<p>{_code(schema['description'])}</p>" if schema.get("description") else ""
    return f'<section id="{escape(name)}"><h2>{escape(name)}</h2>{about}{_fields(schema)}</section>'


def _fields(schema: Mapping[str, Any]) -> str:
    needed = schema.get("required", [])
    rows = "".join(
        f"<tr><td><code>{escape(name)}</code>{' *' if name in needed else ''}</td>"
        f"<td>{_type(one)}</td><td>{_code(one.get('description', ''))}{_bounds(one)}</td></tr>"
        for name, one in sorted(
            schema.get("properties", {}).items(), key=lambda field: field[0] not in needed
        )
    )
    if not rows:
        values = ", ".join(f"<code>{escape(str(one))}</code>" for one in schema.get("enum", []))
        return f"<p>{values or 'Nothing: send <code>{}</code>.'}</p>"
    return f"<table>{rows}</table>"


def _type(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#{escape(name)}">{escape(name)}</a>'
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(map(_type, schema["anyOf"])))
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return " | ".join(f"<code>{escape(str(one))}</code>" for one in values)
    return escape(str(schema.get("type", "anything")))


def _bounds(schema: Mapping[str, Any]) -> str:
    """The bounds, the default and an example of a field."""
    own = [schema, *schema.get("anyOf", [])]
    words = {
        "minLength": "at least {} characters",
        "maxLength": "at most {} characters",
        "minimum": "from {}",
        "maximum": "to {}",
    }
    told = [
        text.format(f"{one[name]:g}")
        for one in own
        for name, text in words.items()
        if name in one and (name, one[name]) != ("minLength", 1)
    ]
    if schema.get("default") is not None:
        told.append(f"default {json.dumps(schema['default'])}")
    examples = [example for one in own for example in one.get("examples", [])]
    told += [f"such as “{example}”" for example in examples[:1]]
    return f" <span class='quiet'>{escape('; '.join(told))}</span>" if told else ""


def _schema(media: Mapping[str, Any], schemas: Mapping[str, Any]) -> Mapping[str, Any]:
    reference = media["schema"].get("$ref", "")
    known: Mapping[str, Any] = schemas.get(reference.rpartition("/")[2], media["schema"])
    return known


def _problem(trouble: Trouble) -> str:
    status, title = title_of(trouble)
    named = f"<td>{status}</td><td><code>{trouble}</code></td><td>{escape(title)}</td>"
    return f'<tr id="{trouble}">{named}</tr>'


def _code(text: str) -> str:
    """Text with the parts between back-ticks as code."""
    parts = escape(" ".join(text.split())).split("`")
    return "".join(f"<code>{one}</code>" if n % 2 else one for n, one in enumerate(parts))


# The OpenAPI 3.1 document of the operations, made from their pydantic models.


_EVERYWHERE = (Trouble.NO_KEY, Trouble.FORBIDDEN, Trouble.TOO_MANY, Trouble.BUSY, Trouble.BUG)
_OF_BODIES = (Trouble.BAD_JSON, Trouble.NOT_JSON, Trouble.INVALID, Trouble.TOO_LARGE)
_EVENTS = "progress as server-sent events, then `result`, a {}, or `problem`"
_REVISES = "; at most one `revision`, of the same type, may follow and replaces the result"
_ABOUT = (
    "Checked answers from the {corpus}, with the quotes that back them. "
    "Send a key as `Authorization: Bearer sw_…` (`storewise keys add`)."
)


class Fault(BaseModel):
    """An error in the shape of FastAPI."""

    detail: str | list[dict[str, Any]]


def document(operations: Sequence[Operation], version: str, corpus: str) -> dict[str, Any]:
    """The document, ready for JSON; `corpus` is the name of the documents."""
    key = SecurityScheme(type="http", scheme="bearer", description="`storewise keys add NAME`")
    described = OpenAPI(
        openapi="3.1.1",
        info=Info(title="storewise", version=version, description=_ABOUT.format(corpus=corpus)),
        paths={path: item for one in operations for path, item in _items(one)},
        components=Components(securitySchemes={"key": key}),
        # The empty one: with the local page on, staff need no key on this machine.
        security=[{"key": []}, {}],
    )
    whole = construct_open_api_with_schema_class(described)
    # Without defaults: `allowEmptyValue` may not stand beside a parameter of the path.
    written = whole.model_dump(mode="json", by_alias=True, exclude_none=True, exclude_defaults=True)
    for body in {one.body.__name__ for one in operations if one.body}:
        _tell_defaults(written["components"]["schemas"][body])
    return {"openapi": described.openapi, **written}


def _tell_defaults(request: dict[str, Any]) -> None:
    """Moves the defaults of a request into words: generators of clients make them required."""
    for field in request.get("properties", {}).values():
        default = field.pop("default", None)
        if default is not None:
            told = f"Default: {json.dumps(default)}."
            field["description"] = " ".join(filter(None, (field.get("description"), told)))


def _items(operation: Operation) -> Iterator[tuple[str, PathItem]]:
    """The paths of an operation: one has the response, another one its events."""
    answered = {"application/json": _media(operation.response)}
    yield operation.path, _item(operation, operation.name, operation.summary, answered)
    if operation.stream:
        # Without a schema: no generator of clients knows events.
        streamed = {"text/event-stream": MediaType()}
        events = _EVENTS.format(operation.response.__name__)
        events += _REVISES if operation.may_revise else ""
        summary = f"{operation.summary}: {events}"
        yield operation.streams_at, _item(operation, f"{operation.name}_stream", summary, streamed)


def _item(
    operation: Operation, name: str, summary: str, answered: dict[str, MediaType]
) -> PathItem:
    described = Described(
        operationId=name,
        summary=summary,
        description=f"Needs the role `{operation.role}`.",
        parameters=_parameters(operation),
        requestBody=_body(operation),
        responses={"200": Response(description=summary, content=answered)} | _troubles(operation),
    )
    return PathItem(get=described) if operation.method == "GET" else PathItem(post=described)


def _parameters(operation: Operation) -> list[Parameter] | None:
    if not operation.parameter:
        return None
    return [
        Parameter.model_validate(
            {
                "name": operation.parameter,
                "in": "path",
                "required": True,
                "schema": {"type": "string", "pattern": ANSWER_ID},
            }
        )
    ]


def _body(operation: Operation) -> RequestBody | None:
    if operation.body is None:
        return None
    content = {"application/json": _media(operation.body)}
    return RequestBody(required=True, content=content)


def _troubles(operation: Operation) -> dict[str, Response]:
    """The possible errors by status; kinds with the same status share an entry."""
    kinds = [*_EVERYWHERE, *operation.troubles, Trouble.NOT_INDEXED]
    kinds += [Trouble.INDEXING, Trouble.UNAVAILABLE]
    kinds += _OF_BODIES if operation.body else ()
    titles: dict[int, list[str]] = {}
    for kind in kinds:
        status, title = title_of(kind)
        if operation.faults is Faults.DETAIL and status in (400, 415):
            status = 422
        titles.setdefault(status, []).append(title)
    form = ProblemDetails if operation.faults is Faults.PROBLEM else Fault
    media = "application/problem+json" if operation.faults is Faults.PROBLEM else "application/json"
    return {
        str(status): Response(
            description="; ".join(dict.fromkeys(told)), content={media: _media(form)}
        )
        for status, told in sorted(titles.items())
    }


def _media(form: type[BaseModel]) -> MediaType:
    return MediaType(media_type_schema=PydanticSchema(schema_class=form))
