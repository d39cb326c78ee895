"""Builds all of Slack's listeners from the settings, and says which request each of them gets."""

import re
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from slack_bolt.async_app import AsyncAck, AsyncApp

from adapters.chat.bot import Bot
from adapters.chat.channels.channels import AnswerMode, Channels, ChannelSettings
from adapters.chat.corrections import Corrections
from adapters.chat.rules.correcting import Correcting
from adapters.chat.rules.deciding import Decisions
from adapters.chat.rules.owning import Owning
from adapters.chat.rules.writing import Sheets
from adapters.chat.under_way.asking import Asking
from adapters.chat.under_way.commands import Commands
from adapters.chat.under_way.intake import Intake
from adapters.chat.under_way.work import Listener, Work
from adapters.slack.answer.about import AboutMessage, Links
from adapters.slack.answer.buttons import Buttons
from adapters.slack.answer.channel_form import ChannelForm
from adapters.slack.answer.chat import Ask, Chats
from adapters.slack.answer.commands import SlashCommands
from adapters.slack.answer.guard import Guard
from adapters.slack.answer.home import Opening
from adapters.slack.answer.kept_answers import Kept
from adapters.slack.answer.messages import Events
from adapters.slack.answer.notices import Notices
from adapters.slack.answer.rules.correcting import Corrected
from adapters.slack.answer.rules.deciding import SecondPerson
from adapters.slack.answer.rules.listing import Command, RuleList
from adapters.slack.answer.rules.pinning import PinForms
from adapters.slack.answer.rules.writing import RuleForms, Writers
from adapters.slack.answer.windows.answers import Windows
from adapters.slack.answer.windows.owners import TellOwner
from adapters.slack.answer.windows.questions import QuestionWindows
from adapters.slack.post.corrections import PLACES, KeptPlace, Posts
from adapters.slack.post.titles import Titles
from adapters.slack.post.working_sign import WorkingSigns
from adapters.slack.render.buttons import BUTTONS
from adapters.slack.workspace.identity import Identity, Installed
from adapters.slack.workspace.open_channels import OpenChannels
from adapters.slack.workspace.people import Named, People
from bot.model import Platform
from bot.settings import SlackSettings
from knowledge.model.documents import Language

Counted = Callable[[Listener], Listener]

_ANYTHING = re.compile(".*")


@dataclass(frozen=True, slots=True)
class Listening:
    """What goes on beside the requests."""

    resuming: Callable[[], AbstractAsyncContextManager[None]]
    """Answers what an earlier server left, for as long as it is entered."""
    notices: Notices
    """Writes first, to people and in channels."""
    corrections: Corrections[KeptPlace]
    """Posts corrections of answers."""


def listen(
    app: AsyncApp,
    settings: SlackSettings,
    bot: Bot,
    work: Work,
    signs: WorkingSigns,
    identity: Identity,
) -> Listening:
    """Registers a listener for every kind of request, catch-alls last. Raises ChannelsError."""
    people = People(
        Named(settings.admin_user_ids, settings.admin_group_ids),
        Named(settings.manager_user_ids, settings.manager_group_ids),
        workspace_admins=settings.workspace_admins,
    )
    channels = Channels(bot.database, _defaults(settings), Platform.SLACK, bot.stores)
    intake = Intake(Platform.SLACK, Ask, bot.inbox, bot.trail, bot.redactor, bot.given_up)
    question_windows = QuestionWindows(bot.short_lived, bot.redactor)
    titles = Titles(bot.records, bot.redactor)
    chats = Chats(work, signs, channels, people, identity, question_windows, titles)
    asking = Asking(bot.handle, bot.limits, work, intake, chats.of)
    kept, open_channels = Kept(bot.records, people), OpenChannels(bot.short_lived)
    default, counted = settings.default_language, work.counted
    runs = Commands(bot.handle, bot.limits, work)
    commands = SlashCommands(asking, chats, runs, people, bot.redactor, default)
    opening = Opening(
        bot.overviews,
        people,
        asking,
        chats,
        channels,
        open_channels,
        bot.short_lived,
        default,
        Sheets(bot.rules, bot.stores, Platform.SLACK) if bot.rules else None,
    )
    buttons = Buttons(asking, chats, kept, channels, open_channels, bot.short_lived)
    notices = Notices(settings.admin_user_ids, people, identity, bot.shifts, default)
    rules = _rules(bot, people, default, kept, channels, notices, work, commands.on_other)
    if rules is not None:
        rules.listen(app, counted)
    offered = (rules.forms.changes, rules.pins.may_pin) if rules else ()
    windows = Windows(kept, bot.redactor, bot.limits, *offered)
    tell_owner = TellOwner(kept, people, channels, bot.telling, bot.limits)
    linked = bot.linked if settings.unfurl_domains else None
    about_message = AboutMessage(
        asking, chats, question_windows, channels, linked, bot.redactor, bot.short_lived
    )
    on_click: dict[str, Listener] = {
        "sources": windows.on_sources,
        "sentences": windows.on_sources,
        "share": buttons.on_share,
        "remove": buttons.on_remove,
        "ask_person": windows.on_ask_person,
        "tell_owner": tell_owner.on_tell_owner,
        "ask_document": about_message.on_document,
        "share_selected": about_message.on_share,
        "reindex": commands.on_button,
        "choice": buttons.on_choice,
        "follow_up": buttons.on_follow_up,
        "example": opening.on_example,
        "feedback": windows.on_feedback,
        "read": notices.on_read,
        **(rules.on_click if rules else {}),
    }
    channels.check()
    events = Events(
        asking,
        chats,
        channels,
        bot.records,
        work,
        open_channels,
        bot.short_lived,
        settings.follow_idle,
        apps=settings.answer_workflows,
    )
    guard = Guard()
    app.error(guard.on_error)
    app.use(guard.once)
    for event in ("app_mention", "message"):
        # A middleware: Bolt answers an event before it calls the listener.
        app.event(event, middleware=[events.accept])(only_ack)
    app.event("agent_session_stopped")(counted(events.on_stopped))
    app.event("app_home_opened")(counted(opening.on_opened))
    app.event("app_context_changed")(counted(opening.on_context))
    app.event("link_shared")(counted(Links(linked, channels).on_shared))
    app.event("assistant_thread_started")(counted(opening.on_legacy_thread))
    app.event("assistant_thread_context_changed")(counted(opening.on_legacy_context))

    channel_form = ChannelForm(channels, people, default, bot.trail)
    app.command("/ask")(counted(commands.on_ask))
    app.command("/storewise-channel")(counted(channel_form.on_command))
    # /reindex and /storewise; any other command gets a polite reply.
    app.command(_ANYTHING)(counted(commands.on_other))

    for name in BUTTONS:
        listener = counted(on_click.get(name, only_ack))
        app.action(re.compile(rf"^{name}(?::[0-9])?$"))(listener)
    app.shortcut(MESSAGE_SHORTCUT)(counted(about_message.on_shortcut))
    app.view("question")(counted(about_message.on_question))
    app.view("feedback")(counted(windows.on_complaint))
    app.view("ask_person")(counted(windows.on_handover))
    app.view("tell_owner")(counted(tell_owner.on_sent))
    app.view("channel")(counted(channel_form.on_sent))
    for catch_all in (app.event, app.action, app.shortcut, app.view, app.options):
        catch_all(_ANYTHING)(only_ack)
    posts = Posts(lambda kept: identity.client_of(_installed(kept)))
    return Listening(lambda: intake.resuming(asking), notices, Corrections(PLACES, posts.post))


@dataclass(frozen=True, slots=True)
class _Rules:
    """The listeners for rules that people write."""

    forms: RuleForms
    listed: RuleList
    corrected: Corrected
    pins: PinForms

    def listen(self, app: AsyncApp, counted: Counted) -> None:
        app.command("/storewise")(counted(self.listed.on_command))
        app.view("rule")(counted(self.forms.on_sent))
        app.view("rule_preview")(counted(self.forms.on_save))
        app.view("pin")(counted(self.pins.on_sent))

    @property
    def on_click(self) -> dict[str, Listener]:
        return {
            "answer": self.forms.on_answer,
            "change": self.forms.on_answer,
            "approve": self.listed.on_approve,
            "refuse": self.listed.on_refuse,
            "withdraw": self.listed.on_withdraw,
            "still_true": self.listed.on_still_true,
            "pin": self.pins.on_pin,
            "unpin": self.listed.on_unpin,
            "correct": self.corrected.on_correct,
        }


def _rules(
    bot: Bot,
    people: People,
    default: Language | None,
    kept: Kept,
    channels: Channels,
    notices: Notices,
    work: Work,
    other: Command,
) -> _Rules | None:
    """Builds them, if people write rules; `other` takes what is no command about rules."""
    if bot.rules is None:
        return None
    sheets = Sheets(bot.rules, bot.stores, Platform.SLACK)
    writers = Writers(sheets, people, default)
    decisions = Decisions(bot.rules, sheets, Platform.SLACK)
    correcting = Correcting(bot.rules, sheets, bot.trail)
    corrected = Corrected(writers, correcting, work, bot.short_lived)
    second = SecondPerson(decisions, channels, notices, corrected, bot.short_lived)
    forms = RuleForms(writers, decisions, kept, bot.limits, second.saved)
    owning = Owning(bot.rules, sheets, decisions)
    listed = RuleList(writers, decisions, owning, forms, second, bot.limits, other)
    pins = PinForms(writers, owning, kept, bot.limits)
    return _Rules(forms, listed, corrected, pins)


async def only_ack(ack: AsyncAck) -> None:
    """Acknowledges requests that the bot ignores; else Slack would retry."""
    await ack()


def _installed(kept: KeptPlace) -> Installed:
    return Installed(kept.team_id, kept.enterprise_id, org=kept.org)


def _defaults(settings: SlackSettings) -> ChannelSettings:
    return ChannelSettings(
        store_type=settings.default_store_type,
        language=settings.default_language,
        answer_mode=AnswerMode(settings.answer_mode),
    )


# The events, commands and shortcut that the bot handles; the manifest declares the same.


EVENTS = (
    "app_mention",
    "message",
    "app_home_opened",
    "app_context_changed",
    "agent_session_stopped",
    "app_uninstalled",
    "tokens_revoked",
)
"""Subscribed events; `message` as message.channels, .groups, .im and .mpim."""
LEGACY_EVENTS = ("assistant_thread_started", "assistant_thread_context_changed")
"""Handled like an opened agent tab; not subscribed: only older apps still get them."""
UNFURL_EVENTS = ("link_shared",)
"""Subscribed only where SLACK_UNFURL_DOMAINS names domains."""
COMMANDS = ("/ask", "/reindex", "/storewise", "/storewise-channel")
MESSAGE_SHORTCUT = "ask_about_message"
"""The callback id of “Ask about this message”."""
