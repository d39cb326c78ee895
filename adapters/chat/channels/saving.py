"""Saves the settings of a channel for an administrator, with a line in the audit log."""

import logging
from dataclasses import dataclass, fields
from enum import StrEnum

from adapters.chat.channels.channels import Channels, ChannelSettings
from adapters.chat.channels.texts import CHANNEL_SET, NOT_KEPT
from bot.model.errors import ChannelsError
from bot.model.kept import EntryKind, Outcome
from bot.privacy import safe
from bot.texts import ADMINS_ONLY, Text
from bot.upkeep.history.trail import Trail

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends the settings of a channel."""

    person: str
    """As the audit log names them."""
    workspace: str
    is_admin: bool


class Saving:
    """Saves settings of channels."""

    def __init__(self, channels: Channels, trail: Trail, command: str) -> None:
        """The audit log has the name of the platform's command."""
        self._channels = channels
        self._trail = trail
        self._command = command

    async def refused(self, person: str) -> Text:
        """Notes that somebody may not do this; returns what to say."""
        logger.warning("command refused", extra={"command": self._command})
        await self._trail.refused(person, self._command)
        return ADMINS_ONLY

    async def saved(self, sender: Sender, channel: str, settings: ChannelSettings) -> Text:
        """Saves settings without anything wrong; returns what to say."""
        if not sender.is_admin:
            return await self.refused(sender.person)
        before = self._channels.of(sender.workspace, channel)
        outcome, said = Outcome.DONE, CHANNEL_SET
        try:
            await self._channels.set(sender.workspace, channel, settings)
        except ChannelsError:
            logger.exception("channel settings were not saved")
            outcome, said = Outcome.FAILED, NOT_KEPT
        changed = _changed(before, settings)
        about = {"channel": channel, **changed}
        await self._trail.note(EntryKind.SETTINGS, sender.person, self._command, outcome, about)
        return said


def _changed(before: ChannelSettings, after: ChannelSettings) -> dict[str, object]:
    """The fields that changed, with their new values."""
    names = (field.name for field in fields(ChannelSettings))
    changed = (name for name in names if getattr(before, name) != getattr(after, name))
    return {name: _told(getattr(after, name)) for name in changed}


def _told(value: object) -> object:
    """A value for the audit log; store types and categories are free text."""
    if isinstance(value, frozenset):
        return sorted(value)
    return safe(value) if isinstance(value, str) and not isinstance(value, StrEnum) else value
