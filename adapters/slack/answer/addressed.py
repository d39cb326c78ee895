"""Which messages of a channel the bot answers; no I/O here."""

import html
import re
from dataclasses import dataclass
from enum import StrEnum

from adapters.slack.receive.channel_settings import AnswerMode, ChannelSettings
from bot.answering.understand import asks, talk_of
from bot.model.text import as_seen

_SOMEBODY = re.compile(r"<(?:@[UW]|!subteam\^)[^<>\s]{1,100}>")
_TOKEN = re.compile(r"<[^<>\n]{1,3000}>")
_CODE = re.compile(r"```.*?(?:```|$)|`[^`\n]+`", re.DOTALL)
_QUOTED = re.compile(r"^&gt;.*$", re.MULTILINE)


class Wanted(StrEnum):
    """Whether a message is answered, and why."""

    ASKED = "asked"
    """It is said to the bot: whatever comes of it is said."""
    FOLLOWED = "followed"
    """It goes on in a thread in which the bot has answered."""
    OVERHEARD = "overheard"
    """It looks like a question, in a channel where each one is answered."""
    NO = "no"

    def __bool__(self) -> bool:
        return self is not Wanted.NO


@dataclass(frozen=True, slots=True)
class Heard:
    """A message of a channel that does not mention the bot, and what is known about it."""

    text: str
    """As Slack sends it, with `<@U…>`."""
    in_thread: bool = False
    followed: bool = False
    """The bot has answered in this thread, and not too long ago."""


def wants(heard: Heard, settings: ChannelSettings) -> Wanted:
    """Whether the bot answers a message that does not mention it, as its channel is set."""
    if settings.answer_mode is AnswerMode.MENTION or _SOMEBODY.search(heard.text):
        return Wanted.NO
    words = _own_words(heard.text)
    if heard.in_thread:
        # A thread in which the bot has not spoken is a talk among people.
        return Wanted.FOLLOWED if heard.followed and talk_of(words) is None else Wanted.NO
    every = settings.answer_mode is AnswerMode.EVERY
    return Wanted.OVERHEARD if every and asks(words) else Wanted.NO


def _own_words(wire: str) -> str:
    """What the person says, without code, quoted lines, links and mentions."""
    bare = _TOKEN.sub(" ", _QUOTED.sub(" ", _CODE.sub(" ", wire)))
    return as_seen(html.unescape(bare)).strip()
