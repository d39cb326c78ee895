"""Reads request bodies and reports what is wrong with them."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from aiohttp import web
from pydantic import BaseModel, ValidationError

from adapters.http.operations import Faults
from adapters.web.halves import whole_json
from adapters.web.problems import Problem, Trouble

Body = TypeVar("Body", bound=BaseModel)

_UNREADABLE = (Trouble.BAD_JSON, Trouble.NOT_JSON, Trouble.INVALID)


async def read(request: web.Request, form: type[Body]) -> Body:
    """The body of a request. Raises Problem."""
    if request.content_type != "application/json":
        raise Problem(Trouble.NOT_JSON, "Send JSON, with `Content-Type: application/json`.")
    return parsed(await request.read(), form)


def parsed(raw: bytes, form: type[Body]) -> Body:
    """Parses a body's bytes. Raises Problem."""
    try:
        return form.model_validate_json(whole_json(raw) or b"null")
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_context=False)
        trouble = Trouble.INVALID
        detail = "; ".join(map(_line, wrong))
        if wrong[0]["type"] == "json_invalid" or not raw:
            trouble, detail = Trouble.BAD_JSON, wrong[0]["msg"] if raw else "The body is empty."
        raise Problem(trouble, detail, errors=[dict(one) for one in wrong]) from error


def refused(problem: Problem, faults: Faults) -> web.Response:
    """A problem in the error shape of its endpoint."""
    if faults is Faults.PROBLEM:
        told = [_field(one) for one in problem.errors]
        return Problem(
            problem.trouble, problem.detail, told, problem.headers, problem.trace_id
        ).response()
    status, detail = problem.status, _detail(problem)
    if problem.trouble in _UNREADABLE:
        status = 422
    return web.json_response({"detail": detail}, status=status, headers=problem.headers)


def _detail(problem: Problem) -> str | Sequence[Mapping[str, Any]]:
    if problem.trouble is Trouble.INVALID:
        return [{**one, "loc": ["body", *one["loc"]]} for one in problem.errors]
    if problem.trouble in _UNREADABLE:
        kind = "json_invalid" if problem.trouble is Trouble.BAD_JSON else "content_type"
        return [{"type": kind, "loc": ["body"], "msg": problem.detail, "input": None}]
    return (
        f"{problem.detail} (reference {problem.trace_id})" if problem.trace_id else problem.detail
    )


def _line(wrong: Mapping[str, Any]) -> str:
    name = ".".join(map(str, wrong["loc"]))
    return f"`{name}`: {wrong['msg']}" if name else str(wrong["msg"])


def _field(wrong: Mapping[str, Any]) -> dict[str, Any]:
    name = ".".join(map(str, wrong["loc"]))
    return {"field": name, "message": wrong["msg"], "code": wrong["type"]}
