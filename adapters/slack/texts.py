"""What the Slack adapter says by itself."""

from collections.abc import Mapping

from bot import texts
from bot.model import Reply
from bot.texts import Text, in_both
from knowledge.model import Language

SOURCES = in_both("Sources: {titles}", "출처: {titles}")
IN_FORCE = in_both("in force on {day}", "{day} 기준")
LANGUAGES: Mapping[Language, Text] = {
    "en": in_both("English", "영어"),
    "ko": in_both("Korean", "한국어"),
}
BARELY = in_both(
    "The documents only touch on this: please read the source before you rely on it.",
    "문서에서 간접적으로만 다루는 내용입니다. 출처를 직접 확인해 주세요.",
)

BUTTONS: Mapping[str, Text] = {
    "sources": in_both("View sources", "출처 보기"),
    "share": in_both("Share in channel", "채널에 공유"),
    "ask_person": in_both("Ask a person", "담당자에게 묻기"),
}
"""By the id of the action."""
GOOD = in_both("Helpful", "도움이 됐어요")
BAD = in_both("Not helpful", "도움이 안 됐어요")

WORKING = in_both("is searching the store documents…", "매장 문서에서 찾고 있습니다…")
"""Slack writes the bot's name before it."""
SEARCHING = in_both("Searching the store documents…", "매장 문서에서 찾고 있습니다…")
CHECKING = in_both("Checking the answer against its sources…", "답을 출처와 대조하고 있습니다…")


def busy(language: Language) -> Reply:
    """Return what a person reads when too many questions wait."""
    return Reply(texts.BUSY[language], language, private=True)


def invite(language: Language) -> str:
    """Return what cures a channel in which the bot cannot write."""
    return texts.INVITE[language]
