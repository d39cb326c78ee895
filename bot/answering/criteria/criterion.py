"""What every criterion is: asked about the statements that were found, it says what each gains."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.model import Question
from bot.model.found import Seen
from knowledge.model.documents import Found

Adjust = Callable[[Sequence[float]], Sequence[float]]
"""What to add to each of these scores, in log odds: negative where a statement stands back."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and the statements that were found for it."""

    question: Question
    seen: Sequence[Seen]
    found: Found

    @property
    def texts(self) -> list[str]:
        """What the statements say."""
        return [one.statement.text for one in self.seen]


Criterion = Callable[[Asked], Adjust]
"""Works out once what does not depend on the scores."""


def whatever_the_scores(turns: Sequence[float]) -> Adjust:
    """That this is added to each."""
    return lambda _: turns
