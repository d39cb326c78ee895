"""Replies as JSON and back, with all that is needed to show them again."""

from dataclasses import dataclass, fields

from pydantic import ValidationError

from bot.model import Choice, ClosestRule, Confidence, Reply, Scope, Source, Table, Verdict
from bot.model.errors import RecordsError
from knowledge.model.documents import Audience, Language
from knowledge.model.stored import as_json, of_json


@dataclass(frozen=True, slots=True)
class _Written:
    """The visible parts of a reply; fields of later versions are ignored."""

    text: str
    language: Language
    sources: tuple[Source, ...]
    follow_up: str | None
    suggestions: tuple[str, ...]
    notice: str | None
    scope: Scope | None
    verdict: Verdict | None
    confidence: Confidence | None
    trace_id: str
    closest: tuple[ClosestRule, ...]
    audience: Audience
    disputed: bool
    choices: tuple[Choice, ...]
    owners: tuple[str, ...]
    tables: tuple[Table, ...]
    model_worded: bool


_PARTS = tuple(one.name for one in fields(_Written))


def to_json(reply: Reply) -> str:
    """A reply as JSON, without its evidence."""
    return as_json(_Written(**{name: getattr(reply, name) for name in _PARTS}))


def to_reply(json: str) -> Reply:
    """The reply from JSON. Raises RecordsError for one of another version."""
    try:
        written = of_json(_Written, json)
    except ValidationError as error:
        # The error's own text would quote the reply.
        raise RecordsError("an answer was stored by another version and cannot be read") from error
    return Reply(**{name: getattr(written, name) for name in _PARTS}, kept=True)
