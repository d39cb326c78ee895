"""The Chooser that asks a language model: it chooses among numbered statements, and words none."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from bot.answering.choose.calls import may_call_again
from bot.answering.choose.json_in_text import (
    Form,
    List,
    Number,
    Text,
    UnreadableError,
    Word,
    last_in,
    schema_of,
)
from bot.answering.choose.offer import MOST_TOKENS, Count, offer
from bot.answering.instructions import instructions
from bot.model import Candidate, Chosen, Question
from bot.model.errors import ModelTrouble, ModelUnavailableError
from bot.model.prompt import Prompt
from bot.ports import LanguageModel
from bot.privacy import Profile, Redactor, assert_clean
from knowledge.language.hidden import seen
from knowledge.split.injections import is_injection

MOST_CHOSEN = 5
"""Statements of an answer; more are not read at the till."""
MOST_WORDINGS = 2
"""Wordings of a second search."""
_LONGEST_WORDING = 200
"""Characters of a wording, or of the question spelled out."""
_CODE = re.compile(r"[a-z]{2}(?=$|[-_])")
"""The code of a language, perhaps with a country: "es", "pt-BR"."""
_LEAST_READ = 175
"""Tokens of statements, a few; a model that cannot read these is of no use."""


class WireChoice(Form):
    """The whole reply."""

    MARK = "verdict"

    understood: Text = ""
    verdict: Annotated[Literal["answered", "insufficient", "conflict", "off_topic"], Word]
    units: Annotated[list[Number], List] = Field(default_factory=list)
    search_again: Annotated[list[Text], List] = Field(default_factory=list)
    language: Text = ""


_SCHEMA = schema_of(WireChoice)


class ModelChooser:
    """A Chooser that asks a language model, with redacted words only."""

    def __init__(
        self, model: LanguageModel, count: Count, redactor: Redactor | None = None
    ) -> None:
        """`count` returns the number of tokens of a text."""
        self._model = model
        self._count = count
        self._redactor = redactor or Redactor()
        self._most_read = MOST_TOKENS
        self.name = model.name

    async def choose(self, question: Question, units: Sequence[Candidate]) -> Chosen:
        """Returns the model's choice. Raises ModelUnavailableError; the caller sets a deadline."""
        question = self._clean_question(question)
        try:
            return await self._chosen(question, units)
        except ModelUnavailableError as error:
            less = max(self._most_read // 2, _LEAST_READ)
            too_long = error.kind is ModelTrouble.CONTEXT and less < self._most_read
            self._most_read = less if too_long else self._most_read
            if not too_long or not await may_call_again():
                raise
        return await self._chosen(question, units)

    async def _chosen(self, question: Question, units: Sequence[Candidate]) -> Chosen:
        message, numbers = offer(question, units, self._count, self._most_read)
        # Documents may hold what people must not send: a shop's own number stays.
        clean = assert_clean(message, self._redactor, profile=Profile.DOCUMENT)
        asked = Prompt("choice", instructions(), clean, _SCHEMA)
        chosen = chosen_of(await self._model.reply(asked, _last_choice), numbers)
        # They go into the log, the next turn and a search: a model may repeat what it should not.
        understood = self._redactor.safe(chosen.understood)
        again = tuple(map(self._redactor.safe, chosen.search_again))
        return replace(chosen, understood=understood, search_again=again)

    def _clean_question(self, question: Question) -> Question:
        """The question after a last redaction, which is strict for people's words."""
        said = question.said and assert_clean(question.said, self._redactor)
        return replace(
            question,
            said=said,
            text=assert_clean(question.text, self._redactor),
            earlier=tuple(assert_clean(one, self._redactor) for one in question.earlier),
        )


def chosen_of(said: WireChoice, numbers: Mapping[int, int]) -> Chosen:
    """Reads a reply; numbers that were not on offer are passed over.

    A reply that says "no answer" and chooses all the same counts as neither. Raises
    ModelUnavailableError if it claims an answer, and chooses nothing that there is.
    """
    denies = said.verdict in ("insufficient", "off_topic")
    places = tuple(dict.fromkeys(numbers[one] for one in said.units if one in numbers))
    if not denies and not places:
        raise ModelUnavailableError(ModelTrouble.BAD_OUTPUT, "no number that was on offer")
    return Chosen(
        () if denies else places[:MOST_CHOSEN],
        denies=denies and not places,
        understood=_readable(said.understood),
        search_again=tuple(filter(None, map(_readable, said.search_again)))[:MOST_WORDINGS],
        language=code[0] if (code := _CODE.match(said.language.strip().lower())) else "",
    )


def _last_choice(text: str, cut: bool) -> WireChoice:
    """The choice in a model's text. Raises UnreadableError.

    A reply that the server `cut` off may have denied only in its thoughts.
    """
    said = last_in(text, WireChoice)
    if cut and said.verdict != "answered":
        raise UnreadableError("the reply was cut off")
    return said


def _readable(text: str) -> str:
    """A model's words in one line; none if they are an order, or too long for a question."""
    line = " ".join(seen(text).split())
    return "" if is_injection(line) or len(line) > _LONGEST_WORDING else line
