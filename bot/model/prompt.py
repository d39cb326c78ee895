"""The type of one request to a language model."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Prompt:
    """One request to a language model, for one JSON object."""

    name: str
    """The name of the object, such as "choice"."""
    instructions: str
    """The same for every question, so that a provider can cache it."""
    message: str
    schema: Mapping[str, Any]
    """The JSON schema of the object: every field required, no others allowed."""
