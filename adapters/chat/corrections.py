"""Corrections of answers in any chat: where each stands, and what became of posting it."""

import logging
from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import Generic, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from adapters.web.edge import wordless
from bot.model import Reply
from bot.model.kept import Posting, StoredAnswer

logger = logging.getLogger(__name__)


class Kept(Protocol):
    """Where an answer stands, for a message that comes much later: a dataclass of data alone."""

    @property
    def private(self) -> bool:
        """Whether only the asker saw it."""
        ...

    @property
    def unsure(self) -> bool:
        """Whether it may not have been posted, as nobody addressed the bot."""
        ...


K = TypeVar("K", bound=Kept)


class Places(Generic[K]):
    """Writes the places of answers as text, to be stored beside the answers, and reads them."""

    def __init__(self, form: type[K]) -> None:
        self._of = form

    @cached_property
    def _form(self) -> TypeAdapter[K]:
        return TypeAdapter(self._of)

    def written(self, kept: K) -> str:
        """Returns a place as text."""
        return self._form.dump_json(kept, exclude_defaults=True).decode()

    def read(self, text: str) -> K | None:
        """Returns the place of a text; None if it is none."""
        try:
            return self._form.validate_json(text)
        except ValidationError:
            return None


class Corrections(Generic[K]):
    """Posts a correction where its answer stands, to its asker alone if that was private."""

    def __init__(
        self, places: Places[K], post: Callable[[K | None, StoredAnswer, Reply], Awaitable[Posting]]
    ) -> None:
        """`post` is the platform's."""
        self._places = places
        self._post = post

    def where(self, told: StoredAnswer) -> str | None:
        """Names the thread, with the person if only they saw the answer; None if nobody did.

        An unsure answer, to an overheard message, was posted only if the documents answered.
        """
        kept = self._places.read(told.place)
        if kept is not None and kept.unsure and told.reply.outcome != "answer":
            return None
        is_private = kept is None or kept.private
        return f"{told.thread} {told.person}" if is_private else told.thread

    async def post(self, told: StoredAnswer, reply: Reply) -> Posting:
        """Posts a correction; a bug is logged and named like any other failure."""
        about: dict[str, object] = {"trace_id": reply.trace_id}
        try:
            posted = await self._post(self._places.read(told.place), told, reply)
        except Exception as error:  # the adapter's edge
            logger.exception("a bug stopped a correction", exc_info=wordless(error), extra=about)
            return Posting(type(error).__name__, unsure=True)
        if posted.word is not None:
            about |= {"reason": posted.word, "cure": posted.cure}
            logger.warning("a correction was not posted", extra=about)
        return posted
