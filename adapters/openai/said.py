"""Reads a model's words out of a response, in whichever field and form the server puts them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from openai import BaseModel

from adapters.openai.trouble import RefusedError, SaidError

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
