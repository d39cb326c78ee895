"""The choices of a language model that came after the answer had gone out."""

import asyncio
from collections.abc import Mapping, Sequence

from bot.model import Answer, Candidate, Chosen, ModelCall, Question, Verdict
from bot.model.errors import ModelTrouble, ModelUnavailableError

LATER_S = 10.0
"""Seconds that a late choice gets; after that people have read the answer and moved on."""


def call_of(
    question: Question, units: Sequence[Candidate], choosing: asyncio.Task[Chosen]
) -> ModelCall:
    """Notes a call that may go on after the answer."""
    # Nobody may ever ask for the choice: an error of it is not one of the program.
    choosing.add_done_callback(lambda task: task.cancelled() or task.exception())
    return ModelCall(about(question, units), choosing)


class KnownChoices:
    """A Chooser that gives the choices of earlier calls, and makes no others."""

    def __init__(self, name: str, choices: Mapping[str, Chosen]) -> None:
        self.name = name
        self._choices = choices

    async def choose(self, question: Question, units: Sequence[Candidate]) -> Chosen:
        """Returns the choice of the same call. Raises ModelUnavailableError."""
        known = self._choices.get(about(question, units))
        if known is None:
            raise ModelUnavailableError(ModelTrouble.TIMEOUT)
        return known


async def choices_of(calls: Sequence[ModelCall]) -> dict[str, Chosen]:
    """Waits for all calls and returns their choices; none if no late one chooses anything."""
    ended = await asyncio.gather(*(one.choosing for one in calls), return_exceptions=True)
    choices = {
        one.about: chosen
        for one, chosen in zip(calls, ended, strict=True)
        if isinstance(chosen, Chosen)
    }
    late = [choices[one.about] for one in calls if one.late and one.about in choices]
    return choices if any(chosen.places for chosen in late) else {}


def is_better_chosen(new: Answer, old: Answer, model: str) -> bool:
    """Whether a new answer may replace one: the same verdict on the same index, and the model's."""
    same = new.verdict is old.verdict is Verdict.PASS and new.index == old.index
    better = model in new.model.split(" + ") and new.text != old.text
    return same and better and not new.closest


def about(question: Question, units: Sequence[Candidate]) -> str:
    """Tells one call from another: the question, and the statements on offer."""
    places = (f"{one.hit.passage.passage_id} {one.place}" for one in units)
    return "\n".join((question.text, *places))
