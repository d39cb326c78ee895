"""The requests for a reply and for vectors, and the parts of them that servers refuse."""

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from openai import BaseModel

from adapters.openai.refusals import Request, Step, Way, renamed, with_value, without
from adapters.openai.trouble import RefusedError, SaidError
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


# Reads a model's words out of a response, in whichever field and form the server puts them.

Made = Mapping[str, Any]
"""A response as plain values."""


@dataclass(frozen=True, slots=True)
class Said:
    """The words of a model, without its thoughts where the server keeps them apart."""

    text: str
    cut: bool = False
    """Whether the server stopped it at its limit of tokens."""


def plain(made: BaseModel | str) -> Made:
    """The response as plain values. Raises SaidError if it is an error, ValueError if it is none.

    A server that streams although nobody asked for it is read to its end.
    """
    # The SDK does not check what servers send; warnings would be about nothing else.
    values = _streamed(made) if isinstance(made, str) else made.model_dump(warnings=False)
    if values.get("error"):
        raise SaidError(values["error"])
    return values


def tokens_of(made: Made) -> tuple[int, int]:
    """The tokens read and written; 0 for what the server does not count."""
    usage = made.get("usage") or {}
    read = usage.get("input_tokens") or usage.get("prompt_tokens")
    return read or 0, usage.get("output_tokens") or usage.get("completion_tokens") or 0


def of_response(made: Made) -> Said:
    """Reads a response of the Responses interface. Raises RefusedError, LookupError."""
    items = [item for item in made["output"] if item.get("type") in ("message", "function_call")]
    parts = [part for item in items for part in _parts(item.get("content"))]
    reason = (made.get("incomplete_details") or {}).get("reason")
    if reason == "content_filter" or any(_kind(part) == "refusal" for part in parts):
        raise RefusedError
    words = [*_texts(parts), *(item["arguments"] for item in items if item.get("arguments"))]
    return Said(_joined(words), cut=reason == "max_output_tokens")


def of_completion(made: Made) -> Said:
    """Reads a response of the chat interface. Raises RefusedError, SaidError, LookupError."""
    choice = made["choices"][0]
    message = choice["message"]
    parts = list(_parts(message.get("content")))
    stopped = choice.get("finish_reason")
    refused = message.get("refusal") or any(_kind(part) == "refusal" for part in parts)
    if stopped == "content_filter" or refused:
        raise RefusedError
    if choice.get("error") or stopped == "error":
        raise SaidError(choice.get("error") or message.get("content"))
    cut = stopped == "length"
    words = _joined([*_texts(parts), *_arguments(message)])
    if words or cut:
        return Said(words, cut=cut)
    # Some servers take all words of a model that thinks for its thoughts.
    return Said(_joined([message.get("reasoning_content") or message.get("reasoning")]))


def _streamed(text: str) -> dict[str, Any]:
    """The whole response behind the events of a stream. Raises ValueError."""
    lines = (line.partition(":")[2].strip() for line in text.splitlines() if line[:5] == "data:")
    events = [json.loads(line) for line in lines if line.startswith("{")]
    if not events:
        raise ValueError("neither JSON nor a stream")
    whole = [one["response"] for one in events if "response" in one]
    if whole:
        return dict(whole[-1])
    choices = [choice for one in events for choice in one.get("choices") or () if choice]
    ends = [one for one in choices if one.get("finish_reason")]
    known = {key: value for one in events for key, value in one.items() if value}
    said = [one.get("delta") or one.get("message") or {} for one in choices]
    fields = ("content", "refusal", "reasoning", "reasoning_content")
    message = {key: "".join(one.get(key) or "" for one in said) for key in fields}
    return {**known, "choices": [{**(ends[-1] if ends else {}), "message": message}]}


def _parts(content: Any) -> Iterator[Any]:
    """The parts of a content: servers send a text, one part, or a list of parts."""
    yield from content if isinstance(content, list) else () if content is None else (content,)


def _texts(parts: list[Any]) -> Iterator[Any]:
    """The words of the parts; not their thoughts, which have another type."""
    for part in parts:
        if not isinstance(part, Mapping) or "type" not in part:
            yield part  # a text, or an object that the server has parsed already
        elif _kind(part) in ("text", "output_text"):
            yield part.get("text")


def _arguments(message: Mapping[str, Any]) -> Iterator[Any]:
    """The arguments of tool calls: some models answer by calling a tool that nobody offered."""
    calls = [one.get("function") for one in message.get("tool_calls") or ()]
    for call in (*calls, message.get("function_call")):
        yield (call or {}).get("arguments")


def _kind(part: Any) -> Any:
    return part.get("type") if isinstance(part, Mapping) else None


def _joined(words: list[Any]) -> str:
    found = [one for one in words if one]
    return "\n".join(
        one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in found
    )
