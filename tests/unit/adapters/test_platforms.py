"""The list of chat platforms: each entry has what the command line and the server need of it."""

from pathlib import Path

import pytest

from adapters.chat.platform import Platform
from adapters.platforms import PLATFORMS
from adapters.web.watching.notices import News, words_of
from bot import texts
from bot.main.console.parser import parser
from bot.model import Platform as Name
from bot.model import Reply
from bot.model.health import Trouble
from bot.settings import Settings

EACH = pytest.mark.parametrize("platform", PLATFORMS, ids=[one.name for one in PLATFORMS])


@EACH
def test_each_has_a_name_that_messages_know_and_commands_of_its_own(platform: Platform) -> None:
    checked = parser().parse_args(["doctor", platform.name])

    assert Name(platform.name)
    assert checked.platform == platform.name


@EACH
def test_one_that_is_off_says_how_it_is_connected_and_promises_nothing(platform: Platform) -> None:
    settings = Settings()

    [line] = platform.banner(settings, "http://127.0.0.1:8080")

    assert not platform.is_on(settings)
    assert f"off: no {platform.name.upper()}_" in line
    assert platform.promised(settings)[platform.name] is False
    assert not platform.admins(settings)


@EACH
def test_its_trouble_is_told_in_both_languages(platform: Platform) -> None:
    news = News({platform.name: Trouble("away", "Wait.")})

    english, korean = words_of(news, "en"), words_of(news, "ko")

    assert f"{texts.PARTS[platform.name]['en']}: {texts.NOTICED[platform.name]['en']}" in english
    assert f"{texts.PARTS[platform.name]['ko']}: {texts.NOTICED[platform.name]['ko']}" in korean


@EACH
def test_the_playground_shows_a_reply_as_it_stands_there(platform: Platform) -> None:
    shown = [platform.preview(Reply(text)) for text in ("Keep it.", "보관합니다.")]

    assert "Keep it." in str(shown[0])
    assert "보관합니다." in str(shown[1])


def test_no_two_share_a_name_and_each_is_a_folder() -> None:
    names = [one.name for one in PLATFORMS]

    assert len(set(names)) == len(names)
    assert all(Path("adapters", one).is_dir() for one in names)
