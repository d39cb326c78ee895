"""Builds all of Slack's listeners from the settings."""

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from adapters.chat.bot import Bot
from adapters.chat.channels.channels import Channels
from adapters.chat.channels.settings import AnswerMode, ChannelSettings
from adapters.chat.under_way.intake import Intake
from adapters.chat.under_way.work import Listener, Work
from adapters.slack.answer.about.links import Links
from adapters.slack.answer.about.message import AboutMessage
from adapters.slack.answer.admin_commands import AdminCommands
from adapters.slack.answer.asking import Ask, Asking
from adapters.slack.answer.buttons import Buttons
from adapters.slack.answer.channel_form import ChannelForm
from adapters.slack.answer.commands import SlashCommands
from adapters.slack.answer.home import Opening
from adapters.slack.answer.kept_answers import Kept
from adapters.slack.answer.messages import Events
from adapters.slack.answer.notices import Notices
from adapters.slack.answer.windows.answers import Windows
from adapters.slack.answer.windows.owners import TellOwner
from adapters.slack.answer.windows.questions import QuestionWindows
from adapters.slack.post.corrections import Corrections
from adapters.slack.post.titles import Titles
from adapters.slack.post.working_sign import WorkingSigns
from adapters.slack.receive.kept_place import KeptPlace
from adapters.slack.workspace.identity import Identity, Installed
from adapters.slack.workspace.open_channels import OpenChannels
from adapters.slack.workspace.people import Named, People
from bot.model import Platform
from bot.settings import SlackSettings


@dataclass(frozen=True, slots=True)
class Listeners:
    """One listener for each kind of request."""

    events: Events
    opening: Opening
    commands: SlashCommands
    channel_form: ChannelForm
    windows: Windows
    tell_owner: TellOwner
    about_message: AboutMessage
    links: Links
    on_click: Mapping[str, Listener]
    """The listener of each button, by the id of its row in `BUTTONS`."""
    resuming: Callable[[], AbstractAsyncContextManager[None]]
    """Answers what an earlier server left, for as long as it is entered."""
    notices: Notices
    """Writes first, to people and in channels."""
    corrections: Corrections
    """Posts corrections of answers."""


def listeners(
    settings: SlackSettings, bot: Bot, work: Work, signs: WorkingSigns, identity: Identity
) -> Listeners:
    """Builds the listeners. Raises ChannelsError."""
    people = People(
        Named(settings.admin_user_ids, settings.admin_group_ids),
        Named(settings.manager_user_ids, settings.manager_group_ids),
        workspace_admins=settings.workspace_admins,
    )
    channels = Channels(bot.database, _defaults(settings), Platform.SLACK, bot.stores)
    intake = Intake(Platform.SLACK, Ask, bot.inbox, bot.trail, bot.redactor, bot.given_up)
    question_windows = QuestionWindows(bot.short_lived, bot.redactor)
    asking = Asking(
        bot.handle,
        bot.limits,
        work,
        signs,
        channels,
        people,
        intake,
        identity,
        question_windows,
        Titles(bot.records, bot.redactor),
    )
    kept, open_channels = Kept(bot.records, people), OpenChannels(bot.short_lived)
    admin_commands = AdminCommands(bot.handle, bot.limits, work, people, settings.default_language)
    opening = Opening(
        bot.overviews,
        people,
        asking,
        channels,
        open_channels,
        bot.short_lived,
        settings.default_language,
    )
    buttons = Buttons(asking, kept, channels, open_channels, bot.short_lived)
    windows = Windows(kept, bot.redactor, bot.limits)
    tell_owner = TellOwner(kept, people, channels, bot.telling, bot.limits)
    linked = bot.linked if settings.unfurl_domains else None
    about_message = AboutMessage(
        asking, question_windows, channels, linked, bot.redactor, bot.short_lived
    )
    notices = Notices(
        settings.admin_user_ids, people, identity, bot.shifts, settings.default_language
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
        "reindex": admin_commands.on_button,
        "choice": buttons.on_choice,
        "follow_up": buttons.on_follow_up,
        "example": opening.on_example,
        "feedback": windows.on_feedback,
        "read": notices.on_read,
    }
    channels.check()
    return Listeners(
        Events(
            asking,
            channels,
            bot.records,
            work,
            open_channels,
            bot.short_lived,
            settings.follow_idle,
            apps=settings.answer_workflows,
        ),
        opening,
        SlashCommands(asking, admin_commands, bot.redactor),
        ChannelForm(channels, people, settings.default_language, bot.trail),
        windows,
        tell_owner,
        about_message,
        Links(linked, channels),
        on_click,
        lambda: intake.resuming(asking),
        notices,
        Corrections(lambda kept: identity.client_of(_installed(kept))),
    )


def _installed(kept: KeptPlace) -> Installed:
    return Installed(kept.team_id, kept.enterprise_id, org=kept.org)


def _defaults(settings: SlackSettings) -> ChannelSettings:
    return ChannelSettings(
        store_type=settings.default_store_type,
        language=settings.default_language,
        answer_mode=AnswerMode(settings.answer_mode),
    )
