"""The channel that a person has open beside the agent view; no I/O."""

import re

from adapters.slack.receive.reading import Payload, part, word

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
