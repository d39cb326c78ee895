"""What a statement gains or loses besides how well it fits: the sum of what the criteria say."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bot.answering.criteria.amount import amount
from bot.answering.criteria.condition.agreement import condition
from bot.answering.criteria.criterion import Asked, Criterion
from bot.answering.criteria.day import day
from bot.answering.criteria.definition import definition
from bot.answering.criteria.kind import other_of_kind
from bot.answering.criteria.proper_name import form_number, proper_name
from bot.answering.criteria.start_or_end import start_or_end
from bot.answering.criteria.topic import Topic

CRITERIA: Mapping[str, Criterion] = MappingProxyType(
    {
        "condition": condition,
        "amount": amount,
        "topic": Topic,
        "form_number": form_number,
        "other_of_kind": other_of_kind,
        "proper_name": proper_name,
        "day": day,
        "start_or_end": start_or_end,
        "definition": definition,
    }
)
"""What a question may turn on; `python -m benchmarks.criteria` says what each of them is worth."""


class Adjustments:
    """What to add to the scores of the statements that were found, in log odds."""

    def __init__(self, asked: Asked) -> None:
        """Works out once what does not depend on the scores."""
        self._criteria = {name: criterion(asked) for name, criterion in CRITERIA.items()}

    def is_named(self, place: int) -> bool:
        """Whether a statement is of what the question names, and asks nothing more of."""
        topic = self._criteria.get("topic")
        return isinstance(topic, Topic) and place in topic.places

    def each(self, scores: Sequence[float]) -> dict[str, Sequence[float]]:
        """What each criterion adds to each of these scores."""
        return {name: adjust(scores) for name, adjust in self._criteria.items()}

    def at(self, scores: Sequence[float]) -> list[float]:
        """What all criteria together add to each of these scores."""
        return summed(self.each(scores), len(scores))


def summed(each: Mapping[str, Sequence[float]], count: int) -> list[float]:
    """The sum of what the criteria add to each of so many statements."""
    return [sum(some) for some in zip(*each.values(), strict=True)] if each else [0.0] * count
