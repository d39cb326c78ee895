"""Builds the tasks that send messages which nobody asked for."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from adapters.platforms import PLATFORMS
from bot.main.app import App
from bot.model import Platform
from bot.ports import ShortLived
from bot.settings import Settings
from bot.stores import Owner
from bot.upkeep.reports.daily import Notices, ShiftMessages, Words
from bot.upkeep.reports.week import Digest, Shifts, words_of

_CLAIMED_S = 3600.0
"""Longer than the clocks of replicas are apart."""

Tell = Callable[[Words], Awaitable[bool]]
"""Tells somebody; False if nobody was reached."""
Weekly = tuple[Callable[[], Awaitable[Words | None]], Sequence[Tell]]
"""What makes a message of the week, and who gets it."""


def to_administrators(settings: Settings, chats: Mapping[Platform, Notices]) -> list[Tell]:
    """Returns how to tell administrators, on each platform where some are named by id."""
    named = {one.name: one.admins(settings) for one in PLATFORMS}
    return [notices.tell for platform, notices in chats.items() if named.get(platform)]


def weekly(settings: Settings, app: App, chats: Mapping[Platform, Notices]) -> list[Weekly]:
    """Returns the messages of the week that somebody gets: of everything, and of each owner."""
    digest, tells = settings.digest, to_administrators(settings, chats)
    for platform, notices in chats.items():
        tells += [
            partial(notices.tell_channel, channel, language=digest.language)
            for channel in digest.channels_on(platform)
        ]
    owners = app.given.stores.owners if digest.owners else ()
    every: list[Weekly] = [
        (partial(_week, app), tells),
        *(_of_owner(one, app, chats) for one in owners),
    ]
    return [one for one in every if one[1]]


def shift_messages(
    settings: Settings, app: App, chats: Mapping[Platform, Notices]
) -> Callable[[], Coroutine[None, None, None]] | None:
    """Returns the task of the stores' messages of the day; None if they are off."""
    if settings.digest.shift is None:
        return None
    messages = ShiftMessages(
        app.given.stores,
        Shifts(app.search, app.kept.records.corrected),
        app.kept.shifts,
        chats,
        settings.digest.shift,
        ZoneInfo(settings.store.timezone),
        settings.digest.language,
    )
    return messages.run


def clock(settings: Settings) -> Callable[[], datetime]:
    """Returns the time in the store."""
    return partial(datetime.now, ZoneInfo(settings.store.timezone))


def claiming(shared: ShortLived, message: str) -> Callable[[datetime], Awaitable[bool]]:
    """Returns what lets one replica tell a message that is due, whoever leads at that moment."""

    async def is_ours(due: datetime) -> bool:
        return await shared.claim(f"{message} {due.isoformat()}", _CLAIMED_S)

    return is_ours


def _of_owner(owner: Owner, app: App, chats: Mapping[Platform, Notices]) -> Weekly:
    tells = [
        partial(notices.tell_people, owner.people[platform])
        for platform, notices in chats.items()
        if owner.people.get(platform)
    ]
    return partial(_week, app, owner.name), tells


async def _week(app: App, owner: str | None = None) -> Words | None:
    broken = app.rules.pinning.broken_questions
    week = await Digest(app.reports, app.search, app.given.today, broken).week(owner)
    return partial(words_of, week) if week else None
