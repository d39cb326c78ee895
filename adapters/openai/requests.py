"""The requests for a reply and for vectors, and the parts of them that servers refuse."""

import hashlib
import re
from collections.abc import Callable
from typing import Any, get_args

from adapters.openai.refusals import Request, Step, Way, renamed, with_value, without
from bot.model.prompt import Prompt
from bot.settings import Effort

_OBJECT = {"type": "json_object"}


def by_responses(model: str, asked: Prompt, effort: Effort | None, most: int) -> Request:
    """A request to the Responses interface, for at most `most` tokens."""
    form = {"type": "json_schema", **_described(asked)}
    request: dict[str, Any] = {
        "model": model,
        "instructions": asked.instructions,
        "input": asked.message,
        "text": {"format": form},
        "max_output_tokens": most,
        "prompt_cache_key": _cache_key(asked),
        "store": False,
    }
    return {**request, "reasoning": {"effort": effort}} if effort else request


def by_chat(model: str, asked: Prompt, effort: Effort | None, most: int) -> Request:
    """A request to the chat interface, for at most `most` tokens."""
    request: dict[str, Any] = {
        "model": model,
        "messages": [
            {"role": "system", "content": asked.instructions},
            {"role": "user", "content": asked.message},
        ],
        "response_format": {"type": "json_schema", "json_schema": _described(asked)},
        "max_completion_tokens": most,
    }
    return {**request, "reasoning_effort": effort} if effort else request


def for_vectors(model: str, texts: list[str], dimensions: int) -> Request:
    """A request for vectors."""
    return {"model": model, "input": texts, "dimensions": dimensions}


def _described(asked: Prompt) -> dict[str, Any]:
    return {"name": asked.name, "schema": dict(asked.schema), "strict": True}


def _cache_key(asked: Prompt) -> str:
    """Tells a provider which requests begin alike."""
    return f"{asked.name}-{hashlib.sha256(asked.instructions.encode()).hexdigest()[:12]}"


def _in_one_message(request: Request) -> Request:
    """Puts the instructions before the message: some models know no role but the user's."""
    texts = [one["content"] for one in request["messages"]]
    return {**request, "messages": [{"role": "user", "content": "\n\n".join(texts)}]}


def _in_the_input(request: Request) -> Request:
    told = f"{request['instructions']}\n\n{request['input']}"
    return {**without("instructions")(request), "input": told}


def _least_effort(put: Callable[[str], Way]) -> Callable[[str, Any], Way | None]:
    """Puts the least effort that a server's words list in place of the one that it refuses."""

    def listed(said: str, sent: Any) -> Way | None:
        found = _LISTED.search(said)
        named = set(re.findall(r"[a-z]+", found[1].lower())) if found else set()
        least = next(
            (one for one in get_args(Effort) if one in named and one not in str(sent)), None
        )
        return put(least) if least else None

    return listed


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_LISTED = _words(
    r"(?:support(?:s|ed)|allow(?:s|ed)|valid|one of|should be|must be|expected|use)\b"
    r"(?!.*\b(?:supported|allowed|valid|one of|should be|must be|expected)\b)(.*)"
)
"""Matches the values that a server lists, behind the last word that begins a list."""
_TOKENS = _words(r"max.{0,12}tokens")
_REASONING = _words(r"reasoning")
_FORMAT = _words(r"response.?format|text\.format|json.?(?:schema|object)|guided|grammar|structured")
_ROLES = _words(r"system.{0,3}(?:role|message|prompt|instruction)|\binstructions\b|\broles?\b")

RESPONSES = (
    Step("prompt_cache_key", _words(r"prompt.?cache"), without("prompt_cache_key")),
    Step(
        "reasoning",
        _REASONING,
        without("reasoning"),
        listed=_least_effort(lambda least: with_value("reasoning", {"effort": least})),
    ),
    Step("text", _FORMAT, with_value("text", {"format": _OBJECT})),
    Step("text", _FORMAT, without("text")),
    Step("instructions", _ROLES, _in_the_input),
    Step("max_output_tokens", _TOKENS, without("max_output_tokens")),
)
CHAT = (
    Step("max_completion_tokens", _TOKENS, renamed("max_completion_tokens", "max_tokens")),
    Step(
        "reasoning_effort",
        _REASONING,
        without("reasoning_effort"),
        listed=_least_effort(lambda least: with_value("reasoning_effort", least)),
    ),
    Step("response_format", _FORMAT, with_value("response_format", _OBJECT), may_break=True),
    Step("response_format", _FORMAT, without("response_format"), may_break=True),
    Step("messages", _ROLES, _in_one_message, may_break=True),
    Step("max_tokens", _TOKENS, without("max_tokens")),
)
VECTORS = (
    Step("dimensions", _words(r"dimension|matryoshka"), without("dimensions")),
    Step("input", _words(r"encoding|base64"), with_value("encoding_format", "float")),
)
"""The SDK asks for base64 unless it is told otherwise."""
