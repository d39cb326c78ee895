"""Turns Slack's dictionaries into our types; no I/O."""

import re
from dataclasses import dataclass

from adapters.slack.receive.reading import BY_APP, Payload, part, read, to_words, word
from bot.model import Message, Platform

_WRITTEN = (None, "file_share", "thread_broadcast")
"""Message subtypes: plain, with a file, or from a thread to its channel, too."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a reply goes."""

    channel: str
    user: str
    """The asker."""
    thread_ts: str | None = None
    threaded: bool = False
    """The question is in a thread."""
    direct: bool = False
    """Nobody else reads here."""
    ts: str | None = None
    """The timestamp of the question, if it is a message."""
    by_app: bool = False
    """Whether a workflow or another app asks: nobody there reads private messages."""


def directly(user: str) -> Place:
    """Returns the direct messages of a person."""
    return Place(channel=user, user=user, direct=True)


def is_readable(body: Payload) -> bool:
    """Whether a request has the shape that Bolt expects without checking."""
    kind, view = body.get("type"), body.get("view")
    if kind == "event_callback":
        return isinstance(body.get("event"), dict)
    return kind != "view_submission" or (isinstance(view, dict) and "type" in view)


def is_written(event: Payload) -> bool:
    """Whether an event is a new message from a person."""
    written = event.get("subtype") in _WRITTEN and not event.get("bot_id")
    return written and all(word(event, key) for key in ("user", "channel", "ts"))


def by_app(event: Payload) -> Payload | None:
    """Returns a mention by a workflow or another app as if a member had written it; else None.

    Bolt drops the bot's own messages.
    """
    app = word(event, "bot_id")
    if event.get("type") != "app_mention" or not app:
        return None
    message = {**event, "bot_id": None, "subtype": None, "user": word(event, "user") or app}
    return {**message, BY_APP: True} if is_written(message) else None


def edited_in(event: Payload) -> Payload | None:
    """Returns an edited message as if it had been written so; None if its words are the same."""
    if event.get("subtype") != "message_changed":
        return None
    now, before = part(event, "message"), part(event, "previous_message")
    where = {key: word(event, key) for key in ("channel", "channel_type")}
    message = {**now, **where, "type": "message"}
    same = word(now, "text") == word(before, "text")  # Slack also adds the picture of a link
    return None if same or not is_written(message) else message


def deleted_in(body: Payload, event: Payload) -> str:
    """Returns the key of a message that was deleted; "" for any other event.

    Where others have replied to it, Slack only empties it.
    """
    is_emptied = word(part(event, "message"), "subtype") == "tombstone"
    if event.get("subtype") != "message_deleted" and not is_emptied:
        return ""
    gone = part(event, "previous_message")
    author = word(gone, "user") or word(gone, "bot_id")
    return key_at(workspace_of(body), word(event, "channel"), word(gone, "ts"), author)


def edited_at(event: Payload) -> str:
    """Returns the timestamp of a message's latest edit."""
    return word(part(event, "edited"), "ts")


def links_in(event: Payload) -> list[str]:
    """Returns the addresses of a `link_shared` event, each once."""
    listed = event.get("links")
    links = listed if isinstance(listed, list) else []
    urls = (word(one, "url") for one in links if isinstance(one, dict))
    return list(dict.fromkeys(filter(None, urls)))


def is_addressed(event: Payload) -> bool:
    """Whether a message is for the bot: a mention, or any direct message."""
    return event.get("type") == "app_mention" or _is_direct(event)


def person(workspace_id: str, user: str) -> str:
    """Returns the name of a person in stored answers."""
    return f"{Platform.SLACK}:{workspace_id}:{user}"


def workspace_of(body: Payload) -> str:
    """Returns the workspace where the bot is installed; each kind of request names it elsewhere.

    In a shared channel, `team_id` may be the sender's. Bolt looks in this order, too.
    """
    authorizations = body.get("authorizations")
    first = authorizations[0] if isinstance(authorizations, list) and authorizations else {}
    return (
        word(part(body, "view"), "app_installed_team_id")
        or word(part(body, "team"), "id")
        or (word(first, "team_id") if isinstance(first, dict) else "")
        or word(body, "team_id")
        or word(part(body, "user"), "team_id")
    )


def is_shared(body: Payload) -> bool:
    """Whether a message is in a channel shared with other companies."""
    return body.get("is_ext_shared_channel") is True


def is_stranger(body: Payload, event: Payload) -> bool:
    """Whether the author is from another company; only possible in a shared channel."""
    sender = word(event, "user_team") or word(event, "team")
    return is_shared(body) and sender not in _ours(body)


def _ours(body: Payload) -> set[str]:
    """The workspaces and organisations in the channel that installed the bot."""
    listed = body.get("authorizations")
    known = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    named = {word(one, key) for one in known for key in ("team_id", "enterprise_id")}
    return (named | {workspace_of(body)}) - {""}


def message_key(body: Payload, event: Payload) -> str:
    """Returns the key of a message; its mention event and message event share it."""
    return key_at(workspace_of(body), *(word(event, k) for k in ("channel", "ts", "user")))


def key_at(workspace_id: str, channel: str, ts: str, user: str) -> str:
    """Returns the key of somebody's message in a channel."""
    return f"{workspace_id}:{channel}:{ts}:{user}"


def to_place(event: Payload) -> Place:
    """Returns where the reply to an event goes: always the question's thread."""
    thread = word(event, "thread_ts")
    return Place(
        channel=word(event, "channel"),
        user=word(event, "user"),
        thread_ts=thread or word(event, "ts"),
        threaded=bool(thread),
        direct=_is_direct(event),
        ts=word(event, "ts"),
        by_app=event.get(BY_APP) is True,
    )


def thread_in(workspace_id: str, place: Place) -> str:
    """Returns the name of a thread, as in `Message.conversation_id`."""
    return ":".join((workspace_id, place.channel, place.thread_ts or ""))


def to_message(body: Payload, event: Payload, bot_user_id: str | None) -> Message:
    """Returns an event as a message; its conversation is the thread."""
    workspace, place = workspace_of(body), to_place(event)
    return Message(
        platform=Platform.SLACK,
        conversation_id=thread_in(workspace, place),
        sender_id=place.user,
        text=read(event, bot_user_id).text,
        workspace_id=workspace,
    )


def to_command(payload: Payload) -> Message:
    """Returns a slash command as a message."""
    return Message(
        platform=Platform.SLACK,
        conversation_id=":".join((word(payload, "team_id"), word(payload, "channel_id"))),
        sender_id=word(payload, "user_id"),
        text=to_words(word(payload, "text"), None),
        command=word(payload, "command").removeprefix("/"),
        workspace_id=word(payload, "team_id"),
    )


def _is_direct(event: Payload) -> bool:
    return event.get("channel_type") == "im" or word(event, "channel").startswith("D")


# The channel that a person has open beside the agent view; no I/O.


_CHANNEL = "slack#/types/channel_id"
_MESSAGE = "slack#/types/message_context"
_ID = re.compile(r"[CG][A-Z0-9]{1,30}")  # not a direct message: its settings are its own


def open_channel(context: Payload) -> str:
    """Returns the channel of a context, the most relevant one; "" if none is open."""
    entities = context.get("entities")
    for entity in entities if isinstance(entities, list) else []:
        if not isinstance(entity, dict):
            continue
        kind, channel = word(entity, "type"), word(entity, "value")
        if kind == _MESSAGE:
            channel = word(part(entity, "value"), "channel_id")
        if kind in (_CHANNEL, _MESSAGE) and _ID.fullmatch(channel):
            return channel
    return ""


def open_in_legacy(thread: Payload) -> str:
    """Returns the channel beside an assistant thread, in apps from before the agent view."""
    channel = word(part(thread, "context"), "channel_id")
    return channel if _ID.fullmatch(channel) else ""


def open_beside(event: Payload) -> str | None:
    """Returns the channel beside a message; "" if none is open, None if Slack does not say."""
    context = event.get("app_context")
    return open_channel(context) if isinstance(context, dict) else None
