"""Where an answer stands in Teams, as it is stored beside the answer."""

from dataclasses import dataclass, replace
from functools import lru_cache

from pydantic import TypeAdapter, ValidationError

from adapters.teams.post.outbox import Chat


@dataclass(frozen=True, slots=True)
class KeptChat:
    """The chat of an answer, for a message that comes much later."""

    chat: Chat
    unsure: bool = False
    """Whether it may not have been posted, as nobody addressed the bot."""


def written(kept: KeptChat) -> str:
    """Returns a chat as text, without the person's Entra id: nothing is posted by it."""
    place = replace(kept.chat.place, aad_object_id="")
    bare = replace(kept, chat=replace(kept.chat, place=place))
    return _form().dump_json(bare, exclude_defaults=True).decode()


def read(text: str) -> KeptChat | None:
    """Returns the chat of a text; None if it is none."""
    try:
        return _form().validate_json(text)
    except ValidationError:
        return None


@lru_cache(maxsize=1)
def _form() -> TypeAdapter[KeptChat]:
    return TypeAdapter(KeptChat)
