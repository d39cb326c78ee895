"""Where an answer stands in Slack, as it is stored beside the answer; no I/O."""

from dataclasses import dataclass
from functools import lru_cache

from pydantic import TypeAdapter, ValidationError

from adapters.slack.receive.events import Place


@dataclass(frozen=True, slots=True)
class KeptPlace:
    """The place of an answer, for a message that comes much later."""

    place: Place
    team_id: str = ""
    enterprise_id: str = ""
    org: bool = False
    """Whether the bot is installed in a whole organisation."""
    private: bool = False
    """Whether only the asker saw it."""
    unsure: bool = False
    """Whether it may not have been posted, as nobody addressed the bot."""


def written(kept: KeptPlace) -> str:
    """Returns a place as text."""
    return _form().dump_json(kept, exclude_defaults=True).decode()


def read(text: str) -> KeptPlace | None:
    """Returns the place of a text; None if it is none."""
    try:
        return _form().validate_json(text)
    except ValidationError:
        return None


@lru_cache(maxsize=1)
def _form() -> TypeAdapter[KeptPlace]:
    return TypeAdapter(KeptPlace)
