"""The interface of a criterion: it says how much each statement found gains or loses."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.model import Question
from bot.model.found import Seen
from knowledge.model.documents import Found

Adjust = Callable[[Sequence[float]], Sequence[float]]
"""Returns the change of each score, in log odds; a negative one moves a statement back."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and the statements found for it."""

    question: Question
    seen: Sequence[Seen]
    found: Found

    @property
    def texts(self) -> list[str]:
        """The texts of the statements."""
        return [one.statement.text for one in self.seen]


Criterion = Callable[[Asked], Adjust]
"""Does the work that needs no scores, once, and returns the rest as a function."""


def whatever_the_scores(turns: Sequence[float]) -> Adjust:
    """Adds these changes, one per statement, without a look at the scores."""
    return lambda _: turns
