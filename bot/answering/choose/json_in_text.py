"""Finds the draft in a model's text: the last object that fits the schema, after its thoughts."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    ValidationError,
    ValidatorFunctionWrapHandler,
)
from pydantic.functional_validators import WrapValidator

from bot.model.text import whole

_LONGEST = 20_000
"""Characters; a longer reply is rejected. Five sentences with quotes have 2,000."""
_MOST_STARTS = 200
"""Places tried, the last ones; a draft of five sentences has six."""
_DEEPEST = 6
"""Levels of lists, objects and JSON texts around a draft that are opened."""
_THOUGHTS_END = re.compile(r"</(?:think|thinking|thought|thoughts|reasoning)>|\[/THINK\]")
_THOUGHTS_BEGIN = re.compile(r"<(?:think|thinking|thought|thoughts|reasoning)>|\[THINK\]")
_START = re.compile(r'\{|"(?=\s*(?:\\[nrt]\s*)*\{)')
"""An object, or a JSON text that holds one."""
_NUMBER = re.compile(r"[^\d.-]*(\d+)[^\d.-]*")
_NOT_STRICT = json.JSONDecoder(strict=False)
"""Allows line breaks inside a text, which models copy from the passages."""


_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_QUOTE_BEFORE = re.compile(r"([{\[,:]\s*)[“”„]")
_QUOTE_BEHIND = re.compile(r"[“”](?=\s*[:,}\]])")
"""Typographic quotation marks in places where JSON has plain ones."""


class UnreadableError(ValueError):
    """A model's reply holds no draft; the message has none of its words."""


def _as_servers_want_it(schema: dict[str, Any]) -> None:
    schema["additionalProperties"] = False
    schema.pop("description", None)  # our docstring, not meant for the server


def _as_number(value: Any) -> Any:
    """Reads "[1]", "passage 1" and [1] as 1."""
    if isinstance(value, list) and len(value) == 1:
        return _as_number(value[0])
    only = _NUMBER.fullmatch(value) if isinstance(value, str) else None
    return only[1] if only else value


def _as_word(value: Any) -> Any:
    """Reads "Answered" and "off-topic" like the words of the schema."""
    if not isinstance(value, str):
        return value
    return "_".join(re.split(r"[\s_-]+", value.strip(" .!\n").casefold()))


def _as_text(value: Any) -> Any:
    r"""Leaves out half surrogate pairs, such as a lone `\ud83d` in the model's JSON."""
    return whole(value) if isinstance(value, str) else value


_WIRE = ConfigDict(json_schema_extra=_as_servers_want_it)


class WireSentence(BaseModel):
    """One sentence, the number of its passage, and the quote that backs it."""

    model_config = _WIRE

    text: Annotated[str, BeforeValidator(_as_text)]
    passage: Annotated[int, BeforeValidator(_as_number)]
    quote: Annotated[str, BeforeValidator(_as_text)]


def _or_nothing(value: Any, read: ValidatorFunctionWrapHandler) -> WireSentence:
    """An unreadable sentence becomes an empty one without a quote, so the check drops it."""
    try:
        return WireSentence.model_validate(read(value))
    except ValidationError:
        return WireSentence(text="", passage=0, quote="")


class WireDraft(BaseModel):
    """The whole reply. Its JSON schema is sent to servers that support one."""

    model_config = _WIRE

    verdict: Annotated[
        Literal["answered", "insufficient", "conflict", "off_topic"], BeforeValidator(_as_word)
    ]
    sentences: list[Annotated[WireSentence, WrapValidator(_or_nothing)]]

    @property
    def denies(self) -> bool:
        """Whether it says that the passages hold no answer."""
        return self.verdict in ("insufficient", "off_topic")


SCHEMA: Mapping[str, Any] = WireDraft.model_json_schema()


def draft_in(said: str) -> WireDraft:
    """The last draft in the text. Raises UnreadableError if there is none."""
    text = _without_thoughts(whole(said))
    if len(text) > _LONGEST:
        raise UnreadableError("the reply is too long")
    drafts = [(draft, end) for value, end in _values(text) for draft in _drafts(value)]
    if not drafts:
        raise UnreadableError("the reply holds no draft")
    last, end = drafts[-1]
    if last.denies and '"verdict"' in text[end:]:
        raise UnreadableError("another draft was begun after the denial")
    return last


def _without_thoughts(said: str) -> str:
    """The text after the last thought; some models write no mark where their thoughts begin."""
    text = _THOUGHTS_END.split(said)[-1]
    return _THOUGHTS_BEGIN.split(text)[0]


def _values(text: str) -> Iterator[tuple[Any, int]]:
    """The objects and JSON texts, outermost first, each with its end."""
    read_to, tidied = 0, _tidied(text)
    starts = [found.start() for found in _START.finditer(text)]
    for start in starts[-_MOST_STARTS:]:
        if start < read_to:
            continue
        found = _decoded(text, start) or _decoded(tidied, start)
        if found is None:  # a brace in prose, or nested without end
            continue
        if isinstance(found[0], dict):
            read_to = found[1]
        yield found


def _decoded(text: str, start: int) -> tuple[Any, int] | None:
    try:
        return _NOT_STRICT.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None


def _tidied(text: str) -> str:
    """The text with the slips in its JSON corrected that models make; as long as before."""
    text = _QUOTE_BEHIND.sub('"', _QUOTE_BEFORE.sub(r'\1"', text))
    return _TRAILING_COMMA.sub(" ", text)


def _drafts(value: Any, deeper: int = _DEEPEST) -> Iterator[WireDraft]:
    """The drafts in a JSON value, whatever it is wrapped in; nothing inside a draft is read."""
    if deeper == 0:
        return
    inside: Iterator[Any] = iter(())
    if isinstance(value, str):
        inside = (one for one, _ in _values(value))
    elif isinstance(value, list):
        inside = iter(value)
    elif isinstance(value, dict):
        try:
            yield WireDraft.model_validate(value)
        except ValidationError:
            inside = iter(value.values())
        else:
            return
    for one in inside:
        yield from _drafts(one, deeper - 1)
