"""Replies as JSON and back, with all that is needed to show them again."""

from dataclasses import dataclass
from functools import lru_cache

from pydantic import TypeAdapter, ValidationError

from bot.model import Choice, ClosestRule, Confidence, Reply, Scope, Source, Table, Verdict
from bot.model.errors import RecordsError
from knowledge.model.documents import Audience, Language


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
    closest: tuple[ClosestRule, ...] = ()
    """None in old records, in which they stand in the text alone."""
    audience: Audience = Audience.STAFF
    """Staff for old records: before roles, only documents for everybody answered."""
    disputed: bool = False
    choices: tuple[Choice, ...] = ()
    """None in old records: their questions back are answered in words."""
    owners: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    """None in old records: their rows are read out."""
    model_worded: bool = False


def to_json(reply: Reply) -> str:
    """A reply as JSON, without its evidence."""
    written = _Written(
        reply.text,
        reply.language,
        reply.sources,
        reply.follow_up,
        reply.suggestions,
        reply.notice,
        reply.scope,
        reply.verdict,
        reply.confidence,
        reply.trace_id,
        reply.closest,
        reply.audience,
        reply.disputed,
        reply.choices,
        reply.owners,
        reply.tables,
        reply.model_worded,
    )
    return _form().dump_json(written).decode()


def to_reply(json: str) -> Reply:
    """The reply from JSON. Raises RecordsError for one of another version."""
    try:
        written = _form().validate_json(json)
    except ValidationError as error:
        # The error's own text would quote the reply.
        raise RecordsError("an answer was stored by another version and cannot be read") from error
    return Reply(
        written.text,
        written.language,
        written.sources,
        written.follow_up,
        written.suggestions,
        written.notice,
        closest=written.closest,
        scope=written.scope,
        audience=written.audience,
        verdict=written.verdict,
        confidence=written.confidence,
        disputed=written.disputed,
        choices=written.choices,
        owners=written.owners,
        tables=written.tables,
        model_worded=written.model_worded,
        kept=True,
        trace_id=written.trace_id,
    )


@lru_cache(maxsize=1)
def _form() -> TypeAdapter[_Written]:
    return TypeAdapter(_Written)
