"""Maps each kind of Slack request to its listener."""

import re
from collections.abc import Callable

from slack_bolt.async_app import AsyncAck, AsyncApp

from adapters.chat.under_way.work import Listener, Work
from adapters.slack.answer.guard import Guard
from adapters.slack.listening import Listeners
from adapters.slack.render.buttons import BUTTONS
from adapters.slack.ways_in import MESSAGE_SHORTCUT

Counted = Callable[[Listener], Listener]

_ANYTHING = re.compile(".*")


def register(app: AsyncApp, listeners: Listeners, work: Work) -> None:
    """Registers a listener for every kind of request; catch-alls come last."""
    guard = Guard()
    app.error(guard.on_error)
    app.use(guard.once)
    for kind in (_register_events, _register_commands, _register_buttons, _register_forms):
        kind(app, listeners, work.counted)
    for catch_all in (app.event, app.action, app.shortcut, app.view, app.options):
        catch_all(_ANYTHING)(only_ack)


def _register_events(app: AsyncApp, to: Listeners, counted: Counted) -> None:
    for event in ("app_mention", "message"):
        # A middleware: Bolt answers an event before it calls the listener.
        app.event(event, middleware=[to.events.accept])(only_ack)
    app.event("agent_session_stopped")(counted(to.events.on_stopped))
    app.event("app_home_opened")(counted(to.opening.on_opened))
    app.event("app_context_changed")(counted(to.opening.on_context))
    app.event("link_shared")(counted(to.links.on_shared))
    app.event("assistant_thread_started")(counted(to.opening.on_legacy_thread))
    app.event("assistant_thread_context_changed")(counted(to.opening.on_legacy_context))


def _register_commands(app: AsyncApp, to: Listeners, counted: Counted) -> None:
    app.command("/ask")(counted(to.commands.on_ask))
    app.command("/storewise-channel")(counted(to.channel_form.on_command))
    # /reindex and /storewise; any other command gets a polite reply.
    app.command(_ANYTHING)(counted(to.commands.on_other))


def _register_buttons(app: AsyncApp, to: Listeners, counted: Counted) -> None:
    for name in BUTTONS:
        app.action(re.compile(rf"^{name}(?::[0-9])?$"))(counted(to.on_click[name]))


def _register_forms(app: AsyncApp, to: Listeners, counted: Counted) -> None:
    app.shortcut(MESSAGE_SHORTCUT)(counted(to.about_message.on_shortcut))
    app.view("question")(counted(to.about_message.on_question))
    app.view("feedback")(counted(to.windows.on_complaint))
    app.view("ask_person")(counted(to.windows.on_handover))
    app.view("tell_owner")(counted(to.tell_owner.on_sent))
    app.view("channel")(counted(to.channel_form.on_sent))


async def only_ack(ack: AsyncAck) -> None:
    """Acknowledges requests that the bot ignores; else Slack would retry."""
    await ack()
