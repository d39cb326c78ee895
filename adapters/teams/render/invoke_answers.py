"""The bodies of answers to invokes, in the shapes that Teams expects; no I/O.

The status is always 200.
"""

import html
from collections.abc import Sequence
from typing import Any

from adapters.chat.cutting import cut
from adapters.chat.quoted import quote_line
from adapters.teams.render.budget import size
from adapters.teams.render.cards import result_card
from adapters.teams.render.elements import MAX_LABEL, Card, attached
from adapters.teams.render.markdown import to_label
from bot.model import Source
from knowledge.model.documents import Language

Body = dict[str, Any]

_PREVIEW = "application/vnd.microsoft.card.hero"
_QUOTE = 120
_MAX_BYTES = 28_000


def nothing() -> Body:
    """An answer that changes nothing on the screen."""
    return {}


def window(title: str, one: Card) -> Body:
    """A dialog with a card; answers task/fetch, composeExtension/fetchTask and the like."""
    value = {
        "title": cut(title, MAX_LABEL),
        "height": "medium",
        "width": "medium",
        "card": attached(one),
    }
    return {"task": {"type": "continue", "value": value}}


def results(sources: Sequence[Source], language: Language) -> Body:
    """Search results; results without room are left out."""
    attachments: list[Body] = []
    for source in sources:
        more = [*attachments, _result(source, language)]
        if size(more) > _MAX_BYTES:
            break
        attachments = more
    return _extension({"type": "result", "attachmentLayout": "list", "attachments": attachments})


def inserted(one: Card) -> Body:
    """A card that Teams puts into the person's message box, for them to send."""
    return _extension(
        {"type": "result", "attachmentLayout": "list", "attachments": [attached(one)]}
    )


def search_saying(text: str) -> Body:
    """A sentence instead of results."""
    return _extension({"type": "message", "text": text})


def _extension(value: Body) -> Body:
    return {"composeExtension": value}


def _result(source: Source, language: Language) -> Body:
    # The preview renders HTML.
    title = html.escape(cut(to_label(source.title), MAX_LABEL), quote=False) or "…"
    text = html.escape(cut(to_label(quote_line(source)), _QUOTE), quote=False)
    preview = {"contentType": _PREVIEW, "content": {"title": title, "text": text}}
    return attached(result_card(source, language)) | {"preview": preview}
