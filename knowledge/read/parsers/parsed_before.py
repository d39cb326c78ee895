"""Caches the results of large parsers: a file that has not changed is not parsed again.

In memory only, because it still has the personal data that is redacted before anything is stored.
"""

import hashlib
from collections.abc import Generator
from contextlib import contextmanager

from knowledge.read.content import Content
from knowledge.read.parsers.isolation import Slow

_MOST_CHARACTERS = 50_000_000


class Remembered:
    """The contents of the files of the last run."""

    def __init__(self, most: int = _MOST_CHARACTERS) -> None:
        """Holds at most `most` characters; files beyond them are parsed in each run."""
        self._most = most
        self._known: dict[bytes, Content] = {}

    @contextmanager
    def of_run(self, slow: Slow) -> Generator[Slow]:
        """Reads like `slow`, but known files from memory. Forgets files not read in this run."""
        seen: dict[bytes, Content] = {}
        room = self._most

        def read(suffix: str, raw: bytes, currency: str) -> Content:
            nonlocal room
            key = hashlib.sha256(f"{suffix} {currency} ".encode() + raw).digest()
            content = seen.get(key) or self._known.get(key) or slow(suffix, raw, currency)
            if key not in seen and len(content.text) <= room:
                seen[key] = content
                room -= len(content.text)
            return content

        yield read
        self._known = seen
