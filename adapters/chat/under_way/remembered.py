"""Remembers what a person has open, so that any replica goes on with it."""

import logging
from collections import OrderedDict
from typing import Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from adapters.chat.under_way.once import soon
from bot.ports import ShortLived

logger = logging.getLogger(__name__)

T = TypeVar("T")

_KEEP_S = 60 * 60.0
"""Seconds in which what is open can be gone on with."""
_MOST = 500
"""What is remembered here, too; the oldest is dropped first."""


class Remembered(Generic[T]):
    """Keeps dataclasses without personal data; while the database is away, each replica its own."""

    def __init__(self, short_lived: ShortLived, kind: str, form: type[T]) -> None:
        """The same key of another `kind` is another thing."""
        self._short_lived = short_lived
        self._kind = kind
        self._form: TypeAdapter[T] = TypeAdapter(form)
        self._here: OrderedDict[str, str] = OrderedDict()

    async def find(self, key: str) -> T | None:
        """Returns what was kept; None if it is forgotten."""
        found = self._short_lived.find(self._named(key))
        kept = await soon(found, self._here.get(key), "what is open cannot be looked up")
        try:
            return self._form.validate_json(kept) if kept is not None else None
        except ValidationError:
            # The error's own text would quote what somebody wrote.
            logger.info("what is open was kept by another version")
            return None

    async def keep(self, key: str, one: T) -> None:
        """Keeps something, in place of what was kept before."""
        written = self._form.dump_json(one).decode("utf-8", "replace")
        self._here[key] = written
        self._here.move_to_end(key)
        while len(self._here) > _MOST:
            self._here.popitem(last=False)
        kept = self._short_lived.keep(self._named(key), written, _KEEP_S)
        await soon(kept, None, "what is open is known here alone")

    def _named(self, key: str) -> str:
        return f"{self._kind} {key}"
