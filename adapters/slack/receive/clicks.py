"""A click in Slack, as the bot needs it; no I/O."""

from dataclasses import dataclass, field, replace
from typing import Self

from adapters.slack.receive.events import Place, person, workspace_of
from adapters.slack.receive.reading import Payload, part, word, written


@dataclass(frozen=True, slots=True)
class Click:
    """A click on a button or a shortcut, a command, or a submitted form."""

    user: str
    workspace_id: str
    action_id: str = ""
    trigger_id: str = ""
    """Can open a modal for 3 seconds."""
    channel: str = ""
    ts: str = ""
    """The timestamp of its message."""
    thread_ts: str = ""
    text: str = field(default="", repr=False)
    """The text of its message or command; else of the button or modal, in the same language."""
    value: str = ""
    """The value of the button."""
    response_url: str = ""
    ephemeral: bool = False
    """Only this person sees the message."""
    stranger: bool = False
    """Whether the clicker is from another company, in a shared channel."""

    @property
    def person(self) -> str:
        """The clicker, by the name used in stored answers."""
        return person(self.workspace_id, self.user)

    @property
    def key(self) -> str:
        """A key that is the same for two clicks of a person on one button."""
        return f"{self.person} {self.action_id} {self.value} {self.ts}"

    @property
    def without_text(self) -> Self:
        """The click without what somebody wrote."""
        return replace(self, text="")

    @property
    def place(self) -> Place:
        """The thread of the message."""
        return Place(
            channel=self.channel,
            user=self.user,
            thread_ts=self.thread_ts or self.ts or None,
            threaded=bool(self.thread_ts),
            direct=self.channel.startswith("D"),
        )


def to_click(body: Payload) -> Click:
    """Returns the click from a payload of any kind but a message."""
    message, container = part(body, "message"), part(body, "container")
    action = _action(body)
    return Click(
        user=word(part(body, "user"), "id") or word(body, "user_id"),
        workspace_id=workspace_of(body),
        action_id=word(action, "action_id"),
        trigger_id=word(body, "trigger_id"),
        channel=word(part(body, "channel"), "id")
        or word(container, "channel_id")
        or word(body, "channel_id")
        or about_of(part(body, "view"))[1],
        ts=word(message, "ts") or word(container, "message_ts"),
        thread_ts=word(message, "thread_ts") or word(container, "thread_ts"),
        text=written(message)
        or word(body, "text")
        or word(part(action, "text"), "text")
        or word(part(part(body, "view"), "title"), "text"),
        value=word(action, "value"),
        response_url=word(body, "response_url"),
        ephemeral=container.get("is_ephemeral") is True,
        stranger=_by_stranger(body),
    )


def _by_stranger(body: Payload) -> bool:
    # In an organisation, people of all workspaces are of one company.
    theirs = word(part(body, "user"), "team_id")
    is_ours = theirs in ("", workspace_of(body)) or bool(part(body, "enterprise"))
    return not is_ours


def _action(body: Payload) -> Payload:
    actions = body.get("actions")
    first = actions[0] if isinstance(actions, list) and actions else {}
    return first if isinstance(first, dict) else {}


def about_of(view: Payload) -> tuple[str, str]:
    """Returns what a modal is about, and the channel in which it was opened; "" if unknown."""
    about, _, channel = word(view, "private_metadata").partition(" ")
    return about, channel


def view_id(body: Payload) -> str:
    """Returns the id of the payload's modal; empty for a button of a message or the Home tab."""
    view = part(body, "view")
    return "" if word(view, "type") == "home" else word(view, "id")


def view_title(body: Payload) -> str:
    """Returns the title of the payload's modal: it tells the language."""
    return word(part(part(body, "view"), "title"), "text")
