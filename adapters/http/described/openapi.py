"""The OpenAPI 3.1 document of the operations, made from their pydantic models."""

from collections.abc import Sequence
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

from adapters.http.models import ANSWER_ID, ProblemDetails
from adapters.http.operations import Faults, Operation
from adapters.web.problems import Trouble, title_of

_EVERYWHERE = (Trouble.NO_KEY, Trouble.FORBIDDEN, Trouble.TOO_MANY, Trouble.BUSY, Trouble.BUG)
_OF_BODIES = (Trouble.BAD_JSON, Trouble.NOT_JSON, Trouble.INVALID, Trouble.TOO_LARGE)
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
        paths={one.path: _item(one) for one in operations},
        components=Components(securitySchemes={"key": key}),
        # The empty one: with the local page on, staff need no key on this machine.
        security=[{"key": []}, {}],
    )
    whole = construct_open_api_with_schema_class(described)
    return whole.model_dump(mode="json", by_alias=True, exclude_none=True)


def _item(operation: Operation) -> PathItem:
    described = Described(
        operationId=operation.name,
        summary=operation.summary,
        description=f"Needs the role `{operation.role}`.",
        parameters=_parameters(operation),
        requestBody=_body(operation),
        responses={"200": _answered(operation)} | _troubles(operation),
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


def _answered(operation: Operation) -> Response:
    content = {"application/json": _media(operation.response)}
    if operation.stream:
        told = {
            "type": "string",
            "description": "Server-sent events; `result` is the whole response.",
        }
        content["text/event-stream"] = MediaType.model_validate({"schema": told})
    return Response(description=operation.summary, content=content)


def _troubles(operation: Operation) -> dict[str, Response]:
    """The possible errors by status; kinds with the same status share an entry."""
    kinds = [*_EVERYWHERE, *operation.troubles, Trouble.NOT_INDEXED, Trouble.UNAVAILABLE]
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
