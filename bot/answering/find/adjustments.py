"""Score adjustments: the sum of what the criteria add to a statement or take from it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bot.answering.criteria.amount import amount
from bot.answering.criteria.condition.agreement import condition
from bot.answering.criteria.criterion import Asked, Criterion
from bot.answering.criteria.day import day
from bot.answering.criteria.form_number import form_number
from bot.answering.criteria.other_of_kind import other_of_kind
from bot.answering.criteria.place import just_cited, own_rule
from bot.answering.criteria.topic import Topic

CRITERIA: Mapping[str, Criterion] = MappingProxyType(
    {
        "condition": condition,
        "amount": amount,
        "topic": Topic,
        "form_number": form_number,
        "other_of_kind": other_of_kind,
        "day": day,
        "own_rule": own_rule,
        "just_cited": just_cited,
    }
)
"""All criteria by name; `python -m benchmarks.criteria` measures what each of them is worth."""


class Adjustments:
    """The adjustments to the scores of the found statements, in log odds."""

    def __init__(self, asked: Asked) -> None:
        """Prepares the criteria once; their adjustments also depend on the scores."""
        self._criteria = {name: criterion(asked) for name, criterion in CRITERIA.items()}

    def is_named(self, place: int) -> bool:
        """Whether a statement belongs to the section or document that the question only names."""
        topic = self._criteria.get("topic")
        return isinstance(topic, Topic) and place in topic.places

    def each(self, scores: Sequence[float]) -> dict[str, Sequence[float]]:
        """By criterion, the adjustment for each of these scores, in their order."""
        return {name: adjust(scores) for name, adjust in self._criteria.items()}

    def at(self, scores: Sequence[float]) -> list[float]:
        """The sum of the adjustments for each of these scores, in their order."""
        return summed(self.each(scores), len(scores))


def summed(each: Mapping[str, Sequence[float]], count: int) -> list[float]:
    """Adds up the criteria's adjustments for each of `count` statements."""
    return [sum(some) for some in zip(*each.values(), strict=True)] if each else [0.0] * count
