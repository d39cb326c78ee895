"""The API for people: its OpenAPI document, and a page of it without a script."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib import resources
from string import Template
from typing import Any

from aiohttp import web

from adapters.http.endpoints import Operation
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
    from adapters.http.openapi import document  # noqa: PLC0415 - large, and rarely needed

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
