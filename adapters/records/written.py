"""A reply as JSON, and back: what is needed to show it again."""

from dataclasses import dataclass
from functools import lru_cache

from pydantic import TypeAdapter, ValidationError

from bot.model import Confidence, Reply, Scope, Source, Verdict
from bot.model.errors import RecordsError
from knowledge.model.documents import Audience, Language


@dataclass(frozen=True, slots=True)
class _Written:
    """Of a reply, what people see; a field that a later version adds is left out here."""

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
    audience: Audience = Audience.STAFF
    """Before there were roles, documents for everybody were the only ones that answered."""


def to_json(reply: Reply) -> str:
    """What a person reads of a reply, without the evidence behind it."""
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
        reply.audience,
    )
    return _form().dump_json(written).decode()


def to_reply(json: str) -> Reply:
    """The reply again. Raises RecordsError for one that another version wrote."""
    try:
        written = _form().validate_json(json)
    except ValidationError as error:
        # Its words would quote the reply.
        raise RecordsError("an answer was kept by another version and cannot be read") from error
    return Reply(
        written.text,
        written.language,
        written.sources,
        written.follow_up,
        written.suggestions,
        written.notice,
        scope=written.scope,
        audience=written.audience,
        verdict=written.verdict,
        confidence=written.confidence,
        kept=True,
        trace_id=written.trace_id,
    )


@lru_cache(maxsize=1)
def _form() -> TypeAdapter[_Written]:
    return TypeAdapter(_Written)
