"""Every string that comes of a reply: in Slack, in Teams, on a terminal, to a program."""

from collections.abc import Iterator
from typing import Any

from adapters.answers.replies import to_ask_response
from adapters.chat.about import with_question
from adapters.slack.render import reply as blocks
from adapters.slack.render import windows
from adapters.teams.receive.activities import Chat, to_place
from adapters.teams.render import cards, invoke_answers
from adapters.teams.render import reply as replies
from bot.model import Reply
from bot.shown.rendering import to_text
from tests.unit.teams.given import BOT, MINA, activity

_PLACES = tuple(map(to_place, (activity(), activity(kind="channel"))))
_CHUNKS = 10
_OURS = frozenset(("@type", "@context", "type", "contentType", "$schema", "additionalType"))
"""Fields that no document and nobody's words get into."""


def shown(reply: Reply) -> list[str]:
    """The strings, as the adapters' own renderers make them."""
    return [to_text(reply), *_strings([*_slack(reply), *_teams(reply), *_http(reply)])]


def echoed(reply: Reply, question: str) -> list[str]:
    """The same, where a person's question stands above it."""
    asked = with_question(reply, question)
    window = windows.answer_view(reply, question)
    return [*shown(asked), *_strings([window, cards.answer_card(reply, question)])]


def _slack(reply: Reply) -> Iterator[Any]:
    yield from blocks.to_forms(reply)
    yield windows.sources_view(reply)


def _teams(reply: Reply) -> Iterator[Any]:
    for place in _PLACES:
        yield from replies.to_forms(reply, Chat(place, BOT, {"id": MINA}))
    yield cards.sources_card(reply)
    yield invoke_answers.results(reply.sources, reply.language)


def _http(reply: Reply) -> Iterator[Any]:
    if reply.answer is not None:
        yield to_ask_response(reply, _CHUNKS).model_dump(mode="json")


def _strings(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, list):
        for item in node:
            yield from _strings(item)
    elif isinstance(node, dict):
        for name, value in node.items():
            if name not in _OURS:
                yield from _strings(value)
