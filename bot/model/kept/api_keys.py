"""API keys: they identify a program and its rights.

A key is `sw_` and 43 letters, digits, - or _. It is shown once, when it is made. Only its SHA-256
is stored, so that nobody can use a key from the file.
"""

import hashlib
import secrets
import uuid
from dataclasses import dataclass
from datetime import date, datetime
from typing import NewType

from knowledge.model.documents import Audience

Secret = NewType("Secret", str)
"""The key itself, as a program sends it."""

_PREFIX = "sw_"
_LONGEST = 200
"""Characters of a key that are looked up; ours have 46."""


@dataclass(frozen=True, slots=True)
class Key:
    """The stored facts about a key, never the key itself."""

    key_id: str
    """Its name in logs and the audit log."""
    name: str
    """The program or person it was made for."""
    role: Audience
    """The role whose documents may answer it; an admin's key may also reindex."""
    made_at: datetime
    store_type: str | None = None
    """The only type of store that its questions are about; None for all."""
    expires_on: date | None = None
    """The last day on which it is valid, in the store's time zone."""
    revoked_at: datetime | None = None

    def is_valid(self, today: date) -> bool:
        """Whether it is valid on this day."""
        return self.revoked_at is None and (self.expires_on is None or today <= self.expires_on)


def new_secret() -> Secret:
    """Makes a key that nobody can guess: 256 random bits."""
    return Secret(_PREFIX + secrets.token_urlsafe(32))


def new_key_id() -> str:
    """Makes the id of a key."""
    return f"k{uuid.uuid4().hex[:11]}"


def digest_of(secret: str) -> str:
    """Hashes a key with SHA-256; with 256 random bits a slow hash would protect no better."""
    return hashlib.sha256(secret[:_LONGEST].encode("utf-8", "surrogateescape")).hexdigest()
