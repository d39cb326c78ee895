"""A step that can be spared: if it fails, the work goes on without what it would have made."""

import logging
from collections import Counter
from contextvars import ContextVar
from types import TracebackType

logger = logging.getLogger(__name__)

failures: Counter[str] = Counter()
"""How often each step has failed in this process, by its name."""
trace_of: ContextVar[str] = ContextVar("trace_of", default="")
"""The id of the request that the steps belong to, for the log; "" outside of a request."""


class Spared:
    """Ends a block at an error that nobody foresaw; the lines after it go on with what they have.

        suggestions: tuple[SafeText, ...] = ()
        with Spared("suggestions"):
            suggestions = await self._suggestions.below(answer)

    The error is logged with its traceback, without its own text, which may quote a person.
    """

    def __init__(self, step: str, *foreseen: type[Exception]) -> None:
        """Errors that are `foreseen` pass through: somebody further up knows what to say."""
        self._step = step
        self._foreseen = foreseen

    def __enter__(self) -> None:
        """Begins the step."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> bool:
        """Whether the block failed in a way that is passed over."""
        if not isinstance(error, Exception) or isinstance(error, self._foreseen):
            return False
        failures[self._step] += 1
        about = {"step": self._step, "trace_id": trace_of.get()}
        logger.error(
            "a bug stopped a step; went on without it", exc_info=wordless(error), extra=about
        )
        return True


def wordless(error: Exception) -> Exception:
    """Returns the traceback without the error's own text, which may quote a person."""
    return RuntimeError(type(error).__name__).with_traceback(error.__traceback__)
