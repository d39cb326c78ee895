"""Who gets the message of the week, as the settings say."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from pydantic import ValidationError

from bot.main.serve.digests import to_administrators, weekly
from bot.model import Platform
from bot.settings import DigestSettings, Settings, SlackSettings, TeamsSettings
from bot.stores import Owner, Stores
from tests.fakes import FakeNotices

OWNERS = Stores(
    owners=[
        Owner("Care", {Platform.SLACK: ("U7",), Platform.TEAMS: ()}),
        Owner("Legal", {Platform.SLACK: (), Platform.TEAMS: ()}),
    ]
)


@dataclass
class _Given:
    stores: Stores = OWNERS


@dataclass
class _App:
    """The part of an app that is needed."""

    given: _Given = field(default_factory=_Given)


async def _told(**digest: Any) -> list[list[str]]:
    """Whom each message of the week reaches."""
    settings = Settings(
        slack=SlackSettings(bot_token=None, admin_user_ids=frozenset({"U1"})),
        teams=TeamsSettings(),
        digest=DigestSettings(**digest),
    )
    chats = {Platform.SLACK: FakeNotices(), Platform.TEAMS: FakeNotices()}
    found = []
    for _, tells in weekly(settings, _App(), chats):  # type: ignore[arg-type]  # only its stores
        for notices in chats.values():
            notices.told.clear()
        for tell in tells:
            await tell(lambda language: language)
        found.append([who for notices in chats.values() for who, _ in notices.told])
    return found


async def test_administrators_get_it() -> None:
    assert await _told() == [["ADMIN"]]


async def test_channels_and_owners_get_it_where_they_are_named() -> None:
    told = await _told(channels="slack:C1, teams:19:abc@thread.tacv2, slack:T1:C2", owners=True)

    assert [sorted(one) for one in told] == [
        ["19:abc@thread.tacv2", "ADMIN", "C1", "T1:C2"],
        ["U7"],
    ]


def test_without_administrators_by_id_nobody_is_told_of_troubles() -> None:
    settings = Settings(slack=SlackSettings(bot_token=None), teams=TeamsSettings())

    assert to_administrators(settings, {Platform.SLACK: FakeNotices()}) == []


@pytest.mark.parametrize("channels", ["C1", "slack:general", "teams:abc", "discord:1"])
def test_a_channel_of_another_form_is_refused_with_the_right_one(channels: str) -> None:
    with pytest.raises(ValidationError, match="slack:C012AB3CD"):
        DigestSettings(channels=channels)
