"""Reads a model's words out of a response, in whichever field the server puts them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from openai.types.chat import ChatCompletion
from openai.types.responses import Response


class RefusedError(Exception):
    """The model or its content filter refused to answer."""


@dataclass(frozen=True, slots=True)
class Said:
    """The words of a model, without its thoughts where the server keeps them apart."""

    text: str
    cut: bool = False
    """Whether the server stopped it at its limit of tokens."""


def of_response(response: Response) -> Said:
    """Reads a response of the Responses interface. Raises RefusedError."""
    made = _plain(response)
    items = [item for item in made["output"] if item.get("type") in ("message", "function_call")]
    parts = [part for item in items for part in _parts(item.get("content"))]
    reason = (made.get("incomplete_details") or {}).get("reason")
    if reason == "content_filter" or any(_kind(part) == "refusal" for part in parts):
        raise RefusedError
    words = [*_texts(parts), *(item["arguments"] for item in items if item.get("arguments"))]
    return Said(_joined(words), cut=reason == "max_output_tokens")


def of_completion(completion: ChatCompletion) -> Said:
    """Reads a response of the chat interface. Raises RefusedError."""
    choice = _plain(completion)["choices"][0]
    message = choice["message"]
    parts = list(_parts(message.get("content")))
    stopped = choice.get("finish_reason")
    refused = message.get("refusal") or any(_kind(part) == "refusal" for part in parts)
    if stopped == "content_filter" or refused:
        raise RefusedError
    return Said(_joined([*_texts(parts), *_arguments(message)]), cut=stopped == "length")


def _plain(made: Response | ChatCompletion) -> dict[str, Any]:
    # The SDK does not check what servers send; warnings would be about nothing else.
    return made.model_dump(warnings=False)


def _parts(content: Any) -> Iterator[Any]:
    """The parts of a content: servers send a text, one part, or a list of parts."""
    yield from content if isinstance(content, list) else () if content is None else (content,)


def _texts(parts: list[Any]) -> Iterator[Any]:
    """The words of the parts; not their thoughts, which have another type."""
    for part in parts:
        if not isinstance(part, Mapping) or "type" not in part:
            yield part  # a text, or a draft that the server has parsed already
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
