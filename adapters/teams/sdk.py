"""What an SDK of Microsoft does for Teams: it calls the listener for each activity.

Activities are plain dictionaries everywhere else: the SDKs' classes drop or refuse fields that
Teams sends.
"""

from typing import Any, Protocol

Body = dict[str, Any]


class UnreadableActivityError(Exception):
    """The body of a request is not an activity."""


class Listeners(Protocol):
    """The listeners, one for each kind of activity."""

    async def on_message(self, body: Body) -> None:
        """Handles a message or a card's submission."""
        ...

    async def on_edited(self, body: Body) -> None:
        """Handles a message that its author has changed."""
        ...

    async def on_deleted(self, body: Body) -> None:
        """Handles a message that its author has deleted."""
        ...

    async def on_installed(self, body: Body) -> None:
        """Greets the person who added the app to a channel or group chat."""
        ...

    async def on_invoke(self, body: Body) -> Body | None:
        """Answers at once; None for an unknown invoke."""
        ...


class Turns(Protocol):
    """Runs the turn of each activity, with one of the SDKs."""

    async def run(self, body: Body, claims: Body) -> tuple[int, Body]:
        """Runs one turn; returns the answer's status and body. Raises UnreadableActivityError."""
        ...
