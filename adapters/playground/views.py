"""A reply as the page shows it: as each chat would, with its sources and how it was made."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.model import Reply, Source
from bot.shown.rendering import quotes_of, to_json
from bot.upkeep.history.state import state

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
