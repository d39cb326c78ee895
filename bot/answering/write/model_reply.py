"""What a language model sends back, read as a draft; the check decides what holds."""

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
from knowledge.split.injections import is_order

_LONGEST = 20_000
"""Characters of an answer that are read: five sentences with quotes have 2,000."""
_LONGEST_TEXT = 400
"""Characters of a sentence; a longer one says nothing at the till."""
_THOUGHTS = re.compile(r"<think>.*?</think>", re.DOTALL)
_MARKS = re.compile(r"\s*\[\d+\]")
_PASSED_OVER = frozenset("*_`|>#")
_SAME = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-"})


def _as_servers_want_it(schema: dict[str, Any]) -> None:
    schema["additionalProperties"] = False
    schema.pop("description", None)  # it is for whoever reads this file


_WIRE = ConfigDict(json_schema_extra=_as_servers_want_it)


class WireSentence(BaseModel):
    """One sentence, the number of its passage, and the words there that carry it."""

    model_config = _WIRE

    text: str
    passage: int
    quote: str


def _or_nothing(value: Any, read: ValidatorFunctionWrapHandler) -> WireSentence:
    """A sentence that cannot be read is one that nothing carries."""
    try:
        return WireSentence.model_validate(read(value))
    except ValidationError:
        return WireSentence(text="", passage=0, quote="")


class WireDraft(BaseModel):
    """The whole answer: the form that a server is asked to keep to."""

    model_config = _WIRE

    verdict: Literal["answered", "insufficient", "conflict", "off_topic"]
    sentences: list[Annotated[WireSentence, WrapValidator(_or_nothing)]]


SCHEMA: Mapping[str, Any] = WireDraft.model_json_schema()


def read(said: str, passages: Mapping[int, Passage]) -> Draft:
    """The draft in a model's words. Raises ValueError where there is none.

    A sentence of an unknown passage keeps its place without a citation: the check then knows that
    something fell.
    """
    wire = WireDraft.model_validate(_object(said))
    if wire.verdict in ("insufficient", "off_topic"):
        # Who denies and answers at once is no witness of either.
        return Draft(denies=not wire.sentences)
    told = [one for each in wire.sentences for one in _sentences(each, passages.get(each.passage))]
    return Draft(tuple({one.text: one for one in reversed(told)}.values())[::-1])


def _object(said: str) -> Any:
    """The first JSON object, whatever stands around it. Raises ValueError."""
    if len(said) > _LONGEST:
        raise ValueError("too long")
    said = _THOUGHTS.sub("", said)
    value, _ = json.JSONDecoder().raw_decode(said, said.index("{"))
    return value


def _sentences(wire: WireSentence, passage: Passage | None) -> list[Sentence]:
    """The text by its sentences: in a longer text a made-up one would hide among true words."""
    text, quote = _MARKS.sub("", _unescaped(wire.text)), _unescaped(wire.quote).strip()
    readable = len(text) <= _LONGEST_TEXT and not any(map(is_order, split(quote)))
    citations: tuple[Citation, ...] = ()
    if passage is not None and quote and readable:
        citations = (Citation(passage, _verbatim(quote, passage.text)),)
    pieces = split(" ".join(text[:_LONGEST_TEXT].split())) or [""]
    return [Sentence(piece, citations) for piece in pieces]


def _unescaped(text: str) -> str:
    return text.replace("&lt;", "<")


def _verbatim(quote: str, text: str) -> str:
    """The words as the passage has them: models leave out Markdown and change quotation marks."""
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
    """The characters that count, in one form, each with its place."""
    for place, char in enumerate(text):
        for letter in unicodedata.normalize("NFKC", char).translate(_SAME):
            if not letter.isspace() and letter not in _PASSED_OVER and seen(letter):
                yield place, letter
