"""A reply as the page shows it: as each chat would, with its sources and how it was made."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from bot.model import Message, Platform, Reply, Scope, Source, Wait
from bot.shown.rendering import quotes_of, to_json
from bot.upkeep.history.state import state
from knowledge.model.documents import Audience, Spoken

Json = dict[str, Any]


Chats = Mapping[str, Callable[[Reply], list[Json]]]
"""How each chat platform shows a reply, by its name."""


def view(reply: Reply, chats: Chats) -> Json:
    """Returns everything that the page shows of a reply."""
    # With the buttons of a stored one: the page itself knows what they mean.
    kept = replace(reply, kept=reply.answer is not None and reply.verdict is not None)
    return {
        "reply": to_json(reply),
        "outcome": reply.outcome,
        "language": reply.language,
        "suggestions": list(reply.suggestions),
        "choices": [one.question for one in reply.choices],
        **{name: shown(kept) for name, shown in chats.items()},
        "sources": [_source(one) for one in reply.sources],
        "why": _why(reply),
    }


def _source(source: Source) -> Json:
    return {
        "number": source.number,
        "title": source.title,
        "section": source.section,
        "version": source.version,
        "effective_from": source.effective_from and source.effective_from.isoformat(),
        "page": source.page,
        "url": source.url,
        "score": round(source.score, 3),
        "quotes": quotes_of(source),
        "passage": source.passage,
    }


def _why(reply: Reply) -> Mapping[str, Any] | None:
    """How it was made, step by step; None for what was not looked for."""
    if reply.answer is None:
        return None
    return {
        "ms": round(reply.answer.ms, 1),
        "steps": {name: round(ms, 1) for name, ms in reply.steps.items()},
        **state(reply.answer),
    }


# What the page sends.


PERSON = "playground"
"""Who asks, in stored answers and in the audit log."""


class AskRequest(BaseModel):
    """A question, and who asks it."""

    model_config = ConfigDict(extra="forbid")

    question: Annotated[str, Field(min_length=1, max_length=4000)]
    thread: Annotated[str, Field(pattern=r"^[\w-]{1,64}$")]
    role: Audience = Audience.STAFF
    store: Annotated[str, Field(max_length=100)] | None = None
    store_type: Annotated[str, Field(max_length=60)] | None = None
    category: Annotated[str, Field(max_length=60)] | None = None
    language: Spoken | None = None
    """The language of the replies; None for the question's own."""
    as_of: date | None = None

    def message(self) -> Message:
        """The message, as a chat would pass it on."""
        scope = Scope(
            store_type=self.store_type,
            category=self.category,
            language=self.language,
            as_of=self.as_of,
            audience=self.role,
            store=self.store,
        )
        return Message(
            Platform.WEB, self.thread, PERSON, self.question, scope=scope, wait=Wait.EDITABLE
        )
