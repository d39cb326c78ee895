"""API keys: which program asks, with whose rights, and how often it may.

A key is `sw_` and 43 letters and digits. It is shown once, when it is made; what is kept is its
SHA-256, so that who reads the file cannot use it.
"""

import hashlib
import secrets
import uuid
from dataclasses import dataclass
from datetime import date, datetime
from typing import NewType

from knowledge.model.documents import Audience

Secret = NewType("Secret", str)
"""What a program shows to be let in."""

_PREFIX = "sw_"
_LONGEST = 200
"""Characters of what is looked up at all; ours have 46."""


@dataclass(frozen=True, slots=True)
class Key:
    """What is known of a key; never the key itself."""

    key_id: str
    """By which logs and the audit log name it."""
    name: str
    """For whom it was made."""
    role: Audience
    """Whose documents it may be answered from; an admin's may make the index anew."""
    made_at: datetime
    store_type: str | None = None
    """The only kind of store that its questions are about; None for all."""
    expires_on: date | None = None
    """The last day on which it is taken, in the store's time zone."""
    revoked_at: datetime | None = None

    def is_valid(self, today: date) -> bool:
        """Whether it lets its program in on this day."""
        return self.revoked_at is None and (self.expires_on is None or today <= self.expires_on)


def new_secret() -> Secret:
    """Make a key that nobody can guess: 256 random bits."""
    return Secret(_PREFIX + secrets.token_urlsafe(32))


def new_key_id() -> str:
    """Make the name of a key."""
    return f"k{uuid.uuid4().hex[:11]}"


def digest_of(secret: str) -> str:
    """The SHA-256 of a key: with so many random bits a slow hash would protect nothing more."""
    return hashlib.sha256(secret[:_LONGEST].encode("utf-8", "surrogateescape")).hexdigest()
