"""Which listener gets which kind of request from Slack."""

import re

from slack_bolt.async_app import AsyncAck, AsyncApp

from adapters.slack.listeners import Listeners, on_error

EVENTS = ("app_mention", "message")
COMMANDS = ("/reindex",)
"""What the manifest declares; the conversation answers any other politely."""

_ANYTHING = re.compile(".*")


def register(app: AsyncApp, listeners: Listeners) -> None:
    """Give every kind of request its listener; the catch-alls come last."""
    app.error(on_error)
    app.use(listeners.once)
    for event in EVENTS:
        app.event(event)(listeners.on_question)
    app.command(_ANYTHING)(listeners.on_command)
    for kind in (app.event, app.action, app.shortcut, app.view, app.options):
        kind(_ANYTHING)(only_ack)


async def only_ack(ack: AsyncAck) -> None:
    """Acknowledge what the bot has no use for; Slack would send it again."""
    await ack()
