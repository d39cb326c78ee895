"""Reads a language model's reply as a draft. The check judges its sentences later."""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError, ValidatorFunctionWrapHandler
from pydantic.functional_validators import WrapValidator

from bot.model import Citation, Draft, Sentence
from knowledge.language.hidden import seen
from knowledge.language.sentences import sentences as split
from knowledge.model.documents import Passage
from knowledge.split.injections import is_injection

_LONGEST = 20_000
"""Characters; a longer reply is rejected. Five sentences with quotes have 2,000."""
_LONGEST_TEXT = 400
"""Characters of a sentence; a longer one is not readable at the till."""
_THOUGHTS = re.compile(r"<think>.*?</think>", re.DOTALL)
_MARKS = re.compile(r"\s*\[\d+\]")
_PASSED_OVER = frozenset("*_`|>#")
_SAME = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-"})


def _as_servers_want_it(schema: dict[str, Any]) -> None:
    schema["additionalProperties"] = False
    schema.pop("description", None)  # our docstring, not meant for the server


_WIRE = ConfigDict(json_schema_extra=_as_servers_want_it)


class WireSentence(BaseModel):
    """One sentence, the number of its passage, and the quote that backs it."""

    model_config = _WIRE

    text: str
    passage: int
    quote: str


def _or_nothing(value: Any, read: ValidatorFunctionWrapHandler) -> WireSentence:
    """An unreadable sentence becomes an empty one without a quote, so the check drops it."""
    try:
        return WireSentence.model_validate(read(value))
    except ValidationError:
        return WireSentence(text="", passage=0, quote="")


class WireDraft(BaseModel):
    """The whole reply. Its JSON schema is sent to servers that support one."""

    model_config = _WIRE

    verdict: Literal["answered", "insufficient", "conflict", "off_topic"]
    sentences: list[Annotated[WireSentence, WrapValidator(_or_nothing)]]


SCHEMA: Mapping[str, Any] = WireDraft.model_json_schema()


def read(said: str, passages: Mapping[int, Passage]) -> Draft:
    """Parses a model's reply. Raises ValueError if it holds no draft.

    A sentence with an unknown passage number stays in the draft without a citation, so that the
    check reports it.
    """
    wire = WireDraft.model_validate(_object(said))
    if wire.verdict in ("insufficient", "off_topic"):
        # A reply that says "no answer" and answers all the same counts as neither.
        return Draft(denies=not wire.sentences)
    every = [one for each in wire.sentences for one in _sentences(each, passages.get(each.passage))]
    # Of equal sentences the first stays.
    return Draft(tuple({one.text: one for one in reversed(every)}.values())[::-1])


def _object(said: str) -> Any:
    """The first JSON object in the reply; text around it is ignored. Raises ValueError."""
    if len(said) > _LONGEST:
        raise ValueError("too long")
    said = _THOUGHTS.sub("", said)
    value, _ = json.JSONDecoder().raw_decode(said, said.index("{"))
    return value


def _sentences(wire: WireSentence, passage: Passage | None) -> list[Sentence]:
    """Splits the text into sentences: a made-up one could hide among true ones."""
    text, quote = _MARKS.sub("", _unescaped(wire.text)), _unescaped(wire.quote).strip()
    readable = len(text) <= _LONGEST_TEXT and not any(map(is_injection, split(quote)))
    citations: tuple[Citation, ...] = ()
    if passage is not None and quote and readable:
        citations = (Citation(passage, _verbatim(quote, passage.text)),)
    pieces = split(" ".join(text[:_LONGEST_TEXT].split())) or [""]
    return [Sentence(piece, citations) for piece in pieces]


def _unescaped(text: str) -> str:
    return text.replace("&lt;", "<")


def _verbatim(quote: str, text: str) -> str:
    """The quote as the passage spells it: models drop Markdown and change quotation marks."""
    if quote in text:
        return quote
    letters = list(_letters(text))
    start = "".join(letter for _, letter in letters).find(
        sought := "".join(letter for _, letter in _letters(quote))
    )
    if start < 0 or not sought:
        return quote
    return text[letters[start][0] : letters[start + len(sought) - 1][0] + 1]


def _letters(text: str) -> Iterator[tuple[int, str]]:
    """The characters to compare, normalised, each with its place in the text."""
    for place, char in enumerate(text):
        for letter in unicodedata.normalize("NFKC", char).translate(_SAME):
            if not letter.isspace() and letter not in _PASSED_OVER and seen(letter):
                yield place, letter
