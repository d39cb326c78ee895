"""What the page sends."""

from datetime import date
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from bot.model import Message, Platform, Scope, Wait
from knowledge.model.documents import Audience, Spoken

PERSON = "playground"
"""Who asks, in stored answers and in the audit log."""


class AskRequest(BaseModel):
    """A question, and who asks it."""

    model_config = ConfigDict(extra="forbid")

    question: Annotated[str, Field(min_length=1, max_length=4000)]
    thread: Annotated[str, Field(pattern=r"^[\w-]{1,64}$")]
    role: Audience = Audience.STAFF
    store: Annotated[str, Field(max_length=100)] | None = None
    store_type: Annotated[str, Field(max_length=60)] | None = None
    category: Annotated[str, Field(max_length=60)] | None = None
    language: Spoken | None = None
    """The language of the replies; None for the question's own."""
    as_of: date | None = None

    def message(self) -> Message:
        """The message, as a chat would pass it on."""
        scope = Scope(
            store_type=self.store_type,
            category=self.category,
            language=self.language,
            as_of=self.as_of,
            audience=self.role,
            store=self.store,
        )
        return Message(
            Platform.WEB, self.thread, PERSON, self.question, scope=scope, wait=Wait.EDITABLE
        )
