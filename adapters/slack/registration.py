"""Which listener gets which kind of request from Slack."""

import re

from slack_bolt.async_app import AsyncAck, AsyncApp

from adapters.slack.guard import Guard, on_error
from adapters.slack.listening import Listeners
from adapters.slack.ways_in import MESSAGE_SHORTCUT

_ANYTHING = re.compile(".*")


def register(app: AsyncApp, listeners: Listeners) -> None:
    """Give every kind of request its listener; the catch-alls come last."""
    app.error(on_error)
    app.use(Guard().once)
    _register_events(app, listeners)
    _register_commands(app, listeners)
    _register_buttons(app, listeners)
    _register_forms(app, listeners)
    for kind in (app.event, app.action, app.shortcut, app.view, app.options):
        kind(_ANYTHING)(only_ack)


def _register_events(app: AsyncApp, to: Listeners) -> None:
    for event in ("app_mention", "message"):
        app.event(event)(to.events.on_message)
    app.event("agent_session_stopped")(to.events.on_stopped)
    app.event("app_home_opened")(to.opening.on_opened)
    app.event("assistant_thread_started")(to.opening.on_legacy_thread)


def _register_commands(app: AsyncApp, to: Listeners) -> None:
    app.command("/ask")(to.commands.on_ask)
    app.command("/storewise-channel")(to.channel_form.on_command)
    # /reindex, and the conversation answers any other politely.
    app.command(_ANYTHING)(to.commands.on_other)


def _register_buttons(app: AsyncApp, to: Listeners) -> None:
    app.action(re.compile("follow_up:[0-9]"))(to.buttons.on_follow_up)
    app.action(re.compile("example:[0-9]"))(to.opening.on_example)
    app.action("share")(to.buttons.on_share)
    app.action("share_selected")(to.about_message.on_share)
    app.action("sources")(to.windows.on_sources)
    app.action("feedback")(to.windows.on_feedback)
    app.action("ask_person")(to.windows.on_ask_person)
    app.action("reindex")(to.reindexing.on_button)


def _register_forms(app: AsyncApp, to: Listeners) -> None:
    app.shortcut(MESSAGE_SHORTCUT)(to.about_message.on_shortcut)
    app.view("question")(to.about_message.on_question)
    app.view("feedback")(to.windows.on_complaint)
    app.view("ask_person")(to.windows.on_handover)
    app.view("channel")(to.channel_form.on_sent)


async def only_ack(ack: AsyncAck) -> None:
    """Acknowledge what the bot has no use for; Slack would send it again."""
    await ack()
