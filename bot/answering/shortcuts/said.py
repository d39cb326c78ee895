"""A message, with what it takes to answer it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.model import Answer, Question, Turn
from bot.model.said import Corpus
from bot.ports import Index


@dataclass(frozen=True, slots=True)
class Said:
    """A message that may be no question to search for."""

    question: Question
    before: Turn | None
    """The thread's last turn."""
    index: Index
    corpus: Corpus
    emergency_number: str
    ask: Callable[[Question, Turn | None], Awaitable[Answer]]
    """Answers a message as a question."""
