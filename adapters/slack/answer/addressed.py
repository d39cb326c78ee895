"""Decides which channel messages the bot answers; no I/O."""

import html
import re
from dataclasses import dataclass
from enum import StrEnum

from adapters.chat.channels.settings import AnswerMode, ChannelSettings
from bot.answering.understand import about_answer, asks, is_small_talk, only_a_place, only_yes_or_no
from bot.model.text import as_seen

_SOMEBODY = re.compile(r"<(?:@[UW]|!subteam\^)[^<>\s]{1,100}>")
_TOKEN = re.compile(r"<[^<>\n]{1,3000}>")
_CODE = re.compile(r"```.*?(?:```|$)|`[^`\n]+`", re.DOTALL)
_QUOTED = re.compile(r"^&gt;.*$", re.MULTILINE)


class Wanted(StrEnum):
    """Whether a message is answered, and why."""

    ASKED = "asked"
    """Addressed to the bot: post any reply, refusals too."""
    FOLLOWED = "followed"
    """A message in a thread where the bot has answered: people talk to each other there, too."""
    OVERHEARD = "overheard"
    """Looks like a question, in a channel where every question is answered."""
    NO = "no"

    def __bool__(self) -> bool:
        return self is not Wanted.NO


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
    if settings.answer_mode is AnswerMode.MENTION or _SOMEBODY.search(heard.text):
        return Wanted.NO
    words = _own_words(heard.text)
    if heard.followed and (only_a_place(words) or about_answer(words)):
        # "2" and "why?" are too short for questions, but choose a closest rule or mean the answer.
        return Wanted.FOLLOWED
    if heard.in_thread:
        # In a thread without the bot, people talk among themselves.
        may_be_for_it = not is_small_talk(words) or only_yes_or_no(words)
        return Wanted.FOLLOWED if heard.followed and may_be_for_it else Wanted.NO
    every = settings.answer_mode is AnswerMode.EVERY
    return Wanted.OVERHEARD if every and asks(words) else Wanted.NO


def _own_words(wire: str) -> str:
    """The person's own words, without code, quoted lines, links and mentions."""
    bare = _TOKEN.sub(" ", _QUOTED.sub(" ", _CODE.sub(" ", wire)))
    return as_seen(html.unescape(bare)).strip()
