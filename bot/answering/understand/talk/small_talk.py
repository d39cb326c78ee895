"""Recognises messages that ask nothing about the store; when in doubt, it is a question."""

import re

from bot.answering.understand.talk.points_only import only_points
from bot.answering.understand.talk.world_knowledge import is_general_knowledge
from bot.model.understood import Talk
from bot.privacy import unmarked
from knowledge.language.grammars import grammar_of
from knowledge.language.terms import query_terms
from knowledge.models.kinds import message_kinds

_MENTION = re.compile(r"<[@#!][^<>\s]{1,80}>|(?<!\S)@[\w.-]{1,40}|:[a-z0-9_+-]{1,40}:")
_JAMO = re.compile(r"[ㄱ-ㅎㅏ-ㅣ]+")
_KINDS = {
    "greeting": Talk.GREETING,
    "thanks": Talk.THANKS,
    "about_you": Talk.ABOUT_YOU,
    "insult": Talk.INSULT,
}
"""The kinds of message that are talk. Of questions about the world, patterns know more."""
_LIKELY = 0.875
"""Likelihood from which a message is talk. Of 520 questions to seven stores held out none is."""
_HELLO = re.compile(
    r"(?:hi+|hello|hey|good (?:morning|afternoon|evening)|안녕(?:하세요|하십니까)?)[\s,.!~]+(?=\S)",
    re.IGNORECASE,
)


def talk_of(text: str) -> Talk | None:
    """The kind of talk that a message is; None for a question about the store."""
    words = " ".join(_MENTION.sub(" ", unmarked(text)).split())
    if not any(char.isalnum() for char in _JAMO.sub("", words)):
        return (_JAMO.search(words) and _kind(words)) or Talk.EMPTY
    hello = _HELLO.match(words)
    rest = words[hello.end() :] if hello else words
    kind = _kind(words)
    if kind in (None, Talk.GREETING) and any(map(str.isalnum, rest)):
        kind = _kind(rest) or kind
    if kind:
        return kind
    if is_general_knowledge(rest):
        return Talk.GENERAL_KNOWLEDGE
    if only_points(words):
        return Talk.POINTS
    return Talk.TOO_SHORT if _is_too_short(words) else None


def is_small_talk(text: str) -> bool:
    """Whether a message asks nothing, not even about the message before it."""
    return talk_of(text) not in (None, Talk.POINTS)


def _kind(words: str) -> Talk | None:
    if usual := grammar_of(words).talk.get(words.strip(" 、。!！~〜…")):
        return _KINDS[usual]
    found = message_kinds(words)
    talk = {kind: found.get(kind, 0.0) for kind in _KINDS}
    is_likely = sum(talk.values()) >= _LIKELY
    return _KINDS[max(talk, key=talk.__getitem__)] if is_likely else None


def _is_too_short(words: str) -> bool:
    letters = "".join(char for char in words if char.isalnum())
    if len(letters) == 1 and not "가" <= letters <= "힣":
        return True
    return len(words.split()) == 1 and not query_terms(words)
