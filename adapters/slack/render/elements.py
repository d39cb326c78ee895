"""The pieces of Block Kit that the bot uses."""

import json
from collections.abc import Sequence
from typing import Any

from adapters.chat.cutting import cut
from adapters.slack.render.markdown import to_label

Block = dict[str, Any]

MAX_TEXT = 3000
MAX_LABEL = 75  # Slack shows about 30 on a narrow button
MAX_TITLE = 24
_CONTEXT = 400
_MAX_HEADER = 150


def markdown(text: str) -> Block:
    """Standard Markdown; in messages only."""
    return {"type": "markdown", "text": text}


def section(text: str) -> Block:
    """A paragraph of mrkdwn."""
    return {"type": "section", "text": mrkdwn(text)}


def header(text: str) -> Block:
    """A heading."""
    return {"type": "header", "text": plain(text, _MAX_HEADER)}


def context(text: str, limit: int = _CONTEXT) -> Block:
    """A small grey paragraph of mrkdwn."""
    return {"type": "context", "elements": [mrkdwn(cut(text, limit))]}


def actions(elements: Sequence[Block]) -> Block:
    """Buttons in a row."""
    return {"type": "actions", "elements": list(elements)}


def button(label: str, action_id: str, value: str) -> Block:
    """A button; its value is an id, never a person's words."""
    return {"type": "button", "text": plain(label), "action_id": action_id, "value": value}


def mrkdwn(text: str) -> Block:
    """Escaped text."""
    # verbatim: Slack does not turn plain words into links or mentions.
    return {"type": "mrkdwn", "text": text, "verbatim": True}


def plain(text: str, limit: int = MAX_LABEL) -> Block:
    """Text without any markup, in one line."""
    return {"type": "plain_text", "text": cut(to_label(text), limit) or "…", "emoji": False}


def size(blocks: Sequence[Block]) -> int:
    """The characters of JSON, as Slack counts them."""
    return len(json.dumps(blocks, ensure_ascii=False))
