"""Finds the object that was asked for in a model's text: the last that fits, after its thoughts."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from bot.model.text import whole

_LONGEST = 20_000
"""Characters; a longer reply is rejected. A choice has 200, a wording 2,000."""
_MOST_STARTS = 200
"""Places tried, the last ones."""
_DEEPEST = 6
"""Levels of lists, objects and JSON texts around the object that are opened."""
_THOUGHTS_END = re.compile(r"</(?:think|thinking|thought|thoughts|reasoning)>|\[/THINK\]")
_THOUGHTS_BEGIN = re.compile(r"<(?:think|thinking|thought|thoughts|reasoning)>|\[THINK\]")
_START = re.compile(r'\{|"(?=\s*(?:\\[nrt]\s*)*\{)')
"""An object, or a JSON text that holds one."""
_NUMBER = re.compile(r"(?s)[^\d.-]*(\d+)(?:[^\d.-]*|\.(?!\d).*)")
_NOT_STRICT = json.JSONDecoder(strict=False)
"""Allows line breaks inside a text, which models copy from the documents."""
_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_QUOTE_BEFORE = re.compile(r"([{\[,:]\s*)[“”„]")
_QUOTE_BEHIND = re.compile(r"[“”](?=\s*[:,}\]])")
"""Typographic quotation marks in places where JSON has plain ones."""


class UnreadableError(ValueError):
    """A model's reply does not hold what was asked for; the message has none of its words."""


def _as_servers_want_it(schema: dict[str, Any]) -> None:
    schema["additionalProperties"] = False
    schema.pop("description", None)  # our docstring, not meant for the server


def _as_number(value: Any) -> Any:
    """Reads "[1]", "statement 1", "1. Wrapping is free." and [1] as 1."""
    if isinstance(value, list) and len(value) == 1:
        return _as_number(value[0])
    only = _NUMBER.fullmatch(value) if isinstance(value, str) else None
    return only[1] if only else value


def _as_word(value: Any) -> Any:
    """Reads "Answered" and "off-topic" like the words of a schema."""
    if not isinstance(value, str):
        return value
    return "_".join(re.split(r"[\s_-]+", value.strip(" .!\n").casefold()))


def _as_text(value: Any) -> Any:
    r"""Reads none as "", and leaves out half surrogate pairs, such as a lone `\ud83d`."""
    return whole(value) if isinstance(value, str) else "" if value is None else value


def _as_list(value: Any) -> Any:
    """Reads one value, and none, as a list."""
    return value if isinstance(value, list) else [] if value in (None, "") else [value]


Text = Annotated[str, BeforeValidator(_as_text)]
Number = Annotated[int, BeforeValidator(_as_number)]
Word = BeforeValidator(_as_word)
List = BeforeValidator(_as_list)


class Form(BaseModel):
    """A reply as it is asked for; its JSON schema is sent to servers that support one."""

    model_config = ConfigDict(json_schema_extra=_as_servers_want_it)

    MARK: ClassVar[str]
    """The field that no such object lacks."""


Wanted = TypeVar("Wanted", bound=Form)


def last_in(said: str, form: type[Wanted]) -> Wanted:
    """The last object of the form in a text. Raises UnreadableError if there is none.

    So it does if another one was begun behind it: what a model wrote before may be a thought.
    """
    text = _without_thoughts(whole(said))
    if len(text) > _LONGEST:
        raise UnreadableError("the reply is too long")
    found = [(one, end) for value, end in _values(text) for one in _of_form(value, form)]
    if not found:
        raise UnreadableError("the reply does not hold the object asked for")
    last, end = found[-1]
    if f'"{form.MARK}"' in text[end:]:
        raise UnreadableError("another object was begun after the last one")
    return last


def schema_of(form: type[Form]) -> Mapping[str, Any]:
    """The JSON schema of a form: every field named, no others allowed."""
    schema = form.model_json_schema()
    return {**schema, "required": list(schema["properties"])}


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


def _of_form(value: Any, form: type[Wanted], deeper: int = _DEEPEST) -> Iterator[Wanted]:
    """The objects of the form in a JSON value, whatever it is wrapped in; none inside another."""
    if deeper == 0:
        return
    inside: Iterator[Any] = iter(())
    if isinstance(value, str):
        inside = (one for one, _ in _values(value))
    elif isinstance(value, list):
        inside = iter(value)
    elif isinstance(value, dict):
        try:
            yield form.model_validate(value)
        except ValidationError:
            inside = iter(value.values())
        else:
            return
    for one in inside:
        yield from _of_form(one, form, deeper - 1)
