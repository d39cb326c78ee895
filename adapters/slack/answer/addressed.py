"""Decides which channel messages the bot answers; no I/O."""

import html
import re
from dataclasses import dataclass

from adapters.chat.channels.settings import ChannelSettings
from adapters.chat.threads import Wanted, wanted
from bot.model.text import as_seen

_SOMEBODY = re.compile(r"<(?:@[UW]|!subteam\^)[^<>\s]{1,100}>")
_TOKEN = re.compile(r"<[^<>\n]{1,3000}>")
_CODE = re.compile(r"```.*?(?:```|$)|`[^`\n]+`", re.DOTALL)
_QUOTED = re.compile(r"^&gt;.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Heard:
    """A channel message without a mention of the bot, and its context."""

    text: str
    """As Slack sends it, with `<@U…>`."""
    in_thread: bool = False
    followed: bool = False
    """The bot has answered in this thread recently."""


def wants(heard: Heard, settings: ChannelSettings) -> Wanted:
    """Whether the channel's settings let the bot answer a message without a mention."""
    if _SOMEBODY.search(heard.text):
        return Wanted.NO
    words, mode = _own_words(heard.text), settings.answer_mode
    return wanted(words, mode, in_thread=heard.in_thread, followed=heard.followed)


def _own_words(wire: str) -> str:
    """The person's own words, without code, quoted lines, links and mentions."""
    bare = _TOKEN.sub(" ", _QUOTED.sub(" ", _CODE.sub(" ", wire)))
    return as_seen(html.unescape(bare)).strip()
