"""A store's message of the day as blocks, with who has read it."""

from typing import Any

from adapters.chat.texts import READ_BY
from adapters.slack.render.buttons import BUTTONS
from adapters.slack.render.elements import MAX_TEXT, actions, context, markdown
from adapters.slack.render.markdown import to_markdown, to_plain
from bot.model.kept import ShiftMessage

_MOST_NAMED = 20


def to_form(message: ShiftMessage) -> dict[str, Any]:
    """Returns the arguments `text` and `blocks` of a post."""
    blocks = [
        markdown(to_markdown(message.text)),
        actions([BUTTONS["read"].drawn(message.language, message.message_id)]),
    ]
    if message.readers:
        blocks.append(context(_readers(message), MAX_TEXT))
    return {"text": to_plain(message.text)[:MAX_TEXT], "blocks": blocks}


def _readers(message: ShiftMessage) -> str:
    """The number of readers and their names, which Slack knows."""
    count = READ_BY[message.language].format(count=len(message.readers))
    named = " ".join(f"<@{one}>" for one in message.readers[:_MOST_NAMED])
    left = len(message.readers) - _MOST_NAMED
    return f"{count}: {named}" + (f" +{left}" if left > 0 else "")
