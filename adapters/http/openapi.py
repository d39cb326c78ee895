"""The OpenAPI 3.1 document of the operations, made from their pydantic models."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

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
        paths=_paths(operations),
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


def _paths(operations: Sequence[Operation]) -> dict[str, PathItem]:
    """The operations by path: one path may have several methods."""
    paths: dict[str, PathItem] = {}
    for operation in operations:
        for path, item in _items(operation):
            known = paths.get(path, PathItem())
            given = item.model_dump(exclude_unset=True).keys()
            paths[path] = known.model_copy(update={one: getattr(item, one) for one in given})
    return paths


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
    return PathItem.model_validate({operation.method.lower(): described})


def _parameters(operation: Operation) -> list[Parameter] | None:
    found = []
    if operation.parameter:
        schema = {"type": "string", "pattern": operation.pattern or ANSWER_ID}
        found.append(
            {"name": operation.parameter, "in": "path", "required": True} | {"schema": schema}
        )
    if operation.query is not None:
        for name, field in operation.query.model_json_schema()["properties"].items():
            about = field.pop("description", None)
            field.pop("title", None)
            found.append({"name": name, "in": "query", "description": about, "schema": field})
    return [Parameter.model_validate(one) for one in found] or None


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
    kinds += (Trouble.INVALID,) if operation.query else ()
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
